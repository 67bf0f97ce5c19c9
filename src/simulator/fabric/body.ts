/** Reads the body of a managed object, and names a missing property. */

import type { Json } from "../../model/json.ts";
import { isRecord, json, type SimReply } from "../wire/message.ts";
import { type ManagedObjectSeed, parentOf, root } from "./state.ts";

/** The object in a body, or the reply 400 that refuses the body. */
export type ObjectBody = { readonly object: ManagedObjectSeed } | { readonly refusal: SimReply };

/**
 * Reads a body that was posted to a path. At the path of a tenant, only a tenant with the name in the path is accepted.
 */
export function readObject(path: string, body: Json): ObjectBody {
  const name = tenantName(path);
  const wrapper = name === undefined ? Object.keys(isRecord(body) ? body : {})[0] : "fvTenant";
  if (wrapper === undefined) return missing("the wrapper named after the object class");
  const wrapped = isRecord(body) ? body[wrapper] : undefined;
  if (!isRecord(wrapped)) return missing(wrapper);
  if (!isRecord(wrapped.attributes)) return missing(`${wrapper}.attributes`);
  const attributes = Object.entries(wrapped.attributes);
  const wrong = attributes.find(([, value]) => typeof value !== "string");
  if (wrong) return refused("invalid-value", `${wrapper}.attributes.${wrong[0]}: a string was expected`);
  const texts = Object.fromEntries(attributes.map(([key, value]) => [key, String(value)]));
  if (name !== undefined && texts.name === undefined) return missing("fvTenant.attributes.name");
  if (name !== undefined && texts.name !== name) {
    return refused("name-mismatch", `fvTenant.attributes.name: ${texts.name} does not match tn-${name}`);
  }
  return { object: { class: wrapper, attributes: texts } };
}

/** Returns the reply 400 of the fabric controller: `error` with `code` and `message`. */
export function refused(code: string, message: string): { readonly refusal: SimReply } {
  return { refusal: json(400, { error: { code, message } }) };
}

function missing(property: string): { readonly refusal: SimReply } {
  return refused("missing-property", `mandatory property missing: ${property}`);
}

function tenantName(path: string): string | undefined {
  const prefix = `${root}/tn-`;
  return path.startsWith(prefix) && parentOf(path) === root ? path.slice(prefix.length) : undefined;
}
