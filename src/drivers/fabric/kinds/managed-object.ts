/** The kind `managedObject`: any object of a fabric, by its path. */

import { z } from "zod";
import { isObject, type Json } from "../../../model/json.ts";
import type { KindProblem } from "../../../model/problem.ts";
import type { Kind } from "../../contract.ts";
import { ancestors, pathSegments } from "./path.ts";

/** A managed object. Its key and identity are its path; its ancestors must exist before it. */
export const managedObject: Kind = {
  name: "managedObject",
  title: "managed object",
  place: { within: "file", section: "managedObjects" },
  schema: z
    .strictObject({
      class: z
        .string()
        .regex(/^[a-z][A-Za-z0-9]{0,63}$/, "a class name such as fvCtx")
        .describe("The object's class, such as fvCtx."),
      attributes: z
        .record(z.string().min(1).max(64), z.string().max(1024))
        .optional()
        .describe("Its attributes: texts by name."),
    })
    .describe("An object of the fabric, by its path."),
  keys: z
    .string()
    .max(1024)
    .refine(isPath, "a path such as uni/tn-Production/ctx-main, without `..` and empty parts")
    .describe("The object's path from the root, such as uni/tn-Production/ctx-main."),
  secrets: [],
  collection: { name: "object", scopeKeys: ["managedObject"], absence: "item", alone: true },
  createdByPath: true,
  canonical: (value) => value,
  identity: ({ key }) => key,
  keyOf: ({ identity }) => identity,
  prerequisites: ({ identity }) => ancestors(identity),
  check({ key, value }) {
    const isTenant = isObject(value) && (value.class === "fvTenant" || /^uni\/tn-[^/]+$/.test(key));
    if (!isTenant) return otherCase(key, value);
    const hint = "Tenants have their own section: `tenants:`.";
    return [{ path: "", code: "tenant-as-object", message: `${key} is a tenant`, hint }];
  },
};

/** A name that is the path's but for case: the fabric takes them for two. */
function otherCase(key: string, value: Json): readonly KindProblem[] {
  const attributes = isObject(value) ? (value.attributes ?? null) : null;
  const name = isObject(attributes) ? attributes.name : undefined;
  const last = pathSegments(key).at(-1) ?? "";
  const own = last.slice(last.indexOf("-") + 1);
  if (typeof name !== "string" || name === own || name.toLowerCase() !== own.toLowerCase()) return [];
  const message = `\`${name}\` and the path's \`${own}\` differ in case only`;
  return [{ path: "/attributes/name", code: "other-case", message, hint: sameCase }];
}

const sameCase = "A fabric is case-sensitive: spell both alike.";

function isPath(path: string): boolean {
  const parts = pathSegments(path);
  const whole = parts.length > 1 && parts[0] === "uni" && parts.every((part) => part !== "" && part !== ".");
  return whole && !path.includes("..") && !/\p{Cc}/u.test(path);
}
