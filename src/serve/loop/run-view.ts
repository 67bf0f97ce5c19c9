/** The view of one apply: waves, steps and the last events, built from the events of the apply. */

import type { ApplyEnding, ApplyEvent } from "../../engine/recorded-apply/events.ts";
import type { RunEvent } from "../../model/event.ts";
import { fingerprintLabel, type Plan } from "../../model/plan/plan.ts";
import type { Step } from "../../model/plan/step.ts";
import type { Outcome } from "../../model/reply.ts";
import type { Redactions } from "../../model/secret.ts";
import { visible } from "../../report/text/escape.ts";
import { counted } from "../../report/text/value.ts";
import { problemBy } from "../../report/without-secrets.ts";
import type { ServedEvent, ServedRun, ServedWave } from "../served.ts";

/** The facts about an apply before it begins. */
export type BegunRun = Pick<ServedRun, "id" | "why" | "by" | "commit" | "fingerprint" | "startedAt">;

const eventsMax = 200;

/** Receives the events of an apply, and shows its current state. */
export class RunView {
  readonly #begun: BegunRun;
  readonly #secrets: Redactions;
  readonly #date: () => string;
  #events: readonly ServedEvent[] = [];
  #steps: ReadonlyMap<string, Step> = new Map();
  #waves: readonly { readonly name?: string | undefined; readonly steps: readonly string[] }[] = [];
  readonly #started = new Set<string>();
  readonly #settled = new Map<string, Outcome["state"]>();
  #isLockLost = false;

  constructor(
    begun: BegunRun,
    { secrets, date }: { readonly secrets: Redactions; readonly date: () => string },
  ) {
    this.#begun = begun;
    this.#secrets = secrets;
    this.#date = date;
  }

  get isLockLost(): boolean {
    return this.#isLockLost;
  }

  /** Receives an event of the apply. */
  hear(event: ApplyEvent): void {
    if (event.type === "planned") this.#planned(event.plan);
    if (event.type === "lockLost") this.#isLockLost = true;
    const text = applyText(event);
    if (text !== undefined) this.#note({ text });
  }

