/** Between what people write and what a product shows: netflow in a network, empty slots. Pure. */

import { isObject, type JsonObject } from "../../model/json.ts";
import type { DashboardDialect, EmptySlot } from "./dialects/dialect.ts";

/** The record of a network with the netflow in it changed, where it is one of its fields. */
export function withNetflow(record: JsonObject, changed: (netflow: JsonObject) => JsonObject): JsonObject {
  const { netflow = null } = record;
  return isObject(netflow) ? { ...record, netflow: changed(netflow) } : record;
}

/** The record without these fields. */
export function without(record: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !names.includes(field)));
}

/** True for the record of a slot that holds no SSID. */
export function isEmpty({ emptySlot, ssidFields }: DashboardDialect, record: JsonObject): boolean {
  const name = record[ssidFields.name];
  if (emptySlot === undefined || record.enabled !== false || typeof name !== "string") return false;
  const [before = "", after = ""] = emptySlot.name.split("{position}");
  const isNamed = name.startsWith(before) && name.endsWith(after);
  return isNamed && /^\d*$/.test(name.slice(before.length, name.length - after.length));
}

/** What empties a slot. `nameField`: what the product calls an SSID's name. */
export function emptied({ name, reset }: EmptySlot, nameField: string, slot: string): JsonObject {
  return { [nameField]: name.replace("{position}", String(Number(slot) + 1)), enabled: false, ...reset };
}
