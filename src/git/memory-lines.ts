/** The lines of a record's memory files: one JSON line per address, validated by a schema. */

import { z } from "zod";
import type { Address } from "../model/address.ts";
import { type JsonBounds, JsonMeter, parseJson } from "../model/json.ts";
import type { RememberedForm, RememberedResource, RemovedOfKind, UnseenCreate } from "../model/memory.ts";
import type { Pointer } from "../model/pointer.ts";

/** The maximum size of a file. Larger files are neither written nor read. */
export const maxFileBytes = 16 * 1024 * 1024;

const fileBounds: JsonBounds = { bytes: maxFileBytes, values: 1_000_000, depth: 20 };

/**
 * The maximum length of a text. An entry with a longer text is not remembered. This is harmless, because entries are
 * only hints.
 */
const maxText = 16_384;

/** An object id. */
export const objectIdText = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/);

/** An address: `target/kind/key`. */
export const addressText = z.custom<Address>(
  (value) => typeof value === "string" && /^[^/]+\/[^/]+\//.test(value),
);

/** A JSON pointer. */
export const pointerText = z.custom<Pointer>((value) => typeof value === "string" && /^(?:\/|$)/.test(value));

/** A part of a digest that is long enough to avoid collisions: at least 96 bits. */
const digestText = /^[0-9a-f]{24,64}$/;

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

/** An address whose base is not the applied commit. */
export const leftBehindLine = z.object({
  address: addressText,
  because: z.enum(reasons),
  commit: objectIdText.nullable(),
});

/** The fingerprint of one secret. */
export const secretLine = z.object({ address: addressText, path: pointerText, fingerprint: z.string() });

/** One pending activation of a target. */
export const unfinishedLine = z.object({ target: z.string(), name: z.string() });

const text = z.string().max(maxText);
const time = z.iso.datetime();
const count = z.int().min(0);

/** The remembered facts about one address. */
export const resourceLine = z.object({
  address: addressText,
  id: text.min(1),
  within: z.array(text).max(64),
  name: text,
  unread: z.literal(true).optional(),
  commit: objectIdText,
}) satisfies z.ZodType<RememberedResource & { address: Address }>;

/** An accepted create that is not visible yet. */
export const unseenLine = z.object({
  address: addressText,
  since: time,
  id: text.optional(),
  sent: text.optional(),
  stored: text.optional(),
  commit: objectIdText,
}) satisfies z.ZodType<UnseenCreate & { address: Address }>;

/** A field that its server stored in another form than written. */
export const formLine = z.object({
  address: addressText,
  path: pointerText,
  is: z.enum(["stored", "notTaken"]),
  sent: z.string().regex(digestText),
  live: z.string().regex(digestText),
  commit: objectIdText,
}) satisfies z.ZodType<RememberedForm & { address: Address }>;

/** The number of resources of a kind that one run removed. */
export const removedLine = z.object({
  target: z.string(),
  time,
  kind: z.string().max(256),
  removed: count,
  of: count,
}) satisfies z.ZodType<RemovedOfKind & { target: string }>;

/** The limits for the first line of the memory. */
export const rootBounds: JsonBounds = { bytes: 64 * 1024, values: 1_000, depth: 20 };

/** The description of a memory. It is the message of the memory's commit, in one line. */
export const rootText = z.object({
  format: z.literal("trueup.memory"),
  version: z.literal(1),
  environment: z.string(),
  /** The key of the secret fingerprints. Absent: there are none. */
  secretsKey: z.string().exactOptional(),
});

/** Returns the text of a file with these entries. */
export function linesText(entries: readonly object[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
}

/**
 * Returns the entries of a file, and the number of invalid lines. `all`: a list to which the entries are added, for
 * many files.
 */
export function entriesIn<Schema extends z.ZodType>(
  bytes: Uint8Array,
  schema: Schema,
  all: z.ZodArray<Schema> = z.array(schema),
): { readonly entries: readonly z.output<Schema>[]; readonly odd: number } {
  if (new JsonMeter(fileBounds).take(bytes) !== undefined) return { entries: [], odd: 1 };
  const { buffer, byteOffset, byteLength } = bytes;
  const lines = Buffer.from(buffer, byteOffset, byteLength).toString("utf8").split("\n").filter(isSaid);
  const together = all.safeParse(parseJson(`[${lines.join(",")}]`));
  if (together.success && together.data.length === lines.length) return { entries: together.data, odd: 0 };
  const entries: z.output<Schema>[] = [];
  let odd = 0;
  for (const line of lines) {
    const read = schema.safeParse(parseJson(line));
    if (read.success) entries.push(read.data);
    else odd += 1;
  }
  return { entries, odd };
}

function isSaid(line: string): boolean {
  return line !== "";
}

/** Returns an entry as it is written, with sorted members; nothing if it could not be read back. */
export function writableLine<Schema extends z.ZodType>(
  entry: object,
  schema: Schema,
): readonly z.output<Schema>[] {
  const read = schema.safeParse(entry);
  return read.success ? [read.data] : [];
}
