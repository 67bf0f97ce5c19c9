/** What the last runs came to, as data in the repository, and the table that RELIABILITY.md shows of it. */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../planted/copy.ts";
import { type MutationCount, shareOf } from "./score.ts";
import type { MutatedFolder } from "./suites.ts";

/** What one folder came to. */
export interface FolderCount extends MutationCount {
  readonly folder: MutatedFolder;
  /** The share of its lines that was drawn; 1: all. */
  readonly share: number;
}

const file = "test/mutations/count.json";
const page = "RELIABILITY.md";

/** The last count. */
export async function lastMutations(): Promise<readonly FolderCount[]> {
  return JSON.parse(await readFile(join(root, file), "utf8"));
}

/** Writes counts over the last ones, folder by folder, and their table into the page. */
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

/** What was noticed of what counts, as `85.2%`. */
export function percent(count: MutationCount): string {
  return `${(100 * (shareOf(count) ?? 1)).toFixed(1)}%`;
}
