/** The questions of workers, as this server accepts them. */

import { z } from "zod";
import { workBounds } from "../../database/plant/protocol.ts";
import { type JsonBounds, jsonExcess, parseJson } from "../../model/json.ts";

const id = z.uuid();
const count = z.int().min(0).max(1_000_000);
const holding = z.strictObject({ shard: z.string().max(4000), job: id, attempt: count });
const call = id;
const worker = z.string().min(1).max(200);

/** The bounds of an answer's JSON. A text in it counts as one value; its content is parsed elsewhere. */
const answerBounds: JsonBounds = { bytes: workBounds.report, values: 10_000, depth: 50 };

/** The JSON text of an object, which the caller parses. */
const objectText = z
  .string()
  .refine((text) => /^\{/.test(text) && parseJson(text) !== undefined, "must be an object in JSON");

const answerSchema = z.discriminatedUnion("is", [
  z.strictObject({ is: z.literal("answered"), answer: z.json(), requests: count }),
  z.strictObject({
    is: z.literal("lost"),
    sent: z.boolean(),
    // A lost call concerns no file and no address, so these fields of a problem are not accepted.
    problem: z.object({
      code: z.string().max(200),
      severity: z.enum(["error", "warning"]),
      message: z.string().max(100_000),
      hint: z.string().max(10_000).exactOptional(),
    }),
  }),
]);

/** The JSON text of an answer. */
const answer = z
  .string()
  .refine((text) => jsonExcess(text, answerBounds) === undefined, "has too many values")
  .transform((text) => parseJson(text))
  .pipe(answerSchema);

const event = z.strictObject({ call, number: count, body: objectText });

const fence = holding.extend({ call: id });

/** The schema of the body of each question. */
export const questions = {
  bundle: z.strictObject({ worker, digest: z.string().max(200), from: z.int().min(0) }),
  hello: z.strictObject({ worker, version: z.string().max(100), shards: count }),
  goodbye: z.strictObject({ worker }),
  claim: z.strictObject({ worker, most: z.int().min(1).max(1000) }),
  touch: z.strictObject({ worker, holdings: z.array(holding).max(1000) }),
  complete: z.strictObject({ worker, holding }),
  look: z.strictObject({
    worker,
    holding,
    mine: z.strictObject({
      calls: z.array(call).max(20_000),
      waiting: z.array(id).max(20_000),
      isTaking: z.boolean(),
    }),
  }),
  wait: z.strictObject({ worker, write: z.strictObject({ fence, call, index: count }) }),
  report: z.strictObject({
    worker,
    holding,
    told: z.strictObject({
      events: z.array(event).max(100_000),
      answers: z.array(z.strictObject({ call, answer })).max(20_000),
    }),
  }),
  news: z.strictObject({ worker }),
} as const;
