/** The tree of a history: one small file for each apply, named by its number, and the limits of its size. */

import { answer, GitUnavailable, openGit } from "../git.ts";
import { blobsIn, listedIn } from "../objects.ts";
import { objectIdOf } from "../refs.ts";
import type { Repository } from "../repository.ts";
import { entryBounds } from "./entry-text.ts";

/** A file of a history. */
export interface HistoryFile {
  /** The file's name, `00000042-8f1d….json`. No other apply uses it. */
  readonly name: string;
  /** The number of the apply, from 1. */
  readonly number: number;
  /** The object id of its content. */
  readonly id: string;
  readonly bytes: number;
}

/** A history as it is stored: a commit without a parent, whose tree contains all entries. */
export interface StoredHistory {
  readonly commit: string;
  /** The entries' files, newest first. */
  readonly files: readonly HistoryFile[];
  /** The number of other files in the tree. */
  readonly odd: number;
}

/** The maximum size of all entries together, in bytes. If they are larger, fewer entries are kept than configured. */
const maxKeptBytes = 8 * 1024 * 1024;

/** The largest number, because names have eight digits. */
const maxNumber = 99_999_999;

/** The name of a history file. */
function fileName(number: number, run: string): string {
  return `${String(number).padStart(8, "0")}-${run}.json`;
}

/**
 * Returns the files with one more file, which becomes the newest. If there is no higher number, all files are
 * renumbered.
 */
export function withFile(
  files: readonly HistoryFile[],
  run: string,
  content: Pick<HistoryFile, "id" | "bytes">,
): readonly HistoryFile[] {
  const [newest] = files;
  const number = (newest?.number ?? 0) + 1;
  if (number <= maxNumber) return [{ ...content, number, name: fileName(number, run) }, ...files];
  const anew = files.map((file, at) => {
    const low = files.length - at;
    return { ...file, number: low, name: fileName(low, file.name.slice(9, -".json".length)) };
  });
  return withFile(anew, run, content);
}

/** Returns the history in this clone, by its ref; undefined: there is no such ref. `unreadable`: git cannot list it. */
export async function storedAt(
  repository: Repository,
  name: string,
): Promise<StoredHistory | "unreadable" | undefined> {
  const id = await objectIdOf(repository, name);
  return id === undefined ? undefined : storedIn(repository, id);
}

/** Returns the history of a commit; `unreadable` if git cannot list it. */
export async function storedIn(
  repository: Repository,
  commit: string,
): Promise<StoredHistory | "unreadable"> {
  const git = openGit(repository);
  try {
    const listing = await answer(git, ["ls-tree", "-z", "-l", "--full-tree", `${commit}^{commit}`]);
    if (listing === undefined) return "unreadable";
    const listed = listedIn(listing);
    const files = listed.flatMap(({ mode, path: name, id, bytes }): readonly HistoryFile[] => {
      const number = Number(/^(\d{8})-[0-9a-f-]{8,64}\.json$/.exec(name)?.[1]);
      return mode === "100644" && number > 0 ? [{ name, number, id, bytes }] : [];
    });
    return { commit, files: newestFirst(files), odd: listed.length - files.length };
  } catch (error) {
    if (error instanceof GitUnavailable && error.flood) return "unreadable";
    throw error;
  }
}

/**
 * Returns the newest entries of all these histories, up to the number of entries to keep and up to the maximum size.
 */
export function keptOf(all: readonly (readonly HistoryFile[])[], keep: number): readonly HistoryFile[] {
  const byName = new Map(all.flat().map((file) => [file.name, file]));
  let bytes = 0;
  const newest = newestFirst([...byName.values()]).slice(0, keep);
  const end = newest.findIndex((file) => {
    bytes += file.bytes;
    return bytes > maxKeptBytes;
  });
  return end < 0 ? newest : newest.slice(0, Math.max(1, end));
}

function newestFirst(files: readonly HistoryFile[]): readonly HistoryFile[] {
  return files.toSorted((a, b) => b.number - a.number || (a.name < b.name ? 1 : -1));
}

/**
 * Returns the contents of the files, in order; undefined for a file that cannot be read, or is too large to be an
 * entry.
 */
export async function contentsOf(
  repository: Repository,
  files: readonly HistoryFile[],
): Promise<readonly (Uint8Array | undefined)[]> {
  const asked = files.filter(({ bytes }) => bytes <= entryBounds.bytes);
  if (asked.length === 0) return files.map(() => undefined);
  const input = `${asked.map(({ id }) => id).join("\n")}\n`;
  const batch = await openGit(repository).bytes(["cat-file", "--batch"], input);
  const blobs = new Map(blobsIn(batch, asked.length).map((blob, at) => [asked[at], blob]));
  return files.map((file) => blobs.get(file));
}

/** The parts of a history that is to be written. */
export interface HistoryToWrite {
  readonly files: readonly HistoryFile[];
  /** The commit message: one line. */
  readonly message: string;
  /** The commit time, ISO 8601. */
  readonly time: string;
}

/** Stores a text as a blob and returns its object id. Rejects if git fails. */
export async function writeContent(repository: Repository, text: string): Promise<string> {
  return (await openGit(repository).text(["hash-object", "-w", "--stdin"], text)).trim();
}

/** Stores a history to which no ref points yet, and returns its commit. Rejects if git fails. */
export async function writeHistory(
  repository: Repository,
  { files, message, time }: HistoryToWrite,
): Promise<string> {
  const lines = files.map(({ id, name }) => `100644 blob ${id}\t${name}\0`).join("");
  const git = openGit(repository);
  const tree = (await git.text(["mktree", "-z"], lines)).trim();
  const date = `${Math.floor(Date.parse(time) / 1000)} +0000`;
  const roles = ["AUTHOR", "COMMITTER"].flatMap((role) => [
    [`GIT_${role}_NAME`, "trueup"],
    [`GIT_${role}_EMAIL`, "trueup@localhost"],
    [`GIT_${role}_DATE`, date],
  ]);
  const environment = { ...repository.environment, ...Object.fromEntries(roles) };
  const own = openGit({ ...repository, environment });
  return (await own.text(["commit-tree", "--no-gpg-sign", "-m", message, tree])).trim();
}
