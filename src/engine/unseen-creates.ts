/** The creates that were accepted and that no list has shown: by the record, and by the journal of this folder. */

import { unseenIn } from "../apply/unseen.ts";
import { readMemory } from "../git/memory.ts";
import { type Address, addressParts } from "../model/address.ts";
import { byAddress } from "../model/compare.ts";
import type { UnseenCreate } from "../model/memory.ts";
import type { Problem } from "../model/problem.ts";
import type { Project } from "../model/project.ts";
import { openState } from "./git-state.ts";
import type { lastLeft } from "./recorded-apply/run-journal.ts";

/** What is known of them, and what of it could not be read: warnings, or why the record could not. */
export interface KnownUnseen {
  /** In the order of addresses. */
  readonly unseen: readonly (UnseenCreate & { readonly address: Address })[];
  readonly problems: readonly Problem[];
}

/** Asks Git alone. What the record has under the live id that the journal knows was seen since. */
export async function knownUnseen(
  project: Project,
  { made }: Pick<Awaited<ReturnType<typeof lastLeft>>, "made">,
): Promise<KnownUnseen> {
  const { state, problems } = await openState(project, "warn");
  const ofJournal = made.map(({ intent: { address } }) => addressParts(address).target);
  const read = async (of: readonly string[] | "unseen") =>
    state ? readMemory(state.repository, state.applied, of) : undefined;
  const recorded = await read("unseen");
  const known = ofJournal.length > 0 ? await read([...new Set(ofJournal)].sort()) : undefined;
  const all = new Map([...(recorded?.memory.unseen ?? []), ...unseenIn(made, known?.memory)]);
  return {
    unseen: [...all].map(([address, one]) => ({ address, ...one })).sort(byAddress),
    problems: [...problems, ...(recorded?.problems ?? [])],
  };
}
