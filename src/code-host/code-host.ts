/** The port of a code host (GitHub, GitLab): requests that read and write comments or issues. */

import type { Json } from "../model/json.ts";
import type { WireRequest } from "../model/wire.ts";

/** A comment of a pull request. */
export interface Comment {
  readonly id: string;
  readonly body: string;
  /** The host's name for the account that wrote the comment. */
  readonly author: string;
  /** When the comment was last written, ISO 8601. If absent, the host does not say. */
  readonly updatedAt?: string | undefined;
}

/** One code host, accessed for one pull request with one token. Data and pure functions: it sends nothing. */
export interface Hosting {
  /** The host's name for people: `GitHub`. */
  readonly name: string;
  /** The host's name for the pull request: `pull request 7`. */
  readonly proposal: string;
  /** The maximum length of a comment, in characters. */
  readonly maxLength: number;
  /** The number of comments on one page. */
  readonly pageSize: number;
  /** Requests the account to which the token belongs. */
  readonly who: WireRequest;
  /** The account of the token, from the reply to `who`; undefined if the reply does not name it. */
  readonly account: (status: number, body: Json | undefined) => string | undefined;
  /** Requests one page of comments, oldest first. Pages count from 1; no link is ever followed. */
  readonly list: (page: number) => WireRequest;
  /** The comments of a page; undefined if the body is not a page of comments. */
  readonly comments: (body: Json | undefined) => readonly Comment[] | undefined;
  readonly create: (body: string) => WireRequest;
  readonly update: (id: string, body: string) => WireRequest;
  /** Deletes a duplicate of trueup's comment. There is a duplicate if two runs wrote at the same time. */
  readonly withdraw: (id: string) => WireRequest;
  /** The permission that the token may lack, as a sentence. */
  readonly needs: string;
}

/** An open pull or merge request. Its texts come from its author, and are untrusted. */
export interface Proposal {
  readonly number: number;
  /** The latest commit of the pull or merge request. */
  readonly head: string;
  /** The target branch of the pull or merge request. */
  readonly into: string;
  /**
   * True if the commits come from another repository, or from a service that gets no secrets. Then no credential may be
   * opened for them.
   */
  readonly isForeign: boolean;
}

/** A host that lists the open proposals of a repository. */
export interface ProposalHosting extends Pick<Hosting, "name" | "pageSize" | "needs"> {
  /** Requests one page of proposals, most recently changed first. */
  readonly list: (page: number) => WireRequest;
  /** The proposals of a page; undefined for an invalid body. Invalid items leave a gap. */
  readonly proposals: (body: Json | undefined) => readonly (Proposal | undefined)[] | undefined;
  /** The repository's ref for a proposal's latest commit. */
  readonly headRef: (number: number) => string;
}

/** A host, accessed for issues: the text takes the place of a comment, and the issue can be closed. */
export interface ClosingHosting extends Hosting {
  readonly close: (id: string) => WireRequest;
}

/** A pull or merge request to be opened. trueup writes its texts. */
export interface NewProposal {
  /** The branch with the commits, which is already in the repository. */
  readonly branch: string;
  /** The target branch. */
  readonly into: string;
  readonly title: string;
  /** The text, as Markdown. */
  readonly text: string;
}

/** An opened or existing pull or merge request. */
export interface OpenedProposal {
  readonly number: number;
  /** The web URL; absent if it is unknown. */
  readonly url?: string | undefined;
}

/** A host at which pull or merge requests are opened. */
export interface ProposingHosting extends Pick<Hosting, "name" | "needs"> {
  /** The host's name for a pull or merge request. */
  readonly proposal: string;
  readonly open: (proposal: NewProposal) => WireRequest;
  /** Requests the open pull or merge requests of these branches. */
  readonly find: (proposal: Pick<NewProposal, "branch" | "into">) => WireRequest;
  /** The pull or merge requests in the reply to `find`; undefined if the body has another form. */
  readonly found: (body: Json | undefined) => readonly OpenedProposal[] | undefined;
  /** The pull or merge request in the reply to `open`; undefined if the reply shows none. */
  readonly opened: (body: Json | undefined) => OpenedProposal | undefined;
}
