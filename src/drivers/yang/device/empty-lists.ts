/** Devices do not show empty lists, so a declared empty list that a device lacks counts as present. Pure. */

import { isArray, isObject, type Json } from "../../../model/json.ts";
import { byIdentity } from "../../../model/list-identity.ts";
import { pointer } from "../../../model/pointer.ts";
import type { KeyedLists } from "./overlay.ts";

interface Place {
  readonly lists: KeyedLists;
  /** The path of the place, with `*` for list entries. */
  readonly at: readonly string[];
}

/** Returns the live value, extended by the declared empty lists that it lacks. */
export function withEmptyLists(live: Json, declared: readonly Json[], lists: KeyedLists = {}): Json {
  return declared.reduce((before, each) => filled(before, each, { lists, at: [] }), live);
}

function filled(live: Json, declared: Json, place: Place): Json {
  if (isArray(live) && isArray(declared)) return filledEntries(live, declared, place);
  if (!isObject(live) || !isObject(declared)) return live;
  const added = Object.entries(declared).flatMap(([name, value]): [string, Json][] => {
    const own = Object.hasOwn(live, name) ? live[name] : undefined;
    const below = { ...place, at: [...place.at, name] };
    if (own !== undefined) return [[name, filled(own, value, below)]];
    if (isArray(value)) return value.length === 0 ? [[name, value]] : [];
    const inside = filled({}, value, below);
    return isObject(inside) && Object.keys(inside).length > 0 ? [[name, inside]] : [];
  });
  return { ...live, ...Object.fromEntries(added) };
}

function filledEntries(live: readonly Json[], declared: readonly Json[], { lists, at }: Place): Json {
  const leaves = lists[pointer(at)];
  const there = leaves && byIdentity(live, leaves);
  const wanted = leaves && byIdentity(declared, leaves);
  if (!there || !wanted) return live;
  const names = new Map([...there].map(([name, index]) => [index, name]));
  return live.map((each, index) => {
    const meant = declared[wanted.get(names.get(index) ?? "") ?? -1];
    return meant === undefined ? each : filled(each, meant, { lists, at: [...at, "*"] });
  });
}
