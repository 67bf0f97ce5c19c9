/** Which fields a network and an SSID take, and what the dashboard makes of their values. */

import { z } from "zod";
import type { Json, JsonObject } from "../../model/json.ts";
import { isList, isRecord } from "../wire/message.ts";
import type { Normalisation } from "../wire/settings.ts";
import { storedName } from "../wire/spelling.ts";

const network = z.strictObject({
  name: z.string().min(1).optional(),
  timeZone: z.string().min(1).optional(),
  tags: z.array(z.string()).optional(),
  netflow: z
    .strictObject({
      enabled: z.boolean().optional(),
      collectorPort: z.int().min(1).max(65535).optional(),
      collectorIp: z.ipv4().optional(),
    })
    .optional(),
});

const ssid = z.strictObject({
  name: z.string().min(1).max(32).optional(),
  password: z.string().optional(),
  vlan: z.int().min(1).max(4094).optional(),
});

/** What is wrong with fields that were sent; nothing is when the list is empty. */
export type Faults = readonly string[];

/** Judges the fields of a network. Fields that the record has beyond the known ones are taken as they are. */
export function networkFaults(body: Json, record: JsonObject = {}): Faults {
  return faultsOf(network, body, record);
}

/** Judges the fields of an SSID, likewise. */
export function ssidFaults(body: Json, record: JsonObject = {}): Faults {
  return faultsOf(ssid, body, record);
}

/** A network's fields after some were set: `netflow` is merged, every other value replaced. */
export function mergedNetwork(
  before: JsonObject,
  sent: JsonObject,
  habits: readonly Normalisation[],
): JsonObject {
  const { organizationId: _, id: __, ...fields } = sent;
  const netflow = isRecord(before.netflow) &&
    isRecord(fields.netflow) && { ...before.netflow, ...fields.netflow };
  return normalised({ ...before, ...fields, ...(netflow && { netflow }) }, habits);
}

function faultsOf(schema: z.ZodType, body: Json, record: JsonObject): Faults {
  if (!isRecord(body)) return ["an object was expected"];
  const known = Object.keys(schema instanceof z.ZodObject ? schema.shape : {});
  const judged = Object.entries(body).filter(([key]) => known.includes(key) || !Object.hasOwn(record, key));
  const result = schema.safeParse(Object.fromEntries(judged));
  if (result.success) return [];
  return result.error.issues.map(({ path, message }) => [path.join("."), message].filter(Boolean).join(": "));
}

function normalised(fields: JsonObject, habits: readonly Normalisation[]): JsonObject {
  return habits.reduce((made, habit) => habitOf[habit](made), fields);
}

const habitOf: Readonly<Record<Normalisation, (fields: JsonObject) => JsonObject>> = {
  sortTags: (fields) => ({ ...fields, tags: texts(fields.tags).sort() }),
  lowerCaseTags: (fields) => ({ ...fields, tags: texts(fields.tags).map((tag) => tag.toLowerCase()) }),
  timeZoneAlias: (fields) => ({
    ...fields,
    timeZone: aliases.get(String(fields.timeZone)) ?? fields.timeZone ?? null,
  }),
  trimName: (fields) => named(fields, "trimName"),
  upperCaseName: (fields) => named(fields, "upperCaseName"),
  composeName: (fields) => named(fields, "composeName"),
  portAsText: ({ netflow, ...rest }) =>
    isRecord(netflow) && netflow.collectorPort !== undefined
      ? { ...rest, netflow: { ...netflow, collectorPort: String(netflow.collectorPort) } }
      : { ...rest, ...(netflow !== undefined && { netflow }) },
};

function named(fields: JsonObject, habit: Normalisation): JsonObject {
  const { name } = fields;
  return typeof name === "string" ? { ...fields, name: storedName(name, { normalise: [habit] }) } : fields;
}

/** Zones that the tz database links to one another. */
const aliases: ReadonlyMap<string, string> = new Map([
  ["UTC", "Etc/UTC"],
  ["Asia/Kolkata", "Asia/Calcutta"],
  ["Europe/Kyiv", "Europe/Kiev"],
  ["Asia/Ho_Chi_Minh", "Asia/Saigon"],
]);

function texts(value: Json | undefined): string[] {
  return isList(value) ? value.map(String) : [];
}
