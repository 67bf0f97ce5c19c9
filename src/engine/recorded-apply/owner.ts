/** The owner of an apply, who is named in the lock and the record. */

import { committerOf, type Repository } from "../../git/repository.ts";

/** The owner of an apply, as far as the caller knows. */
export interface Actor {
  /** Default: the account that git commits with, then `login`. */
  readonly account?: string | undefined;
  /** The user of this machine. */
  readonly login?: string | undefined;
  /** The address of the run, for others to find it. Default: this machine and process. */
  readonly run?: string | undefined;
}

/** The same for one run. */
export interface RunOwner extends Pick<Actor, "run"> {
  /** Git is asked once. */
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
