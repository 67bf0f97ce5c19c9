/** The contract for targets with types of their own: those of the YANG modules of their devices. */

import type { Difference } from "../../model/change.ts";
import type { Resource } from "../../model/desired.ts";
import type { JsonObject } from "../../model/json.ts";
import type { LiveResource } from "../../model/live/snapshot.ts";
import type { Pointer } from "../../model/pointer.ts";
import type { KindProblem, Problem } from "../../model/problem.ts";
import type { LibraryModule } from "../../yang/library/library.ts";
import type { Schema } from "../../yang/schema/schema.ts";

/** Suggests which existing name a wrong one was meant to be, as a sentence. */
export type NameHint = (wrong: string, names: readonly string[]) => string | undefined;

/** By data path of a list, the declared key leaves. */
export type DeclaredKeys = Readonly<Record<string, string | readonly string[]>>;

/** Resources that are declared together, and their errors, by pointers into the declaration. */
export interface ResourceParts {
  readonly parts: readonly ResourcePart[];
  readonly problems: readonly KindProblem[];
}

/** One of several resources that are declared together. */
interface ResourcePart extends Pick<Resource, "identity" | "value" | "lists"> {
  /** Its key in its container, instead of the whole's. */
  readonly key: string;
  /** Its path in the declaration. */
  readonly at: readonly string[];
}

/** A declared value at the place of a secret. */
export interface DeclaredSecret {
  readonly path: Pointer;
  /**
   * Its path in the tree, without keys, by which the project can declare it not to be a secret (`settings.notSecret`).
   * Absent: it is a secret only by its name, so plain text is never more than a warning.
   */
  readonly dataPath?: string | undefined;
  /** True: it is a secret reference, or a list of them. Absent: it is plain text. */
  readonly isReference?: boolean | undefined;
}

/**
 * How a resource relates to others of its target by its values. The texts are opaque: a reference and what it refers to
 * have the same text.
 */
export interface ResourceReferences {
  /** What others may reference, and exists with it. */
  readonly holds: readonly string[];
  /** Entries on its path, which it creates if missing, and does not remove. */
  readonly leadsThrough: readonly string[];
  readonly refersTo: readonly string[];
}

/** Schemas for editing a target's files, in addition to those of its kinds. */
export interface EditorForms {
  /** By kind: the JSON Schema of its section. */
  readonly sections: Readonly<Record<string, JsonObject>>;
  /** Definitions that these refer to. */
  readonly definitions: JsonObject;
}

/** The part of an update that decides what it replaces; a create replaces nothing. Pure. */
export type ReplacingChange = Pick<Resource, "kind" | "identity" | "value" | "lists" | "ownership"> & {
  readonly live: LiveResource;
  readonly differences: readonly Pick<Difference, "path">[];
};

/** Which writes of a kind replace more than is declared. */
export type ReplacingFact = "all" | "exclusive" | Pointer | ((change: ReplacingChange) => boolean);

/**
 * A folder of modules, parsed on first use. Undefined: some are unreadable, which is a separate problem; nothing is
 * then said about what they might define.
 */
export type SchemaSource = () => Schema | undefined;

/** Requests a device's modules. Its replies are bounded and checked by the caller. */
export interface ModuleReader {
  /** All announced modules; the same name and revision several times, if the device says so. */
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

/** Why there is none. */
interface ModuleFault {
  readonly problem: Problem;
}
