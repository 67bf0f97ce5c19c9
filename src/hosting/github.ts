/** GitHub and GitHub Enterprise Server: the REST interface of issue comments, version 2022-11-28. */

import { isArray, isObject, type Json } from "../model/json.ts";
import type { Secret } from "../model/secret.ts";
import type { WireRequest } from "../model/wire.ts";
import type { Comment, Hosting } from "./hosting.ts";

/** Which proposal, and with what. */
export interface GithubOptions {
  /** `https://api.github.com`, or that of a server of one's own. */
  readonly url: string;
  /** `OWNER/NAME`. */
  readonly repository: string;
  readonly number: number;
  readonly token: Secret;
  /** Whose comment is ours when the token can't say: the token of a GitHub App may not ask who it is. */
  readonly author: string;
}

/** The host, for one pull request. */
export function github({ url, repository, number, token, author }: GithubOptions): Hosting {
  const base = `${url.replace(/\/+$/, "")}/repos/${repository}/issues`;
  const headers = {
    accept: "application/vnd.github+json",
    authorization: { scheme: "bearer", token },
    "user-agent": "trueup",
    "x-github-api-version": "2022-11-28",
  } as const;
  const write = (method: "POST" | "PATCH", to: string, body: string): WireRequest => ({
    method,
    url: to,
    headers: { ...headers, "content-type": "application/json" },
    body: { body },
  });
  const pageSize = 100;
  return {
    name: "GitHub",
    proposal: `pull request ${number}`,
    longest: 65_536,
    pageSize,
    who: { method: "GET", url: `${url.replace(/\/+$/, "")}/user`, headers },
    account: (status, body) => (status === 403 ? author : textOf(body, "login")),
    list: (page) => ({
      method: "GET",
      url: `${base}/${number}/comments?per_page=${pageSize}&page=${page}`,
      headers,
    }),
    comments: (body) => (isArray(body) ? body.flatMap(commentOf) : undefined),
    create: (body) => write("POST", `${base}/${number}/comments`, body),
    update: (id, body) => write("PATCH", `${base}/comments/${id}`, body),
    needs:
      "Give the job `permissions: { pull-requests: write }`. A pull request from a fork gets a token that may " +
      "only read: comment from a workflow on `workflow_run`.",
  };
}

function commentOf(json: Json): readonly Comment[] {
  if (!isObject(json) || typeof json.id !== "number") return [];
  const author = textOf(json.user, "login");
  return author === undefined ? [] : [{ id: String(json.id), body: textOf(json, "body") ?? "", author }];
}

function textOf(json: Json | undefined, field: string): string | undefined {
  const value = isObject(json) ? json[field] : undefined;
  return typeof value === "string" ? value : undefined;
}
