/**
 * What the server knows about one environment: the last read and observation, what it remembers, and the resulting
 * state.
 */

import type { RepositoryPages } from "../../code-host/repository-pages.ts";
import { serveDefaults } from "../../load/project-file/serve-schema.ts";
import type { Problem } from "../../model/problem.ts";
import type { ServeSettings } from "../../model/project.ts";
import type { LockRecord } from "../../model/record.ts";
import type { Milliseconds } from "../../model/reply.ts";
import type { Clock } from "../../model/wire.ts";
import type { Branch } from "../follow/branch.ts";
import { prefixOf } from "../follow/branch.ts";
import type { SeenLook } from "../runner/runner.ts";
import type { ServedCommit, ServedEnvironment, ServedLook, ServedRun, ShardProject } from "../served.ts";
import {
  type EnvironmentState,
  emptyState,
  withDiffering,
  withHealed,
  withPoint,
  withRun,
} from "../state/environment-state.ts";
import { StateFile } from "../state/state-file.ts";
import { differingIn, driftPoint } from "./differing.ts";
import { TargetLooks } from "./looked.ts";
import type { Phases } from "./schedule.ts";
import {
  type EnvironmentStanding,
  type FailedPlan,
  type LockHolder,
  servedStateOf,
  standingOf,
} from "./standing.ts";

/** The settings of an environment. */
export interface KnownSettings {
  readonly repository: string;
  readonly pages?: RepositoryPages | undefined;
  readonly branchName: string;
  /** The project file's path in the repository. */
  readonly projectFile: string;
  readonly stateFolder: string;
  readonly clock: Clock;
  readonly phases: Phases;
  readonly branch: Branch;
  /** True if another environment has this id. */
  readonly isTaken: (id: string) => boolean;
}

/** An observation, with its commit and refs. */
export interface SeenAt {
  readonly seen: SeenLook;
  readonly commit: ServedCommit;
  readonly refs: string;
}

/** The knowledge about one environment. */
export class EnvironmentKnowledge {
  readonly looked: TargetLooks;
  readonly #of: KnownSettings;
  #environment: string;
  #stateFile: StateFile;
  #state: EnvironmentState = emptyState;
  #stateProblem: Problem | undefined;
  #at: SeenAt | undefined;
  /** This object stays the same until the next observation, so that it can be the key of cached results. */
  #look: ServedLook | undefined;
  #read: ShardProject | undefined;
  #problems: readonly Problem[] = [];
  #lock: LockHolder | undefined;
  #standing: EnvironmentStanding = { reasons: [] };
  #passesAt: Milliseconds | undefined;

  constructor(of: KnownSettings) {
    this.#of = of;
    this.looked = new TargetLooks(of.clock, of.phases);
    // Until the project was read, the environment is named after its file.
    this.#environment = `${of.projectFile}@${of.branchName}`;
    this.#stateFile = new StateFile(of.stateFolder, this.id);
  }

  get id(): string {
    return `${this.#of.repository}/${this.#environment}`;
  }

  /** The prefix of the environment's refs; undefined until the project was read. */
  get prefix(): string | undefined {
    return this.#read && prefixOf(this.#read.project);
  }

  /** True once the environment was observed, or observing it has failed. */
  get isReady(): boolean {
    return this.#at !== undefined || this.#problems.length > 0;
  }

  get at(): SeenAt | undefined {
    return this.#at;
  }

  get read(): ShardProject | undefined {
    return this.#read;
  }

  get standing(): EnvironmentStanding {
    return this.#standing;
  }

  /**
   * The next time at which the environment's state changes without any event, such as at the end of a freeze. By the
   * clock's monotonic time; undefined if no such change is expected.
   */
  get passesAt(): Milliseconds | undefined {
    return this.#passesAt;
  }

  may(read: ShardProject | undefined = this.#read): ServeSettings {
    return read?.project.serve ?? serveDefaults;
  }

