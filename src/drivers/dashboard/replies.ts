/** What the dashboard's records hold: turns wire records into items. Pure. */

import { z } from "zod";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Item } from "../contract.ts";
import { isSegment } from "../pages/path.ts";
import type { DashboardDialect } from "./dialects/dialect.ts";
import { network } from "./kinds/network.ts";
import { ssid } from "./kinds/ssid.ts";

const id = z.union([z.string(), z.int()]).transform(String).refine(isSegment);
const named = z.object({ id, name: z.string() });
const device = z.object({ serial: id });

/** The items of a list, or undefined when one of its records is not what the interface promises. */
export function itemsOf(
  dialect: DashboardDialect,
  collection: string,
  records: readonly Json[],
): readonly Item[] | undefined {
  const items: Item[] = [];
  for (const each of records) {
    const item = itemOf(dialect, collection, each);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

/** The id in the record of something that was created. */
export function idOf(created: Json | undefined): string | undefined {
  return named.pick({ id: true }).safeParse(created).data?.id;
}

function itemOf(dialect: DashboardDialect, collection: string, each: Json): Item | undefined {
  if (!isObject(each)) return undefined;
  if (collection === "ssids") return ssidItem(dialect, each);
  if (collection === "devices") {
    const serial = device.safeParse(each).data?.serial;
    return serial === undefined ? undefined : { kind: "device", identity: serial, id: serial, value: each };
  }
  const known = named.safeParse(each).data;
  if (known === undefined) return undefined;
  const value = without(each, ["id", "organizationId"]);
  if (collection === "organizations")
    return { kind: "organization", identity: known.name, id: known.id, value };
  return { kind: "network", identity: known.name, id: known.id, value: network.canonical(value) };
}

function ssidItem(dialect: DashboardDialect, fields: JsonObject): Item | undefined {
  const { number, name, vlan, password } = dialect.ssidFields;
  const found = z.coerce.number().int().min(0).max(14).safeParse(fields[number]).data;
  if (found === undefined) return undefined;
  const value = {
    ...without(fields, [number, name, vlan, password]),
    ...(fields[name] !== undefined && { name: fields[name] }),
    ...(fields[vlan] !== undefined && { vlan: fields[vlan] }),
  };
  return { kind: "ssid", identity: String(found), value: ssid.canonical(value) };
}

function without(fields: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !names.includes(field)));
}
