/**
 * Sends a worker's reports in pieces that a server accepts, and each event and answer only once, as far as possible.
 */

import type { WireJson } from "../../model/wire.ts";
import type { SessionAnswer } from "../../sessions/port.ts";
import type { Ownership, Report, WorkerRows } from "../contract.ts";
import { tooLongAnswer } from "../problems.ts";
import { workBounds } from "./protocol.ts";

/** Sends the reports of a worker. */
interface Reporter {
  readonly send: WorkerRows["report"];
  /** Called when the shard is given back. */
  forget(holding: Ownership): void;
}

interface Telling {
  last: Promise<void>;
  readonly told: Set<string>;
}

/**
 * The maximum length of one part: half of the server's limit, because a text may double its size when it is quoted in
 * another one.
 */
const mostLength = workBounds.report / 2;

/** The maximum length of a body that contains several parts. */
const pieceLength = 1024 * 1024;

/**
 * Sends reports by `ask`. If a report takes too long, its sender repeats it while the first attempt is still under way.
 * Therefore the reports of one shard are sent one after the other, without the parts that have arrived.
 */
export function reporter(ask: (body: { readonly [key: string]: WireJson }) => Promise<unknown>): Reporter {
  const shards = new Map<string, Telling>();
  const keyOf = ({ job, attempt }: Ownership) => `${job} ${attempt}`;
  return {
    send: (holding, report) => {
      const key = keyOf(holding);
      const telling = shards.get(key) ?? { last: Promise.resolve(), told: new Set() };
      shards.set(key, telling);
      const sent = telling.last.then(() => sendRest(ask, { holding, report, told: telling.told }));
      telling.last = sent.catch(() => {});
      return sent;
    },
    forget: (holding) => void shards.delete(keyOf(holding)),
  };
}

interface Sending {
  readonly holding: Ownership;
  readonly report: Report;
  readonly told: Set<string>;
}

type Part = {
  readonly key: string;
  readonly length: number;
  readonly event?: Report["events"][number];
  readonly answer?: Report["answers"][number];
};

async function sendRest(
  ask: (body: { readonly [key: string]: WireJson }) => Promise<unknown>,
  { holding: { shard, job, attempt }, report, told }: Sending,
): Promise<void> {
  const parts = partsOf(report).filter(({ key }) => !told.has(key));
  while (parts.length > 0) {
    const piece = parts.splice(0, countFor(parts));
    const events = piece.flatMap(({ event }) => (event ? [{ ...event }] : []));
    const answers = piece.flatMap(({ answer }) => (answer ? [wireAnswer(answer)] : []));
    await ask({ holding: { shard, job, attempt }, told: { events, answers } });
    for (const { key } of piece) told.add(key);
  }
}

const tooLong = {
  reader: "the server of the worker reads",
  hint: "Divide the target into several environments, or give this target to a worker with --database.",
};

/** The parts of a report. Events come first, because an answer must never arrive before its events. */
function partsOf({ events, answers }: Report): Part[] {
  return [
    ...events.map((event) => ({
      key: `${event.call} ${event.number}`,
      length: event.body.length + 100,
      event,
    })),
    ...answers.map(({ call, answer }) => {
      const length = JSON.stringify(answer).length + 100;
      return length > mostLength
        ? { key: call, length: 1000, answer: { call, answer: tooLongAnswer(length, tooLong) } }
        : { key: call, length, answer: { call, answer } };
    }),
  ];
}

/** How many parts fit into one body: at least one. */
function countFor(parts: readonly Part[]): number {
  let [count, length] = [0, 0];
  for (const part of parts) {
    length += part.length;
    if (count > 0 && length > pieceLength) break;
    count += 1;
  }
  return count;
}

/** An answer as it is sent: as text, because the server passes it on without reading its content. */
function wireAnswer({ call, answer }: { readonly call: string; readonly answer: SessionAnswer }): WireJson {
  return { call, answer: JSON.stringify(answer) };
}
