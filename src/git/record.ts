/**
 * The applied ref, which records the last apply. It is a tag object whose message is the record, or only the first part
 * of the record with a reference to the rest.
 */

import { type Problem, problem } from "../model/problem.ts";
import type { ApplyRecord } from "../model/record.ts";
import { openGit } from "./git.ts";
import { type AppliedMemory, readGrown, type SecretTargets } from "./memory.ts";
import { memoryParts, type RememberedChange, rootLine } from "./memory-parts.ts";
import { type MemoryStore, memoryStore } from "./memory-store.ts";
import { assembleTree, emptyTree, type StoredTree, type TreeParts } from "./memory-tree.ts";
import {
  beyondBounds,
  excessOf,
  headText,
  longerThan,
  readBounds,
  recordIn,
  recordText,
  tooLarge,
  unreadableRecord,
  writeBounds,
  writtenBy,
} from "./record-text.ts";
import {
  moveRef,
  type NewTag,
  type RefMoveResult,
  readRef,
  type TextRef,
  tagBytes,
  writeTag,
} from "./refs.ts";
import type { Repository } from "./repository.ts";

/** A record and its tag object. */
export interface AppliedRef {
  /** The id of the tag object. */
  readonly id: string;
  /** The commit that was applied. */
  readonly commit: string;
  readonly record: ApplyRecord;
  /** The memory to which a version 2 record refers: see `readMemory`. */
  readonly memory?: AppliedMemory | undefined;
  /**
   * Why the memory cannot be read, so that nobody knows which resources were left behind. `isUnreachable`: the remote
   * did not answer now, but may answer later.
   */
  readonly lost?: { readonly problem: Problem; readonly isUnreachable: boolean } | undefined;
}

/** The result of recording. `tooLarge`: nothing was written, because the record would be too large to be read back. */
export type RecordMoveResult = RefMoveResult | { readonly is: "tooLarge"; readonly problem: Problem };

/**
 * Reads the applied ref below `prefix` from this repository. Its memory is fetched from the remote if it is not local.
 * In a version 2 record, only the secret fingerprints of these targets are read. A later move of the ref keeps the
 * fingerprints of other targets. Undefined before the first apply.
 */
export async function readApplied(
  repository: Repository,
  prefix: string,
  secretsOf: SecretTargets = "all",
): Promise<{ readonly applied: AppliedRef } | { readonly problem: Problem } | undefined> {
  const name = appliedRef(prefix);
  const found = await readRef(repository, name, readBounds.bytes);
  if (!found) return undefined;
  if (found.bytes !== undefined) return { problem: beyondBounds(name, longerThan(readBounds)) };
  if (found.text === undefined) return { problem: unreadableRecord(name) };
  const read = recordIn(found.text, name);
  const { id, commit } = found;
  switch (read.is) {
    case "problem":
      return { problem: read.problem };
    case "whole":
      return { applied: { id, commit, record: read.record } };
    case "head":
      return readNamed(repository, { prefix, found, head: read.head, secretsOf });
  }
}

interface FoundHead {
  readonly secretsOf: SecretTargets;
  readonly prefix: string;
  readonly found: TextRef;
  readonly head: Extract<ReturnType<typeof recordIn>, { is: "head" }>["head"];
}

/** Reads the memory to which a version 2 record refers. */
async function readNamed(
  repository: Repository,
  { prefix, found, head: { memory: named, ...head }, secretsOf }: FoundHead,
): Promise<{ readonly applied: AppliedRef } | { readonly problem: Problem }> {
  const { id, commit } = found;
  const read = await readGrown(repository, { prefix, commit: named, secretsOf });
  const without = { id, commit, record: { ...head, leftBehind: [] } };
  const lost = (why: string, isUnreachable: boolean) => ({
    applied: { ...without, lost: { problem: lostProblem(prefix, named, why), isUnreachable } },
  });
  switch (read.is) {
    case "odd":
      return { problem: writtenBy(appliedRef(prefix), head.tool) };
    case "missing":
      return lost(read.why, read.isUnreachable);
    case "read": {
      const { grown, memory } = read;
      if (memory.environment !== head.environment)
        return lost(`it belongs to another environment, ${JSON.stringify(memory.environment)}`, false);
      return { applied: { id, commit, record: { ...head, ...grown }, memory } };
    }
  }
}

/** What a move of the applied ref writes. */
interface RecordMove {
  readonly prefix: string;
  readonly was: AppliedRef | undefined;
  readonly commit: string;
  /** The record. It is written in the format of its version. */
  readonly record: ApplyRecord;
  /**
   * The new memory of some targets. Everything that is remembered about other targets stays. Absent: the whole memory
   * stays. Not used in version 1.
   */
  readonly memory?: RememberedChange | undefined;
}

/**
 * Moves the applied ref from the record with which the run began to a new record. Refuses if this version or an earlier
 * one could not read the new record. Rejects if git cannot write.
 */
export async function moveApplied(repository: Repository, to: RecordMove): Promise<RecordMoveResult> {
  return to.record.version === 1 ? moveWhole(repository, to) : moveWithMemory(repository, to);
}

