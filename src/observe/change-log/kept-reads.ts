/**
 * The read cache of one target: the replies of earlier runs and their times, as a document in the repository's Git
 * folder.
 */

import { z } from "zod";
import { isArray, isObject, type Json } from "../../model/json.ts";
import type { Item } from "../../model/live/snapshot.ts";
import type { Milliseconds } from "../../model/reply.ts";

/** An item, without the parts that are never stored: wire forms, versions and information about secrets. */
export type KeptItem = Pick<Item, "kind" | "identity" | "value" | "id">;

/** One read. */
export interface KeptRead {
  /** The time at which the read's request was sent, in milliseconds since 1970. */
  readonly at: Milliseconds;
  /** The change log that covers the read. */
  readonly log: string;
  /**
   * The declared resources of the request, as a text. If other resources are declared now, the read is not used.
   * Absent: an apply has verified its writes from the log, so every declared field is compared instead.
   */
  readonly wanted?: string | undefined;
  /** True: only the items are known; nobody has read the list. */
  readonly isPart?: true | undefined;
  /**
   * The names of the log entries whose changes the items already contain. These are entries for this program's own
   * writes. Absent: none.
   */
  readonly entries?: readonly string[] | undefined;
  /** The live ids of the parent in which the read was made. */
  readonly ids: readonly string[];
  readonly items: readonly KeptItem[];
}

/** The state of a log when it was last read. */
export interface SeenLog {
  readonly from: Milliseconds;
  readonly at: Milliseconds;
  readonly entries: readonly string[];
}

/** A write by this program. */
interface KeptWrite {
  readonly log: string;
  readonly of: string;
  readonly at: Milliseconds;
}

/** The cache of one target. */
export interface KeptReads {
  readonly reads: ReadonlyMap<string, KeptRead>;
  readonly logs: ReadonlyMap<string, SeenLog>;
  readonly writes: readonly KeptWrite[];
}

/** The empty cache. */
export const noReads: KeptReads = { reads: new Map(), logs: new Map(), writes: [] };

/** The maximum number of log entries remembered as seen. */
export const maxSeen = 20_000;

/** The maximum age of a read, whatever a log says: a week. */
export const maxAgeMs = 7 * 24 * 3_600_000;

const moment = z.number().min(0);
/** An item of a list, as stored between runs. */
export const keptItem = z.strictObject({
  kind: z.string(),
  identity: z.string(),
  value: z.json(),
  id: z.string().exactOptional(),
});
const read = z.strictObject({
  at: moment,
  log: z.string(),
  wanted: z.string().exactOptional(),
  isPart: z.literal(true).exactOptional(),
  entries: z.array(z.string()).exactOptional(),
  ids: z.array(z.string()),
  items: z.array(keptItem),
});
const seenLog = z.strictObject({ from: moment, at: moment, entries: z.array(z.string()).max(maxSeen) });
const document = z.strictObject({
  format: z.literal("trueup.reads"),
  version: z.literal(1),
  /** Everything on which the reads depend. */
  basis: z.string(),
  reads: z.array(z.tuple([z.string(), read])),
  logs: z.array(z.tuple([z.string(), seenLog])),
  writes: z.array(z.strictObject({ log: z.string(), of: z.string(), at: moment })),
});

/** The document, with sorted keys. */
export function keptReadsText({ reads, logs, writes }: KeptReads, basis: string): string {
  const sorted = <T>(map: ReadonlyMap<string, T>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  const all = { reads: sorted(reads), logs: sorted(logs), writes };
  return `${JSON.stringify({ format: "trueup.reads", version: 1, basis, ...all })}\n`;
}

/** Parses a document. Returns an empty cache if the document is invalid, has another basis, or is from the future. */
export function parseKeptReads(text: string, of: { basis: string; now: Milliseconds }): KeptReads {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return noReads;
  }
  const checked = document.safeParse(parsed);
  if (!checked.success || checked.data.basis !== of.basis) return noReads;
  const { reads, logs, writes } = checked.data;
  const isRecent = ({ at }: { readonly at: Milliseconds }) => at <= of.now && of.now - at < maxAgeMs;
  return {
    reads: new Map(reads.filter(([, one]) => isRecent(one))),
    logs: new Map(logs.filter(([, one]) => isRecent(one))),
    writes: writes.filter(isRecent),
  };
}

/**
 * Returns the storable parts of items: the fields that somebody declares. Undefined if at least one item must not be
 * stored. No item is stored then.
 */
export function keptItems(
  items: readonly Item[],
  names: ReadonlySet<string>,
): readonly KeptItem[] | undefined {
  if (
    items.some(({ holds, raw, version }) => holds !== undefined || raw !== undefined || version !== undefined)
  )
    return undefined;
  return items.map(({ kind, identity, id, value }) => ({
    kind,
    identity,
    value: declaredPart(value, names),
    ...(id !== undefined && { id }),
  }));
}

/** The fields of a value that have one of these names. */
export function declaredPart(value: Json, names: ReadonlySet<string>): Json {
  if (!isObject(value)) return isArray(value) ? [] : value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name)));
}
