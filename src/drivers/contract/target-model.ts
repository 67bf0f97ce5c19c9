/** What targets owe that bring types of their own: those of the YANG modules of their devices. */

import type { Difference } from "../../model/change.ts";
import type { Resource } from "../../model/desired.ts";
import type { JsonObject } from "../../model/json.ts";
import type { LiveResource } from "../../model/live/snapshot.ts";
import type { Pointer } from "../../model/pointer.ts";
import type { KindProblem, Problem } from "../../model/problem.ts";
import type { LibraryModule } from "../../yang/library/library.ts";
import type { Schema } from "../../yang/schema/schema.ts";

/** Says which of the names there are a wrong one was meant to be, as a sentence. */
export type NameHint = (wrong: string, names: readonly string[]) => string | undefined;

/** By data path of a list, the leaves that tell its entries apart, as far as people declare them. */
export type DeclaredKeys = Readonly<Record<string, string | readonly string[]>>;

/** Resources that are declared together, and what is wrong with them, by pointers into what is declared. */
export interface ResourceParts {
  readonly parts: readonly ResourcePart[];
  readonly problems: readonly KindProblem[];
}

/** One of several resources that are declared together. */
interface ResourcePart extends Pick<Resource, "identity" | "value" | "lists"> {
  /** Its key in what holds it, instead of that of the whole. */
  readonly key: string;
  /** Where it stands in what is declared. */
  readonly at: readonly string[];
}

/** What is declared at a place that holds a secret. */
export interface DeclaredSecret {
  readonly path: Pointer;
  /**
   * Its path in the tree, without keys, by which the project says that it is none (`settings.notSecret`). Absent: a
   * name alone calls it one, so that plain text is never more than a warning.
   */
  readonly dataPath?: string | undefined;
  /** True: it is a reference to one, or a list of such. Absent: it stands there in plain text. */
  readonly isReference?: boolean | undefined;
}

/**
 * What one resource has to do with others of its target by the values in it. All are texts that mean something to each
 * other only: who refers to something has the same text as who holds it.
 */
export interface ResourceReferences {
  /** What others may refer to, and is there with it. */
  readonly holds: readonly string[];
  /** What comes with it where it is not there, and does not go with it: entries that its path leads through. */
  readonly leadsThrough: readonly string[];
  readonly refersTo: readonly string[];
}

/** What editors complete a target's files by, besides what its kinds say. */
export interface EditorForms {
  /** By kind: what stands under the name of its section, as a JSON Schema. */
  readonly sections: Readonly<Record<string, JsonObject>>;
  /** What these refer to. */
  readonly definitions: JsonObject;
}

/** What an update says of itself to who must know what it replaces: a create replaces nothing. Pure. */
export type ReplacingChange = Pick<Resource, "kind" | "identity" | "value" | "lists" | "ownership"> & {
  readonly live: LiveResource;
  readonly differences: readonly Pick<Difference, "path">[];
};

/** Which writes of a kind replace more than is declared. */
export type ReplacingFact = "all" | "exclusive" | Pointer | ((change: ReplacingChange) => boolean);

/**
 * A folder of modules, read and put together when it is first asked for. Undefined: not all of them can be read, which
 * is a problem of its own; what they may define is unknown, and nothing is said of it.
 */
export type SchemaSource = () => Schema | undefined;

/** Asks a device for its modules. What a device says is bounded and checked where it is kept. */
export interface ModuleReader {
  /** All that it announces; of one name and revision several times, where it says so. */
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

/** Why there is nothing. */
interface ModuleFault {
  readonly problem: Problem;
}
