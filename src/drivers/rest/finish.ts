/** What a catalog says is done once after the last success of an apply: what waits, the request for it, its task. */

import { fieldOf, idText } from "../../catalog/fields/field-of.ts";
import type { ProductFile } from "../../catalog/schema/product.ts";
import { filledText, isSegment, type WordValue } from "../../catalog/templates.ts";
import { isArray, isObject, type Json } from "../../model/json.ts";
import type { Reply } from "../../model/reply.ts";
import type { WireRequest } from "../../model/wire.ts";
import type { FinishSession, WaitingItem } from "../contract/activation.ts";
import { unexpectedShape } from "../http/replies/replies.ts";
import type { RestDialect } from "./catalogs/catalog-dialect.ts";
import { readListed } from "./listing.ts";
import { type RestContext, replyTo, requestAt, requestTo, settingWords } from "./requests.ts";
import { taskIn, taskPath, taskReply } from "./tasks.ts";

type FinishWords = NonNullable<ProductFile["finish"]>;

/** A session's part of it; undefined for a product that has nothing of the kind. */
export function finishingOf(on: RestContext): FinishSession | undefined {
  const { finish: words } = on.dialect.product;
  if (words === undefined) return undefined;
  const { exchange, wire, dialect } = on;
  return {
    waiting: (_, signal) => waitingIn(on, words, signal),
    finish: async (items, signal) =>
      asTask(dialect, words, await replyTo(on, finishRequest(on, words, items), signal)),
    askFinish: async (task, signal) => {
      const request = requestAt(on, task);
      const { task: own } = words;
      if (own === undefined) return { state: "unclear", detail: `no ${words.verb} is a task here` };
      return taskReply(exchange, own, { id: task.id, request, reply: await wire.send(request, signal) });
    },
  };
}

async function waitingIn(
  on: RestContext,
  { waiting: { id, name, version, ready, ...read } }: FinishWords,
  signal: AbortSignal,
): ReturnType<FinishSession["waiting"]> {
  const idOf = (item: Json) => idText(fieldOf(item, id));
  const list = await readListed(on, { read, words: settingWords(on.dialect), scope: {}, id, idOf }, signal);
  if ("problem" in list) return { state: "unknown", problem: list.problem };
  const items: WaitingItem[] = [];
  for (const item of list.items) {
    const own = idOf(item);
    if (own === undefined || !isSegment(own))
      return {
        state: "unknown",
        problem: unexpectedShape(on.exchange, list.first, `has no id in \`${id}\``),
      };
    const isReady = ready === undefined || fieldOf(item, ready) !== false;
    const said = idText(fieldOf(item, version));
    items.push({ id: own, name: idText(fieldOf(item, name)) ?? own, version: said, isReady });
  }
  return { state: "whole", items };
}

function finishRequest(on: RestContext, { send }: FinishWords, items: readonly WaitingItem[]): WireRequest {
  const settings = settingWords(on.dialect);
  const version = newest(items);
  const words: WordValue = (word) => (word === "version" ? version : settings(word));
  const ids = items.map(({ id }) => id);
  return requestTo(on, send, { words, scope: {}, body: withIds(send.with, ids, words) });
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
function asTask(dialect: RestDialect, { verb, task: words }: FinishWords, reply: Reply): Reply {
  if (reply.meaning !== "accepted" || words === undefined) return reply;
  const path = taskPath(dialect, words, settingWords(dialect));
  const task = taskIn(words, reply.value, { kind: verb, operation: "update", path });
  return task ? { meaning: "pending", task } : reply;
}
