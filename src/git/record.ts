/** The applied ref: what was applied last, as a tag object whose message is the record. */

import { z } from "zod";
import type { Address } from "../model/address.ts";
import { type JsonBounds, parseWithin } from "../model/json.ts";
import type { Pointer } from "../model/pointer.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { ApplyRecord } from "../model/record.ts";
import { moveRef, type RefMoveResult, readRef, writeTag } from "./refs.ts";
import type { Repository } from "./repository.ts";

/** A record and where it stands. */
export interface AppliedRef {
  /** The tag object. */
  readonly id: string;
  /** The commit that was applied. */
  readonly commit: string;
  readonly record: ApplyRecord;
}

/** Several times what a record takes that leaves 100,000 addresses behind. */
const bounds: JsonBounds = { bytes: 64 * 1024 * 1024, values: 2_500_000, depth: 20 };

const count = z.int().min(0);
const id = z.string().regex(/^[0-9a-f]{40,64}$/);
const address = z.custom<Address>((value) => typeof value === "string" && /^[^/]+\/[^/]+\//.test(value));
const pointer = z.custom<Pointer>((value) => typeof value === "string" && /^(?:\/|$)/.test(value));
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

/** What a record may hold. Fields of later versions of trueup are let pass: they only add. */
const recordSchema = z.object({
  format: z.literal("trueup.record"),
  version: z.literal(1),
  environment: z.string(),
  time: z.string(),
  actor: z.string(),
  fingerprint: z.string(),
  tool: z.string(),
  counts: z.object({ applied: count, converged: count, failed: count, unknown: count, skipped: count }),
  leftBehind: z.array(z.object({ address, because: z.enum(reasons), commit: id.nullable() })),
  unfinished: z.array(z.object({ target: z.string(), names: z.array(z.string()) })).exactOptional(),
  secrets: z
    .object({
      key: z.string(),
      of: z.array(z.object({ address, path: pointer, fingerprint: z.string() })),
    })
    .exactOptional(),
});

/** Reads the applied ref below `prefix` as this repository has it. Nothing before the first apply. */
export async function readApplied(
  repository: Repository,
  prefix: string,
): Promise<{ readonly applied: AppliedRef } | { readonly problem: Problem } | undefined> {
  const name = appliedRef(prefix);
  const found = await readRef(repository, name);
  if (!found) return undefined;
  if (found.text === undefined) return { problem: unreadable(name) };
  const read = recordSchema.safeParse(parseWithin(found.text, bounds));
  if (!read.success) return { problem: otherForm(name, found.text) ?? unreadable(name) };
  return { applied: { id: found.id, commit: found.commit, record: read.data } };
}

/** Moves the applied ref to a new record, from the one that the run began with. Rejects when git cannot write. */
export async function moveApplied(
  repository: Repository,
  to: {
    readonly prefix: string;
    readonly was: AppliedRef | undefined;
    readonly commit: string;
    readonly record: ApplyRecord;
  },
): Promise<RefMoveResult> {
  const { prefix, was, commit, record } = to;
  const text = JSON.stringify(record, undefined, 2);
  const tag = `trueup/${record.environment}/applied`;
  const becomes = await writeTag(repository, { tag, commit, text, time: record.time });
  return moveRef(repository, { name: appliedRef(prefix), was: was?.id, becomes });
}

/** The ref that says what was applied. `prefix`: `refs/trueup/production`. */
export function appliedRef(prefix: string): string {
  return `${prefix}/applied`;
}

const writerSchema = z.looseObject({ format: z.literal("trueup.record"), tool: z.string() });

/** Says who wrote a record that has another form: a later trueup did, and nobody is to delete what it wrote. */
function otherForm(name: string, text: string): Problem | undefined {
  const writer = writerSchema.safeParse(parseWithin(text, bounds));
  if (!writer.success) return undefined;
  const what = `${name} was written by trueup ${writer.data.tool}, in a form that this version cannot read.`;
  return problem("record-unreadable", what, {
    hint: "If that is a later version, update trueup. Leave the ref as it is.",
  });
}

function unreadable(name: string): Problem {
  return problem("record-unreadable", `${name} is not a record that this version of trueup can read.`, {
    hint: "Update trueup. If something else wrote that ref, delete it: the next apply is a first one.",
  });
}
