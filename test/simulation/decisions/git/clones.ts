/** Simulated clones of one remote. Each clone knows only the state of the remote that it fetched last. */

import type { Repository } from "../../../../src/git/repository.ts";
import { gitPlatform } from "../../../../src/runtime/files/git-objects.ts";
import { gitOf, type RemoteMood, type VirtualClone } from "../../../servers/virtual-time/git/git.ts";
import { noObjects, type VirtualObjects } from "../../../servers/virtual-time/git/store.ts";
import { type Draw, maybe, pick } from "../../draw.ts";

/** A simulated clone, and the repository through which the engine uses it. */
export interface Clone {
  readonly of: VirtualClone;
  readonly repository: Repository;
}

/** The repositories of a seed. */
export interface Clones {
  readonly objects: VirtualObjects;
  /** The remote of all clones. If undefined, there is no remote, and the clones share one repository. */
  readonly remote: VirtualClone["remote"];
  /** The refs that all clones update. */
  readonly refs: Map<string, string>;
  /** Makes another clone, with this commit checked out. */
  readonly clone: (head: string, mood?: VirtualClone["mood"]) => Clone;
}

/** Begins without clones. If `hasRemote` is false, there is no remote, and all clones share one repository. */
export function clonesOf({ hasRemote }: { readonly hasRemote: boolean }): Clones {
  const objects = noObjects();
  const remote = hasRemote ? { refs: new Map<string, string>(), shallow: new Set<string>() } : undefined;
  const only = new Map<string, string>();
  const clone: Clones["clone"] = (head, mood) => {
    const here = { refs: hasRemote ? new Map<string, string>() : only, shallow: new Set<string>() };
    const of: VirtualClone = { objects, here, remote, mood };
    const place = { top: "/project", prefix: "", outer: [], environment: {}, gitFolder: "/project/.git" };
    const remoteName = hasRemote ? "origin" : undefined;
    const platform = { ...gitPlatform, makeFolder: async () => {}, removeFolder: async () => {} };
    const repository = {
      ...place,
      objects: ".git/objects",
      platform,
      head,
      remote: remoteName,
      run: gitOf(of),
    };
    return { of, repository };
  };
  return { objects, remote, refs: remote?.refs ?? only, clone };
}

/**
 * Draws how a remote answers each command, usually without trouble. Calls `bad` for each command that it does not carry
 * out.
 */
export function moodsOf(draw: Draw, bad: () => void): (command: string) => RemoteMood {
  const isShaky = maybe(draw, 0.5);
  return (command) => {
    if (!isShaky || command !== "push" || maybe(draw, 0.6)) return "answers";
    const mood = pick<RemoteMood>(draw, ["lostAfter", "lostBefore", "refuses", "notAsked"]);
    if (mood !== "lostAfter") bad();
    return mood;
  };
}
