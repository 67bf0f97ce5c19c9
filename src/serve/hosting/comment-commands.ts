/** Comments that are commands, of one repository: asked at its host; what they merge is applied once it was seen. */

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

/** What it works with. */
export interface CommandPorts {
  readonly repository: string;
  readonly provider: string;
  readonly served: Served;
  readonly audit: Pick<Audit, "note">;
  readonly clock: Clock;
  /** Of this repository. */
  readonly environments: () => readonly ServedEnvironment[];
  /** The branch that a proposal goes to; undefined: it is not open. */
  readonly intoOf: (number: number) => string | undefined;
  readonly planAgain: (number: number) => void;
}

/** More comments wait for no answer: a host says it again, or somebody does. */
const mostAsked = 100;

/** What was merged is looked at within this time, or it is not applied by the comment. */
const patienceMs: Milliseconds = 30 * 60_000;

/** A plan that a comment has merged. */
interface Approval {
  readonly number: number;
  /** Of the environment. */
  readonly id: string;
  readonly fingerprint: string;
  readonly who: string;
  /** The commit of the branch before the merge. */
  readonly before: string | undefined;
  readonly until: Milliseconds;
  /** The apply that it has begun. */
  readonly run?: string | undefined;
}

/** One repository's. A restart forgets what waits: the page says what is to be applied. */
export class CommentCommands {
  readonly #on: CommandPorts;
  readonly #asked: CommentEvent[] = [];
  #approved: readonly Approval[] = [];

  constructor(on: CommandPorts) {
    this.#on = on;
  }

  /** Takes an event; false: it is not that of a comment on a proposal. */
  heard(event: string): boolean {
    const found = eventOf(event);
    if (!found || this.#asked.length >= mostAsked) return false;
    this.#asked.push(found);
    return true;
  }

  /** Whether somebody waits for an answer. */
  isAsked(): boolean {
    return this.#asked.length > 0;
  }

  /** What the comment of a plan has besides the plan. */
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
   * Answers what was asked, and applies what was merged as soon as it was looked at. `isListed` false: it is not known
   * which proposals there are, so who asks waits.
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
    // A proposal to a branch that nobody follows is no business of this server.
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

  /** What is left to do of it: itself, or nothing. */
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
      // What a merge applies by itself was applied before this look.
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

const notLookedAt = "**Not applied.** The merged branch could not be looked at. The server's page says why.";
const nothingLeft = "all is as declared.";
const otherPlan =
  "**Not applied.** The merged branch has another plan than the one that was shown. Look at it on the server's page.";

function locksOf({ environment, reasons }: ServedEnvironment): readonly ShownLock[] {
  return reasons
    .filter(({ because }) => because === "locked")
    .map(({ message, since, run }) => {
      const when = since === undefined ? "" : ` Since ${since}.`;
      const which = run === undefined ? "" : ` Its run is ${run}.`;
      return { environment, text: `**Locked:** ${code(environment)}: ${code(message + when + which)}` };
    });
}
