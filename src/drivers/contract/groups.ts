/** What drivers, dialects, kinds and sessions may have besides what each has, and when each is called. */

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
  /** Lists of sites and devices whose records tell of health. */
  readonly health: {
    readonly sites: { readonly request: ReadRequest; of(item: Item): SiteHealth };
    readonly devices: { readonly request: ReadRequest; of(item: Item): DeviceStatus };
  };
  /** What a device reports of itself: a read for each report; all of them, where its record does not say which. */
  reports(device: Item): readonly ReadRequest[];
}

/** Rooms that messages can be posted to. Called when the project file names one. */
export interface MessagingCapability<D> {
  /** What to do before messages can be posted in a dialect; undefined: they can. */
  cannotPost(dialect: D): string | undefined;
}

/** People log in to a target. Called by `trueup login`. */
export interface LoginCapability<D> {
  /** Where they do, for a target of this URL. */
  authorization(url: string, dialect: D): Authorization;
}

/** An interface that is not HTTP. Called once for each target, when the project is opened. */
export interface ConversationCapability<D> {
  /** Its wire, made of conversations of another kind. */
  converse(on: { readonly target: string; readonly dialect: D; readonly channels: Channels }): OpenWire;
}

/** Reads besides those of collections, and other ways to them. Read while live is observed. */
export interface LookupCapability {
  /** A read that succeeds whenever the target works, for absences that rest on an item's 404. */
  readonly probe: ReadRequest;
  /** Reads that list all of a kind where its own collection lists none. For import: absences never rest on them. */
  readonly discover: readonly { readonly kind: string; readonly request: ReadRequest }[];
  /** True when its servers may send requests on to the target's `hosts`. */
  readonly sharded: boolean;
  /** The interface that shows the same kinds of the same devices, so that they can be read through it. */
  readonly readVia: InterfaceName;
}

/** Dialects that are catalogs. Read when the project file is checked, and for the schemas of editors. */
export interface CatalogCapability {
  /** Their names, which a list of all dialects leaves out. */
  readonly products: readonly string[];
  /** Where targets name a folder instead of a dialect: by folder the product; undefined: it has a fault. */
  readonly ownCatalogs: Readonly<Record<string, string | undefined>>;
}

/** Checks and counts over several resources or requests of a target, that no kind can make alone. */
export interface TargetCheckCapability<D> {
  /** Two declarations of one path, say. Called once for each target, with all that is declared for it. */
  check(resources: readonly Resource[], dialect: D, hint?: NameHint): readonly DriverProblem[];
  /** How many requests a write takes, one after the other. Called when a plan is costed. Default 1. */
  requestsOf(change: SentChange, dialect: D): number;
  /** What an update takes out and makes again. Called when a plan is made. */
  remade(change: SentChange, dialect: D): readonly Remade[];
}

/**
 * Targets that bring types of their own: the YANG modules of their devices, and mappings of sections to them. Called
 * while desired state is loaded; `movedPlaces` before sides are compared, `references` for the order of steps.
 */
export interface DeviceModelCapability<D> {
  /** The dialect, knowing a folder of modules (`settings.yang`). Called when the project's drivers are put together. */
  withSchema(dialect: D, schema: SchemaSource): D;
  /** A declared resource in the one spelling that these types give it, with its lists by their keys. */
  modelled(resource: Resource, dialect: D): Resource;
  /** What is declared at places whose values live are hidden, as these types or their names say. */
  declaredSecrets(resource: Resource, dialect: D): readonly DeclaredSecret[];
  /** The resources that what is declared stands for, where that is several: entries of a list. Undefined: it is one. */
  partsOf(resource: Resource, dialect: D, keys: DeclaredKeys): ResourceParts | undefined;
  /** What is wrong with the keys of lists that people declare, by pointers into these. */
  keyProblems(keys: DeclaredKeys, dialect: D, hint: NameHint): readonly KindProblem[];
  /** What base and desired declare of the same places by different resources: that is a move, and not a removal. */
  movedPlaces(sides: DeclaredSides, dialect: D): MovedPlaces;
  /** `KindWriteFacts.mayDiffer`, of a resource, by the types that its target brings. Undefined: as the kind says. */
  mayDiffer(resource: Resource, place: readonly string[], dialect: D): boolean | undefined;
  /** What live loses besides, by the types that its target brings. Undefined: nothing, or nothing tells. */
  displaced(resource: Resource, live: LiveResource, dialect: D): Displacement | undefined;
  /** False where a dialect has no types that tell of it. */
  seesDisplaced(dialect: D): boolean;
  /** References by value: leafrefs of modules, names of a mapping. Undefined: nothing of this target tells of any. */
  references(resource: Resource, dialect: D): ResourceReferences | undefined;
  /** What editors complete its files by, as far as what is declared makes use of; undefined: it brings no types. */
  editorForms(resources: readonly Resource[], dialect: D): EditorForms | undefined;
  /** True: sections of its devices may come of a mapping (`settings.mapping`). */
  readonly takesMappings: true;
  /** The names of the mappings that there are. */
  readonly mappings: readonly string[];
}

