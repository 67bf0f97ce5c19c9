/**
 * What earlier applies left open, from the record and from the journal of this folder: accepted creates that no list
 * has shown, and stored forms.
 */

import { unseenIn } from "../apply/unseen.ts";
import { readMemory } from "../git/memory.ts";
import { type Address, addressParts } from "../model/address.ts";
import { byAddress } from "../model/compare.ts";
import type { Memory, UnseenCreate } from "../model/memory.ts";
import type { Problem } from "../model/problem.ts";
import type { Project } from "../model/project.ts";
import { openState } from "./git-state.ts";
import type { lastLeft } from "./recorded-apply/run-journal.ts";

/** The unseen creates, with warnings or with the reason why the record could not be read. */
export interface KnownUnseen {
  /** The unseen creates in address order. */
  readonly unseen: readonly (UnseenCreate & { readonly address: Address })[];
  /** Fields that are stored in another form, or were ignored. Absent: none. */
  readonly forms?: Memory["forms"];
  readonly problems: readonly Problem[];
}

/**
 * Reads only Git, and returns the unseen creates. If the record has the live id of an accepted create, the resource has
 * been seen since and is left out.
 */
export async function knownUnseen(
  project: Project,
  { made }: Pick<Awaited<ReturnType<typeof lastLeft>>, "made">,
): Promise<KnownUnseen> {
  const { state, problems } = await openState(project, "warn");
  const ofJournal = made.map(({ intent: { address } }) => addressParts(address).target);
  const read = async (of: readonly string[] | "open") =>
    state ? readMemory(state.repository, state.applied, of) : undefined;
  const recorded = await read("open");
  const known = ofJournal.length > 0 ? await read([...new Set(ofJournal)].sort()) : undefined;
  const all = new Map([...(recorded?.memory.unseen ?? []), ...unseenIn(made, known?.memory)]);
  return {
    unseen: [...all].map(([address, one]) => ({ address, ...one })).sort(byAddress),
    forms: recorded?.memory.forms,
    problems: [...problems, ...(recorded?.problems ?? [])],
  };
}
