/** Parses the events of sessions that another process holds. */

import { z } from "zod";
import type { RunEvent } from "../model/event.ts";
import { parseJson } from "../model/json.ts";

const text = z.string();
const texts = z.array(text);
const count = z.number().min(0);
const target = text;

const event = z.discriminatedUnion("type", [
  z.object({ type: z.literal("request"), target, method: text, url: text, isWrite: z.boolean() }),
  z.object({
    type: z.literal("waiting"),
    target,
    reason: z.enum(["notReady", "throttled", "locked", "unavailable", "notVisible", "task", "differs"]),
    ms: count,
  }),
  z.object({ type: z.literal("collectionRead"), target, collection: text, items: count }),
  z.object({
    type: z.literal("warned"),
    target,
    problem: z.object({
      code: text,
      severity: z.enum(["error", "warning"]),
      message: text,
      sentence: z.object({ words: texts, values: texts }).exactOptional(),
      hint: text.exactOptional(),
    }),
  }),
]);

/** An event of a session. */
type SessionEvent = Extract<RunEvent, { type: "request" | "waiting" | "collectionRead" | "warned" }>;

/** Returns the event in a text; undefined if the text is not an event of a session. Unknown members are left out. */
export function sessionEventIn(body: string): SessionEvent | undefined {
  const parsed = event.safeParse(parseJson(body));
  return parsed.success ? parsed.data : undefined;
}
