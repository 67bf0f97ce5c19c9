/**
 * What some sessions, drivers, dialects and kinds can besides what all of them owe: each capability is an interface of
 * one or two members, and drivers without it leave those out. `contract.ts` says who may have which.
 */

import type { z } from "zod";
import type { Channels } from "../../model/channel.ts";
import type { ReadRequest } from "../../model/collection.ts";
import type { Resource, Scope } from "../../model/desired.ts";
import type { DeviceStatus, SiteHealth } from "../../model/health.ts";
import type { Json } from "../../model/json.ts";
import type { Authorization } from "../../model/login.ts";
import type { WayIn } from "../../model/place.ts";
import type { Operation } from "../../model/plan.ts";
import type { Pointer } from "../../model/pointer.ts";
import type { DriverProblem, KindProblem } from "../../model/problem.ts";
import type { InterfaceName } from "../../model/project.ts";
import type { Reply, Task, TaskReply } from "../../model/reply.ts";
import type { Item } from "../../model/snapshot.ts";
import type { OpenWire, WireRequest } from "../../model/wire.ts";
import type { FinishFacts, FinishSession } from "./activation.ts";
import type { BatchFacts, BatchSession } from "./batch-session.ts";
import type { ChangeFacts, ChangeLogReader } from "./change-log.ts";
import type { NameHint, ReplacingFact } from "./target-model.ts";
import type { Write } from "./write.ts";

/** A capability that need not be there. */
export type Optional<T> = { readonly [Member in keyof T]?: T[Member] | undefined };

// Sessions

/** Writes that may be answered `pending`. */
export interface TaskCapability {
  /** Asks once for the outcome of a task of this run or an earlier one. */
  askTask(task: Task, signal: AbortSignal): Promise<TaskReply>;
}

/** Several writes in one request. */
export interface BatchCapability {
  readonly batching: BatchSession;
}

/** A change log. */
export interface ChangeLogCapability {
  readonly changes: ChangeLogReader;
}

/** What a change log tells. */
export interface ChangeLogFacts {
  readonly changes: ChangeFacts;
}

/** Something that is done once after the last success of an apply: changes deployed, a configuration saved. */
export interface FinishCapability {
  readonly finishing: FinishSession;
}

/** What planning must know of that. */
export interface FinishingFacts {
  readonly finishing: FinishFacts;
}

/** Writes that do nothing once what they are about has changed: by `If-Match`, or read again under a lock. */
export interface GuardCapability {
  /** The state that this write is made for, such as an ETag. Undefined: it is none of them. Sends nothing. */
  guards(write: Write): string | undefined;
}

/** Writes that take several requests, one after the other. */
export interface SeveralRequestsCapability {
  /** All requests that a write would send, without sending them; undefined: the one of `preview`. Pure. */
  previews(write: Write): readonly WireRequest[] | undefined;
}

/** Rooms, where `RoomCapability.cannotPost` lets messages through. */
export interface PostCapability {
  /** Posts a text to the room of that name; refused when there is no such room. */
  post(message: { readonly room: string; readonly text: string }, signal: AbortSignal): Promise<Reply>;
}

/** A conversation that has to be ended. */
export interface CloseCapability {
  close(signal: AbortSignal): Promise<void>;
}

// Drivers

/** Lists of sites and devices whose records tell of health. Pure. */
export interface HealthCapability {
  readonly health: {
    readonly sites: { readonly request: ReadRequest; of(item: Item): SiteHealth };
    readonly devices: { readonly request: ReadRequest; of(item: Item): DeviceStatus };
  };
}

/** What devices report of themselves. */
export interface ReportCapability {
  /** One read for each report; all there are, where the device's record does not say which. */
  reports(device: Item): readonly ReadRequest[];
}

/** Rooms that messages can be posted to. */
export interface RoomCapability<D> {
  /** What to do before messages can be posted in a dialect; undefined: they can. */
  cannotPost(dialect: D): string | undefined;
}

/** People log in to a target (`trueup login`). */
export interface LoginCapability<D> {
  /** Where they do, for a target of this URL. */
  authorization(url: string, dialect: D): Authorization;
}

/** An interface that is not HTTP. */
export interface ConversationCapability<D> {
  /** Its wire, made of conversations of another kind. */
  converse(on: { readonly target: string; readonly dialect: D; readonly channels: Channels }): OpenWire;
}

/** Reads besides those of collections. */
export interface LookupCapability {
  /** A read that succeeds whenever the target works, for absences that rest on an item's 404. */
  readonly probe: ReadRequest;
  /** Reads that list all of a kind where its own collection lists none. For import: absences never rest on them. */
  readonly discover: readonly { readonly kind: string; readonly request: ReadRequest }[];
}

