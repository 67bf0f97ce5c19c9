/** Resolves `$ref` inside a description, and collects the parts of `allOf`. Handles cycles. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";

const maxHops = 32;
const maxParts = 200;

/** Returns an object's own member. Returns undefined if there is no such member. */
export function at(value: Json | undefined, member: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, member) ? value[member] : undefined;
}

/** Returns an element of a list or a member of an object. Returns undefined if it does not exist. */
function inside(value: Json | undefined, step: string): Json | undefined {
  return isArray(value) && /^\d+$/.test(step) ? value[Number(step)] : at(value, step);
}

/**
 * Returns the target of a `$ref`. Members beside the `$ref` override members of the target. A dangling reference gives
 * an empty object.
 */
export function resolved(root: Json, value: Json | undefined): JsonObject {
  let found = isObject(value) ? value : {};
  for (let hop = 0; hop < maxHops; hop += 1) {
    const { $ref: reference, ...beside } = found;
    if (typeof reference !== "string") return found;
    const target = targetOf(root, reference);
    const isAlone = Object.keys(beside).length === 0;
    found = !isObject(target) ? beside : isAlone ? target : { ...target, ...beside };
  }
  return {};
}

/** Returns the dangling references of a description, each once. They are treated as `{}`. */
export function lostReferences(root: Json): readonly string[] {
  const lost = new Set<string>();
  const waiting: Json[] = [root];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    const { $ref: reference } = isObject(each) ? each : {};
    if (typeof reference === "string" && targetOf(root, reference) === undefined) lost.add(reference);
    if (isArray(each)) for (const element of each) waiting.push(element);
    else if (isObject(each)) {
      // The values of these keywords may have any members, so a `$ref` in them is no reference.
      const { example: _, examples: _all, default: _usual, enum: _allowed, ...others } = each;
      for (const member of Object.values(others)) waiting.push(member);
    }
  }
  return [...lost];
}

function targetOf(root: Json, reference: string): Json | undefined {
  if (!reference.startsWith("#")) return undefined;
  const steps = decoded(reference.slice(1)).split("/").slice(1);
  return steps
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<Json | undefined>(inside, root);
}

function decoded(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}

/**
 * Returns the parts of a schema: the schema itself, and everything that `allOf` adds to it. Each part is returned once.
 */
export function partsOf(root: Json, schema: Json | undefined): readonly JsonObject[] {
  if (!isObject(schema)) return [];
  const known = partsKnown.get(schema);
  if (known !== undefined) return known;
  const parts = new Set<JsonObject>();
  let waiting: readonly Json[] = [schema];
  while (waiting.length > 0 && parts.size < maxParts) {
    const now = waiting.slice(0, maxParts).map((each) => resolved(root, each));
    const fresh = now.filter((each) => !parts.has(each));
    for (const each of fresh) parts.add(each);
    waiting = fresh.flatMap(({ allOf }) => (isArray(allOf) ? allOf : []));
  }
  const found = [...parts];
  partsKnown.set(schema, found);
  return found;
}

/** The parts of each schema. A schema belongs to one description, so its parts are computed once. */
const partsKnown = new WeakMap<JsonObject, readonly JsonObject[]>();

/** Returns the lists of alternatives in `oneOf` and `anyOf`. In each list, one alternative must match. */
export function formsOf(part: JsonObject): readonly (readonly Json[])[] {
  return [part.oneOf, part.anyOf].filter(isArray).filter((forms) => forms.length > 0);
}

/**
 * Returns the schemas of the members in any alternative of a schema. If several alternatives have a member, the first
 * alternative counts.
 */
export function membersOf(root: Json, schema: Json | undefined): ReadonlyMap<string, Json> {
  if (!isObject(schema)) return noMembers;
  const known = membersKnown.get(schema);
  if (known !== undefined) return known;
  const members = new Map<string, Json>();
  const seen = new Set<JsonObject>();
  let waiting = partsOf(root, schema);
  while (waiting.length > 0 && seen.size < maxParts) {
    for (const part of waiting) {
      seen.add(part);
      for (const [name, member] of Object.entries(isObject(part.properties) ? part.properties : {})) {
        if (!members.has(name)) members.set(name, member);
      }
    }
    const forms = waiting.flatMap(formsOf).flat().slice(0, maxParts);
    waiting = forms.flatMap((form) => partsOf(root, form)).filter((part) => !seen.has(part));
  }
  membersKnown.set(schema, members);
  return members;
}

const noMembers: ReadonlyMap<string, Json> = new Map();
const membersKnown = new WeakMap<JsonObject, ReadonlyMap<string, Json>>();

/** Returns the schema of a list's elements. Returns undefined if the schema is not that of a list. */
export function elementOf(root: Json, schema: Json | undefined): Json | undefined {
  const part = partsOf(root, schema).find(({ type, items }) => typesIn(type).includes("array") || items);
  return part === undefined ? undefined : (part.items ?? {});
}

/** Returns the type names in `type`, which can be a list in OpenAPI 3.1. */
export function typesIn(type: Json | undefined): readonly string[] {
  return (isArray(type) ? type : [type]).filter((each) => typeof each === "string");
}

/** True if a server accepts the value and never shows it. */
export function isWriteOnly(root: Json, schema: Json | undefined): boolean {
  return partsOf(root, schema).some(({ writeOnly, format }) => writeOnly === true || format === "password");
}

/** True if only the server sets values of this schema. */
export function isReadOnly(root: Json, schema: Json | undefined): boolean {
  return partsOf(root, schema).some(({ readOnly }) => readOnly === true);
}
