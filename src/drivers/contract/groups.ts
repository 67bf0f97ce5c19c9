/** Optional capabilities of drivers, dialects and kinds, and when each is called. */

import type { z } from "zod";
import type { DeclaredSides, MovedPlaces } from "../../model/change.ts";
import type { Channels } from "../../model/channel.ts";
import type { ReadRequest } from "../../model/collection.ts";
import type { Resource, Scope } from "../../model/desired.ts";
import type { DeviceStatus, SiteHealth } from "../../model/health.ts";
import type { Json } from "../../model/json.ts";
import type { Item, LiveResource } from "../../model/live/snapshot.ts";
import type { Authorization } from "../../model/login.ts";
import type { WayIn } from "../../model/place.ts";
import type { Operation, Remade } from "../../model/plan/step.ts";
import type { Pointer } from "../../model/pointer.ts";
import type { DriverProblem, KindProblem } from "../../model/problem.ts";
import type { InterfaceName } from "../../model/project.ts";
import type { AlikeForm } from "../../model/sameness/alike.ts";
import type { Displacement } from "../../model/sameness/displaced.ts";
import type { OpenWire } from "../../model/wire.ts";
import type { FinishFacts } from "./activation.ts";
import type { BatchFacts } from "./batch-session.ts";
import type { ChangeFacts } from "./change-log.ts";
import type {
  DeclaredKeys,
  DeclaredSecret,
  EditorForms,
  NameHint,
  ReplacingFact,
  ResourceParts,
  ResourceReferences,
  SchemaSource,
} from "./target-model.ts";
import type { SentChange } from "./write.ts";

/** The health of sites and devices. Read before each wave of an apply, and by `trueup status`. */
export interface HealthCapability {
  /** Lists of sites and devices whose records contain health. */
  readonly health: {
    readonly sites: { readonly request: ReadRequest; of(item: Item): SiteHealth };
    readonly devices: { readonly request: ReadRequest; of(item: Item): DeviceStatus };
  };
  /** Returns the reads for a device's own reports: the reports that its record shows, or else all reports. */
  reports(device: Item): readonly ReadRequest[];
}

/** Posting messages to rooms. Called if the project file names a room. */
export interface MessagingCapability<D> {
  /**
   * Returns the preparation that is missing before messages can be posted in a dialect. Undefined: nothing is missing.
   */
  cannotPost(dialect: D): string | undefined;
}

/** Logging in to a target as a person. Called by `trueup login`. */
export interface LoginCapability<D> {
  /** Returns where a person logs in to a target with this URL. */
  authorization(url: string, dialect: D): Authorization;
}

/** An interface that is not based on HTTP. Called once per target, when the project is opened. */
export interface ConversationCapability<D> {
  /** Returns the wire of a target, on a connection that is not HTTP. */
  converse(on: { readonly target: string; readonly dialect: D; readonly channels: Channels }): OpenWire;
}

/** Additional ways to read: a probe, lists for imports, redirects, and another interface. Read while observing. */
export interface LookupCapability {
  /** A read that succeeds whenever the target works. It confirms an absence that rests only on a 404 for one item. */
  readonly probe: ReadRequest;
  /** Reads for imports that list kinds without a list of their own. They never prove an absence. */
  readonly discover: readonly { readonly kind: string; readonly request: ReadRequest }[];
  /** True if the product's servers may redirect requests to the target's `hosts`. */
  readonly sharded: boolean;
  /** An interface that shows the same kinds on the same devices, and can be used for reading instead of this one. */
  readonly readVia: InterfaceName;
}

/** Dialects that come from catalogs. Read to check the project file and to build editor schemas. */
export interface CatalogCapability {
  /** The names of products. Lists of all dialects omit them. */
  readonly products: readonly string[];
  /** Folder that targets name instead of a dialect → its product. Undefined: the folder's catalog is invalid. */
  readonly ownCatalogs: Readonly<Record<string, string | undefined>>;
}

/** Checks and counts that involve several resources or requests of a target. No single kind can do them. */
export interface TargetCheckCapability<D> {
  /** Returns errors such as two declarations of one path. Called once per target, with everything declared for it. */
  check(resources: readonly Resource[], dialect: D, hint?: NameHint): readonly DriverProblem[];
  /** Returns how many sequential requests a write takes. Called for cost estimates. Default: 1. */
  requestsOf(change: SentChange, dialect: D): number;
  /** Returns the elements that an update removes and recreates. Called when a plan is made. */
  remade(change: SentChange, dialect: D): readonly Remade[];
}

/**
 * Targets with types of their own: the YANG modules of their devices, and the mapping of sections to these modules.
 * Most functions are called while desired state is loaded. `movedPlaces`, `mayDiffer` and `displaced` are called when a
 * plan compares the sides, `references` when it orders the steps.
 */
