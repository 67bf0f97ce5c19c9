/** Leaves of values: scalars, lists and empty maps, each by its path; and values made of leaves. Pure. */

import { layeredOver } from "../../load/composition/layering.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { ImportEntry } from "../entry.ts";
import { whole, written } from "../shared-defaults.ts";

/** The keys that lead to a leaf, as one text: what is looked up, counted and compared. */
export type PathId = string;

/** A path as text. No key has that character: the loader refuses it. */
function pathId(path: readonly string[]): PathId {
  return path.join("\0");
}

/** The keys of a path. */
export function stepsOf(id: PathId): readonly string[] {
  return id.split("\0");
}

/** The path of the map that a leaf stands in; empty at the top. */
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

/** The maps inside of a value, by their paths. */
export function mapsIn(value: JsonObject, path: readonly string[] = []): readonly PathId[] {
  return Object.entries(value).flatMap(([key, member]) => {
    if (!isObject(member)) return [];
    const own = [...path, key];
    return [pathId(own), ...mapsIn(member, own)];
  });
}

/** What stands at a path; undefined where nothing does. */
export function leafAt(value: Json, id: PathId): Json | undefined {
  let here: Json = value;
  for (const key of id === "" ? [] : stepsOf(id)) {
    if (!isObject(here) || !Object.hasOwn(here, key)) return undefined;
    here = here[key] ?? null;
  }
  return here;
}

/** A map of these leaves, in their order. */
export function mapOf(leaves: Iterable<readonly [PathId, Json]>): JsonObject {
  const made: Record<string, Json> = {};
  for (const [id, value] of leaves) put(made, stepsOf(id), value);
  return made;
}

/** All maps here are this module's own. */
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

/** An entry at the top of a file. Groups and templates are laid under it one after the other. */
export class FactoredEntry {
  readonly entry: ImportEntry;
  /** With the sections inside it. */
  readonly value: JsonObject;
  readonly #defaults: JsonObject;
  #below: JsonObject;
  #rest: JsonObject;
  #leaves: ReadonlyMap<PathId, Json>;

  /** `value`: what the entry is, a map. `defaults`: all that hold for it, by section. */
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

  /** What lies under it. */
  get below(): JsonObject {
    return this.#below;
  }

  /** What must be written over that. */
  get rest(): JsonObject {
    return this.#rest;
  }

  /** The leaves of what must be written. */
  get leaves(): ReadonlyMap<PathId, Json> {
    return this.#leaves;
  }

  /** Lays another value under it. */
  lay(below: JsonObject): void {
    this.#below = below;
    this.#rest = this.#over(below);
    this.#leaves = leavesOf(this.#rest);
  }

  /** What must be written where a template makes so much of it. */
  over(made: JsonObject): JsonObject {
    const below = layeredOver(this.#below, made);
    return this.#over(isObject(below) ? below : {});
  }

  #over(below: JsonObject): JsonObject {
    const rest = written(this.entry, below, this.#defaults);
    return isObject(rest) ? rest : {};
  }
}
