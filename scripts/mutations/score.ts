/** The result of a Stryker run: which mutants were noticed, and which of the others are listed as equivalent. */

import type { EquivalentMutant } from "../../test/mutations/equivalent/mutant.ts";

/** The part of Stryker's JSON report that is used. */
export interface MutationReport {
  /** The files by path, such as `src/pace/wire.ts`. */
  readonly files: Readonly<
    Record<string, { readonly source: string; readonly mutants: readonly ReportedMutant[] }>
  >;
}

interface ReportedMutant {
  readonly replacement?: string;
  readonly status: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

interface Position {
  /** The line; lines and columns both begin with 1. */
  readonly line: number;
  readonly column: number;
}

/** The result for a mutant. `left out`: Stryker did not try it, or it could not run. */
type MutantFate = "killed" | "timed out" | "survived" | "left out";

/** One small change, and its result. */
export interface Mutant extends Omit<EquivalentMutant, "because"> {
  readonly number: number;
  readonly fate: MutantFate;
}

const fates: Readonly<Record<string, MutantFate>> = {
  Killed: "killed",
  Timeout: "timed out",
  Survived: "survived",
  NoCoverage: "survived",
};

/** All mutants of a report. */
export function mutantsOf({ files }: MutationReport): readonly Mutant[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split("\n");
    return mutants.map(({ status, replacement = "", location: { start, end } }) => ({
      ...{ file, number: start.line, line: lines[start.line - 1]?.trim() ?? "" },
      ...{ original: shortened(between(lines, start, end)), becomes: shortened(replacement) },
      fate: fates[status] ?? "left out",
    }));
  });
}

function between(lines: readonly string[], start: Position, end: Position): string {
  const inside = lines.slice(start.line - 1, end.line);
  const last = inside.at(-1)?.slice(0, end.column - 1) ?? "";
  return [...inside.slice(0, -1), last].join("\n").slice(start.column - 1);
}

const longest = 80;

/** The text in one line, truncated if it is long: enough to distinguish it from others on its line. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > longest ? `${line.slice(0, longest)} ...` : line;
}

/** Counts of mutants. Mutants that were left out are not counted. */
export interface MutationCount {
  readonly killed: number;
  readonly timedOut: number;
  /** The number of mutants that no test noticed and that are not listed as equivalent. */
  readonly survived: number;
  readonly equivalent: number;
}

/** The results of mutants, compared with the list of equivalent mutants. */
export interface MutationScore extends MutationCount {
  readonly survivors: readonly Mutant[];
  /** Mutants that are listed as equivalent, but that a test noticed. */
  readonly stale: readonly EquivalentMutant[];
}

/** Counts mutants. */
export function scoreOf(mutants: readonly Mutant[], listed: readonly EquivalentMutant[]): MutationScore {
  const many = (fate: MutantFate) => mutants.filter((each) => each.fate === fate).length;
  const survivors = mutants.filter(
    (mutant) => mutant.fate === "survived" && !listed.some((each) => isSame(each, mutant)),
  );
  const fatesOf = (one: EquivalentMutant) =>
    mutants.filter((each) => isSame(one, each)).map(({ fate }) => fate);
  return {
    ...{ killed: many("killed"), timedOut: many("timed out"), survived: survivors.length },
    equivalent: many("survived") - survivors.length,
    survivors,
    stale: listed.filter((each) => {
      const found = fatesOf(each);
      return found.length > 0 && !found.includes("survived");
    }),
  };
}

/** True if two descriptions mean the same change. */
function isSame(one: MutantText, other: MutantText): boolean {
  return (["file", "line", "original", "becomes"] as const).every((each) => one[each] === other[each]);
}

type MutantText = Omit<EquivalentMutant, "because">;

/** The share of counted mutants that were noticed, from 0 to 1; undefined if none counts. */
export function shareOf({ killed, timedOut, survived }: MutationCount): number | undefined {
  const asked = killed + timedOut + survived;
  return asked === 0 ? undefined : (killed + timedOut) / asked;
}
