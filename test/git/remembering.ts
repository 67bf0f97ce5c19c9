/** For tests: opens repositories, and writes and reads records with a memory in them as an apply does. */

import { readMemory } from "../../src/git/memory.ts";
import type { RememberedChange } from "../../src/git/memory-parts.ts";
import { type AppliedRef, moveApplied, type RecordMoveResult, readApplied } from "../../src/git/record.ts";
import { fetchRefs } from "../../src/git/refs.ts";
import type { Repository } from "../../src/git/repository.ts";
import type { Address } from "../../src/model/address.ts";
import { emptyMemory, type Memory, type RememberedResource } from "../../src/model/memory.ts";
import type { ApplyRecord } from "../../src/model/record.ts";
import { repositoryOf } from "../../src/project/work-tree.ts";
import { git, remoteOf, repository } from "./repositories.ts";

/** The prefix of the refs in these tests. */
export const prefix = "refs/trueup/test";

/** Opens the repository of a folder as a run does. */
export async function opened(folder: string, seconds = 60): Promise<Repository> {
  const found = await repositoryOf(folder, undefined, seconds);
  if (!found || "problem" in found) throw new Error("there is no repository");
  return found.repository;
}

/** A record of version 2. */
export const record: ApplyRecord = {
  ...{ format: "trueup.record", version: 2, environment: "test", time: "2026-01-02T03:04:05Z", actor: "ada" },
  ...{ fingerprint: "f", tool: "1.2.3" },
  counts: { applied: 1, converged: 0, failed: 0, unknown: 0, skipped: 0 },
  leftBehind: [],
};

/** Returns a memory with this number of networks for each target. */
export function memoryOf(commit: string, counts: Readonly<Record<string, number>>, name = "Network"): Memory {
  const resources = Object.entries(counts).flatMap(([target, count]) =>
    Array.from({ length: count }, (_, n): [Address, RememberedResource] => [
      `${target}/network/n${n}`,
      { id: `N_${n}`, within: ["O_1"], name: `${name} ${n}`, commit },
    ]),
  );
  return { ...emptyMemory, resources: new Map(resources.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Returns the record that a clone reads from the remote. Throws if there is none. */
export async function applied(on: Repository): Promise<AppliedRef> {
  const problem = await fetchRefs(on, prefix);
  const found = problem ? { problem } : await readApplied(on, prefix);
  if (!found || "problem" in found) throw new Error(JSON.stringify(found));
  return found.applied;
}

/** Records the memory of all given targets, on top of the record that the clone reads. */
export async function remember(
  on: Repository,
  of: Memory,
  more: { readonly was?: AppliedRef | undefined; readonly record?: Partial<ApplyRecord> } = {},
): Promise<RecordMoveResult> {
  const targets = [...new Set([...of.resources.keys()].map((address) => address.split("/")[0] ?? ""))];
  const memory: RememberedChange = { of, targets };
  const commit = on.head ?? "";
  return moveApplied(on, { prefix, was: more.was, commit, record: { ...record, ...more.record }, memory });
}

/** Returns the memory that a clone reads for these targets, and the warnings. */
export async function recalled(on: Repository, targets: readonly string[] | "all" = "all") {
  return readMemory(on, await applied(on), targets);
}

/** Creates a clone that has pushed its first commit, and its bare remote. */
export async function withRemote(settings: Readonly<Record<string, string>> = {}) {
  const folder = repository();
  const { path, url } = remoteOf(folder);
  for (const [name, value] of Object.entries(settings)) git(path, "config", name, value);
  const on = await opened(folder);
  return { folder, path, url, on, head: on.head ?? "" };
}
