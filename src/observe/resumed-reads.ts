/** Two sessions for an import: one resumes an interrupted import, the other remembers its own reads. */

import { z } from "zod";
import type { Driver, ReadReply, ReadRequest, Session } from "../drivers/contract/contract.ts";
import type { Milliseconds } from "../model/reply.ts";
import { keptItem } from "./change-log/kept-reads.ts";

/** Lines that are kept after the process ends. Reading and appending never throw. */
interface ReadLog {
  /** The lines of an earlier process; none if there are none, or if they cannot be read. */
  readonly lines: readonly string[];
  append(line: string): void;
}

/** The context for resuming. */
interface ResumeContext {
  readonly driver: Driver;
  readonly log: ReadLog;
  /** This machine's time, in milliseconds since 1970. */
  readonly now: () => Milliseconds;
}

/** The maximum age of earlier reads: a day. */
export const resumeMs: Milliseconds = 24 * 3_600_000;

const moment = z.number().min(0);
const item = keptItem.extend({
  version: z.string().exactOptional(),
  parentId: z.string().exactOptional(),
  setSecrets: z.array(z.string()).exactOptional(),
  undeclarable: z
    .array(
      z.strictObject({
        path: z.string(),
        name: z.string().exactOptional(),
        what: z.enum(["value", "child"]),
        value: z.json().exactOptional(),
        reason: z.string().exactOptional(),
        decides: z.literal(true).exactOptional(),
      }),
    )
    .exactOptional(),
});
const line = z.strictObject({ at: moment, key: z.string(), items: z.array(item) });

/** The reads of an earlier import that are still recent enough. */
interface ResumedReads {
  readonly session: Session;
  /** The number of earlier reads that need not be repeated. */
  readonly count: number;
  /** When the oldest of these reads was made; undefined if there are none. */
  readonly oldest: Milliseconds | undefined;
}

/**
 * Returns the session, and the earlier reads that it reuses. Only complete lists inside a parent are reused. The
 * outermost lists are read again, because a session learns from them. Replies that contain secrets, or are built from
 * data that is never stored, are read each time.
 */
export function withResumedReads(session: Session, { driver, log, now }: ResumeContext): ResumedReads {
  if (driver.fleet) return { session, count: 0, oldest: undefined };
  const known = new Map<string, { readonly at: Milliseconds; readonly reply: ReadReply }>();
  for (const text of log.lines) {
    const read = line.safeParse(parsed(text));
    if (!read.success) continue;
    const { at, key, items } = read.data;
    if (at <= now() && now() - at < resumeMs) known.set(key, { at, reply: { state: "whole", items } });
  }
  const oldest = [...known.values()].reduce<number | undefined>(
    (least, { at }) => Math.min(least ?? at, at),
    undefined,
  );
  const read: Session["read"] = async (request, signal) => {
    const key = keyOf(request);
    const before = key === undefined ? undefined : known.get(key);
    if (before) return before.reply;
    const at = now();
    const reply = await session.read(request, signal);
    const text = key === undefined ? undefined : lineOf(reply, { at, key });
    if (text !== undefined) log.append(text);
    return reply;
  };
  return { session: { ...session, read }, count: known.size, oldest };
}

/** Returns a text that identifies a read; undefined for a read that is always repeated. */
function keyOf({ collection, scope, parentId, wanted, whole, alone }: ReadRequest): string | undefined {
  if (parentId === undefined || wanted.length > 0 || whole || alone) return undefined;
  const words = Object.entries(scope).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([collection, words, parentId]);
}

/** A reply as a line; undefined if it is incomplete or contains data that is never stored. */
function lineOf(
  reply: ReadReply,
  of: { readonly at: Milliseconds; readonly key: string },
): string | undefined {
  if (reply.state !== "whole" || reply.warnings || reply.parentIds || reply.cannot) return undefined;
  if (reply.items.some(({ raw, holds }) => raw !== undefined || holds !== undefined)) return undefined;
  const text = JSON.stringify({ ...of, items: reply.items });
  return line.safeParse(parsed(text)).success ? text : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the session with a cache of complete lists, which serves every later search in them. Not for fleets, whose
 * reads depend on the declarations. Reads by name and incomplete reads are repeated each time.
 */
export function withRememberedReads(session: Session, { kinds, fleet }: Driver): Session {
  if (fleet) return session;
  const lists = new Map<string, ReadReply>();
  const scopeKeys = new Map(kinds.map(({ collection }) => [collection.name, collection.scopeKeys]));
  const keyOf = ({ collection, scope, parentId }: ReadRequest) =>
    JSON.stringify([collection, parentId, (scopeKeys.get(collection) ?? []).map((word) => scope[word])]);
  return {
    ...session,
    read: async (request, signal) => {
      const key = keyOf(request);
      const known = request.alone ? undefined : lists.get(key);
      if (known) return known;
      const reply = await session.read(request, signal);
      if (reply.state === "whole" && request.wanted.length === 0) lists.set(key, reply);
      return reply;
    },
  };
}
