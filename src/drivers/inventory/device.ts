/** Devices of an inventory that is only shown: what is expected of them is declared, compared and never written. */

import { z } from "zod";
import { isObject, type Json } from "../../model/json.ts";
import type { Kind } from "../contract.ts";

const text = z.string().min(1).max(255);

/** What can be expected of a device in any inventory. */
export const deviceFields = {
  serial: text.optional().describe("Its serial number: what it is matched by."),
  name: text.optional().describe("Its name: what it is matched by where no serial number is given."),
  model: text.optional().describe("The model that is expected."),
  softwareVersion: text
    .optional()
    .describe("The software version that is expected; in quotes where it is a number."),
  managementIpAddress: z.ipv4().optional().describe("The IPv4 address that is expected."),
  status: text.optional().describe("The status that is expected."),
};

/** What is written in an entry of an inventory, and what its kind is called. */
interface Described {
  readonly name: string;
  readonly title: string;
  readonly schema: z.ZodType;
}

/** The kind of an inventory's devices, under `devices`. A device is matched by its serial number, or else its name. */
export function inventoryKind({ name, title, schema }: Described): Kind {
  return {
    name,
    title,
    place: { within: "file", section: "devices" },
    schema,
    secrets: [],
    collection: { name: "devices", scopeKeys: [], absence: "list" },
    canonical: (value) => value,
    identity: ({ key, value }) => identityOf(value) ?? key,
    check: ({ value }) => {
      if (identityOf(value) !== undefined) return [];
      const message = `a ${title} needs \`serial\` or \`name\``;
      return [
        {
          path: "",
          code: "missing-field",
          message,
          hint: "It is matched by its serial number, or else its name.",
        },
      ];
    },
  };
}

/** What a declared or a live device is matched by: its serial number, or else its name. Undefined: it has neither. */
export function identityOf(value: Json): string | undefined {
  if (!isObject(value)) return undefined;
  const { serial, name } = value;
  if (typeof serial === "string" && serial !== "") return serial;
  return typeof name === "string" && name !== "" ? byName(name) : undefined;
}

/** The identity of what is matched by its name. */
export function byName(name: string): string {
  return `name ${name}`;
}
