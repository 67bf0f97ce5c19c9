/** Entries that are factored: what each is, what lies under it, and what must still be written over that. Pure. */

import { layeredOver } from "../../load/composition/layering.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { ImportEntry } from "../entry.ts";
import { whole, written } from "../shared-defaults.ts";
import { leavesOf, type PathId } from "./leaves.ts";

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
