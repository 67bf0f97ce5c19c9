/** What an interface adds to a world of chaos: what Git declares before and after, what is live, and what must be. */

import type { Json, JsonObject } from "../../../src/model/json.ts";
import type { WorldSeed } from "../../../src/simulator/world.ts";

/** Numbers in [0, 1). */
export type Draw = () => number;

/** A declared resource, and what the servers hold of it. */
export interface Item {
  /** `target/kind/key`, as the command reports it; "" for what nobody declares and goes with what it is in. */
  readonly address: string;
  /** As `heldBy` calls it before and afterwards: a rename changes it. */
  readonly object: string;
  readonly was?: string;
  /** Undefined: it is not there. */
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** One interface's part. */
export interface Part {
  readonly items: readonly Item[];
  readonly base: readonly JsonObject[];
  readonly desired: readonly JsonObject[];
  readonly seed: WorldSeed;
}

/** What becomes of a resource between the two revisions. */
export type Fate = "create" | "update" | "rename" | "remove" | "keep";

/** One of these. */
export function oneOf<T>(draw: Draw, all: readonly [T, ...T[]]): T {
  return all[Math.floor(draw() * all.length)] ?? all[0];
}

/** An entry of an object that is there only sometimes. */
export function entryIf(there: boolean, key: string, value: Json): JsonObject {
  return there ? { [key]: value } : {};
}
