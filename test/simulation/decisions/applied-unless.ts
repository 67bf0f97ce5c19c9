/**
 * Runs one process that applies a plan, with a journal on a disk. The process ends normally, is interrupted, or is
 * killed.
 */

import { type AnsweredCreate, journalOn } from "../../../src/apply/journal.ts";
import type { Intent } from "../../../src/model/journal.ts";
import type { ApplyResult } from "../../../src/model/reply.ts";
import { digest } from "../../../src/runtime/digest.ts";
import { journalDisk } from "../../../src/runtime/files/journal.ts";
import { Killed } from "../../servers/virtual-time/clock.ts";
import { ForgetfulFile } from "../../servers/virtual-time/file.ts";
import type { Stage } from "../../servers/virtual-time/run.ts";
import { answeredNext, intentsOf, toldNext } from "../disk.ts";
import { abortingAfter, stoppingAfter } from "./mishaps/interruption.ts";
import type { StillOut } from "./mishaps/late-create.ts";
import type { Tasks } from "./mishaps/tasks.ts";
import { fullAfter } from "./odd-wires.ts";
import { conflictsOf, type Play } from "./play.ts";
import type { SecondEnd, Troubles } from "./troubles.ts";

/** What a process leaves behind. */
export interface Left {
  /** The result of the apply. If undefined, the process was killed. */
  readonly result?: ApplyResult | undefined;
  readonly interrupted: readonly Intent[];
  /** The intents that the next run finds in the journal. If undefined, these are the `interrupted` intents. */
  readonly told?: readonly Intent[] | undefined;
  /** The creates that the servers accepted from this process, according to its journal. */
  readonly answered?: readonly AnsweredCreate[] | undefined;
  /** Objects whose writes the servers have confirmed and then forgotten. */
  readonly forgotten?: readonly string[] | undefined;
  /** The forgotten objects whose loss the run could not detect. */
  readonly believed?: readonly string[] | undefined;
  /** How long after this process the next run begins, in milliseconds. */
  readonly restartMs?: number | undefined;
  /** Requests of this process that have not arrived yet. */
  readonly out?: StillOut | undefined;
  /** Tasks that still run on the servers. */
  readonly tasks?: Tasks | undefined;
  /** Makes the next process see new objects as late as this one did. */
  readonly showAgain?: ((on: Stage) => void) | undefined;
  /** When the run was interrupted; undefined if it was not interrupted. */
  readonly abortedAt?: number | undefined;
  /** How the next run is interrupted. If undefined, the next run is not interrupted. */
  readonly again?: SecondEnd | undefined;
}

/** Applies a plan, with a journal on a disk, until the apply ends or the process dies. */
export async function appliedUnless(
  play: Pick<Play, "on" | "made" | "truth">,
  { diskFullAfter, turns, abortAfter }: Pick<Troubles, "diskFullAfter" | "turns" | "abortAfter">,
  {
    rollbackOnFailure = false,
    interrupted = [],
    answered = [],
    after,
    stopAfterMs,
  }: {
    readonly rollbackOnFailure?: boolean;
    readonly interrupted?: readonly Intent[];
    readonly answered?: readonly AnsweredCreate[] | undefined;
    /** How long after its plan the apply begins, in virtual milliseconds. */
    readonly after?: number;
    /** How long after the beginning of the apply its user interrupts it, in virtual milliseconds. */
    readonly stopAfterMs?: number | undefined;
  } = {},
): Promise<Left> {
  const { on, made } = play;
  const abort =
    abortAfter === undefined ? stoppingAfter(on, stopAfterMs, after) : abortingAfter(on, abortAfter);
  const file = new ForgetfulFile(on.clock);
  const whole = journalDisk(file);
  const disk = diskFullAfter === undefined ? whole : fullAfter(whole, diskFullAfter);
  const journal = journalOn({ disk, digest, run: "the first" });
  const ending = {
    ...(after !== undefined && { after }),
    ...(turns !== undefined && { turns }),
    ...(abort && { signal: abort.signal }),
  };
  const leftAccepted = answered.filter(({ isUnseen }) => isUnseen);
  const result = await on
    .apply(made, { ...conflictsOf(play), journal, interrupted, leftAccepted, rollbackOnFailure, ...ending })
    .catch((error: unknown): undefined => {
      if (!(error instanceof Killed)) throw error;
    });
  on.clock.killAfter(Number.POSITIVE_INFINITY);
  // A process that ends normally writes the rest of its journal to the disk, unless the disk is full.
  if (result && diskFullAfter === undefined) await on.clock.run(disk.flush());
  const { durable, volatile } = file;
  const left = { journal: { durable, volatile }, result, ended: on.clock.now() };
  // Until this run writes to the disk, the disk contains the previous run's journal.
  if (!result && durable === "" && interrupted.length > 0)
    return { result, interrupted, told: interrupted, answered };
  return {
    ...{ result, abortedAt: abort?.at(), interrupted: intentsOf(left) },
    ...{ told: toldNext(left), answered: answeredNext(left) },
  };
}
