/** Parses calls and answers that were stored as text. A text that is neither was changed by somebody else. */

import { z } from "zod";
import { parseJson } from "../model/json.ts";
import type { SessionAnswer, SessionCall } from "./port.ts";

const text = z.string();

const callSchema = z.object({
  bundle: text,
  shard: text,
  target: text,
  ask: z.json(),
  isWrite: z.boolean(),
});

const answerSchema = z.discriminatedUnion("is", [
  z.object({ is: z.literal("answered"), answer: z.json(), requests: z.int().min(0) }),
  z.object({
    is: z.literal("lost"),
    sent: z.boolean(),
    problem: z.object({
      code: text,
      severity: z.enum(["error", "warning"]),
      message: text,
      sentence: z.object({ words: z.array(text), values: z.array(text) }).exactOptional(),
      hint: text.exactOptional(),
    }),
  }),
]);

/** The call in a text; undefined if there is none. */
export function callIn(stored: string): SessionCall | undefined {
  const parsed = callSchema.safeParse(parseJson(stored));
  return parsed.success ? parsed.data : undefined;
}

/** The answer in a text; undefined if there is none. */
export function answerIn(stored: string): SessionAnswer | undefined {
  const parsed = answerSchema.safeParse(parseJson(stored));
  return parsed.success ? parsed.data : undefined;
}
