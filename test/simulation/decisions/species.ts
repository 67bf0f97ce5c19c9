/**
 * What the simulation knows about an interface: its kinds of resources, how Git declares them, and how its servers hold
 * them.
 */

import type { Json, JsonObject } from "../../../src/model/json.ts";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import type { World } from "../../../src/simulator/world.ts";
import type { Draw } from "../draw.ts";
import type { Thing } from "./truth.ts";

/** A field that can be drawn. */
export interface FieldKind {
  readonly path: string;
  /** Three values, mostly different ones. */
  readonly values: readonly [Json, Json, Json];
  /** The value that the server gives the field when the object is created. So the field always has a live value. */
  readonly byServer?: Json;
  /** The value that the server has for the field if nobody has ever set it. */
  readonly unset?: Json;
  /** True if the server always shows the container of the field, even without content. */
  readonly isHolderShown?: true;
  /**
   * If the field is the only leaf of a list element with a key, the path of that element. The element is created and
   * removed with the field.
   */
  readonly element?: string;
  /** True if the field exists on every side. */
  readonly needed?: true;
}

/** The number of a thing. `was` is true if the thing's former name is wanted. */
interface Named {
  readonly number: number;
  readonly was: boolean;
}

/** A kind of resource that can be drawn. */
export interface Species {
  readonly target: string;
  readonly kind: string;
  readonly fields: readonly FieldKind[];
  readonly within?: Species;
  /** True if a thing is written inside its parent. If the parent is protected, the thing is, too. */
  readonly isWrittenWithin?: true;
  readonly hasSecret?: true;
  /** True if a thing is recognized even if it gets another key. */
  readonly canMove?: true;
  /** True if a thing is recognized even if it gets another name. */
  readonly canBeRenamed?: true;
  /** False if the interface cannot create a thing. */
  readonly isCreatable?: boolean;
  /** False if the interface cannot change a thing. */
  readonly isChangeable?: false;
  /** True if the interface can only show a thing. A declaration then tells what is expected. */
  readonly isOnlyShown?: true;
  /** False if Git cannot protect a thing separately. */
  readonly isProtectable?: false;
  /** True if the next write removes live parts that are not declared. */
  readonly isExclusive?: boolean;
  /** True if a write unsets every field that it leaves out. */
  readonly isSentWhole?: boolean;
  /** False if a thing can only be removed with its parent. */
  readonly isRemovable: boolean;
  readonly key: (named: Named) => string;
  readonly keyWithin: (parent: string, own: string) => string;
  readonly name: (named: Named) => string;
  /** Returns the match value with which an undeclared thing is reported as unexpected. */
  readonly identity?: (named: Named) => string;
  /**
   * Returns the name under which the simulation knows an object, made from its own name and the name of its parent's
   * object.
   */
  readonly object: (name: string, parent: string | undefined) => string;
  /**
   * Returns the leaves that an object has although nobody declares them. `isNew` is true if this run has created the
   * object.
   */
  readonly besides?: (number: number, isNew: boolean) => Leaves;
}

/** Leaves by path. */
type Leaves = readonly (readonly [string, Json])[];

/** The state of servers: objects by name, each with its leaves. */
export type Held = ReadonlyMap<string, ReadonlyMap<string, Json>>;

/** How long requests take, in milliseconds. */
export interface Ways {
  /** How long a request takes to a server, and an answer back, at most. */
  readonly awayMs: number;
  /** How long a server needs for a reply. */
  readonly latencyMs: number;
}

/** An interface in one of its dialects, with the behavior that its servers have in a seed. */
export interface Realm {
  readonly species: readonly Species[];
  /** The targets of the realm, as lines of `trueup.yaml`. */
  readonly targets: string;
  /** How the servers of the realm behave. */
  readonly settings?: Partial<SimulatorSettings>;
  /** How long requests take to the servers of the realm and back: the same for all realms of a seed. */
  readonly ways?: Ways;
  /** The targets of the realm that must be declared completely. */
  readonly complete?: readonly string[];
  /** Returns the documents of a side. `things` are only those that exist on this side. */
  readonly documents: (things: readonly Thing[], side: "desired" | "base") => readonly JsonObject[];
  /** Returns the servers with the live state of these things, which all exist. */
  readonly put: (things: readonly Thing[], world: World) => World;
  /**
   * Returns this realm's part of the servers' state. If anything in this part has changed, the returned object is
   * another one.
   */
  readonly state: (world: World) => unknown;
  /** Returns the state of this realm's servers, with secrets. */
  readonly held: (world: World) => Held;
}

/** Draws how the servers of an interface behave. */
export type RealmOf = (draw: Draw) => Realm;
