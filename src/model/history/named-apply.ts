/** How applies in a history are named: by their number from the newest, by run, or by commit. Pure. */

import type { History, PlacedEntry } from "./history.ts";

/** The result of looking up an apply by name. */
export type NamedApply =
  | { readonly is: "found"; readonly placed: PlacedEntry }
  /** `several`: the full names of all matching entries. */
  | { readonly is: "several"; readonly names: readonly string[] }
  | { readonly is: "unknown" };

/** The minimum number of digits to which a name may be shortened. */
const fewestDigits = 4;

/**
 * Finds the entry with this name. A name is the entry's number from the newest (`1`; or `~1`, which some shells expand
 * to a folder), its run, or its commit. Runs and commits may be shortened; if several entries have the commit, the
 * newest entry is found.
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
