/** Bugs in the code that decides: plausible mistakes, written without looking at the tests. */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Edit } from "../../test/planted/bug.ts";
import { root } from "./copy.ts";

/** A bug as it is planted. */
export interface PlantedBug {
  readonly name: string;
  readonly edits: readonly Edit[];
  /** Hidden bugs were not shown to the author of the simulation before they were counted. */
  readonly set: "open" | "hidden";
}

/** A bug as it is written: one or several edits. `file` is relative to `src/` or to the root. */
interface WrittenBug {
  readonly name: string;
  readonly file?: string;
  readonly find?: string;
  readonly put?: string;
  readonly edits?: readonly Edit[];
}

const folder = join(root, "test/planted/deciding");

/** Returns all bugs of the project's own folder, or all bugs of the folder `elsewhere`, which count as hidden. */
export async function decidingBugs(elsewhere?: string): Promise<readonly PlantedBug[]> {
  const from = elsewhere === undefined ? folder : resolve(elsewhere);
  const files = (await readdir(from, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const bugs = new Map<string, PlantedBug>();
  for (const file of files.sort()) {
    const module: Record<string, unknown> = await import(pathToFileURL(join(from, file)).href);
    const set = elsewhere !== undefined || file.includes("hidden") ? "hidden" : "open";
    for (const written of Object.values(module).flat().filter(isBug))
      bugs.set(written.name, { name: written.name, edits: editsOf(written), set });
  }
  return [...bugs.values()];
}

function isBug(value: unknown): value is WrittenBug {
  return (
    typeof value === "object" && value !== null && "name" in value && ("find" in value || "edits" in value)
  );
}

function editsOf({ file = "", find = "", put = "", edits }: WrittenBug): readonly Edit[] {
  const all = edits ?? [{ file, find, put }];
  return all.map((one) => ({ ...one, file: `src/${(one.file ?? file).replace(/^src\//, "")}` }));
}

/** The source folder of a bug, as `src/plan`. */
export function folderOf({ edits }: PlantedBug): string {
  return (edits[0]?.file ?? "").split("/").slice(0, 2).join("/");
}

/** The checked-out commit, which determines the sample. */
export function commitHere(folder: string): string {
  return execFileSync("git", ["rev-parse", "HEAD"], { cwd: folder, encoding: "utf8" }).trim();
}

/** A sample of this size, determined by a text. */
export function drawn<T extends { readonly name: string }>(
  all: readonly T[],
  count: number,
  by: string,
): readonly T[] {
  const lot = ({ name }: T) => createHash("sha256").update(`${by} ${name}`).digest("hex");
  return [...all].sort((one, other) => (lot(one) < lot(other) ? -1 : 1)).slice(0, count);
}
