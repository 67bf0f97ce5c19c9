/** What targets owe that bring types of their own: those of the YANG modules of their devices. */

import type { DeclaredSides, Difference, MovedPlaces } from "../../model/change.ts";
import type { Resource } from "../../model/desired.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Pointer } from "../../model/pointer.ts";
import type { KindProblem, Problem } from "../../model/problem.ts";
import type { LibraryModule } from "../../yang/library/library.ts";
import type { Schema } from "../../yang/schema/schema.ts";

/** Says which of the names there are a wrong one was meant to be, as a sentence. */
export type NameHint = (wrong: string, names: readonly string[]) => string | undefined;

/** Targets that bring types of their own: those of a device's modules. */
export interface TargetModelCapability<D> {
  /** A declared resource in the one spelling that these types give it, with its lists by their keys. */
  modelled(resource: Resource, dialect: D): Resource;
  /** The resources that what is declared stands for, where that is several: entries of a list. Undefined: it is one. */
  partsOf(resource: Resource, dialect: D, keys: DeclaredKeys): ResourceParts | undefined;
  /** What is wrong with the keys of lists that people declare, by pointers into these. */
  keyProblems(keys: DeclaredKeys, dialect: D, hint: NameHint): readonly KindProblem[];
  /** What base and desired declare of the same places by different resources: that is a move, and not a removal. */
  movedPlaces(sides: DeclaredSides, dialect: D): MovedPlaces;
}

/** By data path of a list, the leaves that tell its entries apart, as far as people declare them. */
export type DeclaredKeys = Readonly<Record<string, string | readonly string[]>>;

/** Resources that are declared together, and what is wrong with them, by pointers into what is declared. */
export interface ResourceParts {
  readonly parts: readonly ResourcePart[];
  readonly problems: readonly KindProblem[];
}

/** One of several resources that are declared together. */
interface ResourcePart extends Pick<Resource, "identity" | "value" | "lists"> {
  /** Its key in what holds it, in the place of that of the whole. */
  readonly key: string;
  /** Where it stands in what is declared. */
  readonly at: readonly string[];
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

/** Targets with references by value: the leafrefs of a device's modules, and the names of a mapping. Pure. */
export interface ReferenceCapability<D> {
  /** Undefined: nothing of this target tells of references. */
  references(resource: Resource, dialect: D): ResourceReferences | undefined;
}

/** Kinds whose creates make along what they are in. Pure. */
export interface MadeAlongCapability {
  /** Identities of what it is in and makes along where that is missing, the outermost first. */
  madeAlong(of: Pick<Resource, "identity" | "scope">): readonly string[];
}

/** What editors complete a target's files by, besides what its kinds say. */
export interface EditorForms {
  /** By kind: what stands under the name of its section, as a JSON Schema. */
  readonly sections: Readonly<Record<string, JsonObject>>;
  /** What these refer to. */
  readonly definitions: JsonObject;
}

/** Targets whose types editors can complete by. */
export interface EditorCapability<D> {
  /** Those of a target, as far as what is declared for it makes use of; undefined: it brings no types. */
  editorForms(resources: readonly Resource[], dialect: D): EditorForms | undefined;
}

/** Devices whose sections a mapping may bring (`settings.mapping`). */
export interface MappingCapability {
  readonly takesMappings: true;
  /** The names of those that there are. */
  readonly mappings: readonly string[];
}

/** What an update says of itself to who must know what it replaces: a create replaces nothing. Pure. */
export type ReplacingChange = Pick<Resource, "value" | "lists" | "ownership"> & {
  readonly differences: readonly Pick<Difference, "path">[];
};

/** Which writes of a kind replace more than is declared. */
export type ReplacingFact =
  | "all"
  | "exclusive"
  | "unkeyed"
  | Pointer
  | ((change: ReplacingChange) => boolean);

/** A folder of modules, read and put together when it is first asked for. */
export type SchemaSource = () => Schema;

/** Dialects that a folder of YANG modules can say more of (`settings.yang`). */
export interface ModuleCapability<D> {
  withSchema(dialect: D, schema: SchemaSource): D;
}

/** Sessions with devices that give out their modules. */
export interface ModuleSourceCapability {
  readonly modules: ModuleReader;
}

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
