/** Reports of a worker in pieces that a server reads, each event and answer once as far as is known. */

import type { WireJson } from "../../model/wire.ts";
import type { SessionAnswer } from "../../sessions/port.ts";
import type { Ownership, Report, WorkerRows } from "../contract.ts";
import { tooLongAnswer } from "../problems.ts";
import { workBounds } from "./protocol.ts";

/** Tells reports. */
interface Reporter {
  readonly send: WorkerRows["report"];
  /** The shard was given back. */
  forget(holding: Ownership): void;
}

interface Telling {
  last: Promise<void>;
  readonly told: Set<string>;
}

/** Half of what a server reads: a text can have twice as many bytes once it is quoted in another one. */
const mostLength = workBounds.report / 2;

/** What one body holds at the most, if it has several parts. */
const pieceLength = 1024 * 1024;

/**
 * Sends by `ask`. Whoever waits too long reports again while the first body is still on its way: the reports of a shard
 * go one after the other, and what has arrived is left out.
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
  reader: "its server reads",
  hint: "Divide the target into environments, or give this target to a worker with --database.",
};

/** Events first: an answer never comes before them. */
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

/** As many as fit into one body, at least one. */
function countFor(parts: readonly Part[]): number {
  let [count, length] = [0, 0];
  for (const part of parts) {
    length += part.length;
    if (count > 0 && length > pieceLength) break;
    count += 1;
  }
  return count;
}

/** As text: what is in it is of no interest on the way. */
function wireAnswer({ call, answer }: { readonly call: string; readonly answer: SessionAnswer }): WireJson {
  return { call, answer: JSON.stringify(answer) };
}
