/** Posts a plan for each new commit of a pull request at a host, and keeps an issue about each environment's drift. */

import type { Proposal } from "../../code-host/code-host.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Milliseconds } from "../../model/reply.ts";
import type { Wire } from "../../model/wire.ts";
import { doubledMs } from "../../pace/backoff.ts";
import { noPlanMarkdown } from "../../report/problems.ts";
import type { ReloadedSecret } from "../../runtime/serving/reloaded-secret.ts";
import type { Audit } from "../access/audit.ts";
import type { HostSettings } from "../config/host-settings.ts";
import { type Clone, openClone } from "../follow/clone.ts";
import { moveTree } from "../follow/tree.ts";
import type { ProjectSecrets, Runner, SeenLook } from "../runner/runner.ts";
import type { Served, ServedEnvironment } from "../served.ts";
import { CommentCommands } from "./comment-commands.ts";
import { driftNews } from "./drift-text.ts";
import { type HostAccess, openHost } from "./host-access.ts";
import type { HostWirePorts } from "./host-wire.ts";
import { forgetProposal, mergeProposal } from "./merge.ts";
import { proposalPlanText } from "./plan-text.ts";
import { readTold, type ToldPlan, toldName, writeTold } from "./told.ts";

/** The inputs of a hosted repository. */
export interface HostingPorts extends Omit<HostWirePorts, "inner"> {
  readonly served: Served;
  readonly audit: Pick<Audit, "note">;
  readonly runner: Runner;
  readonly seenOf: (environment: string) => SeenLook | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How to start trueup: the program, and its leading arguments. */
  readonly program: readonly string[];
  /** Opens the wire to a host. Default: HTTP. */
  readonly wireTo?: ((host: HostSettings) => Wire) | undefined;
}

/** A repository, and what the server does with it. */
export interface HostedSettings {
  readonly name: string;
  readonly url: string;
  readonly host: HostSettings;
  readonly token: ReloadedSecret;
  readonly everyMs: Milliseconds;
  /** The absolute path of the clone, which the loop uses too. */
  readonly cloneFolder: string;
  /** The absolute path of a folder for this module alone. */
  readonly ownFolder: string;
  /** The references that a project may open, by its branch and file. */
  readonly secretsOf: (branch: string, projectFile: string) => ProjectSecrets | undefined;
}

/** When to retry a failed update of the host: after `firstMs`, then after twice as long each time. */
const again = { firstMs: 60_000, maxMs: 3_600_000 } as const;

/** The maximum interval between requests to a host that does not answer. */
const longestMs: Milliseconds = 15 * 60_000;

/** How long to work on pull requests before the list of them is read again. */
const listedMs: Milliseconds = 10 * 60_000;

interface Trouble {
  /** The commit that was to be planned; empty for an issue, which belongs to no commit. */
  readonly of: string;
  readonly failures: number;
  readonly notBefore: Milliseconds;
}

/** One repository. */
export class HostedRepository {
  readonly #of: HostedSettings;
  readonly #on: HostingPorts;
  #woken = new AbortController();
  #told: Map<string, ToldPlan> | undefined;
  #proposals: readonly Proposal[] = [];
  /** The target branch of each open pull request, including those without a plan. */
  #into: ReadonlyMap<number, string> = new Map();
  readonly #commands: CommentCommands | undefined;
  #listAt: Milliseconds = 0;
  #listFailures = 0;
  readonly #trouble = new Map<string, Trouble>();
  /** The last reported drift text, by environment; empty if the last report was that there is no drift. */
  readonly #said = new Map<string, string>();
  readonly #complained = new Map<string, string>();

  constructor(of: HostedSettings, on: HostingPorts) {
    this.#of = of;
    this.#on = on;
    const { name: repository, host } = of;
    const { served, audit, world } = on;
    const environments = () => this.#environments();
    const intoOf = (number: number) => this.#into.get(number);
    const planAgain = (number: number) => this.#planAgain(number);
    const ports = { repository, provider: host.provider, served, audit, clock: world.clock };
    this.#commands = host.comments
      ? new CommentCommands({ ...ports, environments, intoOf, planAgain })
      : undefined;
  }

  /** A pull request has changed: the list is read soon. */
  moved(): void {
    this.#listAt = 0;
    this.wake();
  }

