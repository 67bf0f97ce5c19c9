/** The port of a code host for commands in comments: the checks that precede a command, and its requests. */

import type { Json } from "../../model/json.ts";
import type { WireRequest } from "../../model/wire.ts";
import type { Hosting, Proposal } from "../code-host.ts";

/** The current state of a comment at the host. */
export interface AskedComment {
  readonly id: string;
  readonly body: string;
  readonly author: string;
  /** The author's id, as requests need it. */
  readonly authorId: string;
  readonly isBot: boolean;
  /** When the comment was written, ISO 8601. */
  readonly at: string;
  readonly isEdited: boolean;
}

/** The current state of a pull or merge request at the host. */
export interface AskedProposal extends Proposal {
  readonly state: "open" | "closed" | "merged";
  readonly isDraft: boolean;
}

/** The latest run that has planned a commit. */
export interface PlanRun {
  readonly id: string;
  readonly isUnderWay: boolean;
}

/** A precondition of a merge: the request that checks it, and the refusal in the reply. */
export interface MergeGuard {
  readonly request: WireRequest;
  /** The reason for a refusal; undefined if there is none. `unread`: the reply does not say. */
  readonly refusal: (
    status: number,
    body: Json | undefined,
  ) => { readonly why: string } | "unread" | undefined;
}

/** The merge that the author of a comment requests. */
export interface MergeWish {
  readonly into: string;
  readonly authorId: string;
  readonly level: number;
  readonly environments: readonly (string | undefined)[];
}

/** One code host, accessed for one pull request with one token. It sends nothing. */
export interface CommandHosting extends Hosting {
  readonly comment: (id: string) => WireRequest;
  /** The comment; undefined if it does not belong to this pull request. */
  readonly askedComment: (body: Json | undefined) => AskedComment | undefined;
  /** Shows people that the comment was read. */
  readonly acknowledge: (id: string) => WireRequest;
  readonly request: WireRequest;
  readonly askedProposal: (body: Json | undefined) => AskedProposal | undefined;
  readonly access: (comment: AskedComment) => WireRequest;
  /** The author's permission level: from 30 on, the author may write. If undefined, the reply does not say. */
  readonly level: (status: number, body: Json | undefined) => number | undefined;
  /** Requests the runs that have planned a commit. */
  readonly runs: (head: string) => WireRequest;
  /** The latest run; `none` if there is no run; undefined if the reply does not show it. */
  readonly newestRun: (body: Json | undefined, head: string) => PlanRun | "none" | undefined;
  /** Repeats the plan. The result is undefined if the host needs an earlier run for that, and there is none. */
  readonly again: (run: PlanRun | undefined) => WireRequest | undefined;
  /** Further preconditions of a merge. */
  readonly guards: (wish: MergeWish) => readonly MergeGuard[];
  /**
   * Requests that merge the pull request, if `head` is still its latest commit. Each request uses another way to merge.
   * If the repository does not allow a way (`isOtherWay`), the next request is sent.
   */
  readonly merges: (head: string) => readonly WireRequest[];
  readonly isOtherWay: (status: number, body: Json | undefined) => boolean;
  /** Starts the apply of the merged branch. If this member is undefined, the caller starts the apply. */
  readonly apply: ((approved: string, into: string) => WireRequest) | undefined;
}

/** The permission level from which an account may push. */
export const writeLevel = 30;

/** The host's message in a refusal; empty if there is none. */
export function messageIn(body: Json | undefined): string {
  const found = typeof body === "object" && body !== null && "message" in body ? body.message : undefined;
  return typeof found === "string" ? found.slice(0, 300) : "";
}
