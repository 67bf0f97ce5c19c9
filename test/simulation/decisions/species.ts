/**
 * What the simulation of decisions knows about an interface: its kinds as data, their form in Git, and their
 * servers.
 */

import type { Json, JsonObject } from "../../../src/model/json.ts";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import type { World } from "../../../src/simulator/world.ts";
import type { Draw } from "../draw.ts";
import type { Thing } from "./truth.ts";

/** A drawable field. */
export interface FieldKind {
  readonly path: string;
  /** Different values. */
  readonly values: readonly [Json, Json, Json];
  /** The value that the server gives the field at creation. A field with such a default always has a live value. */
  readonly byServer?: Json;
  /** The server's value for a field that was never set. */
  readonly unset?: Json;
  /** True: the server shows the container around the field, even if it is empty. */
  readonly isHolderShown?: true;
  /** The keyed list element whose only leaf is this field: the element is created and removed with the field. */
  readonly element?: string;
  /** True: the field exists on all sides. */
  readonly needed?: true;
}

/** The number of a thing, and whether its former name is wanted. */
interface Named {
  readonly number: number;
  readonly was: boolean;
}

/** A kind of resource in seeds. */
export interface Species {
  readonly target: string;
  readonly kind: string;
  readonly fields: readonly FieldKind[];
  readonly within?: Species;
  /** True: a thing is written inside its parent, which protects it too. */
  readonly isWrittenWithin?: true;
  readonly hasSecret?: true;
  /** True: a thing can get another key, or another name, and is still recognized. */
  readonly canMove?: true;
  readonly canBeRenamed?: true;
  /** False: the interface cannot create a thing. */
  readonly isCreatable?: boolean;
  /** False: the interface cannot change a thing. */
  readonly isChangeable?: false;
  /** True: the interface only shows a thing, so that its declaration is an expectation. */
  readonly isOnlyShown?: true;
  /** False: Git cannot protect a thing alone. */
  readonly isProtectable?: false;
  /** True: undeclared live parts are removed with the next write. */
  readonly isExclusive?: boolean;
  /** True: a write unsets the fields that it omits. */
  readonly isSentWhole?: boolean;
  /** False: a thing can only be removed with its parent. */
  readonly isRemovable: boolean;
  readonly key: (named: Named) => string;
  readonly keyWithin: (parent: string, own: string) => string;
  readonly name: (named: Named) => string;
  /** The match value by which an undeclared thing is reported as unexpected. */
  readonly identity?: (named: Named) => string;
  /** The name of a thing in the world, from its own name and from its parent's name in the world. */
  readonly object: (name: string, parent: string | undefined) => string;
  /** Leaves that the world has although they are undeclared. `isNew`: those of a created thing. */
  readonly besides?: (number: number, isNew: boolean) => Leaves;
}

/** Leaves by path. */
type Leaves = readonly (readonly [string, Json])[];

/** The state of a world: objects with their leaves. */
export type Held = ReadonlyMap<string, ReadonlyMap<string, Json>>;

/** Latencies in milliseconds. */
export interface Ways {
  /** The maximum latency of a request to a server, and that of an answer. */
  readonly awayMs: number;
  /** A server's latency, per reply. */
  readonly latencyMs: number;
}

/** One interface in one dialect, with the habits of a seed. */
export interface Realm {
  readonly species: readonly Species[];
  /** The realm's targets, as text of `trueup.yaml`. */
  readonly targets: string;
  /** The habits of the realm's servers. */
  readonly settings?: Partial<SimulatorSettings>;
  /** The latencies to and from the realm's servers: the same for all realms of a seed. */
  readonly ways?: Ways;
  /** The realm's targets that must be declared completely. */
  readonly complete?: readonly string[];
  /** The declarations of a side. Missing things are already left out. */
  readonly documents: (things: readonly Thing[], side: "desired" | "base") => readonly JsonObject[];
  /** The world with these things of the interface, which are all live. */
  readonly put: (things: readonly Thing[], world: World) => World;
  /** The realm's part of a world: another value if anything in it has changed. */
  readonly state: (world: World) => unknown;
  /** The state of this part of the world, including secrets. */
  readonly held: (world: World) => Held;
}

/** Draws the habits of an interface. */
export type RealmOf = (draw: Draw) => Realm;