  /** Somebody has written a comment; `event` is the host's report of it. */
  commented(event: string): void {
    if (this.#commands?.heard(event) === true) this.moved();
  }

  /** An environment has changed. */
  wake(): void {
    this.#woken.abort(new Error("woken"));
  }

  /** Updates the host until `ended` is aborted. Never rejects. */
  async run(ended: AbortSignal): Promise<void> {
    const { clock } = this.#on.world;
    while (!ended.aborted) {
      this.#woken = new AbortController();
      await this.#round(ended).catch((error: unknown) => {
        if (!ended.aborted) this.#complain("round", String(error));
      });
      const waitMs = Math.max(1000, Math.min(this.#listAt, clock.now() + this.#of.everyMs) - clock.now());
      await clock.wait(waitMs, AbortSignal.any([ended, this.#woken.signal])).catch(() => undefined);
    }
  }

  async #round(ended: AbortSignal): Promise<void> {
    const { host, token } = this.#of;
    const value = await token.current();
    if (value === undefined) return;
    const open = openHost(host, value, { ...this.#on, inner: this.#on.wireTo?.(host) });
    if ("problem" in open) return this.#complain("host", open.problem.message);
    try {
      if (host.drift) await this.#tellDrift(open, ended);
      if (this.#commands?.isAsked()) await this.#list(open, ended);
      await this.#commands?.round(open, this.#listFailures === 0, ended);
      if (host.proposals !== "none") await this.#tellPlans(open, ended);
    } finally {
      await open.close();
    }
  }

  #environments(): readonly ServedEnvironment[] {
    return this.#on.served.environments().filter(({ repository }) => repository === this.#of.name);
  }

  async #tellDrift(open: HostAccess, ended: AbortSignal): Promise<void> {
    const { clock } = this.#on.world;
    for (const environment of this.#environments()) {
      const { id, environment: key } = environment;
      const news = await driftNews(environment, clock.date());
      if (news.is === "wait" || this.#isTooSoon(`drift ${id}`, "")) continue;
      const said = news.is === "drift" ? news.same : "";
      if (this.#said.get(id) === said) continue;
      const wrong = await open.issue({ key, text: news.is === "drift" ? news.text : undefined }, ended);
      this.#ended(`drift ${id}`, "", wrong);
      if (!wrong) this.#said.set(id, said);
    }
  }

  async #tellPlans(open: HostAccess, ended: AbortSignal): Promise<void> {
    const path = `${this.#of.ownFolder}/told.json`;
    this.#told ??= new Map(await readTold(path));
    await this.#list(open, ended);
    const begun = this.#on.world.clock.now();
    for (const proposal of this.#proposals)
      for (const environment of this.#environments()) {
        if (ended.aborted || this.#on.world.clock.now() - begun > listedMs) return;
        if (!this.#isDue(proposal, environment)) continue;
        const name = toldName(proposal.number, environment.id);
        const came = await this.#tellPlan(open, { proposal, environment }, ended);
        if (came === "wait") continue;
        this.#ended(name, proposal.head, "problem" in came ? came.problem : undefined);
        if ("problem" in came) continue;
        this.#told.set(name, came);
        await writeTold(path, this.#told);
      }
  }

  async #list(open: HostAccess, ended: AbortSignal): Promise<void> {
    const { clock } = this.#on.world;
    if (clock.now() < this.#listAt) return;
    const { everyMs } = this.#of;
    const found = await open.proposals(ended);
    const isWrong = "problem" in found;
    this.#listFailures = isWrong ? this.#listFailures + 1 : 0;
    const bounds = { firstMs: everyMs, maxMs: Math.max(everyMs, longestMs) };
    this.#listAt = clock.now() + doubledMs(bounds, Math.max(1, this.#listFailures));
    this.#complain("list", isWrong ? found.problem.message : undefined);
    if (isWrong) return;
    const isPlanned = (one: Proposal) => this.#of.host.proposals === "all" || !one.isForeign;
    this.#proposals = found.filter(isPlanned);
    this.#into = new Map(found.map(({ number, into }) => [number, into]));
    await this.#forget(open, new Set(found.map(({ number }) => number)));
  }

  /** Forgets the plans that were posted for a pull request, so that it is planned again. */
  #planAgain(number: number): void {
    for (const name of [...(this.#told?.keys() ?? [])])
      if (Number.parseInt(name, 10) === number) this.#told?.delete(name);
  }

  /** Forgets closed pull requests, and lets git drop their commits. */
  async #forget(open: HostAccess, isOpen: ReadonlySet<number>): Promise<void> {
    const names = [...(this.#told?.keys() ?? [])].filter((name) => !isOpen.has(Number.parseInt(name, 10)));
    if (names.length === 0) return;
    const clone = await this.#clone();
    for (const name of names) {
      this.#told?.delete(name);
      this.#trouble.delete(name);
      await forgetProposal(clone, open.headRef(Number.parseInt(name, 10)));
    }
  }

  #isDue({ number, head, into }: Proposal, environment: ServedEnvironment): boolean {
    const { id, branch, commit, read } = environment;
    // The name of an environment is unknown until its project was read.
    if (branch !== into || !commit || !read) return false;
    const name = toldName(number, id);
    const told = this.#told?.get(name);
    const isTold = told?.head === head && told.into === into;
    const isTried = isTold && (told.without === undefined || told.without === commit.id);
    return !isTried && !this.#isTooSoon(name, head);
  }

  async #tellPlan(
    open: HostAccess,
    { proposal, environment }: { readonly proposal: Proposal; readonly environment: ServedEnvironment },
    ended: AbortSignal,
  ): Promise<ToldPlan | "wait" | { readonly problem: Problem }> {
    const { number, head, into } = proposal;
    const { commit: { id: base } = { id: "" }, branch, projectFile, environment: key } = environment;
    const secrets = this.#of.secretsOf(branch, projectFile);
    if (!secrets) return "wait";
    const clone = await this.#clone();
    const merged = await mergeProposal(clone, { ref: open.headRef(number), head, base });
    if (merged.is === "failed") return merged;
    if (merged.is === "moved") {
      // The host's list and its repository may briefly differ about the newest commit, so the list is read again.
      this.#listAt = 0;
      return { problem: laterHead };
    }
    if (merged.is === "conflict") {
      const text = noPlanMarkdown([merged.problem]);
      const wrong = await open.comment({ number, key, text }, ended);
      return wrong ? { problem: wrong } : { head, into, without: base };
    }
    const tree = `${this.#of.ownFolder}/tree`;
    const wrong = await moveTree(clone, tree, merged.commit);
    if (wrong) return { problem: wrong };
    const { runner, seenOf, program } = this.#on;
    const scratch = this.#of.ownFolder;
    const of = { proposal, environment, tree, commit: merged.commit, base };
    const plan = await proposalPlanText(of, { runner, seenOf, secrets, program, scratch, signal: ended });
    if (plan === "wait") return plan;
    const marks = this.#commands?.marksOf({ head, environment: key, plan: plan.plan });
    const failed = await open.comment({ number, key, text: plan.text, ...marks }, ended);
    if (failed) return { problem: failed };
    return plan.hasPlan ? { head, into } : { head, into, without: base };
  }

  async #clone(): Promise<Clone> {
    const { cloneFolder: folder, url } = this.#of;
    return openClone({ folder, url, timeoutSeconds: 30 });
  }

  #isTooSoon(name: string, what: string): boolean {
    const { of, notBefore = 0 } = this.#trouble.get(name) ?? {};
    return of === what && this.#on.world.clock.now() < notBefore;
  }

  #ended(name: string, of: string, wrong: Problem | undefined): void {
    this.#complain(name, wrong?.message);
    const before = this.#trouble.get(name);
    this.#trouble.delete(name);
    if (!wrong) return;
    const failures = before?.of === of ? before.failures + 1 : 1;
    const notBefore = this.#on.world.clock.now() + doubledMs(again, failures);
    this.#trouble.set(name, { of, failures, notBefore });
  }

  /** Logs a problem when it appears or changes. Without a message, the problem is over. */
  #complain(what: string, message: string | undefined): void {
    if (message === undefined) this.#complained.delete(what);
    else if (this.#complained.get(what) !== message) {
      this.#complained.set(what, message);
      const fields = { repository: this.#of.name, about: what, problem: message };
      this.#on.log.warn("the host of a repository could not be updated", fields);
    }
  }
}

const laterHead = problem(
  "serve-host",
  "The repository has another commit of this pull request than its host reported.",
  {
    hint: "trueup reads the pull request again.",
  },
);
