/** Optional capabilities of drivers, dialects, kinds and sessions, and when each is called. */

import type { z } from "zod";
import type { AlikeForm } from "../../model/alike.ts";
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
import type { Reply, Task, TaskReply } from "../../model/reply.ts";
import type { Displacement } from "../../model/sameness/displaced.ts";
import type { OpenWire, WireRequest } from "../../model/wire.ts";
import type { FinishFacts, FinishSession } from "./activation.ts";
import type { BatchFacts, BatchSession } from "./batch-session.ts";
import type { ChangeFacts, ChangeLogReader } from "./change-log.ts";
import type {
  DeclaredKeys,
  DeclaredSecret,
  EditorForms,
  ModuleReader,
  NameHint,
  ReplacingFact,
  ResourceParts,
  ResourceReferences,
  SchemaSource,
} from "./target-model.ts";
import type { SentChange, Write } from "./write.ts";

/** Health of sites and devices. Called before each wave of an apply, and by `trueup status`. */
export interface HealthCapability {
  /** Lists of sites and devices whose records contain health. */
  readonly health: {
    readonly sites: { readonly request: ReadRequest; of(item: Item): SiteHealth };
    readonly devices: { readonly request: ReadRequest; of(item: Item): DeviceStatus };
  };
  /** The reads of a device's own reports; all of them if its record does not say which it has. */
  reports(device: Item): readonly ReadRequest[];
}

/** Posting messages to rooms. Called if the project file names one. */
export interface MessagingCapability<D> {
  /** What to do before messages can be posted in a dialect; undefined: nothing. */
  cannotPost(dialect: D): string | undefined;
}

/** Logging in to a target as a person. Called by `trueup login`. */
export interface LoginCapability<D> {
  /** Where to log in, for a target of this URL. */
  authorization(url: string, dialect: D): Authorization;
}

/** An interface that is not HTTP. Called once per target, when the project is opened. */
export interface ConversationCapability<D> {
  /** Its wire, built on another type of connection. */
  converse(on: { readonly target: string; readonly dialect: D; readonly channels: Channels }): OpenWire;
}

/** Further reads, and other ways to read. Read while observing. */
export interface LookupCapability {
  /** A read that succeeds whenever the target works, to confirm absences that rest on an item's 404. */
  readonly probe: ReadRequest;
  /** Reads that list everything of a kind whose own collection has no list. For import: absences never rest on them. */
  readonly discover: readonly { readonly kind: string; readonly request: ReadRequest }[];
  /** True if its servers may redirect requests to the target's `hosts`. */
  readonly sharded: boolean;
  /** An interface that shows the same kinds on the same devices, and can be used for reading instead. */
  readonly readVia: InterfaceName;
}

/** Dialects that are catalogs. Read to check the project file, and for editor schemas. */
export interface CatalogCapability {
  /** Their names, which a list of all dialects omits. */
  readonly products: readonly string[];
  /** For targets that name a folder instead of a dialect: the product by folder; undefined: it is invalid. */
  readonly ownCatalogs: Readonly<Record<string, string | undefined>>;
}

/** Checks and counts across several resources or requests of a target, which no kind can do alone. */
export interface TargetCheckCapability<D> {
  /** For example, two declarations of one path. Called once per target, with everything declared for it. */
  check(resources: readonly Resource[], dialect: D, hint?: NameHint): readonly DriverProblem[];
  /** How many sequential requests a write takes. Called for cost estimates. Default 1. */
  requestsOf(change: SentChange, dialect: D): number;
  /** What an update removes and recreates. Called when a plan is made. */
  remade(change: SentChange, dialect: D): readonly Remade[];
}

/**
 * Targets with types of their own: the YANG modules of their devices, and mappings of sections to them. Called while
 * desired state is loaded; `movedPlaces` before sides are compared, `references` for the order of steps.
 */
