/** Forgets remembered ids, forms and accepted creates on request. */

import { type Address, addressParts } from "../model/address.ts";
import { byText } from "../model/compare.ts";
import { type AppliedMemory, remembered } from "./memory.ts";
import type { RememberedChange } from "./memory-parts.ts";
import type { Repository } from "./repository.ts";

/** What to forget. */
export interface ForgetRequest {
  /** Addresses that are no longer applied. Everything that is remembered about them is forgotten. */
  readonly gone: readonly Address[];
  /**
   * Globs for accepted creates that are not visible yet. A glob that is a complete address also selects the id of a
   * resource that stays applied.
   */
  readonly globs: readonly string[];
  readonly isMeant: (address: Address) => boolean;
}

/** What was forgotten on request. */
export interface ForgottenMemory {
  /** Accepted creates that are no longer searched for. */
  readonly accepted: readonly Address[];
  /** Resources that stay applied, and that are known only by their name from now on. */
  readonly known: readonly Address[];
  /** The change to the memory; undefined if nothing changes. */
  readonly change?: RememberedChange | undefined;
}

/**
 * Finds the entries of the memory that a request selects. The id of a resource that stays applied is selected only by
 * its complete address, so that a glob for other entries cannot drop it. Rejects if git fails.
 */
export async function forgottenMemory(
  repository: Repository,
  memory: AppliedMemory | undefined,
  { gone, globs, isMeant }: ForgetRequest,
): Promise<ForgottenMemory> {
  if (!memory) return { accepted: [], known: [] };
  const { memory: before } = await remembered(repository, memory, targetsOf([...globs, ...gone]));
  const goes = new Set(gone);
  const accepted = [...before.unseen.keys()].filter((address) => goes.has(address) || isMeant(address));
  const waits = new Set(accepted);
  const named = new Set([...before.resources.keys(), ...(before.forms?.keys() ?? [])]);
  const known = [...named].filter((address) => goes.has(address) || globs.includes(address));
  const all = new Set([...accepted, ...known]);
  if (all.size === 0) return { accepted: [], known: [] };
  const others = <Entry>(entries: ReadonlyMap<Address, Entry>) =>
    new Map([...entries].filter(([address]) => !all.has(address)));
  const { resources, unseen, forms } = before;
  const of = {
    ...before,
    resources: others(resources),
    unseen: others(unseen),
    ...(forms && { forms: others(forms) }),
  };
  const targets = [...new Set([...all].map((address) => addressParts(address).target))].sort(byText);
  const stays = (address: Address) => !goes.has(address);
  return {
    accepted: accepted.filter(stays),
    known: known.filter((address) => stays(address) && !waits.has(address)),
    change: { of, targets },
  };
}

/** Returns the targets that the globs can match; `all` if a glob does not begin with the name of a target. */
function targetsOf(globs: readonly string[]): readonly string[] | "all" {
  const parts = globs.map((glob) => glob.split("/")[0] ?? "");
  return parts.every((part) => /^[A-Za-z0-9._-]+$/.test(part)) ? [...new Set(parts)] : "all";
}
