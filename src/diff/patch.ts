/** RFC 6902: an update as a JSON Patch, for machines. */

import jsonpatch, { type Operation } from "fast-json-patch";
import type { Change } from "../model/change.ts";
import type { Resource } from "../model/desired.ts";
import { isArray, isObject, type Json } from "../model/json.ts";
import { type Pointer, pointer } from "../model/pointer.ts";
import { byIdentity, keysAt } from "./keyed.ts";

/** One operation of a JSON Patch (RFC 6902, section 4). */
export type { Operation };

/**
 * The patch from the live to the declared value of the declared fields. Lists with identity are maps by identity
 * in it, as in the pointers of the differences. Secrets are references.
 */
export function patchOf(change: Extract<Change, { action: "update" }>): readonly Operation[] {
  const { desired, live, differences } = change;
  const before = writable(desired, live.value);
  const patch = jsonpatch.compare(
    isObject(before) ? before : { value: before },
    target(desired, before, differences),
  );
  return isObject(before) ? patch : patch.map((one) => ({ ...one, path: one.path.replace(/^\/value/, "") }));
}

type Differences = Extract<Change, { action: "update" }>["differences"];

function target(desired: Resource, before: Json, differences: Differences): object {
  const root = structuredClone(isObject(before) ? before : { value: before });
  const prefix = isObject(before) ? "" : "/value";
  for (const { path, desired: wanted } of differences) {
    put(root, `${prefix}${path}`, wanted === undefined ? undefined : writable(desired, wanted, path));
  }
  return root;
}

/** Sets or removes one member of a value that nobody else holds. */
function put(root: object, path: Pointer, value: Json | undefined): void {
  const words = path
    .split("/")
    .slice(1)
    .map((word) => word.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = words.pop();
  if (last === undefined) return;
  let here: object = root;
  for (const word of words) {
    const next: unknown = Reflect.get(here, word);
    const step = typeof next === "object" && next !== null ? next : {};
    if (step !== next) Reflect.set(here, word, step);
    here = step;
  }
  if (value === undefined) Reflect.deleteProperty(here, last);
  else Reflect.set(here, last, value);
}

/** The value with its lists with identity as maps. */
function writable(resource: Resource, value: Json, path: Pointer = ""): Json {
  if (isArray(value)) {
    const keys = keysAt(resource.lists, path);
    const map = keys && byIdentity(value, keys);
    return map ? writable(resource, map, path) : value;
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, writable(resource, one, path + pointer([key]))]),
  );
}