  targets(): readonly string[] {
    return [...(this.#read?.project.targets.keys() ?? [])];
  }

  /** Records that an observation failed. */
  failed(problems: readonly Problem[], read?: ShardProject): void {
    this.#problems = problems;
    this.#read = read ?? this.#read;
  }

  /**
   * Records that the project was read. The environment then has its own name, and the state remembered under that name
   * is used. Returns false if another environment has that name.
   */
  async named(read: ShardProject): Promise<boolean> {
    const { repository, isTaken } = this.#of;
    const { environment } = read.project;
    if (environment === this.#environment) {
      this.#read = read;
      return true;
    }
    if (isTaken(`${repository}/${environment}`)) return false;
    this.#read = read;
    this.#environment = environment;
    this.#stateFile = new StateFile(this.#of.stateFolder, this.id);
    this.#state = await this.#stateFile.read();
    return true;
  }

  /** Records an observation of the environment. */
  saw(at: SeenAt, anew: (target: string) => boolean): void {
    const { seen } = at;
    this.#at = at;
    this.#problems = seen.problems;
    this.looked.saw(seen, anew, this.may().observeMs);
    this.#look = lookOf(at, this.looked.oldestAt());
    const date = this.#of.clock.date();
    const state = withDiffering(this.#state, differingIn(seen.plan), date);
    this.#state = withPoint(state, driftPoint(seen.plan, date));
  }

  /**
   * Records an ended apply. If it did nothing and ended like the apply before it, it replaces that apply in the list.
   */
  ended(run: ServedRun): void {
    const [last, ...others] = this.#state.runs;
    const isSame =
      run.steps.applied + run.steps.failed === 0 &&
      last?.why === run.why &&
      last.ended === run.ended &&
      last.message === run.message;
    this.#state = withRun(isSame ? { ...this.#state, runs: others } : this.#state, run);
  }

  /** Records that drift is about to be reverted automatically. */
  heals(): void {
    this.#state = withHealed(this.#state, this.#of.clock.date());
  }

  /** Stores the holder of the lock, as far as it is known. Returns true if the holder has changed. */
  locked(by: LockRecord | "unknown" | undefined): boolean {
    const holder = by === "unknown" ? {} : by;
    const isOther = JSON.stringify(holder) !== JSON.stringify(this.#lock);
    this.#lock = holder;
    return isOther;
  }

  /** Determines the environment's state again. */
  judge(failed: FailedPlan | undefined): void {
    if (!this.#at || !this.#read) return;
    const { seen } = this.#at;
    const now = this.#of.clock.date();
    this.#standing = standingOf({
      plan: seen.plan,
      findings: seen.findings,
      may: this.may(),
      freezes: this.#read.project.freeze ?? [],
      branch: this.#of.branch.is(),
      applied: seen.last?.applied?.commit,
      lock: this.#lock,
      failed,
      healed: this.#state.healed,
      unreachable: this.looked.failing(),
      now,
    });
    const passing = this.#standing.reasons.flatMap(({ because, until }) =>
      until !== undefined && (because === "frozen" || because === "selfHealBound") ? [Date.parse(until)] : [],
    );
    const inMs = Math.min(...passing) - Date.parse(now);
    this.#passesAt = passing.length > 0 ? this.#of.clock.now() + Math.max(1000, inMs) : undefined;
  }

  /** Stores the remembered state if it has changed. */
  async keep(): Promise<void> {
    // Before the project is read, the environment is named after its file, and there is nothing to remember.
    if (this.#read) this.#stateProblem = await this.#stateFile.write(this.#state);
  }

  /** The environment's public state. */
  shown(run: ServedRun | undefined): ServedEnvironment {
    const { repository, pages, branchName, projectFile, branch } = this.#of;
    const { seen, commit } = this.#at ?? {};
    const { since, runs, history } = this.#state;
    const applied = seen?.last?.applied;
    const problems = this.#shownProblems();
    const reasons = run ? [] : this.#standing.reasons;
    const look = this.#look;
    const isFailing = this.looked.failing().length > 0;
    return {
      id: this.id,
      repository,
      branch: branchName,
      ...(pages && { pages }),
      projectFile,
      environment: this.#environment,
      state: servedStateOf({ look, run, problems, reasons, isFailing }),
      reasons: [...invalidReasons(problems), ...reasons],
      commit: branch.head() ?? commit,
      ...(applied && {
        applied: { commit: applied.commit, at: applied.record.time, by: applied.record.actor },
      }),
      ...(this.#read && { read: this.#read }),
      problems,
      ...(look && { look }),
      targets: this.#read ? this.looked.shown(this.#read) : [],
      ...(run && { run }),
      runs,
      since,
      history,
      may: this.may(),
    };
  }

  /**
   * The branch's problem is added only after the first observation: before it, `#problems` already says why observing
   * fails.
   */
  #shownProblems(): readonly Problem[] {
    const ofBranch = this.#at && this.#of.branch.problem();
    return [...this.#problems, ...[ofBranch, this.#stateProblem].flatMap((found) => found ?? [])];
  }
}

function invalidReasons(problems: readonly Problem[]): ServedEnvironment["reasons"] {
  const first = problems.find(({ severity }) => severity === "error");
  return first ? [{ because: "projectInvalid", message: first.message }] : [];
}

/**
 * The observation in its public form. Its parts were observed at different times; `observedAt` is the earliest of these
 * times.
 */
function lookOf({ seen, commit: { id } }: SeenAt, observedAt = seen.made.snapshot.takenAt): ServedLook {
  const { made, plan, secrets } = seen;
  return { observedAt, commit: id, plan, made, secrets };
}
