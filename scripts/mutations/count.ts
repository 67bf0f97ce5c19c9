/** The results of the last runs, as data in the repository, and their table in RELIABILITY.md. */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../planted/copy.ts";
import { type MutationCount, shareOf } from "./score.ts";
import type { MutatedFolder } from "./suites.ts";

/** The result of one folder. */
export interface FolderCount extends MutationCount {
  readonly folder: MutatedFolder;
  /** The share of its lines that was sampled; 1 stands for all. */
  readonly share: number;
}

const file = "test/mutations/count.json";
const page = "RELIABILITY.md";

/** The last results. */
export async function lastMutations(): Promise<readonly FolderCount[]> {
  return JSON.parse(await readFile(join(root, file), "utf8"));
}

/** Replaces the results of these folders, and updates their table in the page. */
export async function writeMutations(counts: readonly FolderCount[]): Promise<void> {
  const last = await lastMutations();
  const kept = last.filter(({ folder }) => !counts.some((one) => one.folder === folder));
  const all = [...kept, ...counts].sort((one, other) => (one.folder < other.folder ? -1 : 1));
  await writeFile(join(root, file), `${JSON.stringify(all, null, 2)}\n`);
  const text = await readFile(join(root, page), "utf8");
  await writeFile(
    join(root, page),
    text.replace(mutationTable(last), () => mutationTable(all)),
  );
}

/** The table in Markdown. */
export function mutationTable(counts: readonly FolderCount[]): string {
  const rows = counts.map((each) => {
    const { folder, share, killed, timedOut, survived, equivalent } = each;
    const lines = share === 1 ? "all" : `${Math.round(share * 100)}%, drawn`;
    return `| \`src/${folder}\` | ${[lines, killed, timedOut, survived, equivalent, percent(each)].join(" | ")} |`;
  });
  return [
    "| folder | lines | killed | timed out | survived | equivalent | noticed |",
    `|---|---|${"---:|".repeat(5)}`,
    ...rows,
  ].join("\n");
}

/** The share of counted mutants that were noticed, as `85.2%`. */
export function percent(count: MutationCount): string {
  return `${(100 * (shareOf(count) ?? 1)).toFixed(1)}%`;
}
