/** The applies of one environment: one at a time, their results, and when the next automatic one may begin. */

import type { ApplyEnding } from "../../engine/recorded-apply/events.ts";
import type { RunEvent } from "../../model/event.ts";
import type { Milliseconds } from "../../model/reply.ts";
import type { Clock } from "../../model/wire.ts";
import { doubledMs } from "../../pace/backoff.ts";
import { openRedactor } from "../../runtime/secrets/redactor.ts";
import type { Runner, Shard, ShardApply } from "../runner/runner.ts";
import { RunnerEnded } from "../runner/thread/remote.ts";
import type { ServedRun } from "../served.ts";
import type { AskedApply, Joinable } from "./asked.ts";
import { endedOf, RunView } from "./run-view.ts";
import type { FailedPlan } from "./standing.ts";

/** What to apply, and for whom. */
export interface WantedApply extends Pick<ShardApply, "approval" | "only" | "consents" | "earlier"> {
  readonly why: ServedRun["why"];
  readonly by: string;
  readonly fingerprint: string;
  /** The request for the apply. If absent, the apply is automatic. */
  readonly asked?: AskedApply | undefined;
}

/** The inputs for applying. */
export interface ApplyingPorts {
  readonly runner: Runner;
  readonly clock: Clock;
  readonly ended: AbortSignal;
  readonly changed: () => void;
  readonly listen: (event: RunEvent) => void;
}

/**
 * When to retry after a refusal or a failure that may be temporary: after `firstMs`, then after twice as long each
 * time.
 */
const again = { firstMs: 30_000, maxMs: 3_600_000 } as const;

/** The applies of one environment. */
export class EnvironmentApplies {
  readonly #on: ApplyingPorts;
  #run: { readonly view: RunView; readonly afterWave: AbortController; readonly as: Joinable } | undefined;
  #count = 0;
  #failed: FailedPlan | undefined;
  #isNextFailed = false;
  #passing = 0;
  #notBefore: Milliseconds = 0;

  constructor(on: ApplyingPorts) {
    this.#on = on;
  }

  /** The running apply; undefined if none is running. */
  run(): ServedRun | undefined {
    return this.#run?.view.shown();
  }

  /** The facts about the running apply that decide whether a new request joins it; undefined if none is running. */
  underWay(): Joinable | undefined {
    return this.#run?.as;
  }

  /** A new, unique run id. */
  newRun(): string {
    this.#count += 1;
    return `${this.#on.clock.date()}-${this.#count}`;
  }

  /** The run of a requested apply that did not begin. */
  notBegun({ by, run, fingerprint }: AskedApply, commit: string, end: Pick<ServedRun, "ended" | "message">) {
    const at = this.#on.clock.date();
    const nothing = { waves: [], steps: { all: 0, applied: 0, failed: 0 }, events: [] };
    const begun = { id: run, why: "asked", by, commit, fingerprint, startedAt: at } as const;
    return { ...begun, ...nothing, endedAt: at, ...end };
  }

  /** The plan that failed in its last apply; undefined if there is none. */
  failed(): FailedPlan | undefined {
    return this.#failed;
  }

  /** The earliest time of the next automatic apply, by the clock's monotonic time. */
  notBefore(): Milliseconds {
    return this.#notBefore;
  }

  /** Ends the running apply after its current wave. Returns false if none is running. */
  stopAfterWave(): boolean {
    this.#run?.afterWave.abort(new Error("somebody asked"));
    return this.#run !== undefined;
  }

  /**
   * Records that a plan was made. If it contains the remaining steps of a failed plan, it is not applied automatically
   * either.
   */
  planned(fingerprint: string): void {
    const failed = this.#failed;
    if (failed && this.#isNextFailed)
      this.#failed = { ...failed, fingerprints: new Set([...failed.fingerprints, fingerprint]) };
    this.#isNextFailed = false;
  }

  /** Applies; returns the ended run. Never rejects. */
  async apply(
    shard: Shard,
    wanted: WantedApply,
  ): Promise<{ readonly run: ServedRun; readonly ending: ApplyEnding | undefined }> {
    const { clock, runner, ended, changed } = this.#on;
    const redactor = openRedactor();
    const startedAt = clock.date();
    const { why, by, fingerprint, asked, ...how } = wanted;
    const id = asked?.run ?? this.newRun();
    const begun = { id, why, by, commit: shard.commit, fingerprint, startedAt };
    const view = new RunView(begun, { secrets: redactor, date: () => clock.date() });
    const afterWave = new AbortController();
    this.#run = { view, afterWave, as: joinableOf(id, wanted) };
    changed();
    const ending = await runner
      .apply(shard, {
        ...how,
        redactor,
        signal: ended,
        afterWave: afterWave.signal,
        actor: { account: by },
        on: (event) => {
          view.hear(event);
          changed();
        },
        listener: (event) => {
          this.#on.listen(event);
          view.listen(event);
          changed();
        },
      })
      .catch((error: unknown) => ({
        crash: error instanceof Error ? error.message : String(error),
        hasEnded: error instanceof RunnerEnded,
      }));
    this.#run = undefined;
    const end =
      "crash" in ending
        ? { ended: "failed" as const, message: `trueup itself failed: ${redactor.text(ending.crash)}` }
        : endedOf(ending, view.isLockLost);
    const run: ServedRun = { ...view.shown(), endedAt: clock.date(), ...end };
    // The apply was cut off, as by a kill: the journal contains its open writes, and the next apply begins with these.
    const isCut = "crash" in ending && ending.hasEnded;
    this.#after(run, { ending: "crash" in ending ? undefined : ending, isCut });
    return { run, ending: "crash" in ending ? undefined : ending };
  }

  #after(
    run: ServedRun,
    { ending, isCut }: { readonly ending: ApplyEnding | undefined; readonly isCut: boolean },
  ): void {
    const { clock } = this.#on;
    const isPassing =
      isCut ||
      ending?.is === "cancelled" ||
      run.ended === "lockLost" ||
      (ending?.is === "failed" && ending.at !== "consents") ||
      (ending?.is === "refused" && passing.has(ending.refusal.because));
    this.#passing = isPassing ? this.#passing + 1 : 0;
    this.#notBefore = isPassing ? clock.now() + doubledMs(again, this.#passing) : 0;
    const isBad = !isPassing && (run.ended === "failed" || run.ended === "partly" || run.ended === "refused");
    if (!isBad) {
      if (!isPassing) this.#failed = undefined;
      return;
    }
    const fingerprints = new Set(run.fingerprint === undefined ? [] : [run.fingerprint]);
    this.#failed = { fingerprints, at: run.endedAt ?? run.startedAt, message: run.message ?? "" };
    this.#isNextFailed = true;
  }
}

/**
 * The facts by which requests can join a run. `do` is set for a requested apply, and for the automatic apply of a whole
 * merge. Requests cannot join other automatic applies.
 */
function joinableOf(run: string, { asked, why, only, fingerprint }: WantedApply): Joinable {
  return asked ?? { run, fingerprint, ...(why === "merge" && !only && { do: "apply" }) };
}

type Refusal = Extract<ApplyEnding, { readonly is: "refused" }>["refusal"]["because"];

/** Refusals with causes that may soon disappear. */
const passing: ReadonlySet<Refusal> = new Set<Refusal>([
  ...(["running", "locked", "notApproved", "notConfirmed", "consentMissing", "health"] as const),
]);
