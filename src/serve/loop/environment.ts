/**
 * The loop of one environment: observes on schedule, plans merged commits, and applies what it may. It does one of
 * these at a time.
 */

import type { RunEvent } from "../../model/event.ts";
import type { Problem } from "../../model/problem.ts";
import type { Milliseconds } from "../../model/reply.ts";
import { doubledMs } from "../../pace/backoff.ts";
import type { Shard } from "../runner/runner.ts";
import type { ServedAnswer, ServedCommit, ServedEnvironment, ServedRequest } from "../served.ts";
import { EnvironmentActs } from "./acts.ts";
import { EnvironmentApplies } from "./applying.ts";
import { AskedQueue, type AskedWork, acceptedAnswer, refusedAnswer } from "./asked.ts";
import type { EnvironmentSettings } from "./environment-settings.ts";
import { EnvironmentKnowledge } from "./known.ts";
import { EnvironmentLooks, type LookWish, SupersededLook } from "./looking.ts";
import { namedTwice, noBranch, ownMistake } from "./trouble.ts";

/** The maximum wait, whatever is due next. */
const longestMs: Milliseconds = 3_600_000;

/** When to retry a failed observation: after this time, then after twice as long each time. */
const againMs: Milliseconds = 30_000;

/** The loop of one followed environment. */
export class EnvironmentLoop {
  readonly known: EnvironmentKnowledge;
  readonly #on: EnvironmentSettings;
  readonly #applying: EnvironmentApplies;
  readonly #looking: EnvironmentLooks;
  readonly #acts: EnvironmentActs;
  readonly #asked = new AskedQueue();
  #failures = 0;
  #notBefore: Milliseconds = 0;
  #woken = new AbortController();
  #shown: ServedEnvironment | undefined;