export interface DeviceModelCapability<D> {
  /**
   * Returns the dialect with a folder of modules (`settings.yang`). Called when the project's drivers are assembled.
   */
  withSchema(dialect: D, schema: SchemaSource): D;
  /** Returns the resource with canonical values and with keys for its lists, both according to its target's types. */
  modelled(resource: Resource, dialect: D): Resource;
  /** Returns the declared values of secret fields. A field is secret by its type in the modules, or by its name. */
  declaredSecrets(resource: Resource, dialect: D): readonly DeclaredSecret[];
  /**
   * Returns the resources in a declaration that stands for several resources, such as the entries of a list. Undefined:
   * the declaration stands for one resource.
   */
  partsOf(resource: Resource, dialect: D, keys: DeclaredKeys): ResourceParts | undefined;
  /** Returns the errors in the list keys that people declare, located by pointers into `keys`. */
  keyProblems(keys: DeclaredKeys, dialect: D, hint: NameHint): readonly KindProblem[];
  /** Returns the paths that moved: the base and the desired state declare them in different resources. */
  movedPlaces(sides: DeclaredSides, dialect: D): MovedPlaces;
  /** Like `KindWriteFacts.mayDiffer`, but decides by the target's types. Undefined: the kind's own function is used. */
  mayDiffer(resource: Resource, place: readonly string[], dialect: D): boolean | undefined;
  /**
   * Returns the undeclared live values that a write would remove, according to its target's types. Undefined: the types
   * show no such values.
   */
  displaced(resource: Resource, live: LiveResource, dialect: D): Displacement | undefined;
  /** False if a dialect's types cannot show which live values a write would remove. */
  seesDisplaced(dialect: D): boolean;
  /**
   * Returns the references by value: leafrefs of modules, and names in a mapping. Undefined: this target has no such
   * references.
   */
  references(resource: Resource, dialect: D): ResourceReferences | undefined;
  /**
   * Returns editor schemas for the target's files, limited to the types that declarations use. Undefined: the target
   * has no types.
   */
  editorForms(resources: readonly Resource[], dialect: D): EditorForms | undefined;
  /** True: the target's devices may get sections from a mapping (`settings.mapping`). */
  readonly takesMappings: true;
  /** The names of the available mappings. */
  readonly mappings: readonly string[];
}

/**
 * The cost of a dialect's writes, and the values that they replace. Read when a plan is made and its cost estimated.
 */
export interface DialectWriteFacts {
  /** The writes that change more than is declared, by kind: see `plan/beyond-write.ts`. */
  readonly replaces: Readonly<Record<string, ReplacingFact>>;
  /** The maximum number of requests per write. Default 1. */
  readonly requestsPerWrite: number;
  /** Facts about batches: the kinds that can be batched, and the scope key that the writes of a batch must share. */
  readonly batches: BatchFacts;
  /** The operations, by kind, whose writes become tasks, which are polled. */
  readonly tasks: Readonly<Record<string, readonly Operation[]>>;
  /** The operations, by kind, whose replies contain the stored state. Such a reply verifies its write. */
  readonly stored: Readonly<Record<string, readonly Operation[]>>;
}

/** The coverage of a change log. Read before observing, if a target has `changedSince`. */
export interface ChangeLogFacts {
  readonly changes: ChangeFacts;
}

/** Activation after the last successful step of an apply. Read for cost estimates, and when an apply ends. */
export interface ActivationFacts {
  readonly finishing: FinishFacts;
}

/** Facts that a plan shows, or that a guard asks people about. Read when a plan is made. */
export interface NoticeFacts {
  /** Resources whose change could lock users out, whatever their kind. */
  readonly waysIn: readonly WayIn[];
  /** Why an operation is `none`, and what to do instead: kind → operation → half a sentence for plans. */
  readonly reasons: Readonly<Record<string, Readonly<Partial<Record<"read" | Operation, string>>>>>;
  /**
   * Operations that are `none` unless a list in the target's `settings` contains the kind: kind → operation → the name
   * of this list.
   */
  readonly switchedOff: Readonly<Record<string, Readonly<Partial<Record<Operation, string>>>>>;
  /**
   * Kinds whose live resources must all be declared. An undeclared resource of such a kind is reported as unexpected.
   */
  readonly complete: readonly string[];
  /** A sentence about the objects that no kind covers. An import does not see these objects. */
  readonly unread: string;
}

