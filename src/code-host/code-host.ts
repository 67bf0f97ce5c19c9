/** The port of a code host (GitHub, GitLab): requests that read and write comments or issues. */

import type { Json } from "../model/json.ts";
import type { WireRequest } from "../model/wire.ts";

/** A comment of a pull request. */
export interface Comment {
  readonly id: string;
  readonly body: string;
  /** The account that wrote it, as the host names it. */
  readonly author: string;
}

/** One host, spoken to for one pull request with one token. Data and total functions: it sends nothing. */
export interface Hosting {
  /** For people: `GitHub`. */
  readonly name: string;
  /** What the pull request is called there: `pull request 7`. */
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
  /** What the token needs that it may not have: one sentence. */
  readonly needs: string;
}

/** A host, spoken to for issues: the text of one is the comment, and it can be closed. */
export interface ClosingHosting extends Hosting {
  readonly close: (id: string) => WireRequest;
}
