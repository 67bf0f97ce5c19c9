/** Pushes an updated template to its devices, with one request that becomes a task. */

import type { z } from "zod";
import { fieldOf, idText } from "../../catalog/fields/field-of.ts";
import type { pushes } from "../../catalog/schema/pushes.ts";
import { filledText, isSegment, type WordValue } from "../../catalog/templates.ts";
import { asList, isArray, isObject, type Json } from "../../model/json.ts";
import { ours, problem, sentence } from "../../model/problem.ts";
import type { Reply } from "../../model/reply.ts";
import type { Write } from "../contract/contract.ts";
import { taskIn, taskPath } from "./finish.ts";
import { readListed } from "./listing.ts";
import { budgetOf, kindOfWrite, type RestContext, replyTo, requestTo, settingWords } from "./requests.ts";

type PushWords = z.infer<typeof pushes>;

/** Pushes an update to the devices that it affects, and returns the reply. Undefined: the update affects no devices. */
export async function pushed(
  on: RestContext,
  write: Write,
  { answer, signal }: { readonly answer: Json | undefined; readonly signal: AbortSignal },
): Promise<Reply | undefined> {
  const { pushes: words } = on.dialect.product;
  const template = kindOfWrite(on.dialect, write).writes[write.operation];
  if (words === undefined || template?.pushes !== true) return undefined;
  const affected = asList(fieldOf(answer, words.at)).flatMap((each) => idText(each) ?? []);
  const objects: Json[] = [];
  for (const id of affected.filter(isSegment)) {
    const made = await objectOf(on, words, { id, signal });
    if ("refusal" in made) return made.refusal;
    if (made.object !== undefined) objects.push(made.object);
  }
  if (objects.length === 0) return undefined;
  const sent = { words: settingWords(on.dialect), scope: {}, body: { [words.send.into]: objects } };
  const reply = await replyTo(on, requestTo(on, { method: "POST", path: words.send.path }, sent), signal);
  if (reply.meaning !== "accepted") return notPushed(on, reply);
  const { kind, operation, parentId, scope } = write;
  const path = taskPath(on.dialect, words.task, settingWords(on.dialect));
  const subject = { kind, operation, parentId, budget: budgetOf(on.dialect, scope), path };
  const task = taskIn(words.task, reply.value, subject);
  return task ? { meaning: "pending", task } : reply;
}

type Made = { readonly object: Json | undefined } | { readonly refusal: Reply };

/** Returns the push data of one affected object. Undefined: the object has no devices. */
async function objectOf(
  on: RestContext,
  { members: { id: at, ...read }, asks, send }: PushWords,
  { id, signal }: { readonly id: string; readonly signal: AbortSignal },
): Promise<Made> {
  const settings = settingWords(on.dialect);
  const words: WordValue = (word) => (word === "push" ? id : settings(word));
  const idOf = (item: Json) => idText(fieldOf(item, at));
  const list = await readListed(on, { read, words, scope: {}, id: at, idOf }, signal);
  if ("problem" in list) return { refusal: { meaning: "refused", problem: list.problem } };
  const ids = list.items.flatMap((item) => idOf(item) ?? []);
  if (ids.length === 0) return { object: undefined };
  const body = filled(asks.body, words, { "{ids}": ids });
  const request = requestTo(on, { method: "POST", path: asks.path }, { words, scope: {}, body });
  const reply = await replyTo(on, request, signal);
  if (reply.meaning !== "accepted") return { refusal: notPushed(on, reply) };
  const rows = asList(fieldOf(reply.value, asks.rows));
  return { object: filled(send.with, words, { "{rows}": rows }) };
}

function filled(value: Json, words: WordValue, lists: Readonly<Record<string, readonly Json[]>>): Json {
  if (typeof value === "string") return lists[value] ?? filledText(value, words);
  if (isArray(value)) return value.map((each) => filled(each, words, lists));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, words, lists)]));
}

/**
 * Returns the problem of an update that was carried out but not pushed. The write counts as failed: otherwise a read
 * would find the update, and the push would never be repeated.
 */
function notPushed({ exchange, dialect }: RestContext, reply: Reply): Reply {
  const why =
    reply.meaning === "refused" ? reply.problem.message : "detail" in reply ? reply.detail : reply.meaning;
  const message = sentence`${ours(exchange.target)}: the object was changed, but not pushed to its devices: ${why}`;
  const hint =
    `Push the change in ${dialect.product.title}, or change the object again. Until then, its devices ` +
    "keep their configuration.";
  return { meaning: "refused", problem: problem("not-pushed", message, { hint }) };
}
