/** Finds faults in derived files and facts, and says what to do about each. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { derivedLine } from "../../src/catalog/derive/render.ts";
import { isObject, type Json } from "../../src/model/json.ts";
import { type FactName, factNames, factsFolder, factsIn, sourcesIn, strangersIn } from "./facts-folder.ts";
import { type Deviation, deriveFolder, yamlFiles } from "./folder.ts";
import { reduced, sourceOf } from "./renewed.ts";

/** The folders of products in `catalogs/`, or of mappings in `mappings/`, that have facts. */
export function foldersWithFacts(parent: string): readonly string[] {
  return foldersIn(parent).filter((folder) => existsSync(factsFolder(folder)));
}

/** All faults of catalogs and mappings in a folder, one text each. Default: the working directory. */
export function faultsOfCatalogs(root = ""): readonly string[] {
  const derived = foldersWithFacts(join(root, "catalogs"));
  const bare = foldersIn(join(root, "catalogs")).filter((folder) => !derived.includes(folder));
  return [
    ...derived.flatMap((folder) => firstFaults(folder, [faultsOfFacts, faultsOfFolder])),
    ...foldersWithFacts(join(root, "mappings")).flatMap((folder) => firstFaults(folder, [faultsOfFacts])),
    ...bare.flatMap(derivedOfNothing),
  ];
}

type Look = (folder: string) => readonly string[];

/** Returns the result of the first check that finds faults, because deriving from wrong facts would be pointless. */
function firstFaults(folder: string, looks: readonly Look[]): readonly string[] {
  for (const look of looks) {
    try {
      const faults = look(folder);
      if (faults.length > 0) return faults;
    } catch (error) {
      return [`${folder}: ${error instanceof Error ? error.message : String(error)}`];
    }
  }
  return [];
}

function foldersIn(parent: string): readonly string[] {
  const all = existsSync(parent) ? readdirSync(parent, { withFileTypes: true }) : [];
  return all.flatMap((each) => (each.isDirectory() ? [join(parent, each.name)] : [])).sort();
}

function derivedOfNothing(folder: string): readonly string[] {
  const names = yamlFiles(folder).filter((name) =>
    readFileSync(join(folder, name), "utf8").includes(derivedLine),
  );
  return names.length === 0
    ? []
    : [
        `${folder}: ${names[0]} is marked as derived, but there are no facts in ${factsFolder(folder)}.\n` +
          "  Add the folder of facts to the commit; docs/renewing-facts.md says how to write it.",
      ];
}

/** The faults in a product's derived files: those that somebody edited, added or removed. */
function faultsOfFolder(folder: string): readonly string[] {
  const { deviations } = deriveFolder(folder, { write: false });
  if (deviations.length === 0) return [];
  return [
    ...deviations.map((each) => faultOf(folder, each)),
    `Do not edit a derived file: put corrections into ${join(folder, "overlay")}. ` +
      '"Derive a catalog" in CONTRIBUTING.md\nexplains the words. Then: ' +
      `npm run catalog:derive -- --product ${basename(folder)} --write`,
  ];
}

function faultOf(folder: string, { name, is, wanted }: Deviation): string {
  const path = join(folder, name);
  if (is === undefined) return `${path} is missing: derive it again.`;
  if (wanted === undefined) return `${path} is marked as derived, but no facts lead to this file: remove it.`;
  const [lines, others] = [is.split("\n"), wanted.split("\n")];
  const at = Math.max(
    0,
    (lines.length > others.length ? lines : others).findIndex((_, index) => lines[index] !== others[index]),
  );
  const shown = (line: string | undefined) => line?.slice(0, 160) ?? "nothing more";
  const both = `  here:    ${shown(lines[at])}\n  derived: ${shown(others[at])}`;
  return `${path}:${at + 1} differs from the derived file.\n${both}`;
}

/** The faults in a folder of facts: words that nothing reads, and contradictions with `sources.yaml`. */
function faultsOfFacts(folder: string): readonly string[] {
  const sources = sourcesIn(folder);
  const names = factNames.filter((name) => factsIn(folder, name) !== undefined || sources[name]);
  const strangers = strangersIn(folder).map((path) => `${path} is not a file of facts: remove it.`);
  return [...strangers, ...names.flatMap((name) => faultsOfName(folder, name))];
}

function faultsOfName(folder: string, name: FactName): readonly string[] {
  const at = `${factsFolder(folder)}: the facts \`${name}\``;
  const facts = factsIn(folder, name);
  const source = sourcesIn(folder)[name];
  if (facts === undefined) return [`${at} are listed in sources.yaml, but the file is missing.`];
  if (source === undefined)
    return [`${at} are not listed in sources.yaml: write them with \`npm run catalog:facts\`.`];
  const { facts: own } = reduced(name, facts);
  const known = sourceOf(name, facts, source);
  return [
    ...(same(own, facts)
      ? []
      : [
          `${at} contain something that derivation does not read: write them with \`npm run catalog:facts\`.`,
        ]),
    ...(same(known, source)
      ? []
      : [`${at} are of ${known.version}, ${known.date}, but sources.yaml names another version or date.`]),
  ];
}

function same(a: Json, b: Json): boolean {
  return isObject(a) && JSON.stringify(a) === JSON.stringify(b);
}
