/** A change as a plan holds it: in one form, whatever the order of keys, and without wire forms. */

import type { Change, Difference } from "../model/change.ts";
import { byKey } from "../model/compare.ts";
import type { Resource } from "../model/desired.ts";
import { isArray, isObject, type Json } from "../model/json.ts";
import type { LiveResource } from "../model/snapshot.ts";

/** The change with all keys in code-unit order, and live sides without their wire form, which may hold secrets. */
export function planned(change: Change): Change {
  switch (change.action) {
    case "create":
      return { ...change, desired: resource(change.desired) };
    case "update": {
      const differences = change.differences.map(difference);
      return { ...change, desired: resource(change.desired), live: live(change.live), differences };
    }
    case "remove":
      return { ...change, base: resource(change.base), live: live(change.live) };
  }
}

function resource(of: Resource): Resource {
  const scope = Object.fromEntries(Object.entries(of.scope).sort(byKey));
  const lists = Object.fromEntries(Object.entries(of.lists).sort(byKey));
  return { ...of, scope, lists, value: inOrder(of.value) };
}

function live({ value, id, version }: LiveResource): LiveResource {
  return {
    value: inOrder(value),
    id,
    version,
  };
}

function difference(of: Difference): Difference {
  return {
    ...of,
    desired: sideInOrder(of.desired),
    base: sideInOrder(of.base),
    live: sideInOrder(of.live),
  };
}

function sideInOrder(value: Json | undefined): Json | undefined {
  return value === undefined ? undefined : inOrder(value);
}

/** The same value with the keys of all its objects in order. */
function inOrder(value: Json): Json {
  if (isArray(value)) return value.map(inOrder);
  if (!isObject(value)) return value;
  const ordered: Record<string, Json> = {};
  for (const key of Object.keys(value).sort()) ordered[key] = inOrder(value[key] ?? null);
  return ordered;
}
