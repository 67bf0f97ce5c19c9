/** What the controller's records hold: turns site health and device records into items. Pure. */

import type { DeviceStatus, SiteHealth } from "../../model/health.ts";
import { canonicalText, isObject, type Json } from "../../model/json.ts";
import type { Item } from "../contract.ts";
import { ofKind } from "../of-kind.ts";
import type { ControllerCollection } from "./dialects/dialect.ts";

/** What tells two records apart: a device's id; a site has none, so the whole record. */
export function identityOf(record: Json): string {
  return canonicalText(isObject(record) && record.id !== undefined ? record.id : record);
}

/** The items of a list, or undefined when one of its records is not what the interface promises. */
export function itemsOf(collection: string, records: readonly Json[]): readonly Item[] | undefined {
  const found = records.map(ofKind(items, collection));
  return found.every((item) => item !== undefined) ? found : undefined;
}

const items: Readonly<Record<ControllerCollection, (record: Json) => Item | undefined>> = {
  sites: siteItem,
  devices: deviceItem,
};

function siteItem(record: Json): Item | undefined {
  if (!isObject(record) || typeof record.siteName !== "string") return undefined;
  return { kind: "site", identity: record.siteName, value: record };
}

function deviceItem(record: Json): Item | undefined {
  if (!isObject(record) || typeof record.id !== "string") return undefined;
  const { id, name } = record;
  return { kind: "controllerDevice", identity: typeof name === "string" ? name : id, id, value: record };
}

/** The item of an answer that holds one device, or undefined when it holds none. */
export function deviceIn(answer: Json): Item | undefined {
  return isObject(answer) ? deviceItem(answer.response ?? null) : undefined;
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
