/** The last observation of an environment's targets, and when each target is due again. */

import { byText } from "../../model/compare.ts";
import type { RunEvent } from "../../model/event.ts";
import { withHint } from "../../model/problem.ts";
import type { Milliseconds } from "../../model/reply.ts";
import type { Clock } from "../../model/wire.ts";
import { originOf } from "../../model/wire.ts";
import { problemWithout } from "../../report/without-secrets.ts";
import type { SeenLook } from "../runner/runner.ts";
import type { ServedTarget, ShardProject } from "../served.ts";
import { type Phases, Schedule } from "./schedule.ts";

interface Counts {
  requests: number;
  writes: number;
  throttled: number;
  waitedMs: number;
}

/** The targets of one environment. */
export class TargetLooks {
  readonly schedule: Schedule;
  readonly #clock: Clock;
  readonly #observedAt = new Map<string, string>();
  readonly #failing = new Map<string, { readonly since: string; readonly message: string }>();
  readonly #counts = new Map<string, Counts>();

  constructor(clock: Clock, phases: Phases) {
    this.#clock = clock;
    this.schedule = new Schedule(phases);
  }

  /** Counts the requests and waits of a run. */
  listen(event: RunEvent): void {
    if (event.type !== "request" && event.type !== "waiting") return;
    const counts = this.#counts.get(event.target) ?? { requests: 0, writes: 0, throttled: 0, waitedMs: 0 };
    this.#counts.set(event.target, counts);
    if (event.type === "request") {
      counts.requests += 1;
      if (event.isWrite) counts.writes += 1;
    } else {
      if (event.reason === "throttled") counts.throttled += 1;
      counts.waitedMs += event.ms;
    }
  }

  /** Stores an observation. `anew`: whether a target was observed again. */
  saw(
    { targets: seen, read, secrets }: SeenLook,
    anew: (target: string) => boolean,
    everyMs: Milliseconds,
  ): void {
    const now = this.#clock.now();
    const date = this.#clock.date();
    for (const name of this.#observedAt.keys()) if (!seen.has(name)) this.#forget(name);
    this.schedule.hold(new Set(seen.keys()), { now, everyMs });
    for (const [name, { known, problem }] of seen) {
      if (!anew(name) && this.#observedAt.has(name)) continue;
      const isFailing = known === 0 && problem !== undefined;
      this.schedule.looked(name, { now, everyMs, isFailing });
      const message = problem ? withHint(problemWithout(problem, secrets, name)) : "";
      if (isFailing) this.#failing.set(name, { since: this.#failing.get(name)?.since ?? date, message });
      else this.#failing.delete(name);
      if (!isFailing || !this.#observedAt.has(name)) this.#observedAt.set(name, date);
    }
    for (const name of this.#counts.keys()) if (!read.project.targets.has(name)) this.#counts.delete(name);
  }

  /** The time of the oldest observation: ISO 8601, UTC; undefined if no target was observed yet. */
  oldestAt(): string | undefined {
    return [...this.#observedAt.values()].sort(byText)[0];
  }

  /** The targets that cannot be observed. */
  failing(): readonly { readonly target: string; readonly since: string; readonly message: string }[] {
    return [...this.#failing].map(([target, { since, message }]) => ({ target, since, message }));
  }

  /** The public state of all targets of a project. */
  shown({ project }: ShardProject): readonly ServedTarget[] {
    const [now, date] = [this.#clock.now(), Date.parse(this.#clock.date())];
    return [...project.targets.values()].map((target) => {
      const { name, url } = target;
      const due = this.schedule.dueAt(name);
      const whole = url.includes("{") ? null : URL.parse(url);
      return {
        name,
        interface: target.interface,
        dialect: target.dialect,
        origin: whole ? originOf(whole) : url,
        observedAt: this.#observedAt.get(name),
        nextLookAt: due === undefined ? undefined : new Date(date + Math.max(0, due - now)).toISOString(),
        failing: this.#failing.get(name),
        counts: { ...(this.#counts.get(name) ?? { requests: 0, writes: 0, throttled: 0, waitedMs: 0 }) },
      };
    });
  }

  #forget(name: string): void {
    this.#observedAt.delete(name);
    this.#failing.delete(name);
  }
}
