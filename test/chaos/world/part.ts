/** An interface's part of a chaos world: its declarations before and after, its live data, and the expected data. */

import type { Json, JsonObject } from "../../../src/model/json.ts";
import type { WorldSeed } from "../../../src/simulator/world.ts";

/** Numbers in [0, 1). */
export type Draw = () => number;

/** A declared resource, and the servers' data of it. */
export interface Item {
  /** `target/kind/key`, as the command reports it; "" for undeclared data that is removed with its parent. */
  readonly address: string;
  /** The name in `heldBy` after the change. `was` is the name before it, if a rename changes the name. */
  readonly object: string;
  readonly was?: string;
  /** The servers' data before and after the change; undefined: the resource does not exist. */
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** One interface's part of a chaos world. */
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

/** An object with this entry; an empty object if `there` is false. */
export function entryIf(there: boolean, key: string, value: Json): JsonObject {
  return there ? { [key]: value } : {};
}
