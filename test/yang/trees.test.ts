/** The schema trees of modules must equal the trees of other YANG parsers. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Schema } from "../../src/yang/schema/schema.ts";
import { isLong, spread, times } from "../long-forms.ts";
import { acmeSchema, modulesIn } from "./modules.ts";
import {
  asPyangHasIt,
  comparable,
  hasPyang,
  hasYanglint,
  noModules,
  noPyang,
  noYanglint,
  pyangFolder,
  pyangTrees,
  treeAmong,
  yanglintTrees,
} from "./other-readers.ts";
import { treeOf } from "./tree.ts";

const sets = [
  ["device", ["acme-types", "acme-device"]],
  ["device-extended", ["acme-types", "acme-device", "acme-extra"]],
  ["device-deviated", ["acme-types", "acme-device", "acme-deviations"]],
] as const;

function ownTree(names: readonly string[]): string {
  const schema = acmeSchema(...names);
  const module = schema.module("acme-device");
  if (module === undefined) throw new Error("the module acme-device is not there");
  const tree = treeOf(module);
  expect(schema.problems).toEqual([]);
  return tree;
}

test.each(sets)("the tree of %s is the one that is kept, without a problem", async (name, names) => {
  await expect(`${ownTree(names)}\n`).toMatchFileSnapshot(join(import.meta.dirname, "trees", `${name}.tree`));
});

test.for(sets)("yanglint has the same tree of %s", ([, names], { skip }) => {
  skip(!hasYanglint, noYanglint);
  const theirs = yanglintTrees(names.map((each) => `${each}.yang`));
  expect(comparable(ownTree(names))).toEqual(comparable(treeAmong(theirs, "acme-device")));
});

/** The folders whose modules are compared, each with the reason for a skip if the folder is missing. */
const folders = [
  { whose: "the IETF", folder: pyangFolder(), reason: noPyang },
  { whose: "TRUEUP_YANG", folder: process.env.TRUEUP_YANG, reason: noModules },
] as const;

test.for(folders)(
  "every module of $whose that yanglint can read has the same tree",
  ({ folder, reason }, { skip }) => {
    skip(!hasYanglint, noYanglint);
    if (folder === undefined) return skip(reason);
    const sources = modulesIn(folder);
    const all = [...latestIn(folder)];
    const chosen = isLong ? all : spread(all, times("yangTrees"));
    let compared = 0;
    for (const [name, file] of chosen) {
      const theirs = yanglintTrees(["-i", "-i", "-p", folder, join(folder, file)]);
      if (!theirs.includes(`module: ${name}\n`)) continue;
      const implemented = withImports(name, new Map(sources.map(({ path, text }) => [path, text])));
      const schema = new Schema(sources, { implements: (each) => implemented.has(each) });
      const own = schema.module(name);
      const [ours, read] = [own ? treeOf(own) : "", treeAmong(theirs, name)].map(comparable);
      expect([name, ...differing(ours, read)]).toEqual([name]);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(chosen.length / 2);
  },
);

test.for(folders)("every module of $whose has the tree that pyang has", ({ folder, reason }, { skip }) => {
  skip(!hasPyang, noPyang);
  if (folder === undefined) return skip(reason);
  const files = latestIn(folder);
  const theirs = pyangTrees(folder, [...files.values()]);
  const schema = new Schema(modulesIn(folder).filter(({ path }) => path === files.get(nameOf(path))));
  for (const name of files.keys()) {
    const own = schema.module(name);
    if (own === undefined) continue;
    const [ours, read] = [treeOf(own), theirs.get(name) ?? ""].map((tree) => comparable(asPyangHasIt(tree)));
    expect([name, ...differing(ours, read)]).toEqual([name]);
  }
  expect(theirs.size).toBeGreaterThan(0);
});

/**
 * Returns the first lines that only one of the two trees has, because whole trees of a vendor are too long to show. If
 * only the number of lines differs, returns a message.
 */
function differing(ours: readonly string[] = [], theirs: readonly string[] = []): readonly string[] {
  const [own, read] = [new Set(ours), new Set(theirs)];
  const only = [
    ...ours.filter((line) => !read.has(line)).map((line) => `- ${line}`),
    ...theirs.filter((line) => !own.has(line)).map((line) => `+ ${line}`),
  ];
  return only.length === 0 && ours.length !== theirs.length
    ? ["lines are there more often"]
    : only.slice(0, 20);
}

/** Returns the latest file of each module in a folder, by the module's name. */
function latestIn(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder).filter((name) => name.endsWith(".yang"));
  return new Map(files.sort().map((file) => [nameOf(file), file]));
}

function nameOf(file: string): string {
  return file.replace(/(?:@.*)?\.yang$/, "");
}

/**
 * Returns the names of a module and of everything that it imports or includes, directly or indirectly. For yanglint,
 * all these modules are implemented.
 */
function withImports(
  name: string,
  texts: ReadonlyMap<string, string>,
  known = new Set<string>(),
): Set<string> {
  if (known.has(name)) return known;
  known.add(name);
  for (const [path, text] of texts)
    if (path === `${name}.yang` || path.startsWith(`${name}@`))
      for (const [, other = ""] of text.matchAll(/^\s*(?:import|include)\s+"?([\w.-]+)/gm))
        withImports(other, texts, known);
  return known;
}