/** How the kind is declared in files. Read when a file is loaded, and when an import writes a file. */
export interface DeclarationFacts {
  /** True: resources of the kind are read and matched, never written. */
  readonly observed: boolean;
  /**
   * True: an import writes all resources of the kind to one file, named after the section. Otherwise each resource gets
   * its own file.
   */
  readonly gathered: boolean;
  /** Kinds that must not be declared in the same parent, each with the reason as half a sentence. */
  readonly notBeside: Readonly<Record<string, string>>;
}

/** Restricted keys, and checks across several fields. Called once per loaded entry. */
export interface ValidationCapability {
  /** The format of a key. Absent: any text of 1 to 255 characters. */
  readonly keys: z.ZodType<string>;
  /** The words with which keys begin. trueup suggests them if a key has a typo. */
  readonly keyNames: readonly string[];
  /**
   * The inverse of `identity`: returns the only key that a resource with this identity can have. Called by imports.
   * Absent: the resource can have any key.
   */
  keyOf(of: { readonly identity: string; readonly scope: Scope }): string;
  /** True if the value is a variable of the product. A variable may also replace a secret. */
  isVariable(value: Json): boolean;
  /** Finds errors that the schema cannot express. Called after the schema has accepted the value. */
  check(of: { readonly key: string; readonly value: Json; readonly scope: Scope }): readonly KindProblem[];
}

/** An identity that depends on other resources. Called while resources are matched, and when steps are ordered. */
export interface DependenceCapability {
  /** Reference fields (`refersTo`) in the kind's identity: a live identity contains the ids in these fields. */
  readonly identifiedBy: readonly Pointer[];
  /**
   * The reference field (`refersTo`) that names the parent in a hierarchy, if names are unique only below the same
   * parent. A live identity is then a path of names, the outermost ancestor first: see `model/names/hierarchy.ts`.
   */
  readonly below: Pointer;
  /**
   * Returns the identities of resources on the same target, such as ancestors, that must exist before this resource.
   */
  prerequisites(of: Pick<Resource, "identity" | "scope">): readonly string[];
  /** Returns the identities of missing ancestors that a create of the resource also creates, the outermost first. */
  madeAlong(of: Pick<Resource, "identity" | "scope">): readonly string[];
}

/** How the kind is written. Read for plans and cost estimates, and before a step's first request. */
export interface KindWriteFacts {
  /**
   * Scope keys that form a mutex: `["host"]` means one write at a time per device. If the scope lacks such a value,
   * only the resource itself is locked.
   */
  readonly exclusive: readonly string[];
  /** The maximum time until the resource of a sent create appears. Absent: the target's limit applies. */
  readonly visibleSeconds: number;
  /** True: the write of an exclusive resource sends the complete value, so that omitting a field unsets the field. */
  readonly sentWhole: boolean;
  /** Lists declared completely and in order, whose elements the product stores individually. */
  readonly ordered: readonly Pointer[];
  /** Lists that keep undeclared elements, so that a declaration may omit single elements. Used by an import. */
  readonly keepsElements: readonly Pointer[];
  /**
   * Returns the number of requests that turn the live value into the desired value, for a kind with `ordered` lists.
   */
  requestsBetween(live: Json | undefined, desired: Json): number;
  /**
   * Returns the elements of `ordered` lists that an update removes and recreates because the product cannot move them,
   * in desired order.
   */
  remade(live: LiveResource, desired: Json): readonly Remade[];
  /** True: an update is also pushed to the devices that refer to the resource, directly or through other resources. */
  readonly pushes: true;
  /** True: a create is sent to the resource's own path, so that a duplicate request creates nothing twice. */
  readonly createdByPath: true;
  /**
   * Returns true if the server may store the value at `place` in another form. `place`: the names and positions that
   * lead to the value. Only plain texts and numbers that do not decide about access may differ. Absent: no value may
   * differ.
   */
  mayDiffer(place: readonly string[]): boolean;
}

/** How a product changes values on its own. Called for differences, for verifying removals, and by imports. */
export interface FilledInCapability {
  /**
   * A normal form of canonical values: values with the same form are equivalent. Absent: only equal values are
   * equivalent.
   */
  readonly alikeForm: AlikeForm;
  /**
   * Normalizes an identity for matching, so that equivalent identities become equal. Absent: identities are compared
   * literally.
   */
  nameForm(identity: string): string;
  /**
   * Values that only the product sets, by field. If such a value appears after planning, nobody has changed the field.
   */
  readonly ownStates: ReadonlyMap<Pointer, readonly Json[]>;
  /**
   * True for the value that remains when a resource that always exists is removed. Absent: nothing remains after a
   * removal.
   */
  isSetBack(value: Json): boolean;
  /** Returns a live value without the known defaults of the product. Called by imports. */
  withoutDefaults(value: Json): Json;
}
