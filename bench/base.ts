/** Measures how long reading the base takes: 5,000 YAML files at another revision, in a repository of their own. */

import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { recordedBase } from "../src/engine/base.ts";
import { openPlace } from "../src/engine/git-state.ts";
import { textsAt } from "../src/git/revision.ts";
import type { ApplyRecord } from "../src/model/record.ts";
import { readProject } from "../src/project/read.ts";
import { workTreeOf } from "../src/project/work-tree.ts";
import { generate, projectText } from "./generate.ts";
import { median, table } from "./table.ts";

/**
 * Measures how long it takes to read the texts of the files, and to read, check and compose the whole base. The base is
 * measured twice: once all from one commit, and once with one address from another commit.
 */
export async function base(smallest: boolean): Promise<string> {
  const files = smallest ? 50 : 5000;
  const times = smallest ? 1 : 5;
  const folder = await mkdtemp(join(tmpdir(), "trueup-bench-"));
  try {
    const commit = await repositoryIn(folder, files);
    const texts: number[] = [];
    const one: number[] = [];
    const two: number[] = [];
    for (let n = 0; n < times; n++) {
      texts.push(await timed(() => textsOf(folder, files)));
      one.push(await timed(await baseOf(folder, commit, false)));
      two.push(await timed(await baseOf(folder, commit, true)));
    }
    const seconds = (all: readonly number[]) => (median(all) / 1000).toFixed(2);
    const row = {
      files: files.toLocaleString("en"),
      resources: (files * 2).toLocaleString("en"),
      "texts, s": seconds(texts),
    };
    const bases = { "base of one commit, s": seconds(one), "of two, s": seconds(two) };
    return table(`The base revision (medians of ${times})`, [{ ...row, ...bases }]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Creates a repository with two commits: the files, and a change to one of them. Returns the id of the first commit.
 */
async function repositoryIn(folder: string, files: number): Promise<string> {
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=bench", "-c", "user.email=bench@example.net", ...args], {
      cwd: folder,
    });
  await writeFile(join(folder, "trueup.yaml"), projectText);
  for (const { path, text } of generate({ resources: files * 2, files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "applied");
  await writeFile(join(folder, "desired-state/more.yaml"), "target: fabric\ntenants: { Another: {} }\n");
  git("add", "-A");
  git("commit", "-qm", "desired");
  // Git stores objects in packs, as in a clone.
  git("repack", "-adq");
  return git("rev-parse", "HEAD~1").toString().trim();
}

async function textsOf(repository: string, files: number): Promise<void> {
  const workTree = await workTreeOf(repository);
  const read = workTree && (await textsAt({ workTree, revision: "HEAD~1", folder: "desired-state" }));
  if (!read || !("files" in read) || read.files.length !== files)
    throw new Error("the files could not be read");
}

/**
 * Prepares a read of the base. `left`: true if one address was left behind, so it is read from the checked-out commit.
 */
async function baseOf(folder: string, commit: string, left: boolean): Promise<() => Promise<void>> {
  const { read } = await readProject(folder);
  const { place } = read ? await openPlace(read.project) : {};
  if (!read || !place) throw new Error("the project could not be read");
  const counts = { applied: 0, converged: 0, failed: 0, unknown: 0, skipped: 0 };
  const behind = { address: "fabric/tenant/Tenant-7-0", because: "failed", commit: place.head } as const;
  const leftBehind = left ? [behind] : [];
  const facts = { environment: "bench", time: "", actor: "", fingerprint: "", tool: "" };
  const record: ApplyRecord = { format: "trueup.record", version: 1, ...facts, counts, leftBehind };
  const state = { ...place, applied: { id: commit, commit, record } };
  return async () => {
    const found = await recordedBase(read, state);
    if (!found.base) throw new Error("the base could not be read");
  };
}

async function timed(act: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}
