/**
 * The valid shapes of answers. The holder of a session may be a worker that is trusted with some targets only. An
 * answer of another shape counts as no answer, so that it harms no other target.
 */

import { z } from "zod";
import type { Json } from "../model/json.ts";
import type { Ask } from "./ask.ts";
import { callValue } from "./codec.ts";
import type { HiddenNames } from "./hidden-names.ts";
import type { ToldAnswer } from "./told.ts";

const text = z.string();
const texts = z.array(text);
const count = z.number().min(0);
const problem = z.looseObject({
  code: text,
  severity: z.enum(["error", "warning"]),
  message: text,
  sentence: z.looseObject({ words: texts, values: texts }).optional(),
  hint: text.optional(),
});
const cannot = z.looseObject({
  reason: text,
  unless: z.looseObject({ kind: text, field: text, is: z.array(z.json()) }).optional(),
});
const unknown = z.looseObject({ state: z.literal("unknown"), problem });
const holds = z.looseObject({ held: z.array(z.tuple([text, texts])), isOneWay: z.literal(true).optional() });
/** Any JSON value. Everything parsed from text is JSON, so only a missing value is rejected. */
const value = z.unknown().refine((each) => each !== undefined);
const live = z.looseObject({
  value,
  id: text.optional(),
  storedAs: text.optional(),
  byId: z.literal(true).optional(),
  anew: z.literal(true).optional(),
  version: text.optional(),
  holds: holds.optional(),
  showsSecrets: z.literal(true).optional(),
  setSecrets: texts.optional(),
  undeclarable: z.array(z.looseObject({})).optional(),
});
const item = live.extend({ kind: text, identity: text, parentId: text.optional() });
const node = z.looseObject({ path: text, live: value });
const around = z.looseObject({ of: z.looseObject({ kind: text, identity: text }), path: text, node: item });

const read = z.discriminatedUnion("state", [
  z.looseObject({
    state: z.literal("whole"),
    items: z.array(item),
    cannot: cannot.optional(),
    around: z.array(around).optional(),
    warnings: z.array(problem).optional(),
    parentIds: texts.optional(),
    earlier: z.looseObject({ since: z.iso.datetime(), isPart: z.literal(true).optional() }).optional(),
    requests: count.optional(),
    known: texts.optional(),
  }),
  z.looseObject({
    state: z.literal("absent"),
    cannot: cannot.optional(),
    around: z.array(node).optional(),
  }),
  unknown,
]);

const task = z.looseObject({
  id: text,
  path: text.startsWith("/"),
  kind: text,
  operation: z.enum(["create", "update", "remove"]),
  parentId: text.optional(),
  budget: text.optional(),
  batch: z.looseObject({ at: count, of: count, id: text.optional(), name: text.optional() }).optional(),
  everyMs: count,
  withinMs: count,
});
const missing = z.looseObject({ what: z.enum(["reference", "condition", "data"]), path: text.optional() });
const accepted = z.looseObject({
  meaning: z.literal("accepted"),
  id: text.optional(),
  shownAs: text.optional(),
  stored: live.optional(),
  known: texts.optional(),
});
const pending = z.looseObject({ meaning: z.literal("pending"), task });
const busy = z.looseObject({
  meaning: z.literal("busy"),
  reason: z.enum(["notReady", "throttled", "locked", "unavailable"]),
  retryAfter: count.optional(),
  detail: text,
});
const conflict = z.looseObject({
  meaning: z.literal("conflict"),
  detail: text,
  hint: text.optional(),
  missing: missing.optional(),
});
const refused = z.looseObject({ meaning: z.literal("refused"), problem, missing: missing.optional() });
const lost = z.looseObject({ meaning: z.literal("lost"), detail: text });
const reply = z.discriminatedUnion("meaning", [accepted, pending, busy, conflict, refused, lost]);

const named = z.array(count).optional();
const batch = z.discriminatedUnion("meaning", [
  z.looseObject({ meaning: z.literal("tasks"), tasks: z.array(task) }),
  z.looseObject({ meaning: z.literal("over"), replies: z.array(reply) }),
  z.looseObject({ meaning: z.literal("held"), problems: z.array(problem.nullable()) }),
  busy,
  conflict.extend({ named }),
  refused.extend({ named }),
  lost,
]);

const taskReply = z.discriminatedUnion("state", [
  z.looseObject({ state: z.literal("done"), id: text.optional() }),
  z.looseObject({ state: z.literal("failed"), problem }),
  z.looseObject({
    state: z.literal("undone"),
    detail: text,
    cause: z.enum(["it", "another", "unknown"]),
  }),
  z.looseObject({ state: z.literal("running"), detail: text.optional() }),
  z.looseObject({ state: z.literal("unclear"), detail: text, retryAfter: count.optional() }),
  z.looseObject({ state: z.literal("gone"), detail: text }),
]);

const logged = z.looseObject({
  at: z.number(),
  by: text,
  through: text.optional(),
  label: text.optional(),
  of: text.optional(),
  part: text.optional(),
  shows: z.record(text, z.unknown()).optional(),
});
const waiting = z.looseObject({
  id: text,
  name: text,
  version: text.optional(),
  isReady: z.boolean(),
  isBusy: z.boolean().optional(),
  list: text.optional(),
  unit: text.optional(),
});

const secret = z.looseObject({ reference: text, isOpen: z.boolean(), problem: problem.optional() });

/** The shape of the answer to each question. */
const shapes: Readonly<Record<Ask["is"], z.ZodType>> = {
  read,
  write: reply,
  batch,
  findTasks: z.looseObject({ tasks: z.array(task).optional() }),
  askTasks: z.array(taskReply),
  askTask: taskReply,
  changes: z.discriminatedUnion("state", [
    z.looseObject({
      state: z.literal("whole"),
      changes: z.array(logged),
      serverAt: z.number().optional(),
    }),
    unknown,
  ]),
  waiting: z.discriminatedUnion("state", [
    z.looseObject({ state: z.literal("whole"), items: z.array(waiting) }),
    unknown,
  ]),
  finish: reply,
  askFinish: taskReply,
  post: reply,
  modules: z.looseObject({ problem: problem.optional() }),
  moduleText: z.looseObject({ problem: problem.optional() }),
  secrets: z.looseObject({
    credentials: z.array(secret),
    references: z.array(secret),
    key: secret.optional(),
    fingerprints: z.record(text, z.unknown()).optional(),
  }),
  close: z.looseObject({}),
};

const along = z.looseObject({
  token: text.optional(),
  redact: z.array(z.looseObject({ of: z.enum(["ours", "tokens", "shown"]), values: texts })).optional(),
});

/** Returns the answer to a question; undefined if its text is not an answer to this question. */
export function answerTo<T>(is: Ask["is"], answer: Json, names: HiddenNames): ToldAnswer<T> | undefined {
  try {
    const told = callValue<ToldAnswer<T>>(
      typeof answer === "string" ? answer : JSON.stringify(answer),
      names,
    );
    return isAnswer(is, told) ? told : undefined;
  } catch {
    return undefined;
  }
}

function isAnswer(is: Ask["is"], told: unknown): boolean {
  const parsed = along.safeParse(told);
  if (!parsed.success) return false;
  return parsed.data.value === undefined || shapes[is].safeParse(parsed.data.value).success;
}
