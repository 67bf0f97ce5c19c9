/** Follows a repository: polls it at an interval, fetches what changed, and reports its branches and refs. */

import { saidBy } from "../../git/repository.ts";
import type { Problem } from "../../model/problem.ts";
import { problem } from "../../model/problem.ts";
import type { Milliseconds } from "../../model/reply.ts";
import type { Clock } from "../../model/wire.ts";
import { doubledMs } from "../../pace/backoff.ts";
import type { ServedCommit } from "../served.ts";
import { type Clone, heldCommit, heldRef, openClone, servedCommitAt } from "./clone.ts";

/** The last known state of a branch. */
interface FollowedBranch {
  /** The newest fetched commit; absent if none was ever fetched. */
  readonly commit?: ServedCommit | undefined;
  /** True if the remote has no such branch. */
  readonly isGone: boolean;
}

/** What is known about the repository: its branches, the refs of environments, and the last failure. */
interface FollowedState {
  readonly branches: ReadonlyMap<string, FollowedBranch>;
  /** Refs of environments by full name, as the remote has them. */
  readonly refs: ReadonlyMap<string, string>;
  /**
   * Why the last poll or fetch failed. Branches and refs are then those of the last successful poll. If absent, the
   * last poll succeeded.
   */
  readonly problem?: Problem | undefined;
  /** True if several polls in a row failed. */
  readonly isLasting?: boolean | undefined;
}

/** The repository, its branches and the poll interval. */
export interface FollowSettings {
  readonly url: string;
  readonly folder: string;
  readonly branches: readonly string[];
  readonly fetchEveryMs: Milliseconds;
  readonly timeoutSeconds: number;
}

/** A followed repository. */
export interface Follower {
  /** The open clone; undefined while it cannot be opened. Opening is retried. */
  clone(): Clone | undefined;
  state(): FollowedState;
  /** Sets the globs of further refs to poll, such as `refs/trueup/production/*`. */
  watch(refs: ReadonlySet<string>): void;
  /** Polls soon. */
  moved(): void;
  /** Polls now; resolves when the result is known. */
  ask(): Promise<void>;
  /** Stops following; resolves when nothing is running any more. */
  close(): Promise<void>;
}

/** While polls fail, the interval between them grows up to this maximum, or up to `fetchEveryMs` if that is longer. */
const longestMs: Milliseconds = 15 * 60_000;

/** A failure counts as lasting after this many polls in a row: a short outage is not an error. */
const lastingFailures = 3;

/** Starts following. `changed` is called whenever the state changes. */
export function followRepository(
  settings: FollowSettings,
  { clock, changed }: { readonly clock: Clock; readonly changed: () => void },
): Follower {
  const ended = new AbortController();
  const following = new Following({ ...settings, ended: ended.signal }, changed);
  const loop = following.run(clock, ended.signal);
  return {
    clone: () => following.clone,
    state: () => following.state,
    watch: (refs) => {
      const isMore = [...refs].some((glob) => !following.watched.has(glob));
      following.watched = refs;
      if (isMore) following.wake();
    },
    moved: () => following.wake(),
    ask: () => following.ask(),
    close: async () => {
      ended.abort(new Error("ended"));
      following.wake();
      await loop;
    },
  };
}

class Following {
  clone: Clone | undefined;
  watched: ReadonlySet<string> = new Set();
  state: FollowedState = { branches: new Map(), refs: new Map(), isLasting: false };
  readonly #settings: FollowSettings & { readonly ended: AbortSignal };
  readonly #changed: () => void;
  #woken = new AbortController();
  #asking: Promise<void> | undefined;
  #failures = 0;

  constructor(settings: FollowSettings & { readonly ended: AbortSignal }, changed: () => void) {
    this.#settings = settings;
    this.#changed = changed;
  }

  wake(): void {
    this.#woken.abort(new Error("woken"));
  }

  async run(clock: Clock, ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      this.#woken = new AbortController();
      await this.ask();
      const { fetchEveryMs } = this.#settings;
      const bounds = { firstMs: fetchEveryMs, maxMs: Math.max(fetchEveryMs, longestMs) };
      const waitMs = doubledMs(bounds, Math.max(1, this.#failures));
      await clock.wait(waitMs, AbortSignal.any([ended, this.#woken.signal])).catch(() => undefined);
    }
  }

  /** Only one poll runs at a time. A caller that arrives during a poll waits for the next one. */
  async ask(): Promise<void> {
    await this.#asking;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    await this.#asking;
  }

  async #ask(): Promise<void> {
    // The state is taken before the clone is opened. Branches that are found in an existing clone are a change, even if
    // the remote has nothing new.
    const before = this.state;
    const wasOpen = this.clone !== undefined;
    const found = await this.#seen().catch((error: unknown) => ({
      problem: unopened(this.#settings, error),
    }));
    this.#failures = found.problem ? this.#failures + 1 : 0;
    const isLasting = this.#failures >= lastingFailures;
    this.state = { ...this.state, problem: undefined, ...found, isLasting };
    if (!isSame(before, this.state) || wasOpen !== (this.clone !== undefined)) this.#changed();
  }

  async #seen(): Promise<Partial<FollowedState>> {
    const clone = await this.#opened();
    const names = this.#settings.branches.map((name) => `refs/heads/${name}`);
    const said = await clone.ask([...names, ...this.watched]);
    if ("problem" in said) return said;
    const moved = names.filter((name) => {
      const id = said.get(name);
      return id !== undefined && this.#held(name) !== id;
    });
    const failed = moved.length > 0 ? await clone.fetch(moved) : undefined;
    const refs = new Map([...said].filter(([name]) => !name.startsWith("refs/heads/")));
    if (failed) return { refs, problem: failed };
    const branches = new Map<string, FollowedBranch>();
    for (const name of this.#settings.branches) {
      const isGone = !said.has(`refs/heads/${name}`);
      const known = this.state.branches.get(name);
      const isMoved = moved.includes(`refs/heads/${name}`);
      branches.set(name, { commit: isMoved ? await headOf(clone, name) : known?.commit, isGone });
    }
    return { branches, refs };
  }

  async #opened(): Promise<Clone> {
    if (this.clone) return this.clone;
    const clone = await openClone(this.#settings);
    const branches = new Map<string, FollowedBranch>();
    for (const name of this.#settings.branches)
      branches.set(name, { commit: await headOf(clone, name), isGone: false });
    this.state = { ...this.state, branches };
    this.clone = clone;
    return clone;
  }

  #held(ref: string): string | undefined {
    return this.state.branches.get(ref.replace(/^refs\/heads\//, ""))?.commit?.id;
  }
}

async function headOf(clone: Clone, branch: string): Promise<ServedCommit | undefined> {
  const id = await heldCommit(clone, heldRef(branch));
  return id === undefined ? undefined : servedCommitAt(clone, id);
}

function isSame(one: FollowedState, other: FollowedState): boolean {
  if (one.problem?.message !== other.problem?.message || one.isLasting !== other.isLasting) return false;
  const words = ({ branches, refs }: FollowedState) =>
    JSON.stringify([
      [...branches].map(([name, { commit, isGone }]) => [name, commit?.id, isGone]),
      [...refs],
    ]);
  return words(one) === words(other);
}

function unopened({ folder }: FollowSettings, error: unknown): Problem {
  return problem("git-unusable", `git does not work in ${folder}: ${saidBy(error)}`, {
    hint: "Check free space and permissions of the folder. If you delete it, keep the journals in its work trees.",
  });
}
