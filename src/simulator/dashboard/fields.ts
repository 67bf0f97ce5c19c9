/** The fields of networks and SSIDs. */

import { z } from "zod";
import type { Json, JsonObject } from "../../model/json.ts";
import { isRecord } from "../wire/message.ts";

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

/** The problems with the sent fields. If the list is empty, the fields are valid. */
export type Faults = readonly string[];

/** Checks the fields of a network. An unknown field is accepted without a check if the record already has it. */
export function networkFaults(body: Json, record: JsonObject = {}): Faults {
  return faultsOf(network, body, record);
}

/** Checks the fields of an SSID in the same way as the fields of a network. */
export function ssidFaults(body: Json, record: JsonObject = {}): Faults {
  return faultsOf(ssid, body, record);
}

/** Returns a network's fields after an update. `netflow` is merged, and every other value is replaced. */
export function mergedNetwork(before: JsonObject, sent: JsonObject): JsonObject {
  const { organizationId: _, id: __, ...fields } = sent;
  const netflow = isRecord(before.netflow) &&
    isRecord(fields.netflow) && { ...before.netflow, ...fields.netflow };
  return { ...before, ...fields, ...(netflow && { netflow }) };
}

function faultsOf(schema: z.ZodType, body: Json, record: JsonObject): Faults {
  if (!isRecord(body)) return ["an object was expected"];
  const known = Object.keys(schema instanceof z.ZodObject ? schema.shape : {});
  const judged = Object.entries(body).filter(([key]) => known.includes(key) || !Object.hasOwn(record, key));
  const result = schema.safeParse(Object.fromEntries(judged));
  if (result.success) return [];
  return result.error.issues.map(({ path, message }) => [path.join("."), message].filter(Boolean).join(": "));
}
