/** What sessions owe that read a product's change log, and what is known of what it tells. */

import type { Scope } from "../../model/desired.ts";
import type { Problem } from "../../model/problem.ts";
import type { Milliseconds } from "../../model/reply.ts";

/** What is known of a product's change log. Data. */
export interface ChangeFacts {
  /** The word of a scope whose resources have a log each. */
  readonly within: string;
  /** The kind that an entry is about, or about something in it. */
  readonly of: string;
  /** A kind in that, of which an entry may name one. */
  readonly part?: string | undefined;
  /** Kinds of which each change is in it. All others are unknown. */
  readonly tells: readonly string[];
  /** Kinds of which that is assumed: they count where a target says so. */
  readonly assumes: readonly string[];
  readonly daysBack: number;
  readonly lateSeconds: number;
  /** What reads of those kinds are understood by: as JSON. Where it is another, nothing that was kept counts. */
  readonly basis: () => string;
}

/** One change that a log tells. Values are not in it. */
export interface LoggedChange {
  /** By the server's clock, since 1970. */
  readonly at: Milliseconds;
  readonly by: string;
  /** A page, or an API. */
  readonly through?: string | undefined;
  readonly label?: string | undefined;
  /** The own live id of what it is about; undefined: of no one thing of that kind. */
  readonly of?: string | undefined;
  /** The own live id of a part of that. */
  readonly part?: string | undefined;
}

/** What a log has, all of it, or nothing. `serverAt`: what the server said that the time is. */
export type ChangesReply =
  | { readonly state: "whole"; readonly changes: readonly LoggedChange[]; readonly serverAt?: Milliseconds }
  | { readonly state: "unknown"; readonly problem: Problem };

/** Reads the log of what a scope names, from a moment on (ISO 8601). Once; a page that fails makes it unknown. */
export type ChangeLogReader = (
  of: { readonly scope: Scope; readonly since: string },
  signal: AbortSignal,
) => Promise<ChangesReply>;

/** What was read earlier of one target, and is unchanged by its change log. */
export interface ChangedSince {
  /** A plan begins: its log is asked anew. */
  begin(): void;
  /** Why the log is not believed; undefined: it is, or was not asked. */
  distrusted(): string | undefined;
  /** True: it was believed in this plan before that was known, so that all must be read again. */
  mustReadAgain(): boolean;
  /** Keeps what was read, for the next run. Never rejects. */
  save(): Promise<void>;
}
