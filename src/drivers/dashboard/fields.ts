/** Between what people write and what a product calls it: field names, netflow in a network, empty slots. Pure. */

import { isObject, type JsonObject } from "../../model/json.ts";
import type { DashboardDialect, EmptySlot } from "./dialects/dialect.ts";

/** What people call a field → what the product calls it. */
type Names = Readonly<Record<string, string>>;

/** What the product calls a field. */
export function wireName(names: Names, field: string): string {
  return Object.hasOwn(names, field) ? (names[field] ?? field) : field;
}

/** The record with its fields called as the product does. */
export function onWire(record: JsonObject, names: Names): JsonObject {
  return Object.fromEntries(Object.entries(record).map(([field, value]) => [wireName(names, field), value]));
}

/** The record with its fields called as people do. What the product calls so and means otherwise is left out. */
export function offWire(record: JsonObject, names: Names): JsonObject {
  const own = new Map(Object.entries(names).map(([field, wire]) => [wire, field]));
  const free = Object.entries(record).filter(([field]) => own.has(field) || !Object.hasOwn(names, field));
  return Object.fromEntries(free.map(([field, value]) => [own.get(field) ?? field, value]));
}

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

/** What empties a slot. */
export function emptied({ name, reset }: EmptySlot, slot: string): JsonObject {
  return { name: name.replace("{position}", String(Number(slot) + 1)), enabled: false, ...reset };
}
