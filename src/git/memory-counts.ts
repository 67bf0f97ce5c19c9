/** Decides which entries of a memory are valid: those whose commit is an ancestor of the planned commit. */

import { type Address, addressParts } from "../model/address.ts";
import type { Memory } from "../model/memory.ts";
import { ancestorsAmong, lineages } from "./ancestry.ts";
import { isShallow } from "./fetching.ts";
import { openGit } from "./git.ts";
import { filesOf, pathPart, type StoredTree } from "./memory-tree.ts";
import type { Repository } from "./repository.ts";

/** A memory, and the tree from which it was read. */
interface StoredMemory {
  readonly tree: StoredTree;
  readonly memory: Memory;
}

/** Returns the memory without invalid entries. `applied`: the last applied commit. May reject if git fails. */
export async function whatCounts(repository: Repository, applied: string, of: StoredMemory): Promise<Memory> {
  const { memory } = of;
  const counts = await countsOf(repository, applied, of);
  if (counts === "all") return memory;
  const [resources, unseen] = [kept(memory.resources, counts), kept(memory.unseen, counts)];
  const forms = formsKept(memory.forms, counts);
  return { ...memory, resources, unseen, ...(forms && { forms }) };
}

/** Returns true if an entry is valid, by its address and commit. */
type Counts = (address: Address, commit: string) => boolean;

/**
 * Returns a check of entries; `all` if every entry is valid. An entry is valid if its commit is an ancestor of the
 * planned commit.
 *
 * A shallow clone lacks the history for this check, and does not fetch it for a mere hint. But each run has verified
 * that the commits of all entries are ancestors of the applied commit, except for targets in the section `apart`. So it
 * is enough if the last applied commit is an ancestor of the planned one.
 */
async function countsOf(
  repository: Repository,
  applied: string,
  { tree, memory }: StoredMemory,
): Promise<Counts | "all"> {
  const { head } = repository;
  const entries = [...commitsIn(memory)];
  if (entries.every(([, commit]) => commit === head)) return "all";
  const isBelieved =
    (await isShallow(openGit(repository))) &&
    (await lineages(repository, [applied])).get(applied) === "behind";
  const apart = new Set([...filesOf(tree, "apart")].map((path) => path.split("/", 2)[1]));
  const isAsked = (address: Address) => !isBelieved || apart.has(pathPart(addressParts(address).target));
  const asked = new Set(entries.flatMap(([address, commit]) => (isAsked(address) ? [commit] : [])));
  const ancestors = await ancestorsAmong(repository, [...asked]);
  return (address, commit) => !isAsked(address) || ancestors.has(commit);
}

/** Returns the commits of all entries, with the addresses of the entries. */
function* commitsIn({ resources, unseen, forms }: Memory): Generator<readonly [Address, string]> {
  for (const all of [resources, unseen]) for (const [address, { commit }] of all) yield [address, commit];
  for (const [address, all] of forms ?? []) for (const { commit } of all) yield [address, commit];
}

function kept<Entry extends { readonly commit: string }>(
  all: ReadonlyMap<Address, Entry>,
  counts: Counts,
): ReadonlyMap<Address, Entry> {
  return new Map([...all].filter(([address, { commit }]) => counts(address, commit)));
}

function formsKept(forms: Memory["forms"], counts: Counts): Memory["forms"] {
  if (!forms) return undefined;
  const left = [...forms].flatMap(([address, all]) => {
    const own = all.filter(({ commit }) => counts(address, commit));
    return own.length > 0 ? [[address, own] as const] : [];
  });
  return left.length > 0 ? new Map(left) : undefined;
}