export interface DeviceModelCapability<D> {
  /** The dialect with a folder of modules (`settings.yang`). Called when the project's drivers are assembled. */
  withSchema(dialect: D, schema: SchemaSource): D;
  /** A declared resource, canonicalized by these types, with its lists by their keys. */
  modelled(resource: Resource, dialect: D): Resource;
  /** Declared values at places whose live values are hidden, according to these types or their names. */
  declaredSecrets(resource: Resource, dialect: D): readonly DeclaredSecret[];
  /** The resources in a declaration, if it stands for several: entries of a list. Undefined: it is one. */
  partsOf(resource: Resource, dialect: D, keys: DeclaredKeys): ResourceParts | undefined;
  /** Errors in list keys that people declare, by pointers into these. */
  keyProblems(keys: DeclaredKeys, dialect: D, hint: NameHint): readonly KindProblem[];
  /** Places that base and desired declare through different resources: a move, not a removal. */
  movedPlaces(sides: DeclaredSides, dialect: D): MovedPlaces;
  /** `KindWriteFacts.mayDiffer` for a resource, by its target's types. Undefined: as the kind says. */
  mayDiffer(resource: Resource, place: readonly string[], dialect: D): boolean | undefined;
  /** What else live loses, by its target's types. Undefined: nothing, or unknown. */
  displaced(resource: Resource, live: LiveResource, dialect: D): Displacement | undefined;
  /** False if a dialect's types cannot tell. */
  seesDisplaced(dialect: D): boolean;
  /** References by value: leafrefs of modules, names in a mapping. Undefined: this target knows none. */
  references(resource: Resource, dialect: D): ResourceReferences | undefined;
  /** Editor schemas for its files, limited to what the declarations use; undefined: it has no types. */
  editorForms(resources: readonly Resource[], dialect: D): EditorForms | undefined;
  /** True: its devices may get sections from a mapping (`settings.mapping`). */
  readonly takesMappings: true;
  /** The names of the available mappings. */
  readonly mappings: readonly string[];
}

