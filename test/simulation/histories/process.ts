/**
 * Simulates one process of trueup in a history. It plans with its record and its journal, and applies until it ends or
 * dies.
 */

import { visibleWithin } from "../../../src/apply/execute/facts.ts";
import {
  type AnsweredCreate,
  answeredCreates,
  endsOpen,
  journalOn,
  leftIntents,
  readJournal,
  unfinished,
} from "../../../src/apply/journal.ts";
import { unseenAfter, unseenIn, withUnseenOf } from "../../../src/apply/unseen.ts";
import type { PlannedRun } from "../../../src/engine/reconcile.ts";
import { memoryAfter } from "../../../src/engine/recorded-apply/memory.ts";
import type { Desired } from "../../../src/model/desired.ts";
import type { Intent } from "../../../src/model/journal.ts";
import type { Memory } from "../../../src/model/memory.ts";
import type { ApplyResult } from "../../../src/model/reply.ts";
import { digest } from "../../../src/runtime/digest.ts";
import { journalDisk } from "../../../src/runtime/files/journal.ts";
import { Killed } from "../../servers/virtual-time/clock.ts";
import { ForgetfulFile } from "../../servers/virtual-time/file.ts";
import type { Stage } from "../../servers/virtual-time/run.ts";
import { composed } from "../decisions/afterwards.ts";
import { recordOf } from "../decisions/record.ts";

/** What the next process reads from the record and the journal. */
export interface Recorded {
  readonly base: Desired;
  readonly memory: Memory;
  /** When the next process begins, in virtual milliseconds. */
  readonly now: number;
  /** The text of the journal; empty if there is none. */
  readonly journal?: string;
}

const secrets = { now: { key: "key", of: [] }, recorded: { key: "key", of: [] } };

/** Returns what a run records: the new base and the new memory. */
export function recordedAfter(
  on: Stage,
  of: {
    readonly made: PlannedRun;
    readonly result: ApplyResult;
    readonly base: Desired;
    readonly memory: Memory | undefined;
  },
): Pick<Recorded, "base" | "memory"> {
  const { desired, targets } = on.context;
  const { made, result, base, memory } = of;
  const { left } = recordOf({ on, made, result, base, secrets });
  const run = { memory, desired, base, targets, commit: "c0ffee", time: on.clock.date() };
  return { base: composed(desired, base, left), memory: memoryAfter(run, made, result) };
}

/** What the previous process left in its journal. */
interface Left {
  readonly open: readonly Intent[];
  readonly answered: readonly AnsweredCreate[];
}

/** A plan, and what the journal contained when it was made. */
export interface Planned {
  readonly made: PlannedRun;
  readonly left: Left;
}

/** Makes a plan as an apply does: first waits until lists must show the objects of accepted creates. */
export async function plannedBy(on: Stage, { base, memory, journal = "" }: Recorded): Promise<Planned> {
  const { records } = readJournal(journal, digest);
  const left = { open: unfinished(records), answered: answeredCreates(records) };
  await untilVisible(on, left.answered);
  const awaited = new Set(left.open.flatMap(({ task, address }) => (task ? [address] : [])));
  const request = { base, prune: true, memory: withUnseenOf(memory, left.answered), awaited };
  return { made: await on.plan(request), left };
}

/** Waits, as an apply does, until lists must show the objects of accepted creates. */
export async function untilVisible(on: Stage, answered: readonly AnsweredCreate[]): Promise<void> {
  const now = Date.parse(on.clock.date());
  const waits = acceptedIn({ answered }).map(({ intent: { address }, since }) => {
    const [target = ""] = address.split("/");
    return visibleWithin(on.context, { target }) - (now - Date.parse(since));
  });
  const longest = Math.max(0, ...waits);
  if (longest > 0) await on.clock.run(on.clock.wait(longest));
}

function acceptedIn({ answered }: Pick<Left, "answered">): readonly AnsweredCreate[] {
  return answered.filter(({ isUnseen }) => isUnseen);
}

/** What a process leaves behind. After a kill, there is no result. */
interface Ended {
  readonly result?: ApplyResult | undefined;
  readonly recorded: Omit<Recorded, "now">;
}

/**
 * Applies, with a journal on a disk that loses unflushed data. The process is killed after `turns` turns of the clock,
 * and then records nothing. If it ends normally, it removes its journal, unless a write is open.
 */
export async function appliedBy(
  on: Stage,
  { made, left }: Planned,
  { before, turns }: { readonly before: Recorded; readonly turns?: number | undefined },
): Promise<Ended> {
  const file = new ForgetfulFile(on.clock);
  const disk = journalDisk(file);
  const journal = journalOn({ disk, digest, run: `from ${on.clock.now()}` });
  const interrupted = leftIntents(left.open, left.answered);
  const result = await on
    .apply(made, {
      ...{ journal, interrupted, leftAccepted: acceptedIn(left) },
      ...(turns !== undefined && { turns }),
    })
    .catch((error: unknown): undefined => {
      if (!(error instanceof Killed)) throw error;
    });
  const { base, memory, journal: earlier = "" } = before;
  if (!result) {
    on.clock.killAfter(Number.POSITIVE_INFINITY);
    const { durable, volatile } = file;
    const torn = volatile.slice(0, Math.floor((volatile.length * (on.clock.now() % 97)) / 97));
    // Until this run writes to the disk, the disk contains the previous run's journal.
    return { recorded: { base, memory, journal: durable === "" ? earlier : durable + torn } };
  }
  await on.clock.run(disk.flush());
  const unseen = unseenAfter({
    ...{ before: unseenIn(left.answered, made.request.memory), snapshot: made.snapshot },
    ...{ result, commit: "" },
  });
  const stays = unseen.size > 0 || endsOpen(result);
  const known = recordedAfter(on, { made, result, base, memory: made.request.memory });
  return { result, recorded: { ...known, journal: stays ? file.durable + file.volatile : "" } };
}
