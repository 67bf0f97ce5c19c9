/** The contract for sessions that read a product's change log, and the facts about the log's entries. */

import type { Scope } from "../../model/desired.ts";
import type { JsonObject } from "../../model/json.ts";
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
  /** The part's record after the change, or only the changed members. Undefined: the entry does not show the record. */
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

/** Cached reads of one target that are unchanged according to its change log. */
export interface ChangedSince {
  /** Called when a plan begins: the log is read again. */
  begin(): void;
  /** Returns why the log is not trusted. Undefined: the log is trusted, or was not read. */
  distrusted(): string | undefined;
  /** True: this plan used the log before it turned out to be untrustworthy, so that everything must be read again. */
  mustReadAgain(): boolean;
  /** Stores the reads for the next run. Never rejects. */
  save(): Promise<void>;
}
