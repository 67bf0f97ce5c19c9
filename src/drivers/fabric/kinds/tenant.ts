/** The kind `tenant`: a tenant of a fabric. Its key is its name; the fabric is case-sensitive for it. */

import { z } from "zod";
import { isObject } from "../../../model/json.ts";
import type { Kind } from "../../contract.ts";

const attributes = z
  .record(z.string().min(1).max(64), z.string().max(1024))
  .describe("Other attributes of the object: texts by name.");

/** A tenant. It is matched by the path of its object, `uni/tn-<name>`. */
export const tenant: Kind = {
  name: "tenant",
  title: "tenant",
  place: { within: "file", section: "tenants" },
  schema: z
    .strictObject({
      description: z.string().max(1024).optional().describe("What the tenant is for."),
      attributes: attributes.optional(),
    })
    .describe("A tenant of the fabric, by its name."),
  keys: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[A-Za-z0-9_:-][A-Za-z0-9_.:-]*$/, "letters, digits and _ . : - only")
    .refine((name) => !name.includes(".."), "a name has no `..`")
    .describe("The tenant's name; upper and lower case are different."),
  secrets: [],
  collection: { name: "object", scopeKeys: ["tenant"], absence: "item", alone: true },
  createdByPath: true,
  canonical: (value) => value,
  identity: ({ key }) => `uni/tn-${key}`,
  keyOf: ({ identity }) => identity.slice("uni/tn-".length),
  check({ value }) {
    const other = isObject(value) && isObject(value.attributes) ? value.attributes : {};
    return ["name", "description"]
      .filter((field) => Object.hasOwn(other, field))
      .map((field) => ({
        path: `/attributes/${field}`,
        code: "not-an-attribute",
        message: `\`${field}\` is not given among the attributes of a tenant`,
        hint:
          field === "name"
            ? "The tenant's name is its key."
            : "Move it up: a tenant has a field `description`.",
      }));
  },
};
