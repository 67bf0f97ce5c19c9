/** The texts of records in both formats, and the problems of records that cannot be read or written. Pure. */

import { z } from "zod";
import { type JsonBounds, jsonExcess, parseJson, parseWithin } from "../model/json.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { ApplyRecord } from "../model/record.ts";
import { leftBehindLine, objectIdText, secretLine } from "./memory-lines.ts";

/**
 * The limits for writing: several times the size of a record that leaves 100,000 addresses behind. Version 0.1.0 cannot
 * read larger records.
 */
export const writeBounds: JsonBounds = { bytes: 64 * 1024 * 1024, values: 2_500_000, depth: 20 };
/**
 * The limits for reading. They are larger, because earlier versions wrote records without a limit, and the next record
 * may be smaller.
 */
export const readBounds: JsonBounds = { ...writeBounds, bytes: 4 * writeBounds.bytes };

const count = z.int().min(0);

/**
 * The members that both formats have. Unknown fields are accepted, because later versions of trueup may add fields but
 * remove none.
 */
const head = {
  format: z.literal("trueup.record"),
  environment: z.string(),
  time: z.string(),
  actor: z.string(),
  fingerprint: z.string(),
  tool: z.string(),
  counts: z.object({ applied: count, converged: count, failed: count, unknown: count, skipped: count }),
};

/** Version 1: everything is in the message. */
const wholeSchema = z.object({
  ...head,
  version: z.literal(1),
  leftBehind: z.array(leftBehindLine),
  unfinished: z.array(z.object({ target: z.string(), names: z.array(z.string()) })).exactOptional(),
  secrets: z.object({ key: z.string(), of: z.array(secretLine) }).exactOptional(),
});

/** Version 2: everything that grows with the network is in the tree of a commit. */
const headSchema = z.object({ ...head, version: z.literal(2), memory: objectIdText });

const recordSchema = z.discriminatedUnion("version", [wholeSchema, headSchema]);

/** The part of a version 2 record that is in its message. */
type RecordHead = z.output<typeof headSchema>;

/** A record that was read from its message, or why it is invalid. */
export type RecordText =
  | { readonly is: "whole"; readonly record: ApplyRecord }
  | { readonly is: "head"; readonly head: RecordHead }
  | { readonly is: "problem"; readonly problem: Problem };

/** Reads a record from the message of the ref `name`. */
export function recordIn(text: string, name: string): RecordText {
  const excess = jsonExcess(text, readBounds);
  if (excess !== undefined) return { is: "problem", problem: beyondBounds(name, excess) };
  const read = recordSchema.safeParse(parseJson(text));
  if (!read.success) return { is: "problem", problem: otherForm(name, text) ?? unreadableRecord(name) };
  const { data } = read;
  return data.version === 1 ? { is: "whole", record: data } : { is: "head", head: data };
}

/** Returns the message of a version 1 record; undefined if it would exceed the maximum length of a string. */
export function recordText(record: ApplyRecord): string | undefined {
  try {
    return JSON.stringify(record, undefined, 2);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns the message of a version 2 record, which refers to this memory commit. */
export function headText(record: ApplyRecord, memory: string): string {
  const { leftBehind: _, unfinished: _unfinished, secrets: _secrets, ...rest } = record;
  return JSON.stringify(headSchema.parse({ ...rest, memory }), undefined, 2);
}

/**
 * Returns half a sentence about the limit that a message exceeds, so that no version could read it; undefined if it
 * exceeds none. Throws if the format of the message is wrong, because this is a bug in trueup.
 */
export function excessOf(text: string): string | undefined {
  const excess = jsonExcess(text, writeBounds);
  if (excess === undefined) wholeSchema.parse(parseJson(text));
  return excess;
}

/** Half a sentence about a text that is too long. */
export function longerThan({ bytes }: JsonBounds): string {
  return `is longer than ${Math.round(bytes / 1024 / 1024)} MB`;
}

const writerSchema = z.looseObject({ format: z.literal("trueup.record"), tool: z.string() });

/**
 * Returns the problem of a record in an unknown format, if the text names the version of trueup that wrote it.
 * Undefined if the text names no version, and is therefore not a record.
 */
function otherForm(name: string, text: string): Problem | undefined {
  const writer = writerSchema.safeParse(parseWithin(text, readBounds));
  return writer.success ? writtenBy(name, writer.data.tool) : undefined;
}

/** The problem of a record whose format this version cannot read, because a later version may have written it. */
export function writtenBy(name: string, tool: string): Problem {
  const what = `${name} was written by trueup ${tool}, in a format that this version cannot read.`;
  return problem("record-unreadable", what, {
    hint: "If that version is later than this one, update trueup. Leave the ref as it is.",
  });
}

/** The problem if the ref does not contain a record. */
export function unreadableRecord(name: string): Problem {
  const what = `${name} is not a record that this version of trueup can read.`;
  return problem("record-unreadable", what, { hint: `Update trueup. ${keepTheRef(name)}` });
}

/** The problem if the record is too long, or nested too deeply. */
export function beyondBounds(name: string, excess: string): Problem {
  const what = `${name} ${excess}: this version of trueup does not read it.`;
  return problem("record-unreadable", what, { hint: keepTheRef(name) });
}

/**
 * Returns a hint to keep or restore the ref. Without the ref, trueup would adopt everything that exists again, and
 * would not remove anything that Git no longer declares.
 */
function keepTheRef(name: string): string {
  const back = `put the record back from a clone that still has it: \`git push --force REMOTE ${name}\``;
  return `Do not delete the ref: trueup would no longer know what was applied. If something else wrote it, ${back}.`;
}

/** The problem of a record that is too large to be read back, and is therefore not written. */
export function tooLarge(name: string, { leftBehind, secrets }: ApplyRecord, excess: string): Problem {
  const fingerprints = secrets?.of.length ?? 0;
  const [left, secret] = [leftBehind.length, fingerprints].map((each) => each.toLocaleString("en"));
  const counts = `${left} resources left behind, ${secret} secrets`;
  const what = `${name} stays as it was: the new record ${excess} (${counts}), and trueup could not read it back`;
  const smaller =
    fingerprints > leftBehind.length
      ? "Divide the project into environments, each with its own record: a record has a fingerprint of each secret."
      : "Apply again so that fewer resources are left behind: without --only, with --prune, or after `trueup forget`.";
  const kept = "Nothing is lost: the changes are applied, and the previous record still counts.";
  const hint = `${kept} ${smaller} Until then, rename and remove nothing in Git.`;
  return problem("record-too-large", what, { hint });
}
