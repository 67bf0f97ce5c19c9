/** GitLab: the REST interface, version 4, of notes on merge requests. */

import { isArray, isObject, type Json } from "../model/json.ts";
import type { Secret } from "../model/secret.ts";
import type { WireRequest } from "../model/wire.ts";
import type { Comment, Hosting } from "./hosting.ts";

/** Which proposal, and with what. */
export interface GitlabOptions {
  /** `https://gitlab.example.net/api/v4`. */
  readonly url: string;
  /** The project's number, or its path. */
  readonly project: string;
  readonly number: number;
  readonly token: Secret;
  /** `job`: the token of a CI job. `private`: an access token. */
  readonly kind: "job" | "private";
}

/** The host, for one merge request. */
export function gitlab({ url, project, number, token, kind }: GitlabOptions): Hosting {
  const root = url.replace(/\/+$/, "");
  const base = `${root}/projects/${encodeURIComponent(project)}/merge_requests/${number}/notes`;
  const named = kind === "job" ? { "job-token": token } : { "private-token": token };
  const headers = { accept: "application/json", "user-agent": "trueup", ...named };
  const write = (method: "POST" | "PUT", to: string, body: string): WireRequest => ({
    method,
    url: to,
    headers: { ...headers, "content-type": "application/json" },
    body: { body },
  });
  const pageSize = 100;
  return {
    name: "GitLab",
    proposal: `merge request ${number}`,
    longest: 1_000_000,
    pageSize,
    who: { method: "GET", url: kind === "job" ? `${root}/job` : `${root}/user`, headers },
    account: (_, body) => username(kind === "job" && isObject(body) ? body.user : body),
    list: (page) => ({
      method: "GET",
      url: `${base}?per_page=${pageSize}&page=${page}&order_by=created_at&sort=asc`,
      headers,
    }),
    comments: (body) => (isArray(body) ? body.flatMap(commentOf) : undefined),
    create: (body) => write("POST", base, body),
    update: (id, body) => write("PUT", `${base}/${id}`, body),
    needs:
      "Set GITLAB_TOKEN to a project access token with the scope `api` and the role Reporter: on most servers the " +
      "token of a job may not write notes.",
  };
}

function commentOf(json: Json): readonly Comment[] {
  if (!isObject(json) || typeof json.id !== "number") return [];
  const author = username(json.author);
  const { body } = json;
  return author === undefined
    ? []
    : [{ id: String(json.id), body: typeof body === "string" ? body : "", author }];
}

function username(json: Json | undefined): string | undefined {
  return isObject(json) && typeof json.username === "string" ? json.username : undefined;
}
