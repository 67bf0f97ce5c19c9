/**
 * The part of a record that is stored in a separate tree: resources that earlier runs left behind, and remembered
 * facts.
 */

import { z } from "zod";
import type { Address } from "../model/address.ts";
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
import { whatCounts } from "./memory-counts.ts";
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
import { filesOf, type MemorySection, pathPart, type StoredTree } from "./memory-tree.ts";
import type { Repository } from "./repository.ts";

/** A memory to which the applied ref refers. */
export interface AppliedMemory {
  readonly commit: string;
  /** The prefix of the refs: `refs/trueup/production`. */
  readonly prefix: string;
  readonly tree: StoredTree;
  /** The environment that the record names. */
  readonly environment: string;
  /** The targets whose secret fingerprints were read, and the key of all fingerprints. */
  readonly secrets: { readonly of: SecretTargets; readonly key: string | undefined };
}

/** The targets whose secret fingerprints are read, because they may be in scope. */
export type SecretTargets = readonly string[] | "all";

/** The parts of a record that grow with the network. */
type GrownRecord = Pick<ApplyRecord, "leftBehind" | "unfinished" | "secrets">;

/** The result of reading the parts in a memory. `odd`: the parts are not in this version's format. */
export type GrownResult =
  | { readonly is: "read"; readonly memory: AppliedMemory; readonly grown: GrownRecord }
  | ({ readonly is: "missing" } & MissingMemory)
  | { readonly is: "odd" };

/**
 * Reads the parts of a record that are in its memory. Resources that were left behind are read for all targets, because
 * base needs them. Secret fingerprints are read only for some targets, because there is one for each secret. Never
 * rejects because something is missing.
 */
export async function readGrown(
  repository: Repository,
  { prefix, commit, secretsOf }: { prefix: string; commit: string; secretsOf: SecretTargets },
): Promise<GrownResult> {
  const store = memoryStore(repository, prefix);
  const found = await store.find(commit);
  if ("why" in found) return { is: "missing", ...found };
  const { tree, text } = found;
  const root = rootText.safeParse(parseWithin(text, rootBounds));
  if (!root.success) return { is: "odd" };
  const wanted = secretsOf === "all" ? undefined : new Set(secretsOf.map(pathPart));
  const files = [
    ...filesOf(tree, "left-behind"),
    ...filesOf(tree, "unfinished"),
    ...filesOf(tree, "secrets", wanted),
  ];
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
  const memory = { commit, prefix, tree, environment, secrets: { of: secretsOf, key: secretsKey } };
  return { is: "read", memory, grown };
}

/** The remembered facts about some targets. */
export interface MemoryResult {
  readonly memory: Memory;
  /** Warnings. */
  readonly problems: readonly Problem[];
}

/** The part of an applied ref needed to read its memory. */
interface RememberingRef {
  readonly commit: string;
  readonly memory?: AppliedMemory | undefined;
}

/** The targets to read. `open`: all targets, but only their forms and accepted creates that are not visible yet. */
export type MemoryWish = readonly string[] | "all" | "open";

/**
 * Returns the valid memory of these targets. An entry is valid if its commit is an ancestor of the planned commit. A
 * memory that cannot be read, or that belongs to another environment, counts as empty, with a warning. Never rejects.
 */
export async function readMemory(
  repository: Repository,
  applied: RememberingRef | undefined,
  wish: MemoryWish,
): Promise<MemoryResult> {
  if (!applied?.memory) return { memory: emptyMemory, problems: [] };
  try {
    const { memory, problems } = await remembered(repository, applied.memory, wish);
    const { tree } = applied.memory;
    return { memory: await whatCounts(repository, applied.commit, { tree, memory }), problems };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { memory: emptyMemory, problems: [unreadable(why)] };
  }
}

/** Like `readMemory`, but does not check commits. May reject if git fails. */
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
  const resources = made.entries.map(({ address, id, within, name, unread, commit: of }) => {
    const one: RememberedResource = { id, within, name, ...(unread && { unread }), commit: of };
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
    ...(lacking > 0 ? [unreadable(`${lacking} of ${files.length} files are missing`)] : []),
    ...(odd > 0
      ? [unreadable(`${odd} ${odd === 1 ? "entry is" : "entries are"} not in this version's format`)]
      : []),
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

/** Returns the available contents, by path. */
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

/** Returns the entries of a section. If an entry is in the folder of another target, the result is `odd`. */
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

/** True if an entry belongs to the target in whose folder it is. */
function isAt(entry: unknown, part: string | undefined): boolean {
  if (typeof entry !== "object" || entry === null) return false;
  const target = "address" in entry ? String(entry.address).split("/", 1)[0] : Reflect.get(entry, "target");
  return typeof target !== "string" || pathPart(target) === part;
}

function unreadable(why: string): Problem {
  return problem("memory-unreadable", `the ids that earlier runs remembered cannot all be read: ${why}`, {
    severity: "warning",
    hint: "You need not do anything: trueup matches by name instead, until the next apply stores the ids again.",
  });
}

function foreign(environment: string): Problem {
  const what = `the applied ref holds the remembered ids of another environment, ${JSON.stringify(environment)}`;
  return problem("memory-unreadable", `${what}: trueup ignores these ids`, {
    severity: "warning",
    hint: "You need not do anything: trueup matches by name instead, until the next apply stores the ids again.",
  });
}
