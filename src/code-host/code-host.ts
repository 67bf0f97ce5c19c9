/** The port of a code host (GitHub, GitLab): requests that read and write comments or issues. */

import type { Json } from "../model/json.ts";
import type { WireRequest } from "../model/wire.ts";

/** A comment of a pull request. */
export interface Comment {
  readonly id: string;
  readonly body: string;
  /** The account that wrote it, as the host names it. */
  readonly author: string;
  /** ISO 8601: when it was written last. Absent: the host does not say. */
  readonly updatedAt?: string | undefined;
}

/** One host, spoken to for one pull request with one token. Data and total functions: it sends nothing. */
export interface Hosting {
  /** For people: `GitHub`. */
  readonly name: string;
  /** The host's name for the pull request: `pull request 7`. */
  readonly proposal: string;
  /** How long a comment may be, in characters. */
  readonly maxLength: number;
  /** Comments on one page. */
  readonly pageSize: number;
  /** Asks whose the token is. */
  readonly who: WireRequest;
  /** The account of the token, from the answer to `who`; undefined when it does not say. */
  readonly account: (status: number, body: Json | undefined) => string | undefined;
  /** One page of comments, oldest first. Pages count from 1; no link is ever followed. */
  readonly list: (page: number) => WireRequest;
  /** The comments of a page; undefined when the body is none. */
  readonly comments: (body: Json | undefined) => readonly Comment[] | undefined;
  readonly create: (body: string) => WireRequest;
  readonly update: (id: string, body: string) => WireRequest;
  /** Takes one of ours away that is one too many: two who wrote at once have each made one. */
  readonly withdraw: (id: string) => WireRequest;
  /** A permission that the token may lack: one sentence. */
  readonly needs: string;
}

/** An open pull or merge request. Its texts come from whoever made it. */
export interface Proposal {
  readonly number: number;
  /** Its newest commit. */
  readonly head: string;
  /** Its target branch. */
  readonly into: string;
  /**
   * True: its commits come from another repository, or from a service that gets no secrets, so that no credential may
   * be opened for them.
   */
  readonly isForeign: boolean;
}

/** A host that lists the open proposals of a repository. */
export interface ProposalHosting extends Pick<Hosting, "name" | "pageSize" | "needs"> {
  /** One page of them, what changed last first. */
  readonly list: (page: number) => WireRequest;
  /** The proposals of a page; undefined for an invalid body. Invalid items leave a gap. */
  readonly proposals: (body: Json | undefined) => readonly (Proposal | undefined)[] | undefined;
  /** The ref that the repository has of a proposal's newest commit. */
  readonly headRef: (number: number) => string;
}

/** A host, spoken to for issues: the text of one is the comment, and it can be closed. */
export interface ClosingHosting extends Hosting {
  readonly close: (id: string) => WireRequest;
}

/** A pull or merge request that is to be opened. Its texts are ours. */
export interface NewProposal {
  /** The branch that has the commits; the repository has it already. */
  readonly branch: string;
  /** Its target branch. */
  readonly into: string;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

/** An existing one. */
export interface OpenedProposal {
  readonly number: number;
  /** Its web URL. Absent: unknown. */
  readonly url?: string | undefined;
}

/** A host that pull or merge requests are opened at. */
export interface ProposingHosting extends Pick<Hosting, "name" | "needs"> {
  /** The host's name for it. */
  readonly proposal: string;
  readonly open: (proposal: NewProposal) => WireRequest;
  /** Asks for the open ones of these branches. */
  readonly find: (proposal: Pick<NewProposal, "branch" | "into">) => WireRequest;
  /** The answer to `find`; undefined when the body is none. */
  readonly found: (body: Json | undefined) => readonly OpenedProposal[] | undefined;
  /** The answer to `open`. */
  readonly opened: (body: Json | undefined) => OpenedProposal | undefined;
}
