/** The modules of the tests, and what others make of them. */

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceText } from "../../src/model/source.ts";
import { Schema } from "../../src/yang/schema/schema.ts";

/** The modules of the tests: each feature of the language is in one of them. */
export const acmeFolder = join(import.meta.dirname, "modules");

/** All modules of a folder. */
export function modulesIn(folder: string): readonly SourceText[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".yang"));
  return names.map((name) => ({ path: name, text: readFileSync(join(folder, name), "utf8") }));
}

/** The modules of the tests as a schema in which these are implemented. */
export function acmeSchema(...implemented: readonly string[]): Schema {
  return new Schema(modulesIn(acmeFolder), { implements: (name) => implemented.includes(name) });
}

/** A schema of one text, or of several. */
export function schemaOf(...texts: readonly string[]): Schema {
  return new Schema(texts.map((text, at) => ({ path: `m${at}.yang`, text })));
}

/** A module of YANG 1.1 with these statements. */
export function moduleOf(name: string, ...statements: readonly string[]): string {
  const header = `module ${name} { yang-version 1.1; namespace "urn:${name}"; prefix ${name};`;
  return `${header}\n${statements.join("\n")}\n}`;
}

/** Where `yanglint` is, for a test that is left out without it. */
export const hasYanglint = spawnSync("yanglint", ["--version"]).status === 0;

/** Why a test is left out where there is no `yanglint`; listed among the reasons that are allowed. */
export const noYanglint =
  "yanglint is not here, a reader of YANG that nobody of us wrote: apt-get install libyang-tools";

/** Why a test is left out without a folder of modules that vendors or the IETF publish; listed as well. */
export const noModules = "no public YANG modules are here: set TRUEUP_YANG to a folder of them";

/** The trees that `yanglint` prints of these files; what it says instead where it cannot read them. */
export function yanglintTrees(args: readonly string[]): string {
  const { stdout, stderr } = spawnSync("yanglint", ["-f", "tree", "-L", "1000", ...args], {
    encoding: "utf8",
    maxBuffer: 1e9,
    cwd: acmeFolder,
  });
  return stdout === "" ? stderr : stdout;
}

/** The tree of one module among them, to what belongs to no module's data. */
export function treeAmong(trees: string, module: string): string {
  const [, own = ""] = `\n${trees}`.split(new RegExp(String.raw`\nmodule: ${module}\n`));
  const [data = ""] = own.split(
    /\nmodule: |\n\n? {2}(?:augment |rpcs:|notifications:|yang-data |structure |grouping )/,
  );
  return data;
}

/**
 * The lines of a tree, each with those that it is in, sorted: the order in which augments come is not said by YANG, and
 * printers align their columns as they like. Operations and notifications are left out.
 */
export function comparable(tree: string): readonly string[] {
  const open: { readonly indent: number; readonly text: string; readonly isLeftOut: boolean }[] = [];
  const all: string[] = [];
  // A line that goes on below, since a `key` is written over two, is one.
  for (const line of tree.replace(/\n(?![ |]*[+xo]--)/g, " ").split("\n")) {
    const [, margin = "", status = "", rest = ""] = /^([ |]*)([+xo]--)(.*)$/.exec(line) ?? [];
    if (rest === "") continue;
    while ((open.at(-1)?.indent ?? -1) >= margin.length) open.pop();
    const text = `${status}${rest.trim().replace(/\s+/g, " ").replace(/^mp /, "rw ")}`;
    const isLeftOut = (open.at(-1)?.isLeftOut ?? false) || /^-?[xn] /.test(rest);
    open.push({ indent: margin.length, text, isLeftOut });
    if (!isLeftOut) all.push(open.map((each) => each.text).join(" / "));
  }
  return all.sort();
}
