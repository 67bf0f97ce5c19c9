/**
 * The texts of history entries. They are written within size limits. Texts that are read are untrusted, because anyone
 * may have pushed them. Pure.
 */

import { z } from "zod";
import type { HistoryChange, HistoryEntry } from "../../model/history/history.ts";
import { type JsonBounds, parseWithin } from "../../model/json.ts";
import { addressText, objectIdText, pointerText } from "../memory-lines.ts";

/** The limits of one entry. */
export const entryBounds: JsonBounds = { bytes: 256 * 1024, values: 200_000, depth: 8 };

/** The format of the name by which an entry identifies its run. */
const runPattern = /^[0-9a-f-]{8,64}$/;

const [maxText, maxPointer, maxFields, maxTexts] = [1_024, 512, 64, 100];

const text = z.string().max(maxText);
const count = z.int().min(0);
const time = z.iso.datetime();
const states = ["applied", "converged", "failed", "unknown", "skipped"] as const;

const change = z.object({
  address: addressText,
  action: z.enum(["create", "update", "remove"]),
  outcome: z.enum([...states, "takenBack"]),
  fields: z
    .array(pointerText.refine(({ length }) => length <= maxPointer))
    .max(maxFields)
    .optional(),
  moreFields: count.optional(),
}) satisfies z.ZodType<HistoryChange>;

/** Unknown fields are accepted, because later versions of trueup may add fields but remove none. */
const entrySchema = z.object({
  format: z.literal("trueup.historyEntry"),
  version: z.literal(1),
  run: z.string().regex(runPattern),
  environment: text,
  started: time.optional(),
  ended: time,
  actor: text,
  url: z
    .url({ protocol: /^https?$/ })
    .max(maxText)
    .optional(),
  tool: text,
  commit: objectIdText,
  before: objectIdText.optional(),
  fingerprint: z.string().regex(/^[0-9a-f]{16,64}$/),
  approval: z.enum(["fingerprint", "plans", "asked", "nobody"]).optional(),
  consents: z.array(text).max(maxTexts).optional(),
  only: z.array(text).max(maxTexts).optional(),
  ending: z.enum(["applied", "partly", "failed", "interrupted", "takenBack", "unchanged", "unknown"]),
  counts: z.object({ applied: count, converged: count, failed: count, unknown: count, skipped: count }),
  leftBehind: count.optional(),
  recorded: time.optional(),
  changes: z.array(change),
  omitted: count,
}) satisfies z.ZodType<HistoryEntry>;

/** Returns the entry in a text; undefined if this version cannot read the text as an entry. */
export function entryIn(bytes: Uint8Array): HistoryEntry | undefined {
  if (bytes.length > entryBounds.bytes) return undefined;
  const { buffer, byteOffset, byteLength } = bytes;
  const json = parseWithin(Buffer.from(buffer, byteOffset, byteLength).toString("utf8"), entryBounds);
  return entrySchema.safeParse(json).data;
}

/** An entry, and the changes that it should list if there is room for them. */
export interface EntryToWrite {
  readonly entry: Omit<HistoryEntry, "changes" | "omitted">;
  /** Returns the changes in plan order. Called anew for each text, since there may be a million changes. */
  readonly changes: () => Iterable<HistoryChange>;
  /** The number of further changes that are unknown. Default: none. */
  readonly omitted?: number;
}

/** The bytes reserved for the brackets, and for the number of omitted changes. */
const roomForEnds = 64;

/**
 * Returns the text of an entry, shortened to the size limit. Applied changes are omitted before failed ones, because
 * people search for failures later. Long texts are truncated.
 */
export function entryText({ entry, changes, omitted: unknown = 0 }: EntryToWrite): string {
  const head = {
    ...withoutChanges(entry),
    environment: short(entry.environment),
    actor: short(entry.actor),
    tool: short(entry.tool),
    url: entry.url === undefined || entry.url.length > maxText ? undefined : entry.url,
    consents: entry.consents?.slice(0, maxTexts).map(short),
    only: entry.only?.slice(0, maxTexts).map(short),
  };
  const room = entryBounds.bytes - Buffer.byteLength(JSON.stringify(head)) - roomForEnds;
  const { lines, omitted } = fitting(changes(), room);
  const start = JSON.stringify({ ...head, omitted: omitted + unknown }).slice(0, -1);
  return `${start},"changes":[${lines.join(",")}]}\n`;
}

/**
 * Returns the entry without its changes. The type has no changes, but the value may be an entry that was read, which
 * has them.
 */
function withoutChanges(entry: EntryToWrite["entry"]): EntryToWrite["entry"] {
  const { changes: _, omitted: __, ...rest }: Partial<HistoryEntry> & EntryToWrite["entry"] = entry;
  return rest;
}

interface Line {
  readonly at: number;
  readonly text: string;
}

/** Returns the changes that fit into this many bytes, in plan order. Failed changes take precedence. */
function fitting(
  changes: Iterable<HistoryChange>,
  bytes: number,
): { readonly lines: readonly string[]; readonly omitted: number } {
  const isWell = ({ outcome }: HistoryChange) => outcome === "applied" || outcome === "converged";
  const [ill, well] = [lineRoom(bytes), lineRoom(bytes)];
  let all = 0;
  for (const each of changes) {
    (isWell(each) ? well : ill).take(each, all);
    all += 1;
  }
  const kept: Line[] = [...ill.lines];
  let left = bytes - ill.used();
  for (const line of well.lines) {
    left -= Buffer.byteLength(line.text) + 1;
    if (left < 0) break;
    kept.push(line);
  }
  const lines = kept.sort((a, b) => a.at - b.at).map((line) => line.text);
  return { lines, omitted: all - lines.length };
}

/**
 * Collects changes until the first one that does not fit. The collected changes are therefore always the first ones.
 */
function lineRoom(bytes: number) {
  const lines: Line[] = [];
  let used = 0;
  let isFull = false;
  const take = (one: HistoryChange, at: number) => {
    if (isFull) return;
    const line = changeLine(one);
    const size = Buffer.byteLength(line) + 1;
    isFull = used + size > bytes;
    if (isFull) return;
    used += size;
    lines.push({ at, text: line });
  };
  return { lines, take, used: () => used };
}

function changeLine({ address, action, outcome, fields = [], moreFields = 0 }: HistoryChange): string {
  const named = fields.filter((path) => path.length <= maxPointer).slice(0, maxFields);
  const more = moreFields + fields.length - named.length;
  return JSON.stringify({
    address,
    action,
    outcome,
    ...(named.length > 0 && { fields: named }),
    ...(more > 0 && { moreFields: more }),
  });
}

function short(words: string): string {
  return words.length <= maxText ? words : words.slice(0, maxText).toWellFormed();
}
