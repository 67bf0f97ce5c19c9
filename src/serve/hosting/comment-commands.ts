/**
 * Runs the commands in comments of one repository. If a command merges a pull request, its plan is applied once the
 * server has observed the merge.
 */

import { type CommentEvent, eventOf } from "../../code-host/commands/comment-event.ts";
import type { ShownLock } from "../../comment-commands/decision.ts";
import { plannedHint } from "../../comment-commands/reply.ts";
import { type CommentedPlan, shownPlanLine } from "../../comment-commands/shown-plan.ts";
import type { Milliseconds } from "../../model/reply.ts";
import type { Clock } from "../../model/wire.ts";
import { code, prose } from "../../report/text/escape.ts";
import type { Audit } from "../access/audit.ts";
import type { Served, ServedEnvironment } from "../served.ts";
import { type HostAccess, repliesKey } from "./host-access.ts";

/** The inputs of comment commands. */
export interface CommandPorts {
  readonly repository: string;
  readonly provider: string;
  readonly served: Served;
  readonly audit: Pick<Audit, "note">;
  readonly clock: Clock;
  /** The environments of this repository. */
  readonly environments: () => readonly ServedEnvironment[];
  /** The target branch of a pull request; undefined if it is not open. */
  readonly intoOf: (number: number) => string | undefined;
  readonly planAgain: (number: number) => void;
}

/** The maximum number of waiting comments. A comment that was dropped can be repeated, by the host or by its author. */
const mostAsked = 100;

/** A merge must be observed within this time; otherwise the merged plan is not applied. */
const patienceMs: Milliseconds = 30 * 60_000;

/** The plan of a pull request that a comment has merged. */
interface Approval {
  readonly number: number;
  /** The id of the environment. */
  readonly id: string;
  readonly fingerprint: string;
  readonly who: string;
  /** The commit of the branch before the merge. */
  readonly before: string | undefined;
  readonly until: Milliseconds;
  /** The run that applies the plan. If absent, it has not been requested yet. */
  readonly run?: string | undefined;
}

/**
 * The comment commands of one repository. A restart forgets all waiting commands; the page still shows what is to be
 * applied.
 */
export class CommentCommands {
  readonly #on: CommandPorts;
  readonly #asked: CommentEvent[] = [];
  #approved: readonly Approval[] = [];

  constructor(on: CommandPorts) {
    this.#on = on;
  }

