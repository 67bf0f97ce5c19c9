/** A server's loop: follows repositories, and works on all their environments in one process until it is closed. */

import type { World } from "../../engine/open.ts";
import { byTextOf } from "../../model/compare.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { writeErrorReason } from "../../runtime/files/file-problems.ts";
import { makeFolder } from "../../runtime/files/folders.ts";
import { takeProcessLock } from "../../runtime/files/process-lock.ts";
import type { LogOptions } from "../../runtime/log.ts";
import { Branch } from "../follow/branch.ts";
import { type Follower, followRepository } from "../follow/follow.ts";
import { inProcessRunner } from "../runner/in-process.ts";
import type { Runner, SeenLook } from "../runner/runner.ts";
import type { Served, ServedAnswer, ServedEnvironment } from "../served.ts";
import { EnvironmentLoop } from "./environment.ts";
import { Phases } from "./schedule.ts";
import type { FollowedRepository, LoopSettings } from "./settings.ts";
import { Turns } from "./turns.ts";

/** The inputs of a loop. */
export interface LoopPorts {
  readonly world: World;
  readonly log: Omit<LogOptions, "secrets">;
  /** Runs the shards. Default: a runner in this process. */
  readonly runner?: Runner | undefined;
  /** Called with the first error that each listener throws. Default: ignored. */
  readonly onMistake?: ((error: unknown) => void) | undefined;
}

/** A running loop. */
export interface Loop extends Served {
  /** The last observation of an environment, from which another plan can start; undefined if there is none. */
  seenOf(environment: string): SeenLook | undefined;
  /** Ends in good order: begins nothing more, waits for sent requests, and stores the remembered state. */
  close(): Promise<void>;
}

/**
 * The maximum number of environments that are observed at once. Targets have limits of their own; this one bounds
 * memory.
 */
const looksMax = 4;

/** The result of a start: the loop, or the problem that prevented it. */
export type StartedLoop = { readonly loop: Loop } | { readonly problem: Problem };

/** Starts to follow, observe and apply. Returns a problem if another server is using the data folder. */
export async function startLoop(settings: LoopSettings, ports: LoopPorts): Promise<StartedLoop> {
  const { dataFolder } = settings;
  const release = await lockFolder(dataFolder);
  return typeof release === "function"
    ? { loop: new RunningLoop(settings, ports, release) }
    : { problem: release };
}

async function lockFolder(folder: string): Promise<Problem | (() => Promise<void>)> {
  const hint = "Give each server a separate, writable folder, or stop the other server.";
  try {
    await makeFolder(folder, 0o700);
    const lock = await takeProcessLock(`${folder}/server.lock`);
    if (lock.held) return lock.release;
    const what = `${folder} is used by another server: process ${lock.by} holds ${folder}/server.lock`;
    return problem("serve-folder", what, { hint });
  } catch (error) {
    return problem("serve-folder", `${folder} cannot be used: ${writeErrorReason(error)}`, { hint });
  }
}

class RunningLoop implements Loop {
  readonly #ended = new AbortController();
  readonly #listeners = new Set<(id: string) => void>();
  readonly #mistaken = new WeakSet<(id: string) => void>();
  readonly #onMistake: LoopPorts["onMistake"];
  readonly #followers = new Map<string, Follower>();
  readonly #environments: EnvironmentLoop[] = [];
  readonly #runs: Promise<void>[] = [];
  readonly #release: () => Promise<void>;
  #closed: Promise<void> | undefined;

  constructor(settings: LoopSettings, ports: LoopPorts, release: () => Promise<void>) {
    this.#release = release;
    this.#onMistake = ports.onMistake;
    const runner = ports.runner ?? inProcessRunner(ports);
    const shared = { runner, turns: new Turns(looksMax), phases: new Phases(), ended: this.#ended.signal };
    const of = { ...shared, clock: ports.world.clock, dataFolder: settings.dataFolder };
    for (const repository of settings.repositories) this.#followRepository(repository, of);
    this.#runs = this.#environments.map((one) => one.run());
  }

  #followRepository(
    { name, url, fetchEveryMs, timeoutSeconds = 30, pages, projects }: FollowedRepository,
    on: Pick<
      ConstructorParameters<typeof EnvironmentLoop>[0],
      "runner" | "turns" | "phases" | "ended" | "clock"
    > & {
      readonly dataFolder: string;
    },
  ): void {
    const own = `${on.dataFolder}/repositories/${encodeURIComponent(name)}`;
    const branches = [...new Set(projects.map(({ branch }) => branch))];
    const following = { url, folder: `${own}/clone`, branches, fetchEveryMs, timeoutSeconds };
    const environments: EnvironmentLoop[] = [];
    const changed = () => {
      for (const one of environments) one.wake();
    };
    const follower = followRepository(following, { clock: on.clock, changed });
    const told = (ids: readonly string[]) => {
      this.#watch(follower, environments);
      for (const id of ids) this.#tell(id);
    };
    for (const { branch: branchName, projectFile, secrets } of projects) {
      const branch = new Branch(follower, { folder: `${own}/trees`, branch: branchName, projectFile });
      const isTaken = (id: string) => this.#named(id) !== undefined;
      const named = { repository: name, pages, branchName, projectFile };
      const of = { ...named, secrets, branch, follower, isTaken };
      environments.push(
        new EnvironmentLoop({ ...on, ...of, stateFolder: `${on.dataFolder}/state`, changed: told }),
      );
    }
    this.#followers.set(name, follower);
    this.#environments.push(...environments);
  }

  /** A listener that throws does not stop the others, and is called for the next change too. */
  #tell(id: string): void {
    for (const listener of this.#listeners) {
      try {
        listener(id);
      } catch (error) {
        if (!this.#mistaken.has(listener)) this.#onMistake?.(error);
        this.#mistaken.add(listener);
      }
    }
  }

  /** Polls the refs of all environments that were read. New refs are polled soon. */
  #watch(follower: Follower, environments: readonly EnvironmentLoop[]): void {
    const prefixes = environments.flatMap(({ known: { prefix } }) => prefix ?? []);
    follower.watch(new Set(prefixes.map((prefix) => `${prefix}/*`)));
  }

  environments(): readonly ServedEnvironment[] {
    return this.#environments.map((one) => one.shown()).sort(byTextOf(({ id }) => id));
  }

  find(id: string): ServedEnvironment | undefined {
    return this.#named(id)?.shown();
  }

  listen(listener: (id: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async ask(request: Parameters<Served["ask"]>[0], by: string): Promise<ServedAnswer> {
    const found = this.#named(request.environment);
    if (this.#ended.signal.aborted) return { is: "refused", message: "The server is about to end." };
    if (!found) return { is: "unknown", message: "There is no such environment." };
    try {
      return await found.ask(request, by);
    } catch (error) {
      return { is: "refused", message: error instanceof Error ? error.message : String(error) };
    }
  }

  moved(repository: string): void {
    this.#followers.get(repository)?.moved();
  }

  status(): { readonly isAlive: boolean; readonly isReady: boolean } {
    const isAlive = !this.#ended.signal.aborted;
    return { isAlive, isReady: isAlive && this.#environments.every(({ known }) => known.isReady) };
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#ended.abort(new Error("the server ends"));
    await Promise.all(this.#runs);
    await Promise.all([...this.#followers.values()].map((one) => one.close()));
    await this.#release();
  }

  seenOf(id: string): SeenLook | undefined {
    return this.#named(id)?.known.at?.seen;
  }

  #named(id: string): EnvironmentLoop | undefined {
    return this.#environments.find(({ known }) => known.id === id);
  }
}
