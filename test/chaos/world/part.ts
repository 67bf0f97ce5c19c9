/**
 * The part of a company behind one interface: its declarations before and after the change, its live data, and the
 * expected data.
 */

import type { Json, JsonObject } from "../../../src/model/json.ts";
import type { WorldSeed } from "../../../src/simulator/world.ts";

/** Draws a number in [0, 1). */
export type Draw = () => number;

/** A declared resource, and the data that the servers store of it. */
export interface Item {
  /**
   * `target/kind/key`, as the command reports it. Empty for undeclared data that is removed together with its parent.
   */
  readonly address: string;
  /** The name of the resource's data in the result of `heldBy` after the change. */
  readonly object: string;
  /** The name before the change, if a rename changes the name. */
  readonly was?: string;
  /** The servers' data before the change; undefined if the resource does not exist then. */
  readonly before: Json | undefined;
  /** The servers' data after the change; undefined if the resource does not exist then. */
  readonly after: Json | undefined;
}

/** The part of a company behind one interface. */
export interface Part {
  readonly items: readonly Item[];
  readonly base: readonly JsonObject[];
  readonly desired: readonly JsonObject[];
  readonly seed: WorldSeed;
}

/** What happens to a resource between the two revisions. */
export type Fate = "create" | "update" | "rename" | "remove" | "keep";

/** Draws one of the values. */
export function oneOf<T>(draw: Draw, all: readonly [T, ...T[]]): T {
  return all[Math.floor(draw() * all.length)] ?? all[0];
}

/** Returns an object with this entry, or an empty object if `there` is false. */
export function entryIf(there: boolean, key: string, value: Json): JsonObject {
  return there ? { [key]: value } : {};
}