  constructor(on: EnvironmentSettings) {
    this.#on = on;
    this.known = new EnvironmentKnowledge(on);
    const { clock, runner, ended } = on;
    const ports = { clock, runner, ended, listen: this.#listen, changed: () => this.#changed() };
    this.#applying = new EnvironmentApplies(ports);
    const { branch, turns } = on;
    const shardOf = (commit: string) => this.#shard(commit);
    this.#looking = new EnvironmentLooks({ ...ports, known: this.known, branch, turns, shardOf });
    const acting = { known: this.known, applying: this.#applying, listen: this.#listen, shardOf };
    const asks = { isMoved: () => this.#isMoved(), judge: () => this.#judge() };
    this.#acts = new EnvironmentActs({ ...on, ...acting, ...asks });
  }

  readonly #listen = (event: RunEvent): void => this.known.looked.listen(event);
  /** Runs the loop until `ended` is aborted. Never rejects. */
  async run(): Promise<void> {
    const { ended, clock } = this.#on;
    while (!ended.aborted) {
      this.#woken = new AbortController();
      try {
        if (!(await this.#step())) await this.#idle();
      } catch (error) {
        if (ended.aborted) break;
        if (error instanceof SupersededLook) continue;
        this.#failed([ownMistake(error)]);
        await clock.wait(1000, ended).catch(() => undefined);
      }
    }
    await this.known.keep();
  }

  /** Called when something may have changed outside of the loop, such as the repository. */
  wake(): void {
    const head = this.#on.branch.head();
    if (head && head.id !== this.known.at?.commit.id) {
      this.#notBefore = 0;
      this.#looking.supersede("moved");
    }
    this.#woken.abort(new Error("woken"));
    this.#changed();
  }

  /** Accepts a request, or says why not. */
  async ask(request: ServedRequest, by: string): Promise<ServedAnswer> {
    if (request.do === "releaseLock") return this.#release(request.run);
    if (request.do === "stopAfterWave")
      return this.#applying.stopAfterWave()
        ? acceptedAnswer("The apply ends after its current wave.")
        : refusedAnswer("No apply is running.");
    const { isNew, answer } = this.#asked.ask(request, by, {
      underWay: this.#applying.underWay(),
      fingerprint: this.known.at?.seen.plan.fingerprint,
      isMoved: this.#isMoved(),
      newRun: () => this.#applying.newRun(),
    });
    if (isNew) this.#hurry();
    return answer;
  }

  /** The environment's public state. Until something changes, the same object is returned. */
  shown(): ServedEnvironment {
    this.#shown ??= this.known.shown(this.#applying.run());
    return this.#shown;
  }

  #changed(ids: readonly string[] = []): void {
    this.#shown = undefined;
    this.#on.changed([...new Set([...ids, this.known.id])]);
  }

  #hurry(): void {
    this.#notBefore = 0;
    this.#looking.supersede("asked");
    this.#woken.abort(new Error("woken"));
  }

  /** Does the next task that is due. Returns false if there is none. */
  async #step(): Promise<boolean> {
    const { branch, clock, follower } = this.#on;
    const commit = branch.head();
    if (!commit || !follower.clone()) return this.#without(commit);
    await this.#readLock();
    const asked = this.#asked.shift();
    if (asked) {
      await this.#serve(asked);
      return true;
    }
    const now = clock.now();
    if (now < this.#notBefore) return false;
    const { at, passesAt = Number.POSITIVE_INFINITY, looked } = this.known;
    if (at?.commit.id !== commit.id || at.refs !== this.#refs()) {
      await this.#look({ rank: "moved" });
      return true;
    }
    if (await this.#acts.byItself()) return true;
    const { schedule } = looked;
    const isDue =
      Math.min(schedule.nextAt() ?? Number.POSITIVE_INFINITY, this.#looking.fullAt, passesAt) <= now;
    if (isDue) await this.#look({ rank: "due" });
    return isDue;
  }

  /** There is no commit to observe yet. Records the reason, if it is known. */
  #without(commit: ServedCommit | undefined): false {
    const { follower, branchName } = this.#on;
    const { problem, branches } = follower.state();
    const isGone = !commit && branches.get(branchName)?.isGone === true;
    const wrong = problem ?? (isGone ? noBranch(branchName) : undefined);
    if (wrong) this.known.failed([wrong]);
    this.#changed();
    return false;
  }

  async #idle(): Promise<void> {
    const { clock, ended, branch, follower } = this.#on;
    const isOpen = branch.head() !== undefined && follower.clone() !== undefined;
    const next = isOpen ? Math.max(this.#nextAt(), this.#notBefore) - clock.now() : longestMs;
    await clock
      .wait(Math.max(1, Math.min(next, longestMs)), AbortSignal.any([ended, this.#woken.signal]))
      .catch(() => undefined);
  }

  /** When the next automatic task is due. */
  #nextAt(): Milliseconds {
    const { at, passesAt, looked } = this.known;
    if (!at) return 0;
    const never = Number.POSITIVE_INFINITY;
    const { fullAt } = this.#looking;
    return Math.min(
      looked.schedule.nextAt() ?? never,
      passesAt ?? never,
      fullAt,
      this.#acts.nextAt() ?? never,
    );
  }

  async #serve(asked: AskedWork): Promise<void> {
    if (asked.do === "look") await this.#look({ rank: "asked", isAll: true, isFull: asked.full });
    else await this.#acts.serve(asked);
  }

  /** Observes the environment, and stores the result. */
  async #look(wish: LookWish): Promise<void> {
    const head = this.#on.branch.head();
    if (!head) return;
    const came = await this.#looking.look(head, wish);
    if ("wrong" in came) return this.#failed([came.wrong]);
    const { look, anew, commit, refs } = came;
    const before = [this.known.id];
    if (look.read && !(await this.known.named(look.read))) return this.#failed([namedTwice(look.read)]);
    if (look.is === "failed") return this.#failed(look.problems, before);
    this.#failures = 0;
    this.#notBefore = 0;
    this.known.saw({ seen: look, commit, refs }, anew);
    this.#applying.planned(look.plan.fingerprint);
    this.#acts.seen();
    this.#judge(before);
    await this.known.keep();
  }

  #failed(problems: readonly Problem[], before: readonly string[] = []): void {
    const { clock } = this.#on;
    this.#failures += 1;
    const bounds = { firstMs: againMs, maxMs: Math.max(againMs, this.known.may().observeMs) };
    this.#notBefore = clock.now() + doubledMs(bounds, this.#failures);
    this.known.failed(problems);
    this.#changed(before);
  }

  #judge(before: readonly string[] = []): void {
    this.known.judge(this.#applying.failed());
    this.#changed(before);
  }

  async #readLock(): Promise<void> {
    const { branch, clock } = this.#on;
    const { read } = this.known;
    if (read && this.known.locked(await branch.lock(read.project, clock.date()))) this.#judge();
  }

  async #release(run: string): Promise<ServedAnswer> {
    const { read } = this.known;
    if (!read) return refusedAnswer("The project was not read yet.");
    const { isGone, message } = await this.#on.branch.release(read.project, run);
    await this.#on.follower.ask();
    this.#woken.abort(new Error("woken"));
    return isGone ? acceptedAnswer(message) : refusedAnswer(message);
  }

  /**
   * True if the last observation is outdated: the branch or its refs have moved, or an apply may have changed something
   * since.
   */
  #isMoved(): boolean {
    const { at } = this.known;
    return this.#on.branch.at !== at?.commit.id || at?.refs !== this.#refs();
  }

  #refs(): string {
    return `${this.#acts.epoch} ${this.#on.branch.refs(this.known.read?.project)}`;
  }

  #shard(commit: string): Shard {
    const { branch, secrets, repository, branchName, projectFile } = this.#on;
    const id = [repository, branchName, projectFile].join("\0");
    return { id, projectFile: branch.projectFile(), commit, refs: this.#refs(), secrets };
  }
}
