/** What a catalog says is done once after the last success of an apply: what waits, the request for it, its task. */

import { fieldOf, idText } from "../../catalog/fields/field-of.ts";
import { isSegment } from "../../catalog/segments.ts";
import { filledPath, filledText, type WordValue } from "../../catalog/templates.ts";
import type { ProductFile } from "../../catalog/vocabulary/product.ts";
import { isArray, isObject, type Json } from "../../model/json.ts";
import type { Reply } from "../../model/reply.ts";
import type { Wire, WireRequest } from "../../model/wire.ts";
import type { FinishSession, WaitingItem } from "../finishing.ts";
import { readPages } from "../pages/pages.ts";
import { type ReplyContext, replyOf, unexpectedShape } from "../replies.ts";
import type { RestDialect } from "./catalog.ts";
import { firstQuery, layoutOf } from "./listing.ts";
import { taskRequest } from "./pending.ts";
import { fromUrl, type RequestContext, readRequest } from "./requests.ts";
import { taskIn, taskReply } from "./tasks.ts";
import { settingWords } from "./words.ts";

type FinishWords = NonNullable<ProductFile["finish"]>;

/** What finishing needs. */
interface FinishContext extends RequestContext {
  readonly exchange: ReplyContext;
  readonly wire: Wire;
}

/** A session's part of it; undefined for a product that has nothing of the kind. */
export function finishingOf(on: FinishContext): FinishSession | undefined {
  const { finish: words } = on.dialect.product;
  if (words === undefined) return undefined;
  const { exchange, wire } = on;
  return {
    waiting: (_, signal) => waitingIn(on, words, signal),
    finish: async (items, signal) => {
      const request = finishRequest(on, words, items);
      const reply = replyOf(exchange, request, await wire.send(request, signal));
      return asTask(on, words, reply);
    },
    askFinish: async (task, signal) => {
      const request = taskRequest(on, task);
      const { task: own } = words;
      if (own === undefined) return { state: "unclear", detail: `no ${words.verb} is a task here` };
      return taskReply(exchange, own, { id: task.id, request, reply: await wire.send(request, signal) });
    },
  };
}

async function waitingIn(
  on: FinishContext,
  { waiting: { id, name, version, ready, ...read } }: FinishWords,
  signal: AbortSignal,
): ReturnType<FinishSession["waiting"]> {
  const { exchange, wire, dialect } = on;
  const pages = read.pages ?? dialect.product.pages;
  const query = firstQuery(read, pages);
  const first = readRequest(on, { path: read.path, query }, { words: settingWords(dialect), scope: {} });
  const idOf = (item: Json) => idText(fieldOf(item, id));
  const list = await readPages({ exchange, wire, first, layout: layoutOf(read, pages, id), idOf }, signal);
  if ("problem" in list) return { state: "unknown", problem: list.problem };
  const items: WaitingItem[] = [];
  for (const item of list.items) {
    const own = idOf(item);
    if (own === undefined || !isSegment(own))
      return { state: "unknown", problem: unexpectedShape(exchange, first, `has no id in \`${id}\``) };
    const said = version === undefined ? undefined : idText(fieldOf(item, version));
    const isReady = ready === undefined || fieldOf(item, ready) !== false;
    items.push({ id: own, name: idText(fieldOf(item, name)) ?? own, version: said, isReady });
  }
  return { state: "whole", items };
}

function finishRequest(
  { url, dialect }: RequestContext,
  { send }: FinishWords,
  items: readonly WaitingItem[],
): WireRequest {
  const settings = settingWords(dialect);
  const version = newest(items);
  const words: WordValue = (word) => (word === "version" ? version : settings(word));
  const ids = items.map(({ id }) => id);
  return {
    method: send.method,
    url: `${url}${fromUrl(dialect, filledPath(send.path, words))}`,
    headers: { accept: "application/json", "content-type": "application/json" },
    body: withIds(send.with, ids, words),
  };
}

/** Versions are numbers or texts of one length: the greatest is that of the last change. */
function newest(items: readonly WaitingItem[]): string | undefined {
  const versions = items.flatMap(({ version }) => version ?? []);
  return versions.toSorted((a, b) => a.length - b.length || (a < b ? -1 : Number(a > b))).at(-1);
}

function withIds(value: Json, ids: readonly string[], words: WordValue): Json {
  if (value === "{ids}") return [...ids];
  if (typeof value === "string") return filledText(value, words);
  if (isArray(value)) return value.map((each) => withIds(each, ids, words));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withIds(each, ids, words)]));
}

/** The reply as the task that it names, where it names one. */
function asTask({ dialect }: { readonly dialect: RestDialect }, words: FinishWords, reply: Reply): Reply {
  if (reply.meaning !== "accepted" || words.task === undefined) return reply;
  const { path, ...task } = words.task;
  const settings = settingWords(dialect);
  const at = (id: string) =>
    fromUrl(
      dialect,
      filledPath(path, (word) => (word === "task" ? id : settings(word))),
    );
  const subject = { kind: words.verb, operation: "update", path: at } as const;
  const found = taskIn({ ...task, path }, reply.value, subject);
  return found ? { meaning: "pending", task: found } : reply;
}
