/**
 * The event of a comment, as runners provide it. Only the numbers of the comment and its pull request are read, since
 * everything else is untrusted.
 */

import { asObject, type Json, parseWithin } from "../../model/json.ts";

/** A comment, by its numbers. */
export interface CommentEvent {
  readonly number: number;
  readonly commentId: string;
}

const bounds = { bytes: 4 * 1024 * 1024, values: 100_000, depth: 50 };

/**
 * The comment in an event: `issue_comment` at GitHub, or a note at GitLab. Undefined for other events, and for a
 * comment that was edited or removed.
 */
export function eventOf(text: string): CommentEvent | undefined {
  const event = asObject(parseWithin(text, bounds));
  return githubEvent(event) ?? gitlabEvent(event);
}

function githubEvent({ action, issue, comment }: Readonly<Record<string, Json>>): CommentEvent | undefined {
  const { number, pull_request: isPull } = asObject(issue);
  if (action !== "created" || isPull === undefined) return undefined;
  return commentEvent(number, asObject(comment).id);
}

function gitlabEvent(event: Readonly<Record<string, Json>>): CommentEvent | undefined {
  const { id, noteable_type: on, action = "create" } = asObject(event.object_attributes);
  if (event.object_kind !== "note" || on !== "MergeRequest" || action !== "create") return undefined;
  return commentEvent(asObject(event.merge_request).iid, id);
}

function commentEvent(number: Json | undefined, id: Json | undefined): CommentEvent | undefined {
  const isNumber = typeof number === "number" && Number.isSafeInteger(number) && number > 0;
  const isId = typeof id === "number" && Number.isSafeInteger(id) && id > 0;
  return isNumber && isId ? { number, commentId: String(id) } : undefined;
}
