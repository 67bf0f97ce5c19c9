/** The names of applies in a history: how far back, by run, by commit. Pure. */

import type { History, PlacedEntry } from "./history.ts";

/** What a name of an entry stands for. */
export type NamedApply =
  | { readonly is: "found"; readonly placed: PlacedEntry }
  /** `several`: their names, whole. */
  | { readonly is: "several"; readonly names: readonly string[] }
  | { readonly is: "unknown" };

/** The least digits that a name may be cut to. */
const fewestDigits = 4;

/**
 * The entry that is named by how far back it is (`1`; `~1` too, which some shells take for a folder), by its run, or by
 * its commit, both as far as they are given; of several with that commit the newest.
 */
export function applyNamed({ entries }: Pick<History, "entries">, name: string): NamedApply {
  const [, back] = /^~?(\d{1,3})$/.exec(name) ?? [];
  if (back !== undefined) {
    const placed = entries.find((one) => one.back === Number(back));
    return placed ? { is: "found", placed } : { is: "unknown" };
  }
  const begin = name.toLowerCase();
  if (begin.length < fewestDigits || !/^[0-9a-f-]+$/.test(begin)) return { is: "unknown" };
  const runs = entries.filter(({ entry }) => entry.run.startsWith(begin));
  const commits = new Map<string, PlacedEntry>();
  for (const placed of entries)
    if (placed.entry.commit.startsWith(begin) && !commits.has(placed.entry.commit))
      commits.set(placed.entry.commit, placed);
  const found = new Map([...runs, ...commits.values()].map((placed) => [placed.entry.run, placed]));
  const [only, another] = found.values();
  if (only && !another) return { is: "found", placed: only };
  if (!only) return { is: "unknown" };
  return { is: "several", names: [...runs.map(({ entry }) => entry.run), ...commits.keys()] };
}
