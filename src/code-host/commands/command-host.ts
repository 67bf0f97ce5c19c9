/** The port of a code host for commands in comments: the checks before a command, and its requests. */

import type { Json } from "../../model/json.ts";
import type { WireRequest } from "../../model/wire.ts";
import type { Hosting, Proposal } from "../code-host.ts";

/** A comment as the host has it now. */
export interface AskedComment {
  readonly id: string;
  readonly body: string;
  readonly author: string;
  /** As requests name the author. */
  readonly authorId: string;
  readonly isBot: boolean;
  /** ISO 8601. */
  readonly at: string;
  readonly isEdited: boolean;
}

/** A pull or merge request as the host has it now. */
export interface AskedProposal extends Proposal {
  readonly state: "open" | "closed" | "merged";
  readonly isDraft: boolean;
}

/** The run that has planned a commit last. */
export interface PlanRun {
  readonly id: string;
  readonly isUnderWay: boolean;
}

/** A precondition of a merge: its request, and the refusal in its answer. */
export interface MergeGuard {
  readonly request: WireRequest;
  /** The reason for a refusal; undefined if there is none. `unread`: the answer does not tell. */
  readonly refusal: (
    status: number,
    body: Json | undefined,
  ) => { readonly why: string } | "unread" | undefined;
}

/** Who wants to merge what. */
export interface MergeWish {
  readonly into: string;
  readonly authorId: string;
  readonly level: number;
  readonly environments: readonly (string | undefined)[];
}

/** One host, spoken to for one pull request with one token. It sends nothing. */
export interface CommandHosting extends Hosting {
  readonly comment: (id: string) => WireRequest;
  /** Undefined: it is no comment of this pull request. */
  readonly askedComment: (body: Json | undefined) => AskedComment | undefined;
  /** Shows that the comment was read. */
  readonly acknowledge: (id: string) => WireRequest;
  readonly request: WireRequest;
  readonly askedProposal: (body: Json | undefined) => AskedProposal | undefined;
  readonly access: (comment: AskedComment) => WireRequest;
  /** 30 and more may write. Undefined: the answer does not say. */
  readonly level: (status: number, body: Json | undefined) => number | undefined;
  /** The runs that have planned a commit. */
  readonly runs: (head: string) => WireRequest;
  /** The newest; `none`; undefined if the answer does not show it. */
  readonly newestRun: (body: Json | undefined, head: string) => PlanRun | "none" | undefined;
  /** Plans again; undefined: it takes a run, and there is none. */
  readonly again: (run: PlanRun | undefined) => WireRequest | undefined;
  /** Further preconditions of a merge. */
  readonly guards: (wish: MergeWish) => readonly MergeGuard[];
  /** Merges, if this is the newest commit still. Several: the next one where this way of merging is switched off. */
  readonly merges: (head: string) => readonly WireRequest[];
  readonly isOtherWay: (status: number, body: Json | undefined) => boolean;
  /** Starts the apply of the merged branch; undefined: the caller starts it. */
  readonly apply: ((approved: string, into: string) => WireRequest) | undefined;
}

/** From this level on an account may push. */
export const writeLevel = 30;

/** The host's message about a refusal; empty if there is none. */
export function messageIn(body: Json | undefined): string {
  const found = typeof body === "object" && body !== null && "message" in body ? body.message : undefined;
  return typeof found === "string" ? found.slice(0, 300) : "";
}