/** What its writes cost and replace. Read when a plan is made and its cost estimated. */
export interface DialectWriteFacts {
  /** Writes that change more than is declared, by kind: see `plan/beyond-write.ts`. */
  readonly replaces: Readonly<Record<string, ReplacingFact>>;
  /** The maximum number of requests per write. Default 1. */
  readonly requestsPerWrite: number;
  /** Writes that can be batched: by kind, and by the scope key that they must share. */
  readonly batches: BatchFacts;
  /** Writes that become tasks, which are polled, by kind. */
  readonly tasks: Readonly<Record<string, readonly Operation[]>>;
  /** Writes whose replies return the stored state, by kind: the reply verifies them. */
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

/** What people are shown or asked. Read by guards, and for a plan's text. */
export interface NoticeFacts {
  /** Resources of any kind whose change could lock users out. */
  readonly waysIn: readonly WayIn[];
  /** Why an operation is `none`, and what to do instead: kind → operation → half a sentence for plans. */
  readonly reasons: Readonly<Record<string, Readonly<Partial<Record<"read" | Operation, string>>>>>;
  /** Operations that are `none` until a list in the target's `settings` names the kind: kind → operation → its name. */
  readonly switchedOff: Readonly<Record<string, Readonly<Partial<Record<Operation, string>>>>>;
  /** Kinds whose live resources must all be declared: undeclared ones are reported as unexpected. */
  readonly complete: readonly string[];
  /** A sentence: what no kind covers, so that an import does not see it. */
  readonly unread: string;
}

/** Its form in files. Read when a file is loaded, and when an import writes one. */
export interface DeclarationFacts {
  /** True: it is read and matched, never written. */
  readonly observed: boolean;
  /** True: an import writes all of them to one file, named like the section. Otherwise each gets its own. */
  readonly gathered: boolean;
}

/** Restricted keys, and checks across several fields. Called once per loaded entry. */
export interface ValidationCapability {
  /** The format of a key. Absent: any text of 1 to 255 characters. */
  readonly keys: z.ZodType<string>;
  /** Words that keys begin with, from which corrections of typos are suggested. */
  readonly keyNames: readonly string[];
  /**
   * The own key of a resource with this identity: the inverse of `identity`. Called by imports. Absent: any key will
   * do.
   */
  keyOf(of: { readonly identity: string; readonly scope: Scope }): string;
  /** Called after the schema has accepted the value. Messages have pointers relative to the value. */
  check(of: { readonly key: string; readonly value: Json; readonly scope: Scope }): readonly KindProblem[];
}

/** An identity that depends on other resources. Called while matching, and when steps are ordered. */
export interface DependenceCapability {
  /** Reference fields (`refersTo`) in its identity: a live identity contains their ids. */
  readonly identifiedBy: readonly Pointer[];
  /**
   * The field that references its parent in a hierarchy (`refersTo`), if names are unique only below that. A live
   * identity is the path of names from the outermost one, `Kind.identity` its last name: see
   * `model/names/hierarchy.ts`.
   */
  readonly below: Pointer;
  /** Identities of other kinds on the same target that must exist before it: a managed object's ancestors. */
  prerequisites(of: Pick<Resource, "identity" | "scope">): readonly string[];
  /** Identities of missing ancestors that its create makes, the outermost first. */
  madeAlong(of: Pick<Resource, "identity" | "scope">): readonly string[];
}

/** How it is written. Read for plans and cost estimates, and before a step's first request. */
export interface KindWriteFacts {
  /**
   * Scope keys that form a mutex: `["host"]` means one write at a time per device. Without such a value in the scope:
   * only the resource itself.
   */
  readonly exclusive: readonly string[];
  /** True: an exclusive write sends the complete value, so that omitting a field unsets it. */
  readonly sentWhole: boolean;
  /** Lists declared completely and in order, whose elements the product stores individually. */
  readonly ordered: readonly Pointer[];
  /** Lists that keep undeclared elements, so that a single element may be omitted. Read by an import. */
  readonly keepsElements: readonly Pointer[];
  /** How many requests turn the live value into the desired one, if it has such lists. */
  requestsBetween(live: Json | undefined, desired: Json): number;
  /** What such an update removes and recreates, since its product cannot move elements. In desired order. */
  remade(live: LiveResource, desired: Json): readonly Remade[];
  /** True: a create uses the resource's path, so that a duplicate request creates nothing twice. */
  readonly createdByPath: true;
  /**
   * Whether its server may store another form at a place, given by the names and positions that lead there: only plain
   * texts or numbers that decide nothing. Absent: nowhere.
   */
  mayDiffer(place: readonly string[]): boolean;
}

/**
 * How a product changes values by itself. Read when declared and live differ; called when a removal is verified, and
 * when an import writes a value.
 */
export interface FilledInCapability {
  /** Which canonical values are equivalent. Absent: only equal ones. */
  readonly alikeForm: AlikeForm;
  /** Normalizes identities, so that equivalent ones are equal. Called while matching. Absent: unchanged. */
  nameForm(identity: string): string;
  /**
   * Values that only the product sets, by field: if one appears after a plan was made, nobody has changed the field.
   */
  readonly ownStates: ReadonlyMap<Pointer, readonly Json[]>;
  /** Whether a live value is what remains after removing a resource that always exists. Absent: nothing remains. */
  isSetBack(value: Json): boolean;
  /** A live value without known product defaults: for imports. */
  withoutDefaults(value: Json): Json;
}

/** Writes that may be answered `pending`. */
export interface TaskCapability {
  /** Polls a task of this run or an earlier one once. Called until the task has ended. */
  askTask(task: Task, signal: AbortSignal): Promise<TaskReply>;
}

/** Batches. Called for writes with the same `scopeOf` while others wait to be sent. */
export interface BatchCapability {
  readonly batching: BatchSession;
}

/** A change log. Called once for each resource that has a log, before live is read, and by `drift --who`. */
export interface ChangeLogCapability {
  readonly changes: ChangeLogReader;
}

/** Deploys or saves once after the last successful step. Called when all steps have ended. */
export interface ActivationCapability {
  readonly finishing: FinishSession;
}

/** Details of writes. Called before a write leaves, and by `plan --requests`. Sends nothing. */
export interface WriteDetailCapability {
  /** The version that this write is based on, such as an ETag: if it has changed, nothing is written. */
  guards(write: Write): string | undefined;
  /** All requests of a write that takes several; undefined: the one of `preview`. Pure. */
  previews(write: Write): readonly WireRequest[] | undefined;
  /**
   * The requests as approved by a review: they contain live values only where these are also `declared` or are removed,
   * and references instead of secrets. `declared`: in the fields of its kind; for a removal, what base declares. Pure.
   * Default: from `preview` of such a write.
   */
  reviewable(write: Write, declared: Json): readonly WireRequest[];
  /** What it has learned from answers, and these depend on: for a copy of the session that has no wire. */
  readonly learned: {
    /** What it knows after a request of this scope; undefined: nothing that matters there. */
    after(asked: { readonly scope: Scope; readonly collection?: string | undefined }): Json | undefined;
    /** Takes over what another session of the same target has learned. */
    take(known: Json): void;
  };
}

/** Rooms, if `MessagingCapability.cannotPost` allows messages. */
export interface PostCapability {
  /** Posts a text to the room of that name; refused if there is no such room. Called once per notification. */
  post(message: { readonly room: string; readonly text: string }, signal: AbortSignal): Promise<Reply>;
}

/** A connection that must be closed. */
export interface CloseCapability {
  /** Called once, when the project is closed. */
  close(signal: AbortSignal): Promise<void>;
}

/** Devices that serve their YANG modules. Called by `trueup yang fetch`. */
export interface ModuleSourceCapability {
  readonly modules: ModuleReader;
}
