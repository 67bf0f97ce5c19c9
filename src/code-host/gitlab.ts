/** GitLab: the REST API, version 4, for notes on merge requests, and for issues. */

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

/** Access to one project. */
export interface GitlabAccess {
  /** The URL of the API: `https://gitlab.example.net/api/v4`. */
  readonly url: string;
  /** The project's number, or its path. */
  readonly project: string;
  readonly token: Secret;
  /** `job`: the token of a CI job. `private`: an access token. */
  readonly kind: "job" | "private";
}

/** Access to one merge request. */
export interface GitlabOptions extends GitlabAccess {
  readonly number: number;
}

const pageSize = 100;

/** The URLs of GitLab's resources, and requests with the common headers. */
export function gitlabRequests({ url, project, token, kind }: GitlabAccess) {
  const root = url.replace(/\/+$/, "");
  const base = `${root}/projects/${encodeURIComponent(project)}`;
  const named = kind === "job" ? { "job-token": token } : { "private-token": token };
  const headers = { accept: "application/json", "user-agent": "trueup", ...named };
  const read = (to: string): WireRequest => ({ method: "GET", url: to, headers });
  const remove = (to: string): WireRequest => ({ method: "DELETE", url: to, headers });
  const write = (method: "POST" | "PUT", to: string, body: JsonObject): WireRequest => ({
    method,
    url: to,
    headers: { ...headers, "content-type": "application/json" },
    body,
  });
  const who = {
    who: read(kind === "job" ? `${root}/job` : `${root}/user`),
    account: (_: number, body: Json | undefined) =>
      username(kind === "job" && isObject(body) ? body.user : body),
  };
  return { base, read, write, remove, who };
}

/** GitLab, accessed for one merge request. */
export function gitlab({ number, ...of }: GitlabOptions): Hosting {
  const { base: project, read, write, remove, who } = gitlabRequests(of);
  const base = `${project}/merge_requests/${number}/notes`;
  return {
    name: "GitLab",
    proposal: `merge request ${number}`,
    maxLength: 1_000_000,
    pageSize,
    ...who,
    list: (page) => read(`${base}?per_page=${pageSize}&page=${page}&order_by=created_at&sort=asc`),
    comments: (body) => (isArray(body) ? body.flatMap(commentOf) : undefined),
    create: (body) => write("POST", base, { body }),
    update: (id, body) => write("PUT", `${base}/${id}`, { body }),
    withdraw: (id) => remove(`${base}/${id}`),
    needs:
      "Set GITLAB_TOKEN to a project access token with the scope `api` and the role Reporter: on most servers the " +
      "token of a job may not write notes.",
  };
}

/**
 * GitLab, accessed for an issue with this title. The issue's description takes the place of a comment, and its number
 * in the project takes the place of the comment's id.
 */
export function gitlabIssue({ title, ...of }: GitlabAccess & { readonly title: string }): ClosingHosting {
  const { base: project, read, write, who } = gitlabRequests(of);
  const base = `${project}/issues`;
  const close = (id: string) => write("PUT", `${base}/${id}`, { state_event: "close" });
  return {
    name: "GitLab",
    proposal: "the issues",
    maxLength: 1_000_000,
    pageSize,
    ...who,
    list: (page) =>
      read(`${base}?state=opened&order_by=created_at&sort=asc&per_page=${pageSize}&page=${page}`),
    comments: (body) => (isArray(body) ? body.map(issueOf) : undefined),
    create: (body) => write("POST", base, { title, description: body }),
    update: (id, body) => write("PUT", `${base}/${id}`, { description: body }),
    close,
    withdraw: close,
    needs:
      "Set GITLAB_TOKEN to a project access token with the scope `api` and the role Reporter: the token of a job " +
      "may not write issues.",
  };
}

/** GitLab, accessed for merge requests to the project. */
export function gitlabProposals(of: GitlabAccess): ProposalHosting {
  const { base, read } = gitlabRequests(of);
  const order = "order_by=updated_at&sort=desc";
  return {
    name: "GitLab",
    pageSize,
    list: (page) => read(`${base}/merge_requests?state=opened&${order}&per_page=${pageSize}&page=${page}`),
    proposals: (body) => (isArray(body) ? body.map(gitlabProposal) : undefined),
    headRef: (number) => `refs/merge-requests/${number}/head`,
    needs: "Use a project access token with the scope `api` and the role Reporter.",
  };
}

/** GitLab, accessed for opening a merge request. */
export function gitlabProposing(of: GitlabAccess): ProposingHosting {
  const { base, read, write } = gitlabRequests(of);
  const url = `${base}/merge_requests`;
  return {
    name: "GitLab",
    proposal: "merge request",
    open: ({ branch, into, title, text }) =>
      write("POST", url, { source_branch: branch, target_branch: into, title, description: text }),
    find: ({ branch, into }) => {
      const query = new URLSearchParams({ state: "opened", source_branch: branch, target_branch: into });
      return read(`${url}?${query}`);
    },
    found: (body) => (isArray(body) ? body.flatMap((one) => openedIn(one) ?? []) : undefined),
    opened: openedIn,
    needs: "Set GITLAB_TOKEN to a project access token with the scope `api` and the role Developer.",
  };
}

function openedIn(json: Json | undefined): OpenedProposal | undefined {
  if (!isObject(json) || typeof json.iid !== "number") return undefined;
  return { number: json.iid, url: typeof json.web_url === "string" ? json.web_url : undefined };
}

/**
 * A merge request, read from the fields that lists and single replies have in common; undefined if one of them is
 * missing.
 */
export function gitlabProposal(json: Json): Proposal | undefined {
  if (!isObject(json)) return undefined;
  const { iid, sha, target_branch: into, source_project_id: from, target_project_id: to } = json;
  if (typeof iid !== "number" || typeof sha !== "string" || typeof into !== "string") return undefined;
  return { number: iid, head: sha, into, isForeign: typeof from !== "number" || from !== to };
}

function issueOf(json: Json): Comment {
  if (!isObject(json) || typeof json.iid !== "number") return { id: "", body: "", author: "" };
  const { iid, description } = json;
  const body = typeof description === "string" ? description : "";
  return { id: String(iid), body, author: username(json.author) ?? "" };
}

function commentOf(json: Json): readonly Comment[] {
  if (!isObject(json) || typeof json.id !== "number") return [];
  const author = username(json.author);
  const { body, updated_at: at } = json;
  const updatedAt = typeof at === "string" ? at : undefined;
  return author === undefined
    ? []
    : [{ id: String(json.id), body: typeof body === "string" ? body : "", author, updatedAt }];
}

function username(json: Json | undefined): string | undefined {
  return isObject(json) && typeof json.username === "string" ? json.username : undefined;
}
