/** GitHub and GitHub Enterprise Server: the REST API for issues and their comments, version 2022-11-28. */

import { isArray, isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Secret } from "../model/secret.ts";
import type { WireRequest } from "../model/wire.ts";
import type {
  ClosingHosting,
  Comment,
  Hosting,
  OpenedProposal,
  Proposal,
  ProposalHosting,
  ProposingHosting,
} from "./code-host.ts";

/** Access to one repository. */
export interface GithubAccess {
  /** The URL of the API: `https://api.github.com`, or that of your own server. */
  readonly url: string;
  /** The repository, as `OWNER/NAME`. */
  readonly repository: string;
  readonly token: Secret;
  /**
   * The author of trueup's own comments, if the token cannot find it out: the token of a GitHub App may not request
   * its account.
   */
  readonly author: string;
}

/** Access to one pull request. */
export interface GithubOptions extends GithubAccess {
  readonly number: number;
}

const pageSize = 100;

/** The URLs of GitHub's resources, and requests with the common headers. */
export function githubRequests({ url, repository, token, author }: GithubAccess) {
  const root = url.replace(/\/+$/, "");
  const base = `${root}/repos/${repository}/issues`;
  const pulls = `${root}/repos/${repository}/pulls`;
  const headers = {
    accept: "application/vnd.github+json",
    authorization: { scheme: "bearer", token },
    "user-agent": "trueup",
    "x-github-api-version": "2022-11-28",
  } as const;
  const read = (to: string): WireRequest => ({ method: "GET", url: to, headers });
  const remove = (to: string): WireRequest => ({ method: "DELETE", url: to, headers });
  const write = (method: "POST" | "PATCH" | "PUT", to: string, body: JsonObject): WireRequest => ({
    method,
    url: to,
    headers: { ...headers, "content-type": "application/json" },
    body,
  });
  const who = {
    who: read(`${root}/user`),
    account: (status: number, body: Json | undefined) => (status === 403 ? author : textOf(body, "login")),
  };
  return { repository: `${root}/repos/${repository}`, base, pulls, read, write, remove, who };
}

/** GitHub, accessed for one pull request. */
export function github({ number, ...of }: GithubOptions): Hosting {
  const { base, read, write, remove, who } = githubRequests(of);
  return {
    name: "GitHub",
    proposal: `pull request ${number}`,
    maxLength: 65_536,
    pageSize,
    ...who,
    list: (page) => read(`${base}/${number}/comments?per_page=${pageSize}&page=${page}`),
    comments: (body) => (isArray(body) ? body.flatMap(commentOf) : undefined),
    create: (body) => write("POST", `${base}/${number}/comments`, { body }),
    update: (id, body) => write("PATCH", `${base}/comments/${id}`, { body }),
    withdraw: (id) => remove(`${base}/comments/${id}`),
    needs:
      "Give the job `permissions: { pull-requests: write }`. A pull request from a fork gets a token that may " +
      "only read: comment from a workflow on `workflow_run`.",
  };
}

/**
 * GitHub, accessed for an issue with this title. The issue's text takes the place of a comment, and the issue's number
 * takes the place of the comment's id.
 */
export function githubIssue({ title, ...of }: GithubAccess & { readonly title: string }): ClosingHosting {
  const { base, read, write, who } = githubRequests(of);
  const close = (id: string) => write("PATCH", `${base}/${id}`, { state: "closed" });
  return {
    name: "GitHub",
    proposal: "the issues",
    maxLength: 65_536,
    pageSize,
    ...who,
    list: (page) => read(`${base}?state=open&sort=created&direction=asc&per_page=${pageSize}&page=${page}`),
    comments: (body) => (isArray(body) ? body.map(issueOf) : undefined),
    create: (body) => write("POST", base, { title, body }),
    update: (id, body) => write("PATCH", `${base}/${id}`, { body }),
    close,
    withdraw: close,
    needs: "Give the job `permissions: { issues: write }`, and enable issues in the repository.",
  };
}

/** GitHub, accessed for pull requests to the repository. */
export function githubProposals(of: GithubAccess): ProposalHosting {
  const { pulls, read } = githubRequests(of);
  return {
    name: "GitHub",
    pageSize,
    list: (page) => read(`${pulls}?state=open&sort=updated&direction=desc&per_page=${pageSize}&page=${page}`),
    proposals: (body) => (isArray(body) ? body.map((one) => githubProposal(one, of.repository)) : undefined),
    headRef: (number) => `refs/pull/${number}/head`,
    needs: "Give the token `pull-requests: write`.",
  };
}

/** GitHub, accessed for opening a pull request. */
export function githubProposing(of: Omit<GithubAccess, "author">): ProposingHosting {
  const { pulls, read, write } = githubRequests({ ...of, author: "" });
  const [owner = ""] = of.repository.split("/");
  return {
    name: "GitHub",
    proposal: "pull request",
    open: ({ branch, into, title, text }) =>
      write("POST", pulls, { title, head: branch, base: into, body: text }),
    find: ({ branch, into }) => {
      const query = new URLSearchParams({ state: "open", head: `${owner}:${branch}`, base: into });
      return read(`${pulls}?${query}`);
    },
    found: (body) => (isArray(body) ? body.flatMap((one) => openedIn(one) ?? []) : undefined),
    opened: openedIn,
    needs:
      "Give the job `permissions: { pull-requests: write }`, and let Actions create pull requests: one of the " +
      "repository's settings.",
  };
}

function openedIn(json: Json | undefined): OpenedProposal | undefined {
  if (!isObject(json) || typeof json.number !== "number") return undefined;
  return { number: json.number, url: textOf(json, "html_url") };
}

/**
 * GitHub gives Dependabot's runs no secrets, although Dependabot's branches are in the repository itself. trueup opens
 * no secrets for its pull requests either.
 */
const withoutSecrets = "dependabot[bot]";

/**
 * A pull request, read from the fields that lists and single replies have in common; undefined if one of them is
 * missing.
 */
export function githubProposal(json: Json, repository: string): Proposal | undefined {
  if (!isObject(json) || typeof json.number !== "number") return undefined;
  const { number, head, base, user } = json;
  const [commit, into] = [textOf(head, "sha"), textOf(base, "ref")];
  if (commit === undefined || into === undefined) return undefined;
  // If a fork was deleted, its pull request has no repository.
  const from = isObject(head) ? textOf(head.repo, "full_name") : undefined;
  const isOwn = from?.toLowerCase() === repository.toLowerCase();
  return { number, head: commit, into, isForeign: !isOwn || textOf(user, "login") === withoutSecrets };
}

/** GitHub lists pull requests among issues. Each pull request is replaced by a gap, so that a page keeps its length. */
function issueOf(json: Json): Comment {
  const number = isObject(json) && json.pull_request === undefined ? json.number : undefined;
  if (!isObject(json) || typeof number !== "number") return { id: "", body: "", author: "" };
  return { id: String(number), body: textOf(json, "body") ?? "", author: textOf(json.user, "login") ?? "" };
}

function commentOf(json: Json): readonly Comment[] {
  if (!isObject(json) || typeof json.id !== "number") return [];
  const author = textOf(json.user, "login");
  const [body = "", updatedAt] = [textOf(json, "body"), textOf(json, "updated_at")];
  return author === undefined ? [] : [{ id: String(json.id), body, author, updatedAt }];
}

function textOf(json: Json | undefined, field: string): string | undefined {
  const value = isObject(json) ? json[field] : undefined;
  return typeof value === "string" ? value : undefined;
}
