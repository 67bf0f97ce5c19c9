/** The contract for targets with types of their own, which come from the YANG modules of their devices. */

import type { Difference } from "../../model/change.ts";
import type { Resource } from "../../model/desired.ts";
import type { JsonObject } from "../../model/json.ts";
import type { LiveResource } from "../../model/live/snapshot.ts";
import type { Pointer } from "../../model/pointer.ts";
import type { KindProblem, Problem } from "../../model/problem.ts";
import type { LibraryModule } from "../../yang/library/library.ts";
import type { Schema } from "../../yang/schema/schema.ts";

/** Returns a sentence that suggests which existing name was meant by a wrong name. */
export type NameHint = (wrong: string, names: readonly string[]) => string | undefined;

/** The declared key leaves of each list, by the list's data path. */
export type DeclaredKeys = Readonly<Record<string, string | readonly string[]>>;

/** Resources that are declared together, and the errors in them, located by pointers into the declaration. */
export interface ResourceParts {
  readonly parts: readonly ResourcePart[];
  readonly problems: readonly KindProblem[];
}

/** One of several resources that are declared together. */
interface ResourcePart extends Pick<Resource, "identity" | "value" | "lists"> {
  /** The resource's own key in its container, instead of the declaration's key. */
  readonly key: string;
  /** The resource's path in the declaration. */
  readonly at: readonly string[];
}

/** A declared value where the product keeps a secret. */
export interface DeclaredSecret {
  readonly path: Pointer;
  /**
   * The value's path in the tree, without keys. The project can declare that the values at this path are not secret
   * (`settings.notSecret`). Absent: the value is a secret only by its name, so plain text is at most a warning.
   */
  readonly dataPath?: string | undefined;
  /** True: the value is a secret reference, or a list of them. Absent: the value is plain text. */
  readonly isReference?: boolean | undefined;
}

/**
 * References between the resources of a target, as opaque texts. A reference has the same text as the thing to which it
 * refers.
 */
export interface ResourceReferences {
  /** The texts of all things in the resource that other resources may reference. */
  readonly holds: readonly string[];
  /**
   * The texts of the list entries on the resource's path. A write creates these entries if they are missing, and does
   * not remove them.
   */
  readonly leadsThrough: readonly string[];
  readonly refersTo: readonly string[];
}

/** Schemas for editing a target's files, in addition to those of its kinds. */
export interface EditorForms {
  /** The JSON Schema of each kind's section, by kind. */
  readonly sections: Readonly<Record<string, JsonObject>>;
  /** Definitions to which `sections` refer. */
  readonly definitions: JsonObject;
}

/** The part of an update that decides which values it replaces. A create replaces nothing. */
export type ReplacingChange = Pick<Resource, "kind" | "identity" | "value" | "lists" | "ownership"> & {
  readonly live: LiveResource;
  readonly differences: readonly Pick<Difference, "path">[];
};

/**
 * Which writes of a kind replace more than is declared: all writes, writes of exclusive resources, updates with a
 * difference at or below a pointer, or updates for which the function returns true.
 */
export type ReplacingFact = "all" | "exclusive" | Pointer | ((change: ReplacingChange) => boolean);

/**
 * Returns the schema of a folder of modules, which are parsed on first use. Undefined: some modules are unreadable,
 * which is reported separately. Values that these modules might define are not checked.
 */
export type SchemaSource = () => Schema | undefined;

/** Requests a device's modules. Its replies are bounded and checked by the caller. */
export interface ModuleReader {
  /**
   * Returns all modules that the device announces. A module that the device lists several times is returned several
   * times.
   */
  list(
    host: string,
    signal: AbortSignal,
  ): Promise<{ readonly modules: readonly LibraryModule[] } | ModuleFault>;
  text(
    host: string,
    module: LibraryModule,
    signal: AbortSignal,
  ): Promise<{ readonly text: string } | ModuleFault>;
}

/** Why a module could not be read. */
interface ModuleFault {
  readonly problem: Problem;
}
