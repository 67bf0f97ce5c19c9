/** Applies of an environment: automatic ones of the loop, and those that somebody requested. */

import { driftWord } from "../../engine/sides/only.ts";
import type { RunEvent } from "../../model/event.ts";
import type { Milliseconds } from "../../model/reply.ts";
import { hasWork } from "../../model/status.ts";
import type { Shard } from "../runner/runner.ts";
import type { ServedRun } from "../served.ts";
import type { EnvironmentApplies, WantedApply } from "./applying.ts";
import type { AskedApply } from "./asked.ts";
import type { EnvironmentSettings } from "./environment-settings.ts";
import type { EnvironmentKnowledge } from "./known.ts";
import type { OwnAct } from "./standing.ts";

/** The actor of automatic applies. */
const server = "trueup serve";

/** The inputs for applying. */
export interface ActingPorts
  extends Pick<EnvironmentSettings, "branch" | "clock" | "ended" | "follower" | "runner"> {
  readonly known: EnvironmentKnowledge;
  readonly applying: EnvironmentApplies;
  readonly listen: (event: RunEvent) => void;
  readonly shardOf: (commit: string) => Shard;
  /** True if the commit or the refs have changed since the shown plan was made. */
  readonly isMoved: () => boolean;
  /** Determines the environment's state again. */
  readonly judge: () => void;
}

/** Why only a part of the plan is applied. `only`: the addresses to apply, or the word for drift. */
type Narrowed = Pick<WantedApply, "why" | "by" | "asked"> & { readonly only: readonly string[] };

/** Why nothing was applied. */
type NotBegun = Pick<ServedRun, "ended" | "message">;

/** The applies of one environment. */
export class EnvironmentActs {
  readonly #on: ActingPorts;
  /**
   * Automatic actions that are suspended until the next observation, because they were held back or have just been
   * done.
   */
  readonly #held = new Set<OwnAct["why"]>();
  #epoch = 0;

  constructor(on: ActingPorts) {
    this.#on = on;
  }

  /** The number of the server's own applies. Each may have changed what Git records. */
  get epoch(): number {
    return this.#epoch;
  }

  /** The environment was observed: suspended actions may run again. */
  seen(): void {
    this.#held.clear();
  }

  /** When the next automatic action is due; undefined if there is none. */
  nextAt(): Milliseconds | undefined {
    const { act } = this.#on.known.standing;
    return act && !this.#held.has(act.why) ? this.#on.applying.notBefore() : undefined;
  }

  /** Does the next automatic action that is allowed. Returns false if nothing was applied. */
  async byItself(): Promise<boolean> {
    const { known, clock, applying } = this.#on;
    const { standing, at } = known;
    const { act } = standing;
    if (!act || !at || this.#held.has(act.why) || clock.now() < applying.notBefore()) return false;
    // The action is suspended until the next observation, which shows its result.
    this.#held.add(act.why);
    const only = act.why === "selfHeal" ? [driftWord] : act.only;
    if (only) return (await this.#narrowed({ why: act.why, by: server, only })) === undefined;
    const { plan, findings } = at.seen;
    if (findings.length > 0 || (plan.steps.length === 0 && plan.held.length > 0)) return false;
    const { fingerprint } = plan;
    await this.#apply({ why: act.why, by: server, fingerprint, approval: { fingerprint } });
    return true;
  }

  /** Runs a requested apply. An apply that cannot begin is also recorded as a run, with the reason. */
  async serve(asked: AskedApply): Promise<void> {
    const { known, branch, applying, judge } = this.#on;
    const commit = branch.at ?? "";
    try {
      const not = await this.#asked(asked);
      if (not) known.ended(applying.notBegun(asked, commit, not));
    } catch (error) {
      const message = `trueup itself failed: ${error instanceof Error ? error.message : String(error)}`;
      known.ended(applying.notBegun(asked, commit, { ended: "failed", message }));
      throw error;
    } finally {
      judge();
    }
  }

  async #asked(asked: AskedApply): Promise<NotBegun | undefined> {
    const { known, branch, isMoved } = this.#on;
    const { fingerprint, by, consents } = asked;
    if (known.at?.seen.plan.fingerprint !== fingerprint || isMoved())
      return { ended: "refused", message: "Another plan was made or applied meanwhile: review it first." };
    await branch.accept();
    if (asked.do === "setBack") return this.#narrowed({ why: "asked", by, only: [driftWord], asked });
    await this.#apply({ why: "asked", by, fingerprint, approval: { fingerprint }, consents, asked });
    return undefined;
  }

  /**
   * Applies a part of the plan, with a separate plan from the same observation. Returns why no apply has begun;
   * undefined after an apply.
   */
  async #narrowed({ why, by, only, asked }: Narrowed): Promise<NotBegun | undefined> {
    const { known, runner, ended, applying, listen, shardOf } = this.#on;
    const { at } = known;
    if (!at) return nothingToDo;
    const earlier = { look: at.seen, anew: new Set<string>() };
    const look = await runner.look(shardOf(at.commit.id), { earlier, only, listener: listen, signal: ended });
    if (look.is === "failed")
      return { ended: "failed", message: look.problems.map(({ message }) => message).join("\n") };
    if (!hasWork(look.plan)) return nothingToDo;
    const { fingerprint } = look.plan;
    const hasFailed = applying.failed()?.fingerprints.has(fingerprint) === true;
    if (by === server && (look.findings.length > 0 || hasFailed)) return { ended: "refused" };
    if (why === "selfHeal") known.heals();
    await this.#apply({ why, by, only, fingerprint, approval: { fingerprint }, asked });
    return undefined;
  }

  async #apply(wanted: WantedApply): Promise<void> {
    const { known, applying, clock, follower, judge, shardOf } = this.#on;
    const { at, looked } = known;
    if (!at) return;
    const { run, ending } = await applying.apply(shardOf(at.commit.id), { ...wanted, earlier: at.seen });
    this.#epoch += 1;
    // If the failure may be temporary, the action is tried again later with the same observation.
    if (applying.notBefore() > 0) this.#held.clear();
    // An automatic apply that did nothing is not worth an entry.
    if (run.by !== server || run.ended !== "nothingToDo") known.ended(run);
    const plan = ending && "plan" in ending ? ending.plan : undefined;
    const touched = plan?.steps.map(({ target }) => target) ?? known.targets();
    if (run.ended !== "nothingToDo") looked.schedule.soon(touched, clock.now());
    judge();
    await Promise.all([known.keep(), follower.ask()]);
  }
}

const nothingToDo = { ended: "nothingToDo" } as const;
