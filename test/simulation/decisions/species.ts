/** What the simulation of decisions must know of an interface: its kinds as data, how Git says them, who holds them. */

import type { Json, JsonObject } from "../../../src/model/json.ts";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import type { World } from "../../../src/simulator/world.ts";
import type { Draw } from "../draw.ts";
import type { Thing } from "./truth.ts";

/** A field that can be drawn. */
export interface FieldKind {
  readonly path: string;
  /** Values that differ from each other. */
  readonly values: readonly [Json, Json, Json];
  /** What the server gives it when it is made without it. Where it has this, live never is without it. */
  readonly byServer?: Json;
  /** What the server shows where it was never set. */
  readonly unset?: Json;
  /** True: the server shows what it is in, also where nothing is in it. */
  readonly isHolderShown?: true;
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
  /** It is written inside its parent, which protects it too. */
  readonly isWrittenWithin?: true;
  readonly hasSecret?: true;
  /** It can be given another key, or another name, and stay what it is. */
  readonly canMove?: true;
  readonly canBeRenamed?: true;
  /** False: the interface cannot make it. */
  readonly isCreatable?: boolean;
  /** False: the interface cannot change it. */
  readonly isChangeable?: false;
  /** The interface shows it and writes nothing of it: what is declared is what is expected. */
  readonly isOnlyShown?: true;
  /** False: Git cannot say of it alone that it is protected. */
  readonly isProtectable?: false;
  /** What is live and not declared goes with the next write. */
  readonly isExclusive?: boolean;
  /** True: what a write leaves out is unset. */
  readonly isSentWhole?: boolean;
  /** False: it goes with its parent or not at all. */
  readonly isRemovable: boolean;
  readonly key: (named: Named) => string;
  readonly keyWithin: (parent: string, own: string) => string;
  readonly name: (named: Named) => string;
  /** What it is matched by where nobody declares it: how it is told as unexpected. */
  readonly identity?: (named: Named) => string;
  /** How the world calls it, by its name and how the world calls its parent. */
  readonly object: (name: string, parent: string | undefined) => string;
  /** What nobody declares and the world holds all the same: of what this run makes, and of what was there. */
  readonly besides?: (number: number, isNew: boolean) => Leaves;
}

/** Leaves by their paths. */
type Leaves = readonly (readonly [string, Json])[];

/** What a world holds: objects with their leaves. */
export type Held = ReadonlyMap<string, ReadonlyMap<string, Json>>;

/** How long it takes, in milliseconds. */
export interface Ways {
  /** At most to a server, and as long back. */
  readonly awayMs: number;
  /** A server, for each reply. */
  readonly latencyMs: number;
}

/** One interface, in one dialect, whose servers have the habits of a seed. */
export interface Realm {
  readonly species: readonly Species[];
  /** Its targets, as `trueup.yaml` has them. */
  readonly targets: string;
  /** The habits of its servers. */
  readonly settings?: Partial<SimulatorSettings>;
  /** The same for all realms of a seed. */
  readonly ways?: Ways;
  /** Its targets of which everything live is to be declared. */
  readonly complete?: readonly string[];
  /** What Git says on a side. Things that are not there are left out already. */
  readonly documents: (things: readonly Thing[], side: "desired" | "base") => readonly JsonObject[];
  /** The world with all of this interface as these things are. Things that are not live are left out already. */
  readonly put: (things: readonly Thing[], world: World) => World;
  /** Its part of a world: another value when anything of it has changed. */
  readonly state: (world: World) => unknown;
  /** What the world holds of it, secrets too. */
  readonly held: (world: World) => Held;
}

/** Draws the habits of an interface. */
export type RealmOf = (draw: Draw) => Realm;
