/** The kind `ssid`: one of the 15 wireless networks of a network, by its number. */

import { z } from "zod";
import type { Kind } from "../../contract.ts";

const password = z
  .strictObject({ secret: z.string().regex(/^(env|file):./) })
  .describe("The pre-shared key, by reference: `{ secret: env:NAME }`. Written, never read back.");

const tooLong = "an SSID's name is at most 32 bytes long in UTF-8";

/** What people write of an SSID, whatever the product. */
export const ssidSchema = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .max(32)
      .refine(fits, tooLong)
      .describe("The name that clients see: 1 to 32 bytes."),
    password: password.optional(),
    vlan: z.int().min(1).max(4094).optional().describe("The VLAN of its clients, 1 to 4094."),
  })
  .describe("A wireless network, by its number.");

/** An SSID. Its key is its number, 0 to 14. The password is write-only. */
export const ssid: Kind = {
  name: "ssid",
  title: "SSID",
  place: { within: "network", section: "ssids" },
  schema: ssidSchema,
  keys: z
    .string()
    .regex(/^(?:[0-9]|1[0-4])$/, "an SSID's number is 0 to 14")
    .describe("The SSID's number: 0 to 14."),
  secrets: ["/password"],
  collection: { name: "ssids", scopeKeys: ["organization"], within: "network", absence: "list" },
  createdByPath: true,
  canonical: (value) => value,
  identity: ({ key }) => key.slice(key.lastIndexOf(".") + 1),
  keyOf: ({ identity }) => identity,
};

function fits(name: string): boolean {
  return new TextEncoder().encode(name).length <= 32;
}
