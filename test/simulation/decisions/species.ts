/** What the simulation of decisions must know of an interface: its kinds as data, how Git says them, who holds them. */

import type { Json, JsonObject } from "../../../src/model/json.ts";
import type { World, WorldSeed } from "../../../src/simulator/world.ts";
import type { Thing } from "./truth.ts";

/** A field that can be drawn. */
export interface FieldKind {
  readonly path: string;
  /** Values that differ from each other. */
  readonly values: readonly [Json, Json, Json];
  /** What the server gives it when it is made without it. Where it has this, live never is without it. */
  readonly byServer?: Json;
  /** The element of a list with keys that it is the one leaf of: that is there with it, and goes with it. */
  readonly element?: string;
  /** True: it is there on all sides. */
  readonly needed?: true;
}

/** The number of a thing, and whether its former name is meant. */
interface Named {
  readonly number: number;
  readonly was: boolean;
}

/** A kind of resource that seeds are made of. */
export interface Species {
  readonly target: string;
  readonly kind: string;
  readonly fields: readonly FieldKind[];
  readonly within?: Species;
  readonly hasSecret?: true;
  /** It can be given another key, or another name, and stay what it is. */
  readonly canMove?: true;
  readonly canBeRenamed?: true;
  /** False: the interface cannot make it. */
  readonly isCreatable?: false;
  /** What is live and not declared goes with the next write. */
  readonly isExclusive?: boolean;
  /** False: it goes with its parent or not at all. */
  readonly isRemovable: boolean;
  readonly key: (named: Named) => string;
  readonly keyWithin: (parent: string, own: string) => string;
  readonly name: (named: Named) => string;
  /** How the world calls it, by its name and how the world calls its parent. */
  readonly object: (name: string, parent: string | undefined) => string;
}

/** What a world holds: objects with their leaves. */
export type Held = ReadonlyMap<string, ReadonlyMap<string, Json>>;

/** One interface. */
export interface Realm {
  readonly species: readonly Species[];
  /** What Git says on a side. Things that are not there are left out already. */
  readonly documents: (things: readonly Thing[], side: "desired" | "base") => readonly JsonObject[];
  /** What the world begins with. Things that are not live are left out already. */
  readonly seed: (things: readonly Thing[]) => WorldSeed;
  /** Its part of a world: another value when anything of it has changed. */
  readonly state: (world: World) => unknown;
  /** What the world holds of it, secrets too. */
  readonly held: (world: World) => Held;
}