/** What its writes take and replace. Read when a plan is made and costed. */
export interface DialectWriteFacts {
  /** Writes that put, or take away, more than is declared, by kind: see `plan/beyond-write.ts`. */
  readonly replaces: Readonly<Record<string, ReplacingFact>>;
  /** How many requests one takes at most. Default 1. */
  readonly requestsPerWrite: number;
  /** Writes that may go in one request with others: by kind, and by the word of a scope that they must share. */
  readonly batches: BatchFacts;
  /** Writes that become tasks, which are asked for, by kind. */
  readonly tasks: Readonly<Record<string, readonly Operation[]>>;
  /** Writes that are answered with what is stored, by kind: the answer verifies them. */
  readonly stored: Readonly<Record<string, readonly Operation[]>>;
}

/** What a change log tells. Read before live is observed, where a target says `changedSince`. */
export interface ChangeLogFacts {
  readonly changes: ChangeFacts;
}

/** What is done once after the last success of an apply. Read when a plan is costed, and when an apply ends. */
export interface ActivationFacts {
  readonly finishing: FinishFacts;
}

/** What people are shown, or asked. Read by guards and by the text of a plan. */
export interface NoticeFacts {
  /** Things, of any kind, by whose change users could lock themselves out. */
  readonly waysIn: readonly WayIn[];
  /** Why an operation is `none`, and what to do instead: kind → operation → half a sentence for plans. */
  readonly reasons: Readonly<Record<string, Readonly<Partial<Record<"read" | Operation, string>>>>>;
  /** Kinds of which everything live is to be declared: what is not is reported as unexpected. */
  readonly complete: readonly string[];
  /** A sentence: what of the product no kind has, so that an import does not look at it. */
  readonly unread: string;
}

/** How it stands in files. Read when a file is loaded, and when an import writes one. */
export interface DeclarationFacts {
  /** True: it is read and matched, never written. */
  readonly observed: boolean;
  /** True: an import writes all of them into one file, called like the section. Else each gets its own. */
  readonly gathered: boolean;
}

/** Keys that are not free, and checks that need more than one field. Called once for each entry that is loaded. */
export interface ValidationCapability {
  /** What a key must look like. Absent: any text of 1 to 255 characters. */
  readonly keys: z.ZodType<string>;
  /** Words that they begin with: what a mistyped one was meant to be is found among these. */
  readonly keyNames: readonly string[];
  /** The own key of what has this identity: undoes `identity`. Called by imports. Absent: any key will do. */
  keyOf(of: { readonly identity: string; readonly scope: Scope }): string;
  /** Called after the schema has accepted the value. Messages have pointers relative to the value. */
  check(of: { readonly key: string; readonly value: Json; readonly scope: Scope }): readonly KindProblem[];
}

/** An identity that rests on other resources. Called while live is matched, and when steps are ordered. */
export interface DependenceCapability {
  /** Fields of its identity that name other resources (`refersTo`): a live identity has their ids. */
  readonly identifiedBy: readonly Pointer[];
  /**
   * The field that names what it stands below (`refersTo`), where names are unique there alone. A live identity is the
   * path of names from the outermost on, `Kind.identity` its last name: see `model/names/hierarchy.ts`.
   */
  readonly below: Pointer;
  /** Identities of other kinds on the same target that must exist before it: a managed object's ancestors. */
  prerequisites(of: Pick<Resource, "identity" | "scope">): readonly string[];
  /** Identities of its parents that its create makes where they are missing, the outermost first. */
  madeAlong(of: Pick<Resource, "identity" | "scope">): readonly string[];
}

