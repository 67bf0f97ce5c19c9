/**
 * The history ref of an environment. Only commands that need the history fetch this ref. Each apply moves it, with a
 * lease, and merges the newest entries of this clone and of the remote.
 */

import type { HistoryEntry } from "../../model/history/history.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { isShallow, plainFetch } from "../fetching.ts";
import { openGit } from "../git.ts";
import { moveRef, type RefMoveResult, remoteProblem, remoteRef } from "../refs.ts";
import type { Repository } from "../repository.ts";
import { type EntryToWrite, entryIn, entryText } from "./entry-text.ts";
import {
  contentsOf,
  type HistoryFile,
  keptOf,
  type StoredHistory,
  storedAt,
  storedIn,
  withFile,
  writeContent,
  writeHistory,
} from "./stored.ts";

/** The history to read or write. */
export interface HistoryPlace {
  readonly repository: Repository;
  /** The prefix of the environment's refs: `refs/trueup/production`. */
  readonly prefix: string;
  readonly environment: string;
  /** The number of entries that are kept. */
  readonly keep: number;
}

/**
 * The history ref: `refs/trueup-history/production`. It is not below `prefix`, so that fetching the refs below `prefix`
 * does not fetch the history.
 */
function historyRef(prefix: string): string {
  const end = prefix.lastIndexOf("/");
  return `${prefix.slice(0, end)}-history${prefix.slice(end)}`;
}

/** The history in this clone and at the remote. */
interface FoundHistory {
  readonly here: StoredHistory | undefined;
  /** The current value of the ref, taken from the remote if there is one. Undefined: there is no ref. */
  readonly was: string | undefined;
  /** The history of the remote. If there is no remote, the history of this clone. */
  readonly there: StoredHistory | undefined;
}

/** The merged history of this clone and the remote. */
interface KnownHistory extends FoundHistory {
  /** The files, newest first. */
  readonly files: readonly HistoryFile[];
  /** The names of entries that the remote lacks. */
  readonly onlyHere: ReadonlySet<string>;
}

/** Entries that were read. */
export interface ReadHistory {
  /** The entries, newest first; undefined for a file that is not a valid entry. */
  readonly entries: readonly (HistoryEntry | undefined)[];
  /** For each of `entries`, in the same order: true if the remote lacks this entry. */
  readonly onlyHere: readonly boolean[];
  /** The number of other files in the tree, which are not named like entries. */
  readonly odd: number;
  /** Warnings about unreadable parts. */
  readonly problems: readonly Problem[];
}

/** Reads the history, from the remote if there is one. Returns a problem if it cannot be read at all. */
export async function readHistory(place: HistoryPlace): Promise<ReadHistory | { readonly problem: Problem }> {
  const name = historyRef(place.prefix);
  const found = await lookedAt(place, name);
  if ("problem" in found && !found.isOffline) return { problem: found.problem };
  const local = "problem" in found ? await storedAt(place.repository, name) : undefined;
  if (local === "unreadable") return { problem: unreadable(name) };
  const known = united(
    "problem" in found ? { here: local, there: local, was: undefined } : found,
    place.keep,
  );
  const contents = await contentsOf(place.repository, known.files);
  const entries = contents.map((bytes) => entryOf(bytes, place.environment));
  const onlyHere = known.files.map((file) => known.onlyHere.has(file.name));
  const odd = (known.there ?? known.here)?.odd ?? 0;
  if (!("problem" in found)) return { entries, onlyHere, odd, problems: [] };
  const hint = `${found.problem.hint} Until then trueup shows what this clone knows.`;
  return { entries, onlyHere, odd, problems: [{ ...found.problem, severity: "warning", hint }] };
}

function entryOf(bytes: Uint8Array | undefined, environment: string): HistoryEntry | undefined {
  const entry = bytes && entryIn(bytes);
  return entry?.environment === environment ? entry : undefined;
}

type Looked =
  | FoundHistory
  /** `isOffline`: the remote was not reached, but the entries of this clone are still useful. */
  | { readonly problem: Problem; readonly isOffline: boolean };

/** Reads the history in this clone and at the remote. Moves no ref. */
async function lookedAt({ repository }: HistoryPlace, name: string): Promise<Looked> {
  const { remote, unreachable = false } = repository;
  const here = await storedAt(repository, name);
  if (here === "unreadable") return { problem: unreadable(name), isOffline: false };
  if (remote === undefined) return { here, was: here?.commit, there: here };
  const git = openGit(repository);
  const was = unreachable ? undefined : await remoteRef(git, remote, name);
  if (was === undefined) return { problem: remoteProblem(remote, silent), isOffline: true };
  if (was === "") return { here, was: undefined, there: undefined };
  if (was === here?.commit) return { here, was, there: here };
  try {
    const [first, ...rest] = plainFetch;
    const depth = (await isShallow(git)) ? ["--depth=1"] : [];
    await git.text([first, ...rest, "--no-filter", "--refmap=", ...depth, remote, name]);
  } catch (error) {
    return { problem: remoteProblem(remote, error), isOffline: true };
  }
  const there = await storedIn(repository, was);
  return there === "unreadable" ? { problem: unreadable(name), isOffline: false } : { here, was, there };
}

const silent = new Error("it did not answer");

