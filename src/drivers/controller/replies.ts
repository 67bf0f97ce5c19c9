/** What the controller's records hold: turns site health and device records into items. Pure. */

import type { DeviceStatus, SiteHealth } from "../../model/health.ts";
import { canonicalText, isObject, type Json } from "../../model/json.ts";
import type { Item } from "../contract.ts";
import { offWire } from "../described/fields.ts";
import { recordIn } from "../described/lists.ts";
import { ofKind } from "../of-kind.ts";
import type { PageLayout } from "../pages/layout.ts";
import type { ControllerCollection, ControllerDialect } from "./dialects/dialect.ts";

/** What tells two records apart: a device's id. A site has none, so each record is one of its own. */
export function identityOf({ deviceFields }: ControllerDialect, record: Json): string | undefined {
  const id = isObject(record) ? record[deviceFields.id] : undefined;
  return id === undefined ? undefined : canonicalText(id);
}

/** How the pages of a list are laid out. */
export function layoutOf(dialect: ControllerDialect, collection: string): PageLayout {
  const { itemsFields, pages, totalCount } = dialect;
  const items = ofKind<string>(itemsFields, collection);
  return { ...pages, items, counted: { header: pages.countHeader, of: totalCount } };
}

/** The items of a list, or undefined when one of its records is not what the interface promises. */
export function itemsOf(
  dialect: ControllerDialect,
  collection: string,
  records: readonly Json[],
): readonly Item[] | undefined {
  const itemOf = ofKind(items, collection);
  const found = records.map((record) => itemOf(dialect, record));
  return found.every((item) => item !== undefined) ? found : undefined;
}

type MakeItem = (dialect: ControllerDialect, record: Json) => Item | undefined;

const items: Readonly<Record<ControllerCollection, MakeItem>> = {
  sites: siteItem,
  devices: deviceItem,
};

function siteItem({ siteFields }: ControllerDialect, record: Json): Item | undefined {
  const value = isObject(record) ? offWire(record, siteFields) : {};
  if (typeof value.siteName !== "string") return undefined;
  return { kind: "site", identity: value.siteName, value };
}

function deviceItem(dialect: ControllerDialect, record: Json): Item | undefined {
  const fields = isObject(record) ? offWire(record, dialect.deviceFields) : {};
  const value = isUnreachable(dialect, fields.status) ? { ...fields, status: "unreachable" } : fields;
  const { id, name } = value;
  if (typeof id !== "string") return undefined;
  return { kind: "controllerDevice", identity: typeof name === "string" ? name : id, id, value };
}

function isUnreachable({ unreachable }: ControllerDialect, status: Json | undefined): boolean {
  return (
    typeof status === "string" && unreachable.some((each) => each.toLowerCase() === status.toLowerCase())
  );
}

/** The item of an answer that holds one device, or undefined when it holds none. */
export function deviceIn(dialect: ControllerDialect, answer: Json): Item | undefined {
  return deviceItem(dialect, recordIn(dialect, answer) ?? answer);
}

/** The health of a site's record. */
export function siteHealth({ identity, value }: Item): SiteHealth {
  const score = isObject(value) ? value.healthScore : undefined;
  return { site: identity, ...(typeof score === "number" && { score }) };
}

/** The status of a device's record, and what a device is known by. */
export function deviceStatus({ value }: Item): DeviceStatus {
  if (!isObject(value)) return {};
  const { name, managementIpAddress: address, status } = value;
  return {
    ...(typeof name === "string" && { name }),
    ...(typeof address === "string" && { address }),
    ...(typeof status === "string" && { status }),
  };
}