async function moveWhole(
  repository: Repository,
  { prefix, was, commit, record }: RecordMove,
): Promise<RecordMoveResult> {
  const name = appliedRef(prefix);
  const text = recordText(record);
  const tag = tagOf({ commit, record }, text ?? "");
  const isLonger = text === undefined || tagBytes(tag) > writeBounds.bytes;
  const excess = isLonger ? longerThan(writeBounds) : excessOf(text);
  if (excess !== undefined) return { is: "tooLarge", problem: tooLarge(name, record, excess) };
  const becomes = await writeTag(repository, tag);
  return moveRef(repository, { name, was: was?.id, becomes });
}

function tagOf({ commit, record }: Pick<RecordMove, "commit" | "record">, text: string): NewTag {
  return { tag: `trueup/${record.environment}/applied`, commit, text, time: record.time };
}

async function moveWithMemory(repository: Repository, to: RecordMove): Promise<RecordMoveResult> {
  const { prefix, was, record } = to;
  const store = memoryStore(repository, prefix);
  const previous = was?.memory;
  const change = to.memory;
  const { tree, secrets } = previous ?? {};
  const of = { record, previous: tree, secrets, change, was: await standingOf(repository, to) };
  const parts = memoryParts(of, repository.platform);
  if ("is" in parts)
    return { is: "tooLarge", problem: tooLarge(appliedRef(prefix), record, "has names that are too long") };
  const move = (made: TreeParts, known: StoredTree) => moveBoth(repository, { to, store, made, known });
  const moved = await move(parts, previous?.tree ?? emptyTree);
  if (moved.is !== "failed" || !previous || !(await isUnkept(repository, previous))) {
    if (moved.is === "moved") await store.tidy();
    return moved;
  }
  // The remote no longer keeps the previous memory, so parts of it that should be kept may be missing. Missing parts
  // are forgotten.
  const ids = new Set(previous.tree.files.values());
  const isHere = (await store.blobs(previous.commit, [...ids])).size === ids.size;
  const whole = isHere ? parts : memoryParts({ ...of, previous: undefined }, repository.platform);
  return "is" in whole ? moved : move(whole, isHere ? previous.tree : emptyTree);
}

interface BothMoves {
  readonly to: RecordMove;
  readonly store: MemoryStore;
  readonly made: TreeParts;
  /** The tree that the remote keeps. */
  readonly known: StoredTree;
}

async function moveBoth(
  repository: Repository,
  { to, store, made, known }: BothMoves,
): Promise<RefMoveResult> {
  const { prefix, was, commit, record } = to;
  const there = new Set([...known.files.values(), ...known.folders.values()]);
  const { hash } = repository.platform;
  const tree = assembleTree(made, { algorithm: store.algorithm, hash, isKnown: (id) => there.has(id) });
  const memory = await store.write(tree, { text: rootLine(record), time: record.time });
  const tag = tagOf({ commit, record }, headText(record, memory));
  const move = { name: appliedRef(prefix), was: was?.id, becomes: await writeTag(repository, tag) };
  return moveRef(repository, move, {
    name: memoryRef(prefix),
    was: was?.memory?.commit ?? "",
    becomes: memory,
    environment: store.environment,
  });
}

/** Returns how the previously applied commit relates to the current commit; `apart` if this cannot be determined. */
async function standingOf(
  repository: Repository,
  { was, commit }: RecordMove,
): Promise<"same" | "behind" | "apart"> {
  if (!was || was.commit === commit) return "same";
  const shared = await openGit(repository)
    .text(["merge-base", was.commit, commit])
    .catch(() => "");
  return shared.trim() === was.commit ? "behind" : "apart";
}

/**
 * True if the remote keeps no memory, or another memory than the one that the applied ref names. It may then lack parts
 * of the named memory.
 */
async function isUnkept(repository: Repository, { commit, prefix }: AppliedMemory): Promise<boolean> {
  const { remote } = repository;
  if (remote === undefined) return false;
  const name = memoryRef(prefix);
  const listed = await openGit(repository)
    .text(["ls-remote", remote, name])
    .catch(() => undefined);
  return listed !== undefined && !listed.startsWith(`${commit}\t`);
}

/** The applied ref. `prefix`: `refs/trueup/production`. */
export function appliedRef(prefix: string): string {
  return `${prefix}/applied`;
}

/**
 * Returns the ref that keeps the memory alive: `refs/trueup-memory/production`. It is not below `prefix`, so that
 * fetching the refs below `prefix` does not fetch the memory.
 */
export function memoryRef(prefix: string): string {
  const end = prefix.lastIndexOf("/");
  return `${prefix.slice(0, end)}-memory${prefix.slice(end)}`;
}

function lostProblem(prefix: string, named: string, why: string): Problem {
  const fault = `and that commit's record cannot be read: ${why}`;
  const what = `${appliedRef(prefix)} names the commit ${named.slice(0, 12)}, ${fault}`;
  return problem("record-incomplete", what, {
    severity: "warning",
    hint: [
      "Apply from the clone that applied last, which may still have the record.",
      "Otherwise run `trueup plan`, and give apply the consent that the plan shows: this apply writes a new record.",
      "Until then it is unknown what earlier runs left behind, so the last applied state is in doubt.",
    ].join(" "),
  });
}
