/** A branch as one environment follows it: with its own work tree and its accepted commit. */

import { openPlace } from "../../engine/git-state.ts";
import { runLeft } from "../../engine/recorded-apply/environment-lock.ts";
import { findLock, removeLock } from "../../git/lock.ts";
import type { Problem } from "../../model/problem.ts";
import { problem } from "../../model/problem.ts";
import type { Project } from "../../model/project.ts";
import type { LockRecord } from "../../model/record.ts";
import { digest } from "../../runtime/digest.ts";
import type { ServedCommit } from "../served.ts";
import { acceptedRef, type Clone, heldCommit, isAncestor } from "./clone.ts";
import type { Follower } from "./follow.ts";
import { moveTree } from "./tree.ts";

/** The relation of a branch to its previously accepted commit. */
export type BranchIs = "followed" | "gone" | "forced";

/** How long an expired lock still counts as held. */
const patienceMs = 60_000;

/** The branch of one environment. */
export class Branch {
  readonly #follower: Follower;
  readonly #of: { readonly folder: string; readonly branch: string; readonly projectFile: string };
  readonly #ref: string;
  readonly #tree: string;
  #at: string | undefined;
  #accepted: string | undefined;
  #isForced = false;
  #lock: { readonly id: string; readonly record: LockRecord | undefined } | undefined;

  /** `folder`: the absolute path that contains the work trees. */
  constructor(
    follower: Follower,
    of: { readonly folder: string; readonly branch: string; readonly projectFile: string },
  ) {
    this.#follower = follower;
    this.#of = of;
    const name = digest(`${of.branch}\0${of.projectFile}`).slice(0, 16);
    this.#ref = acceptedRef(name);
    this.#tree = `${of.folder}/${name}`;
  }

  /** The newest fetched commit; undefined if none was ever fetched. */
  head(): ServedCommit | undefined {
    return this.#follower.state().branches.get(this.#of.branch)?.commit;
  }

  /** The commit that is checked out; undefined before the first checkout. */
  get at(): string | undefined {
    return this.#at;
  }

  /**
   * Why recent merges are unknown: a warning, or an error if the failure lasts. Undefined if the last poll succeeded.
   */
  problem(): Problem | undefined {
    const { problem: found, isLasting } = this.#follower.state();
    return found && { ...found, severity: isLasting ? "error" : "warning" };
  }

  is(): BranchIs {
    if (this.#follower.state().branches.get(this.#of.branch)?.isGone) return "gone";
    return this.#isForced ? "forced" : "followed";
  }

  /** The absolute path of the project file in the work tree. */
  projectFile(): string {
    return `${this.#tree}/${this.#of.projectFile}`;
  }

  /** The environment's refs except its lock, as a text. If there is no project yet, the text has all refs. */
  refs(project: Project | undefined): string {
    const prefix = project && prefixOf(project);
    const own = [...this.#follower.state().refs].filter(
      ([name]) => prefix === undefined || (name.startsWith(`${prefix}/`) && name !== `${prefix}/lock`),
    );
    return JSON.stringify(own);
  }

  /**
   * Moves the work tree, and notes whether the commit descends from the accepted one. Returns a problem if the tree
   * cannot be moved.
   */
  async moveTo(commit: string): Promise<Problem | undefined> {
    const clone = this.#follower.clone();
    if (!clone) return this.#follower.state().problem ?? notOpen;
    if (this.#at === commit) return undefined;
    const wrong = await moveTree(clone, this.#tree, commit);
    if (wrong) return wrong;
    this.#at = commit;
    this.#accepted ??= await heldCommit(clone, this.#ref);
    this.#isForced = this.#accepted !== undefined && !(await isAncestor(clone, this.#accepted, commit));
    if (!this.#isForced) await this.#accept(clone, commit);
    return undefined;
  }

  /** Accepts the checked-out commit, because a person requested it. */
  async accept(): Promise<void> {
    const clone = this.#follower.clone();
    if (clone && this.#at !== undefined) await this.#accept(clone, this.#at);
  }

  async #accept({ git }: Clone, commit: string): Promise<void> {
    if (this.#accepted !== commit) await git.text(["update-ref", this.#ref, commit]);
    this.#accepted = commit;
    this.#isForced = false;
  }

  /**
   * The holder of the environment's lock, according to the last fetch: `unknown` if the lock cannot be read, undefined
   * if nobody holds it. Call it only while this server runs no apply.
   */
  async lock(project: Project, nowIso: string): Promise<LockRecord | "unknown" | undefined> {
    const id = this.#follower.state().refs.get(`${prefixOf(project)}/lock`);
    if (id === undefined) {
      this.#lock = undefined;
      return undefined;
    }
    if (this.#lock?.id !== id) {
      const { place } = await openPlace(project);
      const found = place && (await findLock(place));
      if (!found || "problem" in found) return found ? "unknown" : undefined;
      this.#lock = { id, record: found.lock.record };
    }
    const { record } = this.#lock;
    if (!record) return "unknown";
    if (record.run === (await runLeft(project))) {
      // The lock belongs to a killed run of this work tree, so nobody holds it.
      const { place } = await openPlace(project);
      if (place) await removeLock(place, id);
      return undefined;
    }
    return Date.parse(record.expires) + patienceMs < Date.parse(nowIso) ? undefined : record;
  }

  /** Removes the lock if `run` holds it. `isGone`: the lock was removed. `message`: the result for people. */
  async release(
    project: Project,
    run: string,
  ): Promise<{ readonly isGone: boolean; readonly message: string }> {
    const { place } = await openPlace(project);
    const found = place && (await findLock(place));
    if (found && "problem" in found) return { isGone: false, message: found.problem.message };
    if (!place || !found) return { isGone: false, message: "There is no lock." };
    if (found.lock.record?.run !== run)
      return { isGone: false, message: "Another run has the lock by now: nothing was removed." };
    const removed = await removeLock(place, found.lock.id);
    if (removed.is === "failed") return { isGone: false, message: removed.problem.message };
    if (removed.is === "moved") return { isGone: true, message: "The lock was removed." };
    return {
      isGone: false,
      message: "The lock was renewed meanwhile, so its run is still active: nothing was removed.",
    };
  }
}

/** The common prefix of an environment's refs. */
export function prefixOf({ git, environment }: Project): string {
  return `${git?.refs ?? "refs/trueup"}/${environment}`;
}

const notOpen = problem("serve-repository", "the repository was not fetched yet", { severity: "warning" });