/** Other ways to the same things. */
export interface RouteCapability {
  /** True when its servers may send requests on to the target's `hosts`. */
  readonly sharded: boolean;
  /** The interface that shows the same kinds of the same devices, so that they can be read through it. */
  readonly readVia: InterfaceName;
}

/** Dialects that are catalogs. */
export interface CatalogCapability {
  /** Their names, which a list of all dialects leaves out. */
  readonly products: readonly string[];
}

/** An interface whose targets name the folder of a catalog in the place of a dialect. */
export interface OwnCatalogCapability {
  /** By folder the product; undefined: the catalog there has a fault. */
  readonly ownCatalogs: Readonly<Record<string, string | undefined>>;
}

/** Checks over all declared resources of one target that no kind can make alone: two declarations of one path. */
export interface TargetCheckCapability<D> {
  check(resources: readonly Resource[], dialect: D, hint?: NameHint): readonly DriverProblem[];
}

// Dialects: data

/** Writes that put, or take away, more than is declared. */
export interface ReplacingFacts {
  /** By kind, which writes: see `plan/replacing.ts`. */
  readonly replaces: Readonly<Record<string, ReplacingFact>>;
}

/** What a write takes besides itself. */
export interface CostFacts {
  /** How many requests one takes at most. Default 1. */
  readonly requestsPerWrite: number;
  /** Writes that may go in one request with others: by kind, and by the word of a scope that they must share. */
  readonly batches: BatchFacts;
}

/** What the answers to writes are, by kind. */
export interface AnswerFacts {
  /** Writes that become tasks, which are asked for. */
  readonly tasks: Readonly<Record<string, readonly Operation[]>>;
  /** Writes that are answered with what is stored. */
  readonly stored: Readonly<Record<string, readonly Operation[]>>;
}

/** What people are told, or asked. */
export interface NoticeFacts {
  /** Things, of any kind, by whose change users could lock themselves out. */
  readonly waysIn: readonly WayIn[];
  /** Why an operation is `none`, and what to do instead: kind → operation → half a sentence for plans. */
  readonly reasons: Readonly<Record<string, Readonly<Partial<Record<"read" | Operation, string>>>>>;
}

/** Kinds of which everything live is to be declared: what is not is reported as unexpected. */
export interface CompleteFacts {
  readonly complete: readonly string[];
}

// Kinds: data and pure functions

/** Keys that are not free. */
export interface KeyCapability {
  /** What a key must look like. Absent: any text of 1 to 255 characters. */
  readonly keys: z.ZodType<string>;
  /** Words that they begin with: what a mistyped one was meant to be is found among these. */
  readonly keyNames: readonly string[];
  /** The own key of what has this identity: undoes `identity`. Absent: any key will do. */
  keyOf(of: { readonly identity: string; readonly scope: Scope }): string;
}

/** An identity that rests on other resources. */
export interface DependenceCapability {
  /** Fields of its identity that name other resources (`refersTo`): a live identity has their ids. */
  readonly identifiedBy: readonly Pointer[];
  /** Identities of other kinds on the same target that must exist before it: a managed object's ancestors. */
  prerequisites(of: Pick<Resource, "identity" | "scope">): readonly string[];
}

/** How it stands in files. */
export interface DeclarationFacts {
  /** True: it is read and matched, never written. */
  readonly observed: boolean;
  /** True: an import writes all of them into one file, called like the section. Else each gets its own. */
  readonly gathered: boolean;
}

/** How it is written. */
export interface WriteFacts {
  /** Same text: never written at the same time. `["host"]`: one at a time per device. No word of its scope: itself. */
  readonly exclusive: readonly string[];
  /** True: an exclusive write sends the value as it is, so that a field is unset by leaving it out. */
  readonly sentWhole: boolean;
}

/** Lists that are declared whole and in order, whose elements a product keeps one by one. */
export interface OrderedListFacts {
  readonly ordered: readonly Pointer[];
  /** How many requests it takes to make the live value the desired one. */
  requestsBetween(live: Json | undefined, desired: Json): number;
}

/** A create that puts it where its path says, so that one which arrives twice makes one thing. */
export interface PathCreateFacts {
  readonly createdByPath: true;
}

/** What a product has there by itself. */
export interface FilledInCapability {
  /** Whether a live value is what a removal leaves of what always exists. Absent: nothing is left. */
  isSetBack(value: Json): boolean;
  /** A live value without what the product fills in anyway, where that is known: for imports. */
  withoutDefaults(value: Json): Json;
}

/** Checks that need more than one field. */
export interface FieldCheckCapability {
  /** Messages have pointers relative to the value. */
  check(of: { readonly key: string; readonly value: Json; readonly scope: Scope }): readonly KindProblem[];
}
