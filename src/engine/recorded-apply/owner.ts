/** The owner of an apply, named in the lock and the record. */

import { committerOf, type Repository } from "../../git/repository.ts";

/** The owner of an apply, if the caller knows it. */
export interface Actor {
  /** The account. Default: git's committer account, otherwise `login`. */
  readonly account?: string | undefined;
  /** The user of this machine, for a repository without a committer account. */
  readonly login?: string | undefined;
  /** The URL of the run, by which others can find the run. Default: this machine and process. */
  readonly run?: string | undefined;
}

/** The owner of one run. */
export interface RunOwner extends Pick<Actor, "run"> {
  /**
   * The account: as the caller gave it, otherwise git's committer account, otherwise the user of this machine. Git is
   * asked at most once.
   */
  account(repository: Repository): Promise<string>;
}

/** The owner of a run. */
export function ownerFor({ account, login, run }: Actor): RunOwner {
  let known: Promise<string> | undefined;
  const find = async (repository: Repository) =>
    account ?? (await committerOf(repository)) ?? login ?? "unknown";
  return {
    run,
    account: (repository) => {
      known ??= find(repository);
      return known;
    },
  };
}
