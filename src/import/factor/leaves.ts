/** Leaves of values (scalars, lists and empty maps) by path, and values that are built from leaves. Pure. */

import { layeredOver } from "../../load/composition/layering.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { ImportEntry } from "../entry.ts";
import { whole, written } from "../shared-defaults.ts";

/** The keys that lead to a leaf, as one text for lookups, counts and comparisons. */
export type PathId = string;

/** Returns a path as a text. The separator never occurs in keys, because the loader rejects it there. */
function pathId(path: readonly string[]): PathId {
  return path.join("\0");
}

/** The keys of a path. */
export function stepsOf(id: PathId): readonly string[] {
  return id.split("\0");
}

/** The path of the map that contains a leaf; empty at the top. */
export function parentOf(id: PathId): PathId {
  return id.slice(0, Math.max(0, id.lastIndexOf("\0")));
}

/** All leaves of a map. */
function leavesOf(value: JsonObject): ReadonlyMap<PathId, Json> {
  const leaves = new Map<PathId, Json>();
  collect(value, [], leaves);
  return leaves;
}

function collect(value: Json, path: readonly string[], into: Map<PathId, Json>): void {
  if (!isObject(value) || (Object.keys(value).length === 0 && path.length > 0)) into.set(pathId(path), value);
  else for (const [key, member] of Object.entries(value)) collect(member, [...path, key], into);
}

/** The inner maps of a value, by path. */
export function mapsIn(value: JsonObject, path: readonly string[] = []): readonly PathId[] {
  return Object.entries(value).flatMap(([key, member]) => {
    if (!isObject(member)) return [];
    const own = [...path, key];
    return [pathId(own), ...mapsIn(member, own)];
  });
}

/** The value at a path; undefined if there is none. */
export function leafAt(value: Json, id: PathId): Json | undefined {
  let here: Json = value;
  for (const key of id === "" ? [] : stepsOf(id)) {
    if (!isObject(here) || !Object.hasOwn(here, key)) return undefined;
    here = here[key] ?? null;
  }
  return here;
}

/** A map with these leaves, in order. */
export function mapOf(leaves: Iterable<readonly [PathId, Json]>): JsonObject {
  const made: Record<string, Json> = {};
  for (const [id, value] of leaves) put(made, stepsOf(id), value);
  return made;
}

/** Sets a value in maps in place, because all of these maps were created in this module. */
function put(within: Record<string, Json>, [key = "", ...rest]: readonly string[], value: Json): void {
  if (rest.length === 0) {
    within[key] = value;
    return;
  }
  const before = Object.hasOwn(within, key) ? (within[key] ?? null) : null;
  const inner: Record<string, Json> = isObject(before) ? before : {};
  within[key] = inner;
  put(inner, rest, value);
}

/** A top-level entry of a file. Groups and templates are merged below the entry, one after the other. */
export class FactoredEntry {
  readonly entry: ImportEntry;
  /** The entry, including its inner sections. */
  readonly value: JsonObject;
  readonly #defaults: JsonObject;
  #below: JsonObject;
  #rest: JsonObject;
  #leaves: ReadonlyMap<PathId, Json>;

  /** `value`: the entry, as a map. `defaults`: all defaults that apply to it, by section. */
  constructor(entry: ImportEntry, defaults: JsonObject) {
    const value = whole(entry);
    const own = defaults[entry.section] ?? null;
    this.entry = entry;
    this.value = isObject(value) ? value : {};
    this.#defaults = defaults;
    this.#below = isObject(own) ? own : {};
    this.#rest = this.#over(this.#below);
    this.#leaves = leavesOf(this.#rest);
  }

  /** The layers below the entry, merged. */
  get below(): JsonObject {
    return this.#below;
  }

  /** The part that must be written on top of the layers below. */
  get rest(): JsonObject {
    return this.#rest;
  }

  /** The leaves of `rest`. */
  get leaves(): ReadonlyMap<PathId, Json> {
    return this.#leaves;
  }

  /** Replaces the layers below the entry by these merged layers. */
  lay(below: JsonObject): void {
    this.#below = below;
    this.#rest = this.#over(below);
    this.#leaves = leavesOf(this.#rest);
  }

  /** Returns the part that must be written if a template provides these values. */
  over(made: JsonObject): JsonObject {
    const below = layeredOver(this.#below, made);
    return this.#over(isObject(below) ? below : {});
  }

  #over(below: JsonObject): JsonObject {
    const rest = written(this.entry, below, this.#defaults);
    return isObject(rest) ? rest : {};
  }
}
