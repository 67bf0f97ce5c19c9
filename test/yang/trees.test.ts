/** The schema trees of modules are those that other readers of YANG make of them. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Schema } from "../../src/yang/schema/schema.ts";
import {
  acmeFolder,
  acmeSchema,
  comparable,
  hasYanglint,
  modulesIn,
  noModules,
  noYanglint,
  treeAmong,
  yanglintTrees,
} from "./modules.ts";
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

const folder = process.env.TRUEUP_YANG;

test("every public module that yanglint can read has the same tree", ({ skip }) => {
  skip(!hasYanglint, noYanglint);
  skip(folder === undefined, noModules);
  const sources = modulesIn(folder ?? acmeFolder);
  const files = readdirSync(folder ?? acmeFolder).filter((name) => name.endsWith(".yang"));
  const names = [...Map.groupBy(files, (name) => name.replace(/(?:@.*)?\.yang$/, ""))];
  let compared = 0;
  for (const [name, all] of names) {
    const at = folder ?? acmeFolder;
    const theirs = yanglintTrees(["-i", "-i", "-p", at, join(at, all.sort().at(-1) ?? "")]);
    if (!theirs.includes(`module: ${name}\n`)) continue;
    const implemented = withImports(name, new Map(sources.map(({ path, text }) => [path, text])));
    const schema = new Schema(sources, { implements: (each) => implemented.has(each) });
    const own = schema.module(name);
    expect([name, comparable(own ? treeOf(own) : "")]).toEqual([name, comparable(treeAmong(theirs, name))]);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(names.length / 2);
});

/** A module and all that it imports or includes, directly or not: what yanglint takes for implemented. */
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
