/** Applies that an environment's loop begins: what it may by itself, and what somebody has asked for. */

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

/** Who applies by itself. */
const server = "trueup serve";

/** What they work with. */
export interface ActingPorts
  extends Pick<EnvironmentSettings, "branch" | "clock" | "ended" | "follower" | "runner"> {
  readonly known: EnvironmentKnowledge;
  readonly applying: EnvironmentApplies;
  readonly listen: (event: RunEvent) => void;
  readonly shardOf: (commit: string) => Shard;
  /** Whether what is shown is of another commit, or other refs, than there are now. */
  readonly isMoved: () => boolean;
  /** How the environment stands may be another. */
  readonly judge: () => void;
}

/** What a narrowed apply is of. */
type Narrowed = Pick<WantedApply, "why" | "by" | "asked"> & { readonly only: readonly string[] };

/** Why nothing was applied. */
type NotBegun = Pick<ServedRun, "ended" | "message">;

/** One environment's. */
export class EnvironmentActs {
  readonly #on: ActingPorts;
  /** Acts that this look has shown to be held, or that it has brought about. */
  readonly #held = new Set<OwnAct["why"]>();
  #epoch = 0;

  constructor(on: ActingPorts) {
    this.#on = on;
  }

  /** Counts the applies of its own: each may have moved what Git says. */
  get epoch(): number {
    return this.#epoch;
  }

  /** It was looked at: what was held may go now. */
  seen(): void {
    this.#held.clear();
  }

  /** When it acts by itself; undefined: there is nothing that it would do. */
  nextAt(): Milliseconds | undefined {
    const { act } = this.#on.known.standing;
    return act && !this.#held.has(act.why) ? this.#on.applying.notBefore() : undefined;
  }

  /** Does what it may do by itself; false: nothing. */
  async byItself(): Promise<boolean> {
    const { known, clock, applying } = this.#on;
    const { standing, at } = known;
    const { act } = standing;
    if (!act || !at || this.#held.has(act.why) || clock.now() < applying.notBefore()) return false;
    // Once by this look: what it came to is looked at first.
    this.#held.add(act.why);
    const only = act.why === "selfHeal" ? [driftWord] : act.only;
    if (only) return (await this.#narrowed({ why: act.why, by: server, only })) === undefined;
    const { plan, findings } = at.seen;
    if (findings.length > 0 || (plan.steps.length === 0 && plan.held.length > 0)) return false;
    const { fingerprint } = plan;
    await this.#apply({ why: act.why, by: server, fingerprint, approval: { fingerprint } });
    return true;
  }

  /** Does what somebody has asked for. What does not begin is a run all the same, which says why. */
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
      return { ended: "refused", message: "Another plan was made or applied meanwhile: look at it first." };
    await branch.accept();
    if (asked.do === "setBack") return this.#narrowed({ why: "asked", by, only: [driftWord], asked });
    await this.#apply({ why: "asked", by, fingerprint, approval: { fingerprint }, consents, asked });
    return undefined;
  }

  /** Applies a part of what was seen, by a plan of its own that is made of the same look; or says why not. */
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
    // What may pass is tried again by the same look, once its time has come.
    if (applying.notBefore() > 0) this.#held.clear();
    // What nobody asked for and did nothing is not worth a line.
    if (run.by !== server || run.ended !== "nothingToDo") known.ended(run);
    const plan = ending && "plan" in ending ? ending.plan : undefined;
    const touched = plan?.steps.map(({ target }) => target) ?? known.targets();
    if (run.ended !== "nothingToDo") looked.schedule.soon(touched, clock.now());
    judge();
    await Promise.all([known.keep(), follower.ask()]);
  }
}

const nothingToDo = { ended: "nothingToDo" } as const;
