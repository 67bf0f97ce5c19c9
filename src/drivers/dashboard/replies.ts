/** What the dashboard's records hold: turns wire records into items. Pure. */

import { z } from "zod";
import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Item } from "../contract.ts";
import { offWire } from "../described/fields.ts";
import { recordIn } from "../described/lists.ts";
import { ofKind } from "../of-kind.ts";
import { isSegment } from "../pages/path.ts";
import type { DashboardCollection, DashboardDialect, DashboardKind } from "./dialects/dialect.ts";
import { isEmpty, withNetflow, without } from "./fields.ts";
import { dashboardDevice } from "./kinds/device.ts";
import { network } from "./kinds/network.ts";
import { ssid } from "./kinds/ssid.ts";

const id = z.union([z.string(), z.int()]).transform(String).refine(isSegment);
const named = z.object({ id, name: z.string() });
const device = z.object({ serial: id, networkId: id.nullish() });

/** The items of a list, or undefined when one of its records is not what the interface promises. */
export function itemsOf(
  dialect: DashboardDialect,
  collection: string,
  records: readonly Json[],
): readonly Item[] | undefined {
  const found: Item[] = [];
  const itemOf = ofKind(items, collection);
  for (const each of records) {
    if (!isObject(each)) return undefined;
    if (collection === "ssids" && isEmpty(dialect, each)) continue;
    const item = itemOf(dialect, each);
    if (item === undefined) return undefined;
    found.push(item);
  }
  return found;
}

/** The item of a network's netflow, where that is a resource of its own. */
export function netflowItem({ netflowFields }: DashboardDialect, record: Json): Item | undefined {
  if (!isObject(record)) return undefined;
  return { kind: "networkNetflow", identity: "netflow", value: offWire(record, netflowFields) };
}

/** The items of what a device reports of itself, a record or a list of them; undefined when it is neither. */
export function reportItems(collection: string, serial: string, answer: Json): readonly Item[] | undefined {
  const records = isArray(answer) ? answer : [answer];
  if (!records.every(isObject)) return undefined;
  return records.map((value) => ({ kind: collection, identity: serial, value }));
}

/** The id in the record of a network that was created. */
export function idOf(dialect: DashboardDialect, created: Json | undefined): string | undefined {
  const record = recordIn(dialect, created);
  if (record === undefined || !isObject(record)) return undefined;
  return named.pick({ id: true }).safeParse(offWire(record, dialect.networkFields)).data?.id;
}

type MakeItem = (dialect: DashboardDialect, record: JsonObject) => Item | undefined;

/** How a record of each list becomes an item. */
const items: Readonly<Record<Exclude<DashboardCollection, "netflow">, MakeItem>> = {
  organizations: (dialect, record) =>
    namedItem("organization", offWire(record, dialect.organizationFields), (value) => value),
  networks: (dialect, record) =>
    namedItem("network", offWire(record, dialect.networkFields), (value) =>
      network.canonical(withNetflow(value, (netflow) => offWire(netflow, dialect.netflowFields))),
    ),
  devices: (dialect, record) => deviceItem(offWire(record, dialect.deviceFields)),
  ssids: ssidItem,
};

function namedItem(
  kind: DashboardKind,
  record: JsonObject,
  read: (value: JsonObject) => Json,
): Item | undefined {
  const known = named.safeParse(record).data;
  if (known === undefined) return undefined;
  const { name: identity, id } = known;
  return { kind, identity, id, value: read(without(record, ["id", "organizationId"])) };
}

/** The network's id stands in `network`. */
function deviceItem(fields: JsonObject): Item | undefined {
  const known = device.safeParse(fields).data;
  if (known === undefined) return undefined;
  const { serial, networkId } = known;
  const value = { ...without(fields, ["networkId"]), serial, ...(networkId && { network: networkId }) };
  return { kind: "dashboardDevice", identity: serial, id: serial, value: dashboardDevice.canonical(value) };
}

function ssidItem(dialect: DashboardDialect, record: JsonObject): Item | undefined {
  const { ssidFields, vlanFlag } = dialect;
  const { number, password: _, ...fields } = offWire(record, ssidFields);
  const slot = z.coerce.number().int().min(0).max(14).safeParse(number).data;
  if (slot === undefined) return undefined;
  const untagged = vlanFlag !== undefined && fields[vlanFlag] === false;
  const value = without(fields, untagged ? ["vlan"] : []);
  const shown = hasNoPassword(dialect, value) ? { ...value, password: null } : value;
  return { kind: "ssid", identity: String(slot), value: canonicalSsid(dialect, shown) };
}

/** True where its mode has no password: what is declared there is written, whoever applied what before. */
function hasNoPassword({ passwordModes }: DashboardDialect, { authMode }: JsonObject): boolean {
  return passwordModes !== undefined && typeof authMode === "string" && !passwordModes.includes(authMode);
}

function canonicalSsid({ kinds = [] }: DashboardDialect, value: Json): Json {
  return (kinds.find(({ name }) => name === ssid.name) ?? ssid).canonical(value);
}
