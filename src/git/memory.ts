/** What a record keeps in a tree of its own: what earlier runs left, and what is remembered of what they made. */

import { z } from "zod";
import { type Address, addressParts } from "../model/address.ts";
import { byAddress, byKey, byTextOf } from "../model/compare.ts";
import { parseWithin } from "../model/json.ts";
import {
  emptyMemory,
  type Memory,
  type RememberedForm,
  type RememberedResource,
  type UnseenCreate,
} from "../model/memory.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { ApplyRecord } from "../model/record.ts";
import { ancestorsAmong, lineages } from "./ancestry.ts";
import { isShallow } from "./fetching.ts";
import { openGit } from "./git.ts";
import {
  entriesIn,
  formLine,
  leftBehindLine,
  removedLine,
  resourceLine,
  rootBounds,
  rootText,
  secretLine,
  unfinishedLine,
  unseenLine,
} from "./memory-lines.ts";
import { type MemoryStore, type MissingMemory, memoryStore } from "./memory-store.ts";
import { type MemorySection, pathPart, type StoredTree } from "./memory-tree.ts";
import type { Repository } from "./repository.ts";

/** A memory that the applied ref names. */
export interface AppliedMemory {
  readonly commit: string;
  /** Of the refs: `refs/trueup/production`. */
  readonly prefix: string;
  readonly tree: StoredTree;
  /** As it says itself. */
  readonly environment: string;
}

/** What a record says that grows with the network. */
type GrownRecord = Pick<ApplyRecord, "leftBehind" | "unfinished" | "secrets">;

/** What came of reading it. `odd`: it is in another form than this version's. */
export type GrownResult =
  | { readonly is: "read"; readonly memory: AppliedMemory; readonly grown: GrownRecord }
  | ({ readonly is: "missing" } & MissingMemory)
  | { readonly is: "odd" };

/** Reads the parts of a record that its memory has, of all targets. Never rejects for what is not there. */
export async function readGrown(
  repository: Repository,
  { prefix, commit }: { readonly prefix: string; readonly commit: string },
): Promise<GrownResult> {
  const store = memoryStore(repository, prefix);
  const found = await store.find(commit);
  if ("why" in found) return { is: "missing", ...found };
  const { tree, text } = found;
  const sections = ["left-behind", "unfinished", "secrets"] as const;
  const root = rootText.safeParse(parseWithin(text, rootBounds));
  if (!root.success) return { is: "odd" };
  const files = sections.flatMap((each) => [...filesOf(tree, each)]);
  const read = await contents(store, { commit, tree, files });
  if (read.size < files.length)
    return { is: "missing", why: "some of its files cannot be read", isUnreachable: false };
  const lines = <Schema extends z.ZodType>(section: MemorySection, schema: Schema) =>
    entriesOf(read, section, schema);
  const [left, unfinished, secrets] = [
    lines("left-behind", leftBehindLine),
    lines("unfinished", unfinishedLine),
    lines("secrets", secretLine),
  ];
  if (left.odd + unfinished.odd + secrets.odd > 0) return { is: "odd" };
  const { environment, secretsKey } = root.data;
  const byTarget = [...Map.groupBy(unfinished.entries, ({ target }) => target)].sort(byKey);
  const grown: GrownRecord = {
    leftBehind: left.entries.toSorted(byAddress),
    ...(byTarget.length > 0 && {
      unfinished: byTarget.map(([target, all]) => ({ target, names: all.map(({ name }) => name) })),
    }),
    ...(secretsKey !== undefined && {
      secrets: {
        key: secretsKey,
        of: secrets.entries.toSorted(byTextOf(({ address, path }) => `${address} ${path}`)),
      },
    }),
  };
  return { is: "read", memory: { commit, prefix, tree, environment }, grown };
}

/** What is remembered of some targets. */
export interface MemoryResult {
  readonly memory: Memory;
  /** Warnings. */
  readonly problems: readonly Problem[];
}

/** The part of an applied ref that its memory is read by. */
interface RememberingRef {
  readonly commit: string;
  readonly memory?: AppliedMemory | undefined;
}

/** Of which targets; `open`: of all, and nothing but what was accepted and is not seen, and forms. */
export type MemoryWish = readonly string[] | "all" | "open";

/**
 * What is remembered of these targets, as far as it counts: an entry counts where its commit is an ancestor of the
 * planned one. What cannot be read, or is another environment's, counts as nothing, and is a warning. Never rejects.
 */
export async function readMemory(
  repository: Repository,
  applied: RememberingRef | undefined,
  wish: MemoryWish,
): Promise<MemoryResult> {
  if (!applied?.memory) return { memory: emptyMemory, problems: [] };
  try {
    const { memory, problems } = await remembered(repository, applied.memory, wish);
    const counts = await countsOf(repository, applied.commit, { tree: applied.memory.tree, memory });
    if (counts === "all") return { memory, problems };
    const [resources, unseen] = [kept(memory.resources, counts), kept(memory.unseen, counts)];
    const forms = formsKept(memory.forms, counts);
    return { memory: { ...memory, resources, unseen, ...(forms && { forms }) }, problems };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { memory: emptyMemory, problems: [unreadable(why)] };
  }
}

