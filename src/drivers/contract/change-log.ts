/** The contract for sessions that read a product's change log, and the facts about the log's entries. */

import type { Scope } from "../../model/desired.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { LiveResource } from "../../model/live/snapshot.ts";
import type { Problem } from "../../model/problem.ts";
import type { Milliseconds } from "../../model/reply.ts";

/** Facts about a product's change log. Data. */
export interface ChangeFacts {
  /** A scope key. The product keeps a separate log for each of its values. */
  readonly within: string;
  /** The kind of the resource that an entry is about. If the entry is about a child, this is the kind of the parent. */
  readonly of: string;
  /** The child kind that an entry may name. Absent: entries name no children. */
  readonly part?: string | undefined;
  /** True: an entry about a child shows the child's record after the change. */
  readonly shows?: boolean | undefined;
  /** Kinds whose every change is in the log. The log may lack changes of other kinds. */
  readonly tells: readonly string[];
  /**
   * Kinds whose every change is assumed to be in the log. The assumption holds only if the target's settings confirm
   * it.
   */
  readonly assumes: readonly string[];
  readonly daysBack: number;
  readonly lateSeconds: number;
  /**
   * Returns, as JSON, all facts that decide how the kinds in `tells` and `assumes` are read. The cache is discarded if
   * this text changes.
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
  /** The changed record after the change, or only its changed members. Undefined: the entry shows neither. */
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
 * Reads the entries of a scope's log after the time `since` (ISO 8601), with one attempt. If a page fails, the result
 * is unknown.
 */
export type ChangeLogReader = (
  of: { readonly scope: Scope; readonly since: string },
  signal: AbortSignal,
) => Promise<ChangesReply>;

/** A written resource as a change log showed it. */
export interface LoggedState {
  /** What the entries show: all fields, or only those that changed. */
  readonly shown: LiveResource;
  /** The entries about this resource. */
  readonly own: readonly LoggedChange[];
  /** All entries about the surrounding resources. */
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
  /**
   * The entries of the log whose effects are part of these states. Any other entry is a later change, or a change by
   * somebody else.
   */
  readonly entries: readonly LoggedChange[];
}

/** A trusted log, read during an apply. */
export interface ReadLog {
  readonly entries: readonly LoggedChange[];
  /** When the log was requested, in milliseconds since 1970 by this machine's clock. */
  readonly at: Milliseconds;
  /** How far the server's clock is ahead of this machine's. */
  readonly ahead: Milliseconds;
}

/** A question for the log of a scope, before a write to a collection. */
export interface LogQuestion {
  readonly scope: Scope;
  readonly collection: string;
  /** The maximum age of an answer that is reused. */
  readonly maxAgeMs: Milliseconds;
  /** The maximum time until a change appears in the log. */
  readonly lateMs: Milliseconds;
  /** The ids of resources that this run has created. The log may contain entries about them. */
  readonly made: ReadonlySet<string>;
}

/** Cached reads of one target that are unchanged according to its change log. */
export interface ChangedSince {
  /** Notes the states that the log has shown after this run's writes. The next plan then need not read them. */
  noteShown(of: ShownByLog): void;
  /**
   * Returns the log's entries since the plan began. Undefined: the log does not cover the collection, or cannot be
   * trusted. An untrusted log is not read again in this run.
   */
  entriesNow(of: LogQuestion, signal: AbortSignal): Promise<ReadLog | undefined>;
  /** Discards the states noted since the plan, because the log has turned out to be wrong. */
  forgetShown(): void;
  /** Called when a plan begins: the log is read again. */
  begin(): void;
  /** Returns why the log is not trusted. Undefined: the log is trusted, or was not read. */
  distrusted(): string | undefined;
  /** True: the log has turned out to be untrustworthy after this plan used it. Everything must be read again. */
  mustReadAgain(): boolean;
  /** Stores the reads for the next run. Never rejects. */
  save(): Promise<void>;
}
