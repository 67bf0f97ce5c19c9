/** The applied ref: what was applied last, as a tag object whose message is the record. */

import { z } from "zod";
import type { Address } from "../model/address.ts";
import { type JsonBounds, jsonExcess, parseJson, parseWithin } from "../model/json.ts";
import type { Pointer } from "../model/pointer.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { ApplyRecord } from "../model/record.ts";
import { moveRef, type NewTag, type RefMoveResult, readRef, tagBytes, writeTag } from "./refs.ts";
import type { Repository } from "./repository.ts";

/** A record and where it stands. */
export interface AppliedRef {
  /** The tag object. */
  readonly id: string;
  /** The commit that was applied. */
  readonly commit: string;
  readonly record: ApplyRecord;
}

/** What came of recording. `tooLarge`: nothing was written, since it could not be read again. */
export type RecordMoveResult = RefMoveResult | { readonly is: "tooLarge"; readonly problem: Problem };

/** What is written: several times what a record takes that leaves 100,000 addresses behind. 0.1.0 reads no more. */
const writeBounds: JsonBounds = { bytes: 64 * 1024 * 1024, values: 2_500_000, depth: 20 };
/** What is read: earlier versions wrote records without a bound, and a smaller one is to follow. */
const readBounds: JsonBounds = { ...writeBounds, bytes: 4 * writeBounds.bytes };

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
  const found = await readRef(repository, name, readBounds.bytes);
  if (!found) return undefined;
  if (found.bytes !== undefined) return { problem: beyondBounds(name, longerThan(readBounds)) };
  if (found.text === undefined) return { problem: unreadable(name) };
  const excess = jsonExcess(found.text, readBounds);
  if (excess !== undefined) return { problem: beyondBounds(name, excess) };
  const read = recordSchema.safeParse(parseJson(found.text));
  if (!read.success) return { problem: otherForm(name, found.text) ?? unreadable(name) };
  return { applied: { id: found.id, commit: found.commit, record: read.data } };
}

/**
 * Moves the applied ref to a new record, from the one that the run began with; not to one that could not be read again,
 * by this version or an earlier one. Rejects when git cannot write.
 */
export async function moveApplied(
  repository: Repository,
  to: {
    readonly prefix: string;
    readonly was: AppliedRef | undefined;
    readonly commit: string;
    readonly record: ApplyRecord;
  },
): Promise<RecordMoveResult> {
  const { prefix, was, commit, record } = to;
  const name = appliedRef(prefix);
  const text = textOf(record);
  const tag = { tag: `trueup/${record.environment}/applied`, commit, text: text ?? "", time: record.time };
  const excess = text === undefined ? longerThan(writeBounds) : excessOf(tag);
  if (excess !== undefined) return { is: "tooLarge", problem: tooLarge(name, record, excess) };
  const becomes = await writeTag(repository, tag);
  return moveRef(repository, { name, was: was?.id, becomes });
}

/** Undefined: it has more characters than a text can have. */
function textOf(record: ApplyRecord): string | undefined {
  try {
    return JSON.stringify(record, undefined, 2);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Why no reader would take it, by half a sentence. Throws where that is its form: then the mistake is ours. */
function excessOf(tag: NewTag): string | undefined {
  if (tagBytes(tag) > writeBounds.bytes) return longerThan(writeBounds);
  const excess = jsonExcess(tag.text, writeBounds);
  if (excess === undefined) recordSchema.parse(parseJson(tag.text));
  return excess;
}

function longerThan({ bytes }: JsonBounds): string {
  return `is longer than ${Math.round(bytes / 1024 / 1024)} MB`;
}

/** The ref that says what was applied. `prefix`: `refs/trueup/production`. */
export function appliedRef(prefix: string): string {
  return `${prefix}/applied`;
}

const writerSchema = z.looseObject({ format: z.literal("trueup.record"), tool: z.string() });

/** Says who wrote a record that has another form: a later trueup did, and nobody is to delete what it wrote. */
function otherForm(name: string, text: string): Problem | undefined {
  const writer = writerSchema.safeParse(parseWithin(text, readBounds));
  if (!writer.success) return undefined;
  const what = `${name} was written by trueup ${writer.data.tool}, in a form that this version cannot read.`;
  return problem("record-unreadable", what, {
    hint: "If that is a later version, update trueup. Leave the ref as it is.",
  });
}

function unreadable(name: string): Problem {
  const what = `${name} is not a record that this version of trueup can read.`;
  return problem("record-unreadable", what, { hint: `Update trueup. ${keepTheRef(name)}` });
}

function beyondBounds(name: string, excess: string): Problem {
  const what = `${name} ${excess}: this version of trueup does not read it.`;
  return problem("record-unreadable", what, { hint: keepTheRef(name) });
}

/** Without the ref all that exists would be taken over anew, and nothing that was dropped in Git would be removed. */
function keepTheRef(name: string): string {
  const back = `put the record back from a clone that still has it: \`git push --force REMOTE ${name}\``;
  return `Do not delete the ref: trueup would no longer know what was applied. If something else wrote it, ${back}.`;
}

function tooLarge(name: string, { leftBehind, secrets }: ApplyRecord, excess: string): Problem {
  const fingerprints = secrets?.of.length ?? 0;
  const [left, secret] = [leftBehind.length, fingerprints].map((count) => count.toLocaleString("en"));
  const counts = `${left} resources left behind, ${secret} secrets`;
  const what = `${name} stays as it was: the new record ${excess} (${counts}), and could not be read again`;
  const smaller =
    fingerprints > leftBehind.length
      ? "A record has a fingerprint of each secret: divide the project into environments, each with its own record."
      : "Leave less behind and apply again: without --only, with --prune, or after `trueup forget`.";
  const kept = "Nothing is lost: what was applied is live, and the record before it still counts.";
  const hint = `${kept} ${smaller} Rename and remove nothing in Git before that.`;
  return problem("record-too-large", what, { hint });
}