/** The same, whatever commits its entries are of. May reject where git does not work. */
export async function remembered(
  repository: Repository,
  { commit, prefix, tree, environment }: AppliedMemory,
  wish: MemoryWish,
): Promise<MemoryResult> {
  if (environment !== prefix.slice(prefix.lastIndexOf("/") + 1))
    return { memory: emptyMemory, problems: [foreign(environment)] };
  const wanted = typeof wish === "string" ? undefined : new Set(wish.map(pathPart));
  const sections =
    wish === "open" ? (["unseen", "forms"] as const) : (["resources", "unseen", "forms", "removed"] as const);
  const files = sections.flatMap((each) => [...filesOf(tree, each, wanted)]);
  const read = await contents(memoryStore(repository, prefix), { commit, tree, files });
  const [made, unseen] = [entriesOf(read, "resources", resourceLine), entriesOf(read, "unseen", unseenLine)];
  const [gone, forms] = [entriesOf(read, "removed", removedLine), entriesOf(read, "forms", formLine)];
  const odd = made.odd + unseen.odd + gone.odd + forms.odd;
  const inTime = gone.entries.toSorted(byTextOf(({ time }) => time));
  const removed = Map.groupBy(inTime, ({ target }) => target);
  const resources = made.entries.map(({ address, id, within, name, commit: of }) => {
    const one: RememberedResource = { id, within, name, commit: of };
    return [address, one] as const;
  });
  const creates: [Address, UnseenCreate][] = unseen.entries.map(({ address, ...rest }) => [address, rest]);
  const memory: Memory = {
    resources: new Map(resources.sort(byKey)),
    unseen: new Map(creates.sort(byKey)),
    removed: new Map(
      [...removed].sort(byKey).map(([target, all]) => [target, all.map(({ target: _, ...rest }) => rest)]),
    ),
    ...formsByAddress(forms.entries),
  };
  const lacking = files.length - read.size;
  const problems = [
    ...(lacking > 0 ? [unreadable(`${lacking} of ${files.length} files cannot be had`)] : []),
    ...(odd > 0 ? [unreadable(`${odd} entries are in another form than this version's`)] : []),
  ];
  return { memory, problems };
}

function formsByAddress(
  entries: readonly (RememberedForm & { readonly address: Address })[],
): Pick<Memory, "forms"> {
  if (entries.length === 0) return {};
  const byOne = Map.groupBy(entries, ({ address }) => address);
  const forms = [...byOne].map(
    ([address, all]) => [address, all.map(({ address: _, ...rest }) => rest)] as const,
  );
  return { forms: new Map(forms.sort(byKey)) };
}

/** The files of a section, of these targets. */
function* filesOf(
  { files }: StoredTree,
  section: MemorySection,
  wanted?: ReadonlySet<string>,
): Generator<string> {
  for (const path of files.keys()) {
    if (!path.startsWith(`${section}/`)) continue;
    if (!wanted || wanted.has(path.split("/", 2)[1] ?? "")) yield path;
  }
}

/** Contents by paths, of those that can be had. */
async function contents(
  store: MemoryStore,
  of: { readonly commit: string; readonly tree: StoredTree; readonly files: readonly string[] },
): Promise<ReadonlyMap<string, Uint8Array>> {
  const idOf = (path: string) => of.tree.files.get(path) ?? "";
  const blobs = await store.blobs(of.commit, of.files.map(idOf));
  const read = of.files.flatMap((path) => {
    const content = blobs.get(idOf(path));
    return content ? [[path, content] as const] : [];
  });
  return new Map(read);
}

/** The entries of a section; one that stands with another target is odd. */
function entriesOf<Schema extends z.ZodType>(
  read: ReadonlyMap<string, Uint8Array>,
  section: MemorySection,
  schema: Schema,
): { readonly entries: readonly z.output<Schema>[]; readonly odd: number } {
  const entries: z.output<Schema>[] = [];
  const all = z.array(schema);
  let odd = 0;
  for (const [path, bytes] of read) {
    const [first, part] = path.split("/", 2);
    if (first !== section) continue;
    const found = entriesIn(bytes, schema, all);
    odd += found.odd;
    for (const entry of found.entries)
      if (isAt(entry, part)) entries.push(entry);
      else odd += 1;
  }
  return { entries, odd };
}

/** Whether an entry is of the target whose folder it stands in. */
function isAt(entry: unknown, part: string | undefined): boolean {
  if (typeof entry !== "object" || entry === null) return false;
  const target = "address" in entry ? String(entry.address).split("/", 1)[0] : Reflect.get(entry, "target");
  return typeof target !== "string" || pathPart(target) === part;
}

/** Whether an entry counts, by its address and commit. */
type Counts = (address: Address, commit: string) => boolean;

/**
 * An entry counts where its commit is an ancestor of the planned one. A shallow clone cannot see that, and fetches no
 * history for a hint: each run has made sure that every entry is of an ancestor of the commit that it applied, but for
 * those of targets that stand apart. So there it is enough that the commit that was applied last is an ancestor.
 */
async function countsOf(
  repository: Repository,
  applied: string,
  { tree, memory }: { readonly tree: StoredTree; readonly memory: Memory },
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

/** The commits that entries are of, with their addresses. */
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

function unreadable(why: string): Problem {
  return problem("memory-unreadable", `what earlier runs remembered cannot be read whole: ${why}`, {
    severity: "warning",
    hint: "trueup goes on by names. The next apply remembers anew what it sees.",
  });
}

function foreign(environment: string): Problem {
  const what = `what the applied ref remembers is of another environment, ${JSON.stringify(environment)}`;
  return problem("memory-unreadable", `${what}: it counts as nothing`, {
    severity: "warning",
    hint: "trueup goes on by names. The next apply remembers anew what it sees.",
  });
}
