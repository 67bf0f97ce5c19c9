/**
 * Stores the objects of memories. Without a remote, they are in the repository. With a remote, they are in a separate
 * folder that may be deleted at any time. An incomplete tree in the repository itself would make `git gc` fail.
 */

import { blobsHere, tooLargeHere } from "./blobs-here.ts";
import { plainFetch } from "./fetching.ts";
import { answer, type Git, GitUnavailable, openGit, remoteAnswer } from "./git.ts";
import { objectId, type StoredTree, storedTree, type TreeToWrite } from "./memory-tree.ts";
import { type Repository, saidBy } from "./repository.ts";

/** The memory objects of one environment. */
export interface MemoryStore {
  /** Environment variables with which git finds these objects in addition to the repository's own. */
  readonly environment: Readonly<Record<string, string>>;
  /** Finds a memory, without the contents of its files. If it is not local yet, fetches it from the remote. */
  readonly find: (commit: string) => Promise<StoredMemory | MissingMemory>;
  /**
   * Returns the available contents by object id. The remote is asked once for all missing contents. Files over 16 MB,
   * and files beyond 256 MB in total, are not read.
   */
  readonly blobs: (commit: string, ids: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>;
  /** Stores a tree in a commit without a parent, and returns the id of the commit. Rejects if git fails. */
  readonly write: (tree: TreeToWrite, of: MemoryCommit) => Promise<string>;
  /** Deletes the cache if it has too many files. Never rejects. */
  readonly tidy: () => Promise<void>;
  readonly algorithm: "sha1" | "sha256";
}

/** The memory's description in one line, and the time when it was written. */
interface MemoryCommit {
  readonly text: string;
  /** ISO 8601. */
  readonly time: string;
}

/** A stored memory. */
interface StoredMemory {
  readonly tree: StoredTree;
  /** The memory's description. */
  readonly text: string;
}

/** Why a memory is unavailable. `isUnreachable`: the remote did not answer now, but may answer later. */
export interface MissingMemory {
  readonly why: string;
  readonly isUnreachable: boolean;
}

/** The maximum size of the input of one `git fast-import` process. */
const maxInput = 32 * 1024 * 1024;

/** The numbers of packs and of loose objects beyond which the folder is created anew. */
const [maxPacks, maxLoose] = [40, 8_000];

/** Opens git for the store, with additional environment variables and settings. */
type OpenStore = (more?: Readonly<Record<string, string>>, settings?: readonly string[]) => Git;

interface StorePlace {
  readonly repository: Repository;
  readonly open: OpenStore;
  /** The cache folder, which may be deleted. Undefined: the objects are in the repository. */
  readonly cache: string | undefined;
}

/** Returns the memory objects below `prefix`: `refs/trueup/production`. Contacts nobody yet. */
export function memoryStore(repository: Repository, prefix: string): MemoryStore {
  const place = storePlace(repository, prefix);
  const { platform, head } = repository;
  const git = place.open();
  const algorithm = head?.length === 64 ? "sha256" : "sha1";
  const isItself = ([id, content]: readonly [string, Uint8Array]) =>
    objectId("blob", content, { hash: platform.hash, algorithm }) === id;
  const blobs: MemoryStore["blobs"] = async (commit, ids) => {
    const found = new Map<string, Uint8Array>();
    const tooLarge = new Set<string>();
    const isMissing = (id: string) => !found.has(id) && !tooLarge.has(id);
    const look = async () => {
      for (const id of await tooLargeHere(git, ids)) tooLarge.add(id);
      for (const read of await blobsHere(git, ids.filter(isMissing))) if (isItself(read)) found.set(...read);
      return ids.filter(isMissing);
    };
    await ready(place);
    const missing = await look();
    if (missing.length === 0 || !place.cache) return found;
    if (!(await fetched(place, missing))) await look();
    const isWhole = () => !ids.some(isMissing);
    // The remote may not serve single files. In this case, the whole commit is fetched.
    if (isWhole() || (await fetched(place, [commit], "whole"))) return found;
    await look();
    if (isWhole()) return found;
    // The local objects are damaged. They are dropped and fetched again.
    await platform.removeFolder(place.cache);
    await ready(place);
    if (!(await fetched(place, [commit], "whole"))) await look();
    return found;
  };
  const tidy = async () => {
    if (place.cache && (await isCrowded(git))) await platform.removeFolder(place.cache);
  };
  return {
    environment: storeEnvironment(repository, prefix),
    algorithm,
    find: (commit) => foundAt(place, commit),
    blobs,
    write: async (tree, of) => {
      await ready(place);
      return written(place.open, tree, of);
    },
    tidy,
  };
}

/** The cache folder of an environment's memories, if they are not in the repository itself. */
function cacheOf({ gitFolder }: Repository, prefix: string): string {
  return `${gitFolder}/trueup/memory/${prefix.slice(prefix.lastIndexOf("/") + 1)}/objects`;
}

/** Returns environment variables with which git also finds objects in the cache, and writes new objects to it. */
function storeEnvironment(repository: Repository, prefix: string): Readonly<Record<string, string>> {
  const { environment, remote, objects, top } = repository;
  if (remote === undefined) return environment;
  const own = /^(?:\/|[A-Za-z]:[\\/])/.test(objects) ? objects : `${top}/${objects}`;
  return {
    ...environment,
    GIT_OBJECT_DIRECTORY: cacheOf(repository, prefix),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(own),
    GIT_NO_LAZY_FETCH: "1",
  };
}

function storePlace(repository: Repository, prefix: string): StorePlace {
  const cache = repository.remote === undefined ? undefined : cacheOf(repository, prefix);
  const environment = storeEnvironment(repository, prefix);
  // It is harmless to lose a part of a cache, because it is fetched again.
  const always = cache === undefined ? [] : ["core.fsync=none"];
  const open: OpenStore = (more = {}, settings = []) =>
    openGit({
      ...repository,
      environment: { ...environment, ...more },
      settings: [...always, ...settings],
    });
  return { repository, cache, open };
}

/** Creates the folder. Without it, git would not recognize the repository at all. */
async function ready({ repository, cache }: StorePlace): Promise<void> {
  if (cache) await repository.platform.makeFolder(cache);
}

async function foundAt(place: StorePlace, commit: string): ReturnType<MemoryStore["find"]> {
  const listed = async (): Promise<StoredMemory | undefined> => {
    const git = place.open();
    const [said, listing] = await Promise.all([
      answer(git, ["cat-file", "commit", commit]),
      answer(git, ["ls-tree", "-r", "-t", "-z", "--full-tree", commit]),
    ]);
    if (!said || listing === undefined) return undefined;
    return { tree: storedTree(listing), text: said.slice(said.indexOf("\n\n") + 2) };
  };
  const had = async () => {
    await ready(place);
    return (await listed()) ?? (await fetched(place, [commit])) ?? (await listed()) ?? damaged;
  };
  try {
    const first = await had();
    if ("tree" in first || first.isUnreachable || !place.cache) return first;
    // Local objects may be damaged. They are dropped and fetched again.
    await place.repository.platform.removeFolder(place.cache);
    return await had();
  } catch (error) {
    return { why: saidBy(error), isUnreachable: error instanceof GitUnavailable };
  }
}

const damaged: MissingMemory = { why: "git cannot list it", isUnreachable: false };

/**
 * Fetches commits with their trees, or single files. `whole`: fetches all files, even if they should already be local.
 * Writes no configuration and moves no ref. Returns undefined on success.
 */
async function fetched(
  { repository, open }: StorePlace,
  ids: readonly string[],
  whole?: "whole",
): Promise<MissingMemory | undefined> {
  const { remote, unreachable = false } = repository;
  if (remote === undefined) return { why: "this repository does not have it", isUnreachable: false };
  if (unreachable) return { why: `the remote ${remote} did not answer`, isUnreachable: true };
  // Makes this clone look like a partial clone, so that git does not write this to its configuration.
  const partial = [`remote.${remote}.promisor=true`, `remote.${remote}.partialclonefilter=blob:none`];
  // The history of this clone is irrelevant for a memory.
  const alone = "fetch.negotiationAlgorithm=noop";
  const git = open({}, whole ? [alone] : [...partial, alone]);
  const filter = whole ? [] : ["--filter=blob:none"];
  try {
    await git.text(
      ["fetch", ...plainFetch.slice(1), ...filter, "--refmap=", "--stdin", remote],
      `${ids.join("\n")}\n`,
    );
    return undefined;
  } catch (error) {
    if (error instanceof GitUnavailable) return { why: saidBy(error), isUnreachable: true };
    const isThere = (await remoteAnswer(git, ["ls-remote", remote, "HEAD"])) !== undefined;
    return { why: saidBy(error), isUnreachable: !isThere };
  }
}

async function written(
  open: OpenStore,
  { id, blobs, trees }: TreeToWrite,
  { text: said, time }: MemoryCommit,
): Promise<string> {
  const git = open();
  for (const input of importsOf(blobs)) await git.text(["fast-import", "--quiet"], input);
  if (trees.length > 0) {
    // A NUL ends the text of each tree, even of an empty tree.
    const input = trees.map(({ text }) => `${text}\0`).join("");
    const made = (await git.text(["mktree", "--missing", "--batch", "-z"], input)).trim().split("\n");
    if (made.join() !== trees.map((tree) => tree.id).join()) throw new Error("git gives trees other ids");
  }
  const as = {
    NAME: "trueup",
    EMAIL: "trueup@localhost",
    DATE: `${Math.floor(Date.parse(time) / 1000)} +0000`,
  };
  const author = Object.entries(as).flatMap(([name, value]) =>
    ["AUTHOR", "COMMITTER"].map((role) => [`GIT_${role}_${name}`, value] as const),
  );
  const command = ["commit-tree", "--no-gpg-sign", "-m", said, id];
  return (await open(Object.fromEntries(author)).text(command)).trim();
}

/** The input of `fast-import`, in chunks. */
function importsOf(blobs: readonly Uint8Array[]): readonly string[] {
  const pieces: string[] = [];
  let piece: string[] = [];
  let size = 0;
  for (const blob of blobs) {
    piece.push(`blob\ndata ${blob.length}\n${Buffer.from(blob).toString("utf8")}\n`);
    size += blob.length;
    if (size < maxInput) continue;
    pieces.push(piece.join(""));
    piece = [];
    size = 0;
  }
  return piece.length > 0 ? [...pieces, piece.join("")] : pieces;
}

async function isCrowded(git: Git): Promise<boolean> {
  const said = (await remoteAnswer(git, ["count-objects", "-v"])) ?? "";
  const count = (name: string) =>
    Number(
      said
        .split("\n")
        .find((line) => line.startsWith(`${name}: `))
        ?.slice(name.length + 2),
    );
  return count("packs") > maxPacks || count("count") > maxLoose;
}
