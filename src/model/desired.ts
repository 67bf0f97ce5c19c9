/** Desired state (and base): the resources that a revision declares. */

import type { Address } from "./address.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Pointer } from "./pointer.ts";
import type { Origin, SourcePosition, WrittenField } from "./source.ts";

/**
 * The place of a resource, as texts by name. It contains the key at each level, the fields of the file (such as
 * `organization`), and the fields of the container (such as `host`).
 */
export type Scope = Readonly<Record<string, string>>;

/** One declared resource. */
export interface Resource {
  readonly address: Address;
  readonly target: string;
  readonly kind: string;
  /** Identity in Git: the place of the resource in the YAML. */
  readonly key: string;
  /** The parent, if the parent is a resource too. The parent of an SSID is its network. */
  readonly parent?: Address | undefined;
  /** The value by which the live side is matched: a network's name, an SSID's number, a managed object's path. */
  readonly identity: string;
  readonly scope: Scope;
  /** The declared fields in canonical form. Secrets stay references: `{ secret: "env:NAME" }`. */
  readonly value: Json;
  /** Fields that are write-only secrets; never read back, never shown. */
  readonly secrets: readonly Pointer[];
  /** Declared fields that are not secret but that no reply shows. */
  readonly hidden?: readonly Pointer[] | undefined;
  /** Lists with identity: pointer of the list → its key leaves. Other lists compare by order. */
  readonly lists: Readonly<Record<Pointer, readonly string[]>>;
  /** Paths in `lists` that are declared completely and in order: missing, extra or moved elements are differences. */
  readonly ordered?: readonly Pointer[] | undefined;
  /**
   * For each field that contains the key of another resource of the target: the kind of that resource. See
   * `Kind.refersTo`.
   */
  readonly refersTo?: Readonly<Record<Pointer, string>> | undefined;
  /**
   * The field in `refersTo` that names the parent in a hierarchy. The identity is then a path of names: see
   * `Kind.below`.
   */
  readonly below?: Pointer | undefined;
  /**
   * Whether undeclared live nodes of the resource stay (`declared`) or are removed with its next write (`exclusive`).
   */
  readonly ownership: "declared" | "exclusive";
  /** True: removing the resource is always refused. */
  readonly protect: boolean;
  /** Values that are accepted as they are, although the catalog does not contain them. */
  readonly allowUnknown?: readonly string[] | undefined;
  /** Globs for pointers: fields that the project file's `ignore:` excludes from comparison and change. */
  readonly ignored?: readonly string[] | undefined;
  /**
   * In drift-only mode: fields that Git has changed since base. Their live values stay, and a create uses the values of
   * base. List elements are given by identity. Absent: none.
   */
  readonly untouched?: readonly Pointer[] | undefined;
  /** The controller's site to which the resource belongs, for health and blast radius. Not sent. */
  readonly site?: string | undefined;
  /** True if the resource is only read, never written: an organization. */
  readonly observed: boolean;
}

/** The place where a separate entry could override an entry that a template created for a row. */
export interface OwnPlace {
  /** The file of the template. */
  readonly file: string;
  /** The header that the document of the separate entry needs: `target`, `organization`. */
  readonly header: JsonObject;
  /** The evaluated keys that lead to the entry from the top of a document: `networks`, `berlin`, `ssids`, `1`. */
  readonly path: readonly string[];
  /** How many keys in `path` lead to the top-level entry. */
  readonly topLength: number;
  /** The place of a separate top-level entry, if there already is one. */
  readonly top?: SourcePosition | undefined;
}

/** The declarations of a revision. */
export interface Desired {
  /** The resources by address, in address order. */
  readonly resources: ReadonlyMap<Address, Resource>;
  /**
   * Returns the place where a field was written. If the field itself was not written, this is the place of its nearest
   * written ancestor. Undefined: the place is unknown (base from a snapshot). May be computed lazily: call it only for
   * fields that are shown.
   */
  locate(address: Address, path: Pointer): Origin | undefined;
  /** Where a separate entry could override an instantiated one; undefined for all other entries. */
  readonly ownPlace?: ((address: Address) => OwnPlace | undefined) | undefined;
  /**
   * Returns how a field was written, so that a report can tell what changed it. Computed lazily. Undefined: unknown for
   * this field. Absent: unknown for all fields.
   */
  readonly written?: ((address: Address, path: Pointer) => WrittenField | undefined) | undefined;
}

const declared = new WeakMap<Desired, ReadonlyMap<string, ReadonlySet<string>>>();

/** The kinds of the declared resources, by target. */
export function declaredKinds(desired: Desired): ReadonlyMap<string, ReadonlySet<string>> {
  const known = declared.get(desired);
  if (known) return known;
  const found = new Map<string, Set<string>>();
  for (const { target, kind } of desired.resources.values()) {
    const kinds = found.get(target);
    if (kinds) kinds.add(kind);
    else found.set(target, new Set([kind]));
  }
  declared.set(desired, found);
  return found;
}
