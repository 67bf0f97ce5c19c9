/** Commands in comments, at GitHub: a plan is repeated by its workflow run; a merge names the expected commit. */

import { asList, asObject, isObject, type Json } from "../../model/json.ts";
import { type GithubOptions, github, githubProposal, githubRequests } from "../github.ts";
import {
  type AskedComment,
  type AskedProposal,
  type CommandHosting,
  messageIn,
  type PlanRun,
} from "./command-host.ts";

/** Access to one pull request, and the workflow that plans it. */
export interface GithubCommands extends GithubOptions {
  readonly planWorkflow: string;
}

/** GitHub, accessed for the commands in the comments of one pull request. */
export function githubCommands({ planWorkflow, ...of }: GithubCommands): CommandHosting {
  const { repository, base, pulls, read, write } = githubRequests(of);
  const { number } = of;
  const pull = `${pulls}/${number}`;
  const runs = `${repository}/actions/workflows/${planWorkflow}/runs?event=pull_request&per_page=100`;
  return {
    ...github(of),
    comment: (id) => read(`${base}/comments/${id}`),
    askedComment: (body) => commentOf(body, number),
    acknowledge: (id) => write("POST", `${base}/comments/${id}/reactions`, { content: "eyes" }),
    request: read(pull),
    askedProposal: (body) => proposalOf(body, of.repository),
    access: ({ authorId }) => read(`${repository}/collaborators/${encodeURIComponent(authorId)}/permission`),
    level: (status, body) => (status === 404 ? 0 : levels.get(String(asObject(body).permission))),
    runs: (head) => read(`${runs}&head_sha=${head}`),
    newestRun: (body, head) => newestRun(body, { head, number }),
    again: (run) => run && write("POST", `${repository}/actions/runs/${run.id}/rerun`, {}),
    guards: () => [],
    merges: (sha) =>
      ["merge", "squash", "rebase"].map((way) => write("PUT", `${pull}/merge`, { sha, merge_method: way })),
    isOtherWay: (status, body) => status === 405 && /\bnot allowed on this repo/i.test(messageIn(body)),
    apply: undefined,
    needs: "Give the job `permissions: { actions: write, contents: write, pull-requests: write }`.",
  };
}

/** GitHub reports the role `maintain` as `write`, and `triage` as `read`. */
const levels = new Map([
  ["admin", 40],
  ["write", 30],
  ["read", 20],
  ["none", 0],
]);

function commentOf(json: Json | undefined, number: number): AskedComment | undefined {
  if (!isObject(json)) return undefined;
  const { id, body, user, created_at: at, updated_at: updated, issue_url: on } = json;
  const { login, type } = asObject(user);
  const isOurs = typeof on === "string" && on.endsWith(`/issues/${number}`);
  if (!isOurs || typeof id !== "number" || typeof body !== "string") return undefined;
  if (typeof login !== "string" || typeof at !== "string") return undefined;
  const isEdited = updated !== at;
  return { id: String(id), body, author: login, authorId: login, isBot: type !== "User", at, isEdited };
}

function proposalOf(json: Json | undefined, repository: string): AskedProposal | undefined {
  const found = json === undefined ? undefined : githubProposal(json, repository);
  const { state, merged, draft } = asObject(json);
  if (!found || (state !== "open" && state !== "closed") || typeof merged !== "boolean") return undefined;
  return { ...found, state: merged ? "merged" : state, isDraft: draft !== false };
}

function newestRun(
  json: Json | undefined,
  { head, number }: { readonly head: string; readonly number: number },
): PlanRun | "none" | undefined {
  const { workflow_runs: list } = asObject(json);
  if (!Array.isArray(list)) return undefined;
  const own = asList(list).flatMap((one) => {
    const { id, head_sha: sha, status, pull_requests: pulls } = asObject(one);
    const of = asList(pulls).map((pull) => asObject(pull).number);
    // For a run of a fork's pull request, GitHub names no pull request.
    const isOf = of.length === 0 || of.includes(number);
    if (typeof id !== "number" || sha !== head || !isOf) return [];
    return [{ id, isUnderWay: status !== "completed" }];
  });
  const [newest] = own.sort((one, other) => other.id - one.id);
  return newest ? { ...newest, id: String(newest.id) } : "none";
}