  /**
   * Queues an event. Returns false if the event is not about a comment on a pull request, or if too many comments are
   * waiting.
   */
  heard(event: string): boolean {
    const found = eventOf(event);
    if (!found || this.#asked.length >= mostAsked) return false;
    this.#asked.push(found);
    return true;
  }

  /** True if a comment waits for an answer. */
  isAsked(): boolean {
    return this.#asked.length > 0;
  }

  /** The texts before and after the plan in a plan's comment. */
  marksOf({
    plan,
    head,
    environment,
  }: Pick<CommentedPlan, "head" | "environment"> & {
    readonly plan: Pick<CommentedPlan, "fingerprint" | "steps"> | undefined;
  }): { readonly before: string; readonly after: string } {
    const { fingerprint, steps = 0 } = plan ?? {};
    const locks = this.#on.environments().filter((one) => one.environment === environment);
    const held = locks.flatMap((one) => locksOf(one)).map(({ text }) => `\n${text}\n`);
    const before = shownPlanLine({ head, environment, fingerprint, steps });
    return { before, after: held.join("") + (fingerprint === undefined ? "" : plannedHint) };
  }

  /**
   * Answers waiting comments, and applies merged plans as soon as their merges were observed. If `isListed` is false,
   * it is unknown which pull requests exist, so comments keep waiting.
   */
  async round(open: HostAccess, isListed: boolean, signal: AbortSignal): Promise<void> {
    for (const event of isListed ? this.#asked.splice(0) : []) await this.#answer(open, event, signal);
    const rest: Approval[] = [];
    for (const approval of this.#approved) {
      const next = await this.#next(open, approval, signal);
      if (next) rest.push(next);
    }
    this.#approved = rest;
  }

  async #answer(open: HostAccess, { number, commentId }: CommentEvent, signal: AbortSignal): Promise<void> {
    const { intoOf, environments, planAgain, audit, repository, provider, clock, served } = this.#on;
    const branch = intoOf(number);
    const own = environments().filter((one) => one.branch === branch);
    // A pull request to a branch that is not followed is ignored.
    if (branch === undefined || own.length === 0) return;
    const names = own.map(({ environment }) => environment);
    const locks = async () => own.flatMap((one) => locksOf(one));
    const again = () => planAgain(number);
    const of = { number, commentId, branch, environments: names, locks, planAgain: again };
    const done = await open.command(of, signal);
    const act = { act: "comment", by: provider, on: `${repository} ${number}` };
    if ("problem" in done) return audit.note({ ...act, result: "failed", message: done.problem.message });
    if (done.did === "nothing") return;
    const result = done.did === "replied" ? "refused" : "accepted";
    audit.note({ ...act, result, who: done.by, message: done.did });
    if (done.did !== "merged") return;
    const until = clock.now() + patienceMs;
    const approvals = done.approved.flatMap(({ environment, fingerprint }) => {
      const found = own.find((one) => one.environment === environment);
      if (!found) return [];
      return [{ number, id: found.id, fingerprint, who: done.by, before: found.commit?.id, until }];
    });
    this.#approved = [...this.#approved, ...approvals];
    served.moved(repository);
  }

  /** Takes the next step for a merged plan. Returns the approval if further steps are needed, otherwise undefined. */
  async #next(open: HostAccess, of: Approval, signal: AbortSignal): Promise<Approval | undefined> {
    const { served, clock, audit, provider } = this.#on;
    const { id, fingerprint, who, number, before, run } = of;
    const environment = served.find(id);
    const end = async (text: string) => {
      const by = `${code("trueup apply")}, asked by ${code(who)}, in ${code(environment?.environment ?? id)}`;
      await open.comment({ number, key: repliesKey, text: `${by}: ${text}\n` }, signal);
      return undefined;
    };
    if (run !== undefined) {
      const ended = environment?.runs.find((one) => one.id === run);
      if (!ended) return clock.now() < of.until + patienceMs ? of : undefined;
      return end(`**${ended.ended ?? "ended"}.** ${prose(ended.message ?? "")}`);
    }
    if (clock.now() > of.until) return end(notLookedAt);
    const { commit, look } = environment ?? {};
    if (!environment || !look || !commit || commit.id === before || look.commit !== commit.id) return of;
    if (look.plan.fingerprint !== fingerprint) {
      // If merges are applied automatically, the observation may come after the apply: then no steps are left.
      const isDone = look.plan.steps.length === 0;
      return end(isDone ? nothingLeft : otherPlan);
    }
    if (look.plan.steps.length === 0) return end(nothingLeft);
    const asked = await served.ask({ do: "apply", environment: id, fingerprint }, `${who} at ${provider}`);
    const { is: result, message } = asked;
    audit.note({
      act: "apply",
      result: result === "accepted" ? result : "refused",
      who,
      by: provider,
      on: id,
      message,
    });
    if (asked.is !== "accepted") return end(`**Not applied.** ${prose(message)}`);
    return { ...of, run: asked.run };
  }
}

const notLookedAt = "**Not applied.** The merged branch could not be observed. The server's page says why.";
const nothingLeft = "everything is as declared.";
const otherPlan =
  "**Not applied.** The plan of the merged branch differs from the one that was shown. Review it on the server's page.";

function locksOf({ environment, reasons }: ServedEnvironment): readonly ShownLock[] {
  return reasons
    .filter(({ because }) => because === "locked")
    .map(({ message, since, run }) => {
      const when = since === undefined ? "" : ` Since ${since}.`;
      const which = run === undefined ? "" : ` Its run is ${run}.`;
      return { environment, text: `**Locked:** ${code(environment)}: ${code(message + when + which)}` };
    });
}
