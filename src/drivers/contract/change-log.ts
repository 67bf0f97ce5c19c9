/** The contract for sessions that read a product's change log, and the facts about the log's entries. */

import type { Scope } from "../../model/desired.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { LiveResource } from "../../model/live/snapshot.ts";
import type { Problem } from "../../model/problem.ts";
import type { Milliseconds } from "../../model/reply.ts";

/** Facts about a product's change log. Data. */
export interface ChangeFacts {
  /** The scope key of the resources that each have a log of their own. */
  readonly within: string;
  /** The kind of the resource that an entry is about. If the entry is about a child, this is the kind of the parent. */
  readonly of: string;
  /** The child kind that an entry may name. Absent: entries name no children. */
  readonly part?: string | undefined;
  /** True: entries about a part show its record after the change. */
  readonly shows?: boolean | undefined;
  /** Kinds whose every change is in the log. The log may lack changes of other kinds. */
  readonly tells: readonly string[];
  /**
   * Kinds of which the log is assumed to contain every change. They count only if the target's settings confirm the
   * assumption.
   */
  readonly assumes: readonly string[];
  readonly daysBack: number;
  readonly lateSeconds: number;
  /**
   * All facts, as JSON, that decide how the kinds in `tells` and `assumes` are read. If they change, the cache is
   * discarded.
   */
  readonly basis: () => string;
}

/** One entry of a log. */
export interface LoggedChange {
  /** The time of the change by the server's clock, in milliseconds since 1970. */
  readonly at: Milliseconds;
  readonly by: string;
  /** The interface that was used for the change: a page, or an API. Undefined: the entry does not say. */
  readonly through?: string | undefined;
  readonly label?: string | undefined;
  /** The live id of the resource concerned. Undefined: the change concerns no particular resource. */
  readonly of?: string | undefined;
  /** The live id of the child of `of` that was changed. Undefined: the entry names no child. */
  readonly part?: string | undefined;
  /** The changed record afterwards, or only its changed members; undefined: the entry does not show it. */
  readonly shows?: JsonObject | undefined;
}

/**
 * The reply to a read of a log: all of its entries, or the problem if some could not be read. `serverAt`: the server's
 * current time.
 */
export type ChangesReply =
  | { readonly state: "whole"; readonly changes: readonly LoggedChange[]; readonly serverAt?: Milliseconds }
  | { readonly state: "unknown"; readonly problem: Problem };

/**
 * Reads the entries of a scope's log since a moment (ISO 8601), with one attempt. If a page fails, the result is
 * unknown.
 */
export type ChangeLogReader = (
  of: { readonly scope: Scope; readonly since: string },
  signal: AbortSignal,
) => Promise<ChangesReply>;

/** A written resource as a change log showed it. */
export interface LoggedState {
  /** What the entries show: all fields, or only those that changed. */
  readonly shown: LiveResource;
  /** The entries about this resource, and all entries about the resources around it. */
  readonly own: readonly LoggedChange[];
  readonly around: readonly LoggedChange[];
  /** When the resource's write was sent, in milliseconds since 1970 by this machine's clock. */
  readonly leftAt: Milliseconds;
}

/** One resource that this run has written, as the log showed it afterwards. */
interface ShownResource {
  readonly kind: string;
  readonly identity: string;
  /** What the log showed: all fields, or only those that changed. */
  readonly shown: LiveResource;
  /** The declared value. */
  readonly declared: Json;
}

/** Resources of one collection whose writes the log has verified. */
export interface ShownByLog {
  readonly collection: string;
  readonly scope: Scope;
  readonly parentId: string;
  /** When the first of the writes was sent, if this run has created the parent. Absent: the parent existed before. */
  readonly madeAt?: Milliseconds | undefined;
  readonly resources: readonly ShownResource[];
  /** The log's entries that these states include. Any other entry is a later or a foreign change. */
  readonly entries: readonly LoggedChange[];
}

/** A trusted log, read during an apply. */
export interface ReadLog {
  readonly entries: readonly LoggedChange[];
  /** When it was requested, in milliseconds since 1970 by this machine's clock. */
  readonly at: Milliseconds;
  /** How far the server's clock is ahead of this machine's. */
  readonly ahead: Milliseconds;
}

/** A question for the log of a scope, before a write to a collection. */
export interface LogQuestion {
  readonly scope: Scope;
  readonly collection: string;
  /** How old an answer may be, and how late an entry. */
  readonly maxAgeMs: Milliseconds;
  readonly lateMs: Milliseconds;
  /** The ids of resources that this run has created: entries may concern them. */
  readonly made: ReadonlySet<string>;
}

/** Cached reads of one target that are unchanged according to its change log. */
export interface ChangedSince {
  /** Notes the states that the log has shown after this run's writes, so that the next plan need not read them. */
  noteShown(of: ShownByLog): void;
  /**
   * The log's entries since the plan began. Undefined if it does not cover the collection, or cannot be trusted: then
   * it is not asked again in this run.
   */
  entriesNow(of: LogQuestion, signal: AbortSignal): Promise<ReadLog | undefined>;
  /** Discards the states that were noted since the plan: the log has shown something wrong. */
  forgetShown(): void;
  /** Called when a plan begins: the log is read again. */
  begin(): void;
  /** Returns why the log is not trusted. Undefined: the log is trusted, or was not read. */
  distrusted(): string | undefined;
  /** True: this plan used the log before it turned out to be untrustworthy, so that everything must be read again. */
  mustReadAgain(): boolean;
  /** Stores the reads for the next run. Never rejects. */
  save(): Promise<void>;
}
