/** What is remembered no longer: ids, forms and accepted creates that somebody forgets by hand. */

import { type Address, addressParts } from "../model/address.ts";
import { byText } from "../model/compare.ts";
import { type AppliedMemory, remembered } from "./memory.ts";
import type { RememberedChange } from "./memory-parts.ts";
import type { Repository } from "./repository.ts";

/** What is meant. */
export interface ForgetRequest {
  /** What no longer counts as applied: of that nothing is remembered. */
  readonly gone: readonly Address[];
  /** Globs over what was accepted and is not seen; whole addresses mean the ids of what stays applied too. */
  readonly globs: readonly string[];
  readonly isMeant: (address: Address) => boolean;
}

/** What somebody has forgotten by hand. */
export interface ForgottenMemory {
  /** What was accepted, and is no longer looked for. */
  readonly accepted: readonly Address[];
  /** What stays applied, and is known by its name alone from now on. */
  readonly known: readonly Address[];
  /** Undefined: nothing changes. */
  readonly change?: RememberedChange | undefined;
}

/**
 * Finds what is remembered of what is meant. The id of something that stays applied is meant by its whole address
 * alone, so that no glob for other things takes it. Rejects where git does not work.
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
  const known = [...named].filter(
    (address) => goes.has(address) || waits.has(address) || globs.includes(address),
  );
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

/** The targets that globs or addresses can mean. */
function targetsOf(globs: readonly string[]): readonly string[] | "all" {
  const parts = globs.map((glob) => glob.split("/")[0] ?? "");
  return parts.every((part) => /^[A-Za-z0-9._-]+$/.test(part)) ? [...new Set(parts)] : "all";
}
