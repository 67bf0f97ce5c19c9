/** The contract for sessions that read a product's change log, and what is known about its entries. */

import type { Scope } from "../../model/desired.ts";
import type { Problem } from "../../model/problem.ts";
import type { Milliseconds } from "../../model/reply.ts";

/** Facts about a product's change log. Data. */
export interface ChangeFacts {
  /** The scope key whose resources have a log each. */
  readonly within: string;
  /** The kind that an entry is about, or whose child it is about. */
  readonly of: string;
  /** A child kind that an entry may name. */
  readonly part?: string | undefined;
  /** Kinds whose every change is in the log. Others may be missing. */
  readonly tells: readonly string[];
  /** Kinds for which that is assumed; they count only if a target says so. */
  readonly assumes: readonly string[];
  readonly daysBack: number;
  readonly lateSeconds: number;
  /** What reads of those kinds depend on, as JSON. If it changes, the cache is discarded. */
  readonly basis: () => string;
}

/** One entry of a log. It contains no values. */
export interface LoggedChange {
  /** By the server's clock, since 1970. */
  readonly at: Milliseconds;
  readonly by: string;
  /** A page, or an API. */
  readonly through?: string | undefined;
  readonly label?: string | undefined;
  /** The live id of the resource concerned; undefined: none in particular. */
  readonly of?: string | undefined;
  /** The live id of a part of it. */
  readonly part?: string | undefined;
}

/** All entries of a log, or none. `serverAt`: the server's current time. */
export type ChangesReply =
  | { readonly state: "whole"; readonly changes: readonly LoggedChange[]; readonly serverAt?: Milliseconds }
  | { readonly state: "unknown"; readonly problem: Problem };

/** Reads the log of a scope since a moment (ISO 8601). Once; if a page fails, it is unknown. */
export type ChangeLogReader = (
  of: { readonly scope: Scope; readonly since: string },
  signal: AbortSignal,
) => Promise<ChangesReply>;

/** Cached reads of one target that are unchanged according to its change log. */
export interface ChangedSince {
  /** A plan begins: its log is read again. */
  begin(): void;
  /** Why the log is not trusted; undefined: it is, or was not read. */
  distrusted(): string | undefined;
  /** True: this plan used it before that became known, so that everything must be read again. */
  mustReadAgain(): boolean;
  /** Stores the reads for the next run. Never rejects. */
  save(): Promise<void>;
}
