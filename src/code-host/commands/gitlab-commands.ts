/**
 * Commands in comments, at GitLab. The project's token merges and starts pipelines, and may have more permissions than
 * the author of the comment. Therefore the author's own permissions are checked first.
 */

import { asObject, isArray, isObject, type Json } from "../../model/json.ts";
import type { Secret } from "../../model/secret.ts";
import { type GitlabOptions, gitlab, gitlabProposal, gitlabRequests } from "../gitlab.ts";
import type {
  AskedComment,
  AskedProposal,
  CommandHosting,
  MergeGuard,
  MergeWish,
  PlanRun,
} from "./command-host.ts";

/** Access to one merge request. */
export interface GitlabCommands extends GitlabOptions {
  /** An access token that may merge and start pipelines; notes are written with `token`. */
  readonly acting: Secret;
}

/** GitLab, accessed for the commands in the comments of one merge request. */
export function gitlabCommands({ acting, ...of }: GitlabCommands): CommandHosting {
  const { base: project, read, write } = gitlabRequests({ ...of, token: acting, kind: "private" });
  const notes = gitlabRequests(of);
  const base = `${project}/merge_requests/${of.number}`;
  return {
    ...gitlab(of),
    comment: (id) => read(`${base}/notes/${id}`),
    askedComment: (body) => commentOf(body, of.number),
    acknowledge: (id) => notes.write("POST", `${base}/notes/${id}/award_emoji`, { name: "eyes" }),
    request: read(base),
    askedProposal: proposalOf,
    access: ({ authorId }) => read(`${project}/members/all/${authorId}`),
    level: levelOf,
    runs: () => read(`${base}/pipelines?per_page=100`),
    newestRun,
    again: () => write("POST", `${base}/pipelines`, {}),
    guards: (wish) => guardsOf(wish, { project, read }),
    merges: (sha) => [write("PUT", `${base}/merge`, { sha })],
    isOtherWay: () => false,
    apply: (approved, into) =>
      write("POST", `${project}/pipeline?ref=${encodeURIComponent(into)}`, {
        variables: [{ key: "TRUEUP_APPROVED", value: approved }],
      }),
    needs:
      "Set TRUEUP_COMMAND_TOKEN, protected, to a project access token with the scope `api` and a role that may merge.",
  };
}

function commentOf(json: Json | undefined, number: number): AskedComment | undefined {
  if (!isObject(json) || json.noteable_type !== "MergeRequest" || json.noteable_iid !== number)
    return undefined;
  const { id, body, author, created_at: at, updated_at: updated, system } = json;
  const { id: authorId, username } = asObject(author);
  if (typeof id !== "number" || typeof body !== "string" || typeof at !== "string") return undefined;
  if (typeof authorId !== "number" || typeof username !== "string") return undefined;
  const isBot = system !== false || /^(?:project|group)_\d+_bot/.test(username);
  const isEdited = typeof updated !== "string" || !(Date.parse(updated) - Date.parse(at) < 1000);
  return { id: String(id), body, author: username, authorId: String(authorId), isBot, at, isEdited };
}

function proposalOf(json: Json | undefined): AskedProposal | undefined {
  const found = json === undefined ? undefined : gitlabProposal(json);
  const { state, draft } = asObject(json);
  if (!found || typeof state !== "string") return undefined;
  const is = state === "opened" ? "open" : state === "merged" ? "merged" : "closed";
  return { ...found, state: is, isDraft: draft !== false };
}

function levelOf(status: number, body: Json | undefined): number | undefined {
  if (status === 404) return 0;
  const { access_level: level, state } = asObject(body);
  // A blocked user remains a member, but may do nothing.
  if (typeof level !== "number") return undefined;
  return state === "active" ? level : 0;
}

function newestRun(body: Json | undefined, head: string): PlanRun | "none" | undefined {
  if (!isArray(body)) return undefined;
  const own = body.flatMap((one) => {
    const { id, sha, status } = asObject(one);
    return typeof id === "number" && sha === head ? [{ id, isUnderWay: underWay.test(String(status)) }] : [];
  });
  const [newest] = own.sort((one, other) => other.id - one.id);
  return newest ? { ...newest, id: String(newest.id) } : "none";
}

const underWay = /^(?:created|waiting_for_resource|preparing|pending|running|scheduled)$/;

/**
 * A user who may not merge into a protected branch, or deploy to a protected environment, may not do so by a comment.
 */
function guardsOf(
  { into, environments, level, authorId }: MergeWish,
  { project, read }: Pick<ReturnType<typeof gitlabRequests>, "read"> & { readonly project: string },
): readonly MergeGuard[] {
  const guard = (path: string, key: string, what: string): MergeGuard => ({
    request: read(`${project}/${path}`),
    refusal: (status, body) => {
      if (status === 404) return undefined;
      const rules = asObject(body)[key];
      if (status !== 200 || !isArray(rules)) return "unread";
      return rules.some((rule) => isAllowed(rule, { level, authorId }))
        ? undefined
        : { why: notAllowed(what) };
    },
  });
  const branch = guard(
    `protected_branches/${encodeURIComponent(into)}`,
    "merge_access_levels",
    `merge into \`${into}\``,
  );
  const deploys = environments.map((environment = "production") =>
    guard(
      `protected_environments/${encodeURIComponent(environment)}`,
      "deploy_access_levels",
      `deploy to \`${environment}\``,
    ),
  );
  return [branch, ...deploys];
}

function isAllowed(rule: Json, { level, authorId }: Pick<MergeWish, "level" | "authorId">): boolean {
  const { access_level: needed, user_id: user, group_id: group } = asObject(rule);
  if (typeof user === "number") return String(user) === authorId;
  // trueup does not read who is in a group, so it refuses. Members of the group can merge and start the job themselves.
  if (typeof group === "number") return false;
  return typeof needed === "number" && needed > 0 && level >= needed;
}

function notAllowed(what: string): string {
  return `The author of the comment must be allowed to ${what}, by role or by name. Ask somebody who is.`;
}
