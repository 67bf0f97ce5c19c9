/** Desired state (and base): the resources that a revision declares. */

import type { Address } from "./address.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Pointer } from "./pointer.ts";
import type { Origin, SourcePosition, WrittenField } from "./source.ts";

/**
 * The words that name a resource's place: the key at each level by kind or holder name, the file's
 * fields (`organization`) and the holder's fields (`host`). All strings.
 */
export type Scope = Readonly<Record<string, string>>;

/** One declared resource. */
export interface Resource {
  readonly address: Address;
  readonly target: string;
  readonly kind: string;
  /** Identity in Git: its place in the YAML. */
  readonly key: string;
  /** What must exist before it, when that is a resource too: an SSID's network. */
  readonly parent?: Address | undefined;
  /** What the live side is matched by: a network's name, an SSID's number, a managed object's path. */
  readonly identity: string;
  readonly scope: Scope;
  /** The declared fields in canonical form. Secrets stay references: `{ secret: "env:NAME" }`. */
  readonly value: Json;
  /** Fields that are write-only secrets; never read back, never shown. */
  readonly secrets: readonly Pointer[];
  /** Declared fields that are no secrets, and that no reply shows. */
  readonly hidden?: readonly Pointer[] | undefined;
  /** Lists with identity: pointer of the list → the leaves that identify an element. Others compare by order. */
  readonly lists: Readonly<Record<Pointer, readonly string[]>>;
  /** Those of `lists` that are declared whole and in order: what is in no list, or elsewhere in it, differs. */
  readonly ordered?: readonly Pointer[] | undefined;
  /** Fields that hold the key of another resource on the same target, and its kind: see `Kind.refersTo`. */
  readonly refersTo?: Readonly<Record<Pointer, string>> | undefined;
  /** The one of them that names what it stands below: its identity is a path of names then. See `Kind.below`. */
  readonly below?: Pointer | undefined;
  /** `exclusive`: what is live and not declared goes with the next write. */
  readonly ownership: "declared" | "exclusive";
  /** True: removing it is refused whatever else is asked. */
  readonly protect: boolean;
  /** Words of it that are meant as they are, though no catalog has them. */
  readonly allowUnknown?: readonly string[] | undefined;
  /** Globs over pointers: fields that are neither compared nor changed, by the project file's `ignore:`. */
  readonly ignored?: readonly string[] | undefined;
  /**
   * Where a run takes back drift alone: fields that Git has changed since base. What is live stays as it is in them; of
   * what is created they are as base has them. Elements of lists by their identity.
   */
  readonly untouched?: readonly Pointer[] | undefined;
  /** The controller's site it belongs to, for health and blast radius. Not sent. */
  readonly site?: string | undefined;
  /** True when it is only read, never written: an organization. */
  readonly observed: boolean;
}

/** Where an entry that a row made could be written by itself. */
export interface OwnPlace {
  /** The file of the template. */
  readonly file: string;
  /** What a document for it says at its top: `target`, `organization`. */
  readonly header: JsonObject;
  /** The keys that lead to it from the top of a document, evaluated: `networks`, `berlin`, `ssids`, `1`. */
  readonly path: readonly string[];
  /** How many of them lead to the entry at the top that it is in. */
  readonly topLength: number;
  /** Where that one is written by itself already. */
  readonly top?: SourcePosition | undefined;
}

/** What a revision declares. */
export interface Desired {
  /** By address, in address order. */
  readonly resources: ReadonlyMap<Address, Resource>;
  /**
   * Where a field was written; the nearest written ancestor when the field itself was not.
   * Undefined when nothing is known (base from a snapshot). May read lazily: call it for what is shown.
   */
  locate(address: Address, path: Pointer): Origin | undefined;
  /** Where an entry that was made for a row could be written by itself; undefined for all others. */
  readonly ownPlace?: ((address: Address) => OwnPlace | undefined) | undefined;
  /** How a field was written, to see what changed it; as lazy. Absent: it is unknown. */
  readonly written?: ((address: Address, path: Pointer) => WrittenField | undefined) | undefined;
}