/** How it is written. Read when a plan is made and costed, and before a step's first request. */
export interface KindWriteFacts {
  /** Same text: never written at the same time. `["host"]`: one at a time per device. No word of its scope: itself. */
  readonly exclusive: readonly string[];
  /** True: an exclusive write sends the value as it is, so that a field is unset by leaving it out. */
  readonly sentWhole: boolean;
  /** Lists that are declared whole and in order, whose elements a product keeps one by one. */
  readonly ordered: readonly Pointer[];
  /** Lists that keep what nobody declares, so that an element may be left out alone. Read by an import. */
  readonly keepsElements: readonly Pointer[];
  /** How many requests it takes to make the live value the desired one, where it has such lists. */
  requestsBetween(live: Json | undefined, desired: Json): number;
  /** What such an update takes out and makes again, since its product moves nothing. In the order of desired. */
  remade(live: LiveResource, desired: Json): readonly Remade[];
  /** True: a create puts it where its path says, so that one which arrives twice makes one thing. */
  readonly createdByPath: true;
  /**
   * Whether its server may keep in another form what stands at a place, by the names and positions that lead there: a
   * plain text or number that decides nothing. Absent: nowhere.
   */
  mayDiffer(place: readonly string[]): boolean;
}

/**
 * What a product makes of values by itself. Read when declared and live differ; called when a removal is verified, and
 * when an import writes a value.
 */
export interface FilledInCapability {
  /** How spellings of one meaning compare, of canonical values. Absent: as they are. */
  readonly alikeForm: AlikeForm;
  /** The form in which identities that mean one thing are equal. Called while live is matched. Absent: as they are. */
  nameForm(identity: string): string;
  /** Values that the product alone shows, by field: what has one since a plan was made, nobody has changed. */
  readonly ownStates: ReadonlyMap<Pointer, readonly Json[]>;
  /** Whether a live value is what a removal leaves of what always exists. Absent: nothing is left. */
  isSetBack(value: Json): boolean;
  /** A live value without what the product fills in anyway, where that is known: for imports. */
  withoutDefaults(value: Json): Json;
}

/** Writes that may be answered `pending`. */
export interface TaskCapability {
  /** Asks once for the outcome of a task of this run or an earlier one. Called until the task has ended. */
  askTask(task: Task, signal: AbortSignal): Promise<TaskReply>;
}

/** Several writes in one request. Called for writes whose `scopeOf` is the same while others wait to leave. */
export interface BatchCapability {
  readonly batching: BatchSession;
}

/** A change log. Called once for each thing that has a log, before live is read, and by `drift --who`. */
export interface ChangeLogCapability {
  readonly changes: ChangeLogReader;
}

/** Deploys or saves once after the last success of an apply. Called when all steps have ended. */
export interface ActivationCapability {
  readonly finishing: FinishSession;
}

/** What writes are in detail. Called before a write leaves, and by `plan --requests`. Sends nothing. */
export interface WriteDetailCapability {
  /** The state that this write is made for, such as an ETag: once it has changed, nothing is written. */
  guards(write: Write): string | undefined;
  /** All requests that a write would send, where it takes several; undefined: the one of `preview`. Pure. */
  previews(write: Write): readonly WireRequest[] | undefined;
  /**
   * The same as a review binds them: made of no more of what is live than is `declared` too, or goes, with secrets that
   * say their references. `declared`: in the words of its kind; of a removal what base declares. Pure. Default: made of
   * what `preview` makes of such a write.
   */
  reviewable(write: Write, declared: Json): readonly WireRequest[];
}

/** Rooms, where `MessagingCapability.cannotPost` lets messages through. */
export interface PostCapability {
  /** Posts a text to the room of that name; refused when there is no such room. Called once for each notification. */
  post(message: { readonly room: string; readonly text: string }, signal: AbortSignal): Promise<Reply>;
}

/** A conversation that has to be ended. */
export interface CloseCapability {
  /** Called once, when the project is closed. */
  close(signal: AbortSignal): Promise<void>;
}

/** Devices that give out their YANG modules. Called by `trueup yang fetch`. */
export interface ModuleSourceCapability {
  readonly modules: ModuleReader;
}