function united(found: FoundHistory, keep: number): KnownHistory {
  const { here, there } = found;
  const files = keptOf([here?.files ?? [], there?.files ?? []], keep);
  const known = new Set(there?.files.map(({ name }) => name));
  const onlyHere = files.flatMap(({ name }) => (known.has(name) ? [] : [name]));
  return { ...found, files, onlyHere: new Set(onlyHere) };
}

/** The entry to add for an apply. */
export interface HistoryAddition extends EntryToWrite {
  /** An entry for the commit that was applied before, if no entry has its record yet. */
  readonly earlier?: HistoryEntry | undefined;
}

/**
 * Adds an apply to the history. Returns warnings and never rejects, because an apply must not fail because of its
 * history.
 */
export async function keepHistory(
  place: HistoryPlace,
  addition: HistoryAddition,
): Promise<readonly Problem[]> {
  try {
    for (let attempt = 1; ; attempt += 1) {
      const done = await tryToKeep(place, addition);
      if (done !== "other") return done;
      if (attempt === attemptsMax) return [notKept("other runs moved the ref again and again", "nowhere")];
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [notKept(why.split("\n")[0] ?? "", "nowhere")];
  }
}

const attemptsMax = 5;

async function tryToKeep(
  place: HistoryPlace,
  addition: HistoryAddition,
): Promise<readonly Problem[] | "other"> {
  const { repository } = place;
  const name = historyRef(place.prefix);
  const found = await lookedAt(place, name);
  if ("problem" in found && !found.isOffline) return [found.problem];
  if ("problem" in found) return keptHere(place, addition, found.problem);
  const known = united(found, place.keep);
  const becomes = await withAddition(place, known, addition);
  const moved = await moveRef(repository, { name, was: known.was, becomes });
  switch (moved.is) {
    case "moved":
      return known.onlyHere.size > 0 ? [putBack(known.onlyHere.size)] : [];
    case "other":
      return "other";
    case "failed":
      return keptHere(place, addition, moved.problem);
  }
}

/**
 * Keeps the history only in this clone, because the remote has refused it. The next apply from this clone pushes it.
 */
async function keptHere(
  { repository, ...place }: HistoryPlace,
  addition: HistoryAddition,
  why: Problem,
): Promise<readonly Problem[]> {
  const name = historyRef(place.prefix);
  const here = await storedAt(repository, name);
  if (here === "unreadable") return [unreadable(name)];
  const alone = { ...repository, remote: undefined };
  const known = united({ here, there: here, was: here?.commit }, place.keep);
  const becomes = await withAddition({ repository: alone, ...place }, known, addition);
  const moved: RefMoveResult = await moveRef(alone, { name, was: known.was, becomes });
  return [notKept(why.message, moved.is === "moved" ? "here" : "nowhere")];
}

/** Returns a history with one or two more entries. */
async function withAddition(
  { repository, keep, environment }: HistoryPlace,
  { files }: KnownHistory,
  { entry, changes, earlier }: HistoryAddition,
): Promise<string> {
  const add = async (to: readonly HistoryFile[], { run }: Pick<HistoryEntry, "run">, text: string) =>
    withFile(to, run, { id: await writeContent(repository, text), bytes: Buffer.byteLength(text) });
  const told = earlier && entryText({ entry: earlier, changes: () => [], omitted: earlier.omitted });
  const isNew = earlier && !(await isKnown({ repository, environment }, files, earlier));
  const isEntry = told !== undefined && entryIn(Buffer.from(told)) !== undefined;
  const before = isNew && isEntry ? await add(files, earlier, told) : files;
  const kept = keptOf([await add(before, entry, entryText({ entry, changes }))], keep);
  return writeHistory(repository, {
    files: kept,
    message: `${environment}: ${entry.run}`,
    time: entry.ended,
  });
}

/** The maximum number of entries to search. Entries newer than the record belong to applies that could not record. */
const lookedAtMost = 10;

/** True if one of the newest entries belongs to the same record. */
async function isKnown(
  { repository, environment }: Pick<HistoryPlace, "repository" | "environment">,
  files: readonly HistoryFile[],
  { recorded, commit }: HistoryEntry,
): Promise<boolean> {
  const contents = await contentsOf(repository, files.slice(0, lookedAtMost));
  return contents.some((bytes) => {
    const entry = entryOf(bytes, environment);
    return entry?.recorded === recorded && entry?.commit === commit;
  });
}

function putBack(count: number): Problem {
  const [entries, them] = count === 1 ? ["an entry", "it"] : [`${count} entries`, "them"];
  const what = `the remote's history lacked ${entries} that this clone has`;
  return problem("history-put-back", `${what}; trueup has added ${them} again`, {
    severity: "warning",
    hint: "Run `trueup history` to see all entries. An earlier push from here failed, or somebody moved the ref back.",
  });
}

function notKept(why: string, where: "here" | "nowhere"): Problem {
  const what = where === "here" ? "was stored only in this clone" : "could not be stored";
  return problem("history-not-kept", `the history entry of this apply ${what}: ${why}`, {
    severity: "warning",
    hint: "Allow pushes to this ref at the Git host, or set `history: { keep: 0 }`. The apply itself is recorded.",
  });
}

function unreadable(name: string): Problem {
  return problem(
    "history-unreadable",
    `${name} is not a history that trueup can read, so trueup adds nothing to it`,
    {
      severity: "warning",
      hint: `To begin a new history: \`git update-ref -d ${name}\`, and \`git push REMOTE :${name}\`.`,
    },
  );
}
