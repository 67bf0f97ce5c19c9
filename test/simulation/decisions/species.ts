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
  /** The three values that are drawn from. They are mostly different. */
  readonly values: readonly [Json, Json, Json];
  /** The value that the server gives the field when it creates the object. Such a field always has a live value. */
  readonly byServer?: Json;
  /** The value that the server has for the field if nobody has ever set it. */
  readonly unset?: Json;
  /** True if the server always shows the container of the field, even without content. */
  readonly isHolderShown?: true;
  /**
   * The path of the list element that has this field as its only leaf besides its keys. The element is created and
   * removed with the field.
   */
  readonly element?: string;
  /** True if the field has a value on every side. */
  readonly needed?: true;
}

/** The number from which a name is made. If `was` is true, the former name is made. */
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
  /** True if a resource is written as a part of its parent, and is protected with it. */
  readonly isWrittenWithin?: true;
  readonly hasSecret?: true;
  /** True if a resource is recognized even if it gets another key. */
  readonly canMove?: true;
  /** True if a resource is recognized even if it gets another name. */
  readonly canBeRenamed?: true;
  /** False if the interface cannot create a resource. */
  readonly isCreatable?: boolean;
  /** False if the interface cannot change a resource. */
  readonly isChangeable?: false;
  /** True if the interface can only show a resource. Its declaration then says what is expected. */
  readonly isOnlyShown?: true;
  /** False if Git cannot protect a resource separately. */
  readonly isProtectable?: false;
  /** True if the next write removes live parts that are not declared. */
  readonly isExclusive?: boolean;
  /** True if a write unsets every field that it does not contain. */
  readonly isSentWhole?: boolean;
  /** False if a resource is removed only together with its parent. */
  readonly isRemovable: boolean;
  readonly key: (named: Named) => string;
  readonly keyWithin: (parent: string, own: string) => string;
  readonly name: (named: Named) => string;
  /** Returns the match value with which an undeclared resource is reported as unexpected. */
  readonly identity?: (named: Named) => string;
  /** Returns the name that the checks use for an object, made from its own name and that of its parent's object. */
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
  /** The longest time that a request takes to a server, or a reply takes back. */
  readonly awayMs: number;
  /** How long a server takes to answer. */
  readonly latencyMs: number;
}

/** An interface in one of its dialects, and how its servers behave in a seed. */
export interface Realm {
  readonly species: readonly Species[];
  /** The targets of the interface, as lines of `trueup.yaml`. */
  readonly targets: string;
  /** How the servers of the interface behave. */
  readonly settings?: Partial<SimulatorSettings>;
  /** How long requests and replies take. All interfaces of a seed have the same times. */
  readonly ways?: Ways;
  /** The targets of the interface that must be declared completely. */
  readonly complete?: readonly string[];
  /** Returns the documents of the desired state or of base. `things` contains only resources that exist there. */
  readonly documents: (things: readonly Thing[], side: "desired" | "base") => readonly JsonObject[];
  /** Returns the servers with the live state of these resources, all of which exist live. */
  readonly put: (things: readonly Thing[], world: World) => World;
  /** Returns the interface's part of the servers' state. A changed state is always a new object. */
  readonly state: (world: World) => unknown;
  /** Returns the state of the interface's servers, with secrets. */
  readonly held: (world: World) => Held;
}

/** Draws how the servers of an interface behave. */
export type RealmOf = (draw: Draw) => Realm;
