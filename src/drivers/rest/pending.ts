/** A write that a product made a task of: the task, the request that asks for it, and what is answered. Pure. */

import { isSegment } from "../../catalog/segments.ts";
import { filledPath } from "../../catalog/templates.ts";
import type { Json } from "../../model/json.ts";
import type { Task, TaskReply } from "../../model/reply.ts";
import type { WireReply, WireRequest } from "../../model/wire.ts";
import type { Write } from "../contract.ts";
import type { ReplyContext } from "../replies.ts";
import type { RestDialect } from "./catalog.ts";
import { liveId } from "./items.ts";
import { budgetOf, fromUrl, kindOfWrite, type RequestContext } from "./requests.ts";
import { taskIn, taskReply, taskWords } from "./tasks.ts";
import { wordsOf } from "./words.ts";

/** The task that an accepted write has become; undefined where its answer names none, or none that can be asked for. */
export function pendingTask(
  { dialect }: Pick<RequestContext, "dialect">,
  write: Write,
  answer: Json | undefined,
): Task | undefined {
  const of = kindOfWrite(dialect, write);
  const words = taskWords(dialect.product, of.writes[write.operation]);
  if (words === undefined) return undefined;
  const { kind, operation, parentId, scope, identity, live } = write;
  const known = wordsOf(of, dialect, { parentId, scope, identity, id: live?.id });
  const path = (id: string) =>
    fromUrl(
      dialect,
      filledPath(words.path, (word) => (word === "task" ? id : known(word))),
    );
  const budget = budgetOf(dialect, scope);
  const subject = { kind, operation, ...(parentId !== undefined && { parentId }), ...(budget && { budget }) };
  return taskIn(words, answer, { ...subject, path });
}

/** The request that asks for a task, of this run or an earlier one. */
export function taskRequest({ url }: Pick<RequestContext, "url">, { path, budget }: Task): WireRequest {
  const request = { method: "GET", url: `${url}${path}`, headers: { accept: "application/json" } } as const;
  return budget === undefined ? request : { ...request, budget };
}

/** What an answer says of a task, with the live id of what it made. */
export function endOfTask(
  { exchange, dialect }: { readonly exchange: ReplyContext; readonly dialect: RestDialect },
  task: Task,
  answer: { readonly request: WireRequest; readonly reply: WireReply },
): TaskReply {
  const { id, kind, operation, parentId } = task;
  const of = dialect.byName.get(kind);
  const words = taskWords(dialect.product, of?.writes[operation]);
  if (words === undefined)
    return { state: "unclear", detail: `${dialect.name} makes no task of the ${operation} of a ${kind}` };
  const said = taskReply(exchange, words, { id, ...answer });
  if (said.state !== "done" || said.id === undefined) return said;
  const isId = of !== undefined && operation === "create" && isSegment(said.id);
  return { state: "done", id: isId ? liveId(of, parentId, said.id) : undefined };
}
