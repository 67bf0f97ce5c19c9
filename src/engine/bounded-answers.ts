/** Limits the memory for the answers of each target, so that a target with endless answers harms no other target. */

import type { ReadReply, ReadRequest, Session } from "../drivers/contract/contract.ts";
import { type Problem, problem } from "../model/problem.ts";

/**
 * The default limit per target, several times the memory for 100,000 resources. A target's own limit replaces this
 * default.
 */
const defaultMegabytes = 512;

/** The approximate memory overhead of any value. */
const bytesOfAnyValue = 32;

/** The bounded answers of one target. */
export interface BoundedAnswers {
  /**
   * Wraps a session. Once the limit is exceeded, the session's reads return unknown and send nothing. A collection that
   * is read again counts only once, with its largest size.
   */
  readonly bounding: (session: Session) => Session;
  /** The problem to report for the target once the limit is exceeded. */
  readonly excess: () => Problem | undefined;
}

/** Returns bounded answers, at first empty. */
export function boundedAnswers(target: string, megabytes: number = defaultMegabytes): BoundedAnswers {
  const max = megabytes * 1024 * 1024;
  const held = new Map<string, number>();
  let total = 0;
  let excess: Problem | undefined;
  const read = async (session: Session, request: ReadRequest, signal: AbortSignal): Promise<ReadReply> => {
    if (excess) return { state: "unknown", problem: excess };
    const reply = await session.read(request, signal);
    if (reply.state !== "whole") return reply;
    const key = keyOf(request);
    const before = held.get(key) ?? 0;
    const bytes = Math.max(before, sizeOf(reply.items));
    held.set(key, bytes);
    total += bytes - before;
    if (total <= max) return reply;
    excess ??= tooMuch(target, megabytes);
    return { state: "unknown", problem: excess };
  };
  const bounding = (session: Session): Session => ({
    ...session,
    read: (request, signal) => read(session, request, signal),
  });
  return { bounding, excess: () => excess };
}

function keyOf({ collection, scope, parentId = "" }: ReadRequest): string {
  return JSON.stringify([collection, Object.entries(scope).sort(), parentId]);
}

/** The approximate size of a value in memory. The recursion is safe, because the nesting of answers is limited. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return bytesOfAnyValue + value.length;
  if (typeof value !== "object" || value === null) return bytesOfAnyValue;
  let bytes = bytesOfAnyValue;
  if (Array.isArray(value)) for (const member of value) bytes += sizeOf(member);
  else for (const name in value) bytes += name.length + sizeOf(Reflect.get(value, name));
  return bytes;
}

function tooMuch(target: string, megabytes: number): Problem {
  const message = `${target}: the answers add up to more than ${megabytes} MB, so trueup reads nothing more.`;
  return problem("answer-too-large", message, {
    hint: `Find out why its lists are so long, or raise limits.answerMegabytes of target ${target} in trueup.yaml.`,
  });
}