  /** Receives an event of the apply's requests and steps. */
  listen(event: RunEvent): void {
    if (event.type === "stepStarted") this.#started.add(event.step);
    if (event.type === "stepSettled") this.#settled.set(event.step, event.outcome.state);
    const text = runText(event, this.#secrets);
    if (text === undefined) return;
    const step = "step" in event ? this.#steps.get(event.step) : undefined;
    const address = step?.address ?? ("address" in event ? event.address : undefined);
    this.#note({ text, is: event.type, ...(address !== undefined && { address }) });
  }

  /** The current state. */
  shown(): ServedRun {
    const states = [...this.#settled.values()];
    const applied = states.filter((state) => state === "applied" || state === "converged").length;
    const failed = states.filter((state) => state === "failed" || state === "unknown").length;
    const waves = this.#waves.map((wave) => this.#wave(wave));
    return { ...this.#begun, waves, steps: { all: this.#steps.size, applied, failed }, events: this.#events };
  }

  #planned(plan: Plan): void {
    this.#steps = new Map(plan.steps.map((step) => [step.id, step]));
    const all = { steps: plan.steps.map(({ id }) => id) };
    this.#waves = plan.waves.length > 0 ? plan.waves : plan.steps.length > 0 ? [all] : [];
  }

  #wave({
    name,
    steps,
  }: {
    readonly name?: string | undefined;
    readonly steps: readonly string[];
  }): ServedWave {
    const settled = steps.flatMap((id) => this.#settled.get(id) ?? []);
    const count = { all: steps.length, settled: settled.length };
    return { ...(name !== undefined && { name }), state: this.#waveState(steps, settled), steps: count };
  }

  #waveState(steps: readonly string[], settled: readonly Outcome["state"][]): ServedWave["state"] {
    if (settled.length < steps.length)
      return settled.length > 0 || steps.some((id) => this.#started.has(id)) ? "running" : "waiting";
    if (settled.every((state) => state === "skipped")) return "skipped";
    return settled.some((state) => state === "failed" || state === "unknown") ? "failed" : "done";
  }

  #note(event: Omit<ServedEvent, "at">): void {
    const text = visible(event.text).slice(0, 500);
    this.#events = [...this.#events, { at: this.#date(), ...event, text }].slice(-eventsMax);
  }
}

function applyText(event: ApplyEvent): string | undefined {
  switch (event.type) {
    case "warned":
    case "notRecorded":
      return event.problem.message;
    case "lockTaken":
      return event.expired ? "locked, after another run's lock had expired" : "locked";
    case "lockLost":
      return `the lock was lost: ${event.why}; nothing more is sent`;
    case "planned":
      return `planned: ${counted(event.plan.steps.length, "step")}, ${fingerprintLabel(event.plan.fingerprint)}`;
    case "journalRead":
      return event.isInterrupted ? "the last run did not end properly: reading its journal" : undefined;
    case "nothingToDo":
      return "nothing to do";
    case "settled":
      return "every step has ended";
    case "recorded":
      return `recorded: ${event.record.commit.slice(0, 12)}`;
    default:
      return undefined;
  }
}

function runText(event: RunEvent, all: Redactions): string | undefined {
  switch (event.type) {
    case "waiting":
      return `${event.target}: waits ${Math.ceil(event.ms / 1000)} s, ${event.reason}`;
    case "settling":
      return `${event.target}: waiting ${Math.ceil(event.ms / 1000)} s for health to settle`;
    case "stepStarted":
      return `${event.step}: begins`;
    case "stepSettled":
      return `${event.step}: ${outcomeText(event.outcome, all.of(event.target))}`;
    case "verifying":
      return `${event.target}: ${counted(event.addresses, "resource")} read again`;
    case "rollingBack":
      return `${counted(event.steps.length, "step")} rolled back`;
    case "warned":
      return problemBy(event.problem, all.of(event.target)).message;
    default:
      return undefined;
  }
}

function outcomeText(outcome: Outcome, secrets: Parameters<typeof problemBy>[1]): string {
  if (outcome.state === "failed" || outcome.state === "unknown")
    return `${outcome.state}: ${problemBy(outcome.problem, secrets).message}`;
  return outcome.state === "skipped" ? `skipped: ${outcome.because}` : outcome.state;
}

/** How an apply ended, with a message for people. */
export function endedOf(
  ending: ApplyEnding,
  isLockLost: boolean,
): Pick<ServedRun, "ended" | "message" | "recorded"> {
  switch (ending.is) {
    case "refused":
      return { ended: "refused", message: ending.refusal.message };
    case "failed":
      return { ended: "failed", message: ending.problems.map(({ message }) => message).join("\n") };
    case "cancelled":
      return { ended: "cancelled", message: "The run was stopped before anything was sent." };
    case "lockLost":
      return { ended: "lockLost", message: "The lock was lost before anything was sent." };
    case "nothingToDo":
      return { ended: "nothingToDo", recorded: ending.recorded };
    case "applied": {
      const { recorded, status, result } = ending;
      if (isLockLost)
        return { ended: "lockLost", message: "The lock was lost: nothing more was sent.", recorded };
      if (result.interrupted)
        return { ended: "cancelled", message: "The run was stopped: nothing more was sent.", recorded };
      if (status === 0) return { ended: "applied", recorded };
      if (result.halted?.because === "asked")
        return { ended: "partly", message: "The run was stopped after a wave, as requested.", recorded };
      const failed = result.settled.flatMap(({ outcome }) =>
        outcome.state === "failed" || outcome.state === "unknown" ? [outcome.problem.message] : [],
      );
      const message = failed.length === 0 ? "Not everything is as declared." : failed.slice(0, 5).join("\n");
      return { ended: status === 1 ? "failed" : "partly", message, recorded };
    }
  }
}
