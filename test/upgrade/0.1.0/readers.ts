/** How trueup 0.1.0 reads files of later versions: its own checks, copied, and never to be changed. */

import { z } from "zod";
import { isObject, type Json, parseJson } from "../../../src/model/json.ts";
import { digest } from "../../../src/runtime/digest.ts";

const count = z.int().min(0);
const id = z.string().regex(/^[0-9a-f]{40,64}$/);
const address = z.string().regex(/^[^/]+\/[^/]+\//);
const pointer = z.string().regex(/^(?:\/|$)/);
const reasons = [
  "failed",
  "skipped",
  "rolledBack",
  "unknown",
  "held",
  "excluded",
  "kept",
  "uncommitted",
  "forgotten",
] as const;

/** The text of the applied ref. If the text did not match, 0.1.0 reported `record-unreadable`: "Update trueup". */
export const record = z.object({
  format: z.literal("trueup.record"),
  version: z.literal(1),
  environment: z.string(),
  time: z.string(),
  actor: z.string(),
  fingerprint: z.string(),
  tool: z.string(),
  counts: z.object({ applied: count, converged: count, failed: count, unknown: count, skipped: count }),
  leftBehind: z.array(z.object({ address, because: z.enum(reasons), commit: id.nullable() })),
  secrets: z
    .object({ key: z.string(), of: z.array(z.object({ address, path: pointer, fingerprint: z.string() })) })
    .exactOptional(),
});

/**
 * The text of the lock ref. If the text did not match, the lock counted as held by an unknown run, and was never taken
 * over.
 */
export const lock = z.object({
  format: z.literal("trueup.lock"),
  version: z.literal(1),
  run: z.string(),
  owner: z.string(),
  since: z.iso.datetime(),
  expires: z.iso.datetime(),
});

/**
 * The beginning of a plan file. If it did not match, 0.1.0 reported `plan-file`: "it has not the form of version 1
 * (version)".
 */
export const planFileHead = z.looseObject({ format: z.literal("trueup.plan"), version: z.literal(1) });

const problem = z.object({
  code: z.string(),
  severity: z.enum(["error", "warning"]),
  message: z.string(),
  hint: z.string().optional(),
});

/** A snapshot. If it did not match, 0.1.0 reported `bad-snapshot`. */
export const snapshot = z.strictObject({
  format: z.literal("trueup.snapshot"),
  version: z.literal(1),
  environment: z.string(),
  takenAt: z.iso.datetime(),
  observations: z.array(
    z.discriminatedUnion("state", [
      z.strictObject({ address: z.string(), state: z.literal("present"), value: z.unknown() }),
      z.strictObject({ address: z.string(), state: z.literal("absent") }),
      z.strictObject({ address: z.string(), state: z.literal("unknown"), problem }),
    ]),
  ),
  unmanaged: z.int().min(0),
});

const fields: Readonly<Record<string, readonly string[]>> = {
  begun: ["environment", "fingerprint"],
  intent: ["step", "operation", "address"],
  reply: ["step", "meaning"],
  outcome: ["step", "state"],
  ended: [],
};

/** The records of a journal, up to the first line that 0.1.0 could not read. */
export function journal(text: string): readonly Json[] {
  const records: Json[] = [];
  let run: Json | undefined;
  for (const line of text.split("\n").slice(0, -1)) {
    const rest = line.slice(17);
    if (line[16] !== " " || digest(rest).slice(0, 16) !== line.slice(0, 16)) break;
    const value = parseJson(rest);
    if (!isObject(value) || value.version !== 1 || value.number !== records.length) break;
    if ((run ?? value.run) !== value.run) break;
    const wanted = fields[String(value.kind)];
    if (!wanted?.every((field) => typeof value[field] === "string")) break;
    run = value.run;
    records.push(value);
  }
  return records;
}
