/**
 * Factors an import: writes the same state in fewer lines. Everything that would not load to the same state is written
 * plainly. Pure.
 */

import type { Address } from "../../model/address.ts";
import { byTextOf } from "../../model/compare.ts";
import type { Desired, Resource } from "../../model/desired.ts";
import { canonicalText, type Json } from "../../model/json.ts";
import type { Problem } from "../../model/problem.ts";
import type { SourceText } from "../../model/source.ts";
import { allIn, type ImportEntry, type ImportUnit } from "../entry.ts";
import { folderFiles, foldersOf, isNewFolder, type Layout } from "../layout.ts";
import { factoredFolder } from "./folder.ts";

/** What is factored, and the function that loads the result again. */
export interface FactorInput {
  readonly units: readonly ImportUnit[];
  readonly layout: Layout;
  /** The plain files, and their declarations. */
  readonly plain: { readonly files: readonly SourceText[]; readonly desired: Desired };
  readonly reload: (files: readonly SourceText[]) => {
    readonly desired: Desired;
    readonly problems: readonly Problem[];
  };
}

/** How many lines the factored files have, and what was not factored, with the reasons. */
export interface FactoringResult {
  readonly lines: number;
  /** The number of lines for the same state without factoring. */
  readonly plainLines: number;
  readonly notFactored: readonly { readonly what: string; readonly reason: string }[];
}

/** Returns the factored files. If factoring saves nothing, returns the plain files. */
export function factored(input: FactorInput): {
  readonly files: readonly SourceText[];
  readonly desired: Desired;
  readonly factoring: FactoringResult;
} {
  const { plain, units, layout } = input;
  const inUse = foldersOf(units, layout).filter((folder) => !isNewFolder(folder.layout));
  const noted = inUse.map(({ layout: { folder } }) => ({
    what: folder,
    reason: "the folder already has files, so values that its files have in common are not moved to defaults",
  }));
  const apart = new Set<Address>();
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const files = laidOut(input, (entry) => apart.has(entry.address));
    const { desired, problems } = input.reload(files);
    const other = otherwise(input, desired);
    const isSame = other.length === 0 && problems.every(({ severity }) => severity !== "error");
    const [lines, plainLines] = [linesOf(files), linesOf(plain.files)];
    if (isSame && lines >= plainLines) break;
    if (isSame)
      return { files, desired, factoring: { lines, plainLines, notFactored: noted.concat(apartOf(apart)) } };
    const more = other.filter((address) => !apart.has(address));
    if (more.length === 0) break;
    for (const address of more) apart.add(address);
  }
  const lines = linesOf(plain.files);
  const reason =
    apart.size > 0
      ? "factored files would not declare the same state"
      : "factored files would not save lines";
  const whole = inUse.length < foldersOf(units, layout).length ? [{ what: layout.folder, reason }] : [];
  return { ...plain, factoring: { lines, plainLines: lines, notFactored: [...noted, ...whole] } };
}

/** The maximum number of attempts. After each attempt, the entries that failed are written separately. */
const attemptsMax = 3;

function apartOf(addresses: Iterable<Address>): FactoringResult["notFactored"] {
  return [...addresses].map((what) => ({ what, reason: "factored files would not declare the same state" }));
}

function laidOut(
  { units, layout }: FactorInput,
  isApart: (entry: ImportEntry) => boolean,
): readonly SourceText[] {
  const files = foldersOf(units, layout).flatMap((folder): readonly SourceText[] =>
    isNewFolder(folder.layout) && folder.units.length > 1
      ? factoredFolder(folder, isApart)
      : folderFiles(folder),
  );
  return files.toSorted(byTextOf(({ path }) => path));
}

/** Returns the top-level entries whose contents the factored files declare differently from the plain files. */
function otherwise({ units, plain }: FactorInput, desired: Desired): readonly Address[] {
  const isSame = (address: Address) => {
    const [a, b] = [plain.desired.resources.get(address), desired.resources.get(address)];
    return a === b || (a !== undefined && b !== undefined && stateOf(a) === stateOf(b));
  };
  const known = new Set<Address>();
  const own = units.flatMap(({ entry }) => {
    const all = [...allIn([entry])].map(({ address }) => address);
    for (const address of all) known.add(address);
    return all.every(isSame) ? [] : [entry.address];
  });
  const others = [...desired.resources.keys(), ...plain.desired.resources.keys()];
  const isOther = others.some((address) => !known.has(address) && !isSame(address));
  return isOther ? units.map(({ entry }) => entry.address) : own;
}

/** The complete declaration of a resource, as text. */
function stateOf({ refersTo: _, ordered: __, ...resource }: Resource): string {
  const state: Json = JSON.parse(JSON.stringify(resource));
  return canonicalText(state);
}

function linesOf(files: readonly SourceText[]): number {
  return files.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
}
