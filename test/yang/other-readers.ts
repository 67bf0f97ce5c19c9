/** Runs YANG parsers of other authors, and brings their trees and ours into a form for comparison. */

import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { acmeFolder } from "./modules.ts";

/** True if `yanglint` is installed. Otherwise the tests that need it are skipped. */
export const hasYanglint = spawnSync("yanglint", ["--version"]).status === 0;

/** True if `pyang` is installed. */
export const hasPyang = spawnSync("pyang", ["--version"]).status === 0;

/** The reason why a test is skipped without `yanglint`. It is one of the accepted reasons. */
export const noYanglint =
  "yanglint is not here, a reader of YANG that nobody of us wrote: apt-get install libyang-tools";

/** The reason why a test is skipped without `pyang`. It is one of the accepted reasons. */
export const noPyang = "pyang is not here, a reader of YANG that nobody of us wrote: pip install pyang";

/**
 * The reason why a test is skipped without a folder of public YANG modules, by vendors or the IETF. It is one of the
 * accepted reasons.
 */
export const noModules = "no public YANG modules are here: set TRUEUP_YANG to a folder of them";

/** Returns the trees that `yanglint` prints of these files, or its errors if it cannot read them. */
export function yanglintTrees(args: readonly string[]): string {
  const { stdout, stderr } = spawnSync("yanglint", ["-f", "tree", "-L", "1000", ...args], {
    encoding: "utf8",
    maxBuffer: 1e9,
    cwd: acmeFolder,
  });
  return stdout === "" ? stderr : stdout;
}

/** Returns the folder with the IETF's modules that comes with `pyang`, or undefined if it does not exist. */
export function pyangFolder(): string | undefined {
  const module = "module x { namespace urn:x; prefix x; import ietf-yang-types { prefix y; } }";
  const args = ["-f", "depend", "--depend-include-path"];
  const { stdout } = spawnSync("pyang", args, { input: module, encoding: "utf8" });
  const [, found] = /: (\/.*)$/m.exec(stdout ?? "") ?? [];
  return found === undefined ? undefined : dirname(found);
}

/**
 * Returns the trees that `pyang` prints for the files in one folder, by module. All modules are implemented, so an
 * augmentation is in the tree of the module that it augments. A module without data has no tree.
 */
export function pyangTrees(folder: string, files: readonly string[]): ReadonlyMap<string, string> {
  const args = ["-f", "tree", "--tree-module-name-prefix", "-p", ".", ...files];
  // `pyang` also reads modules from its own folder, unless this variable names another one.
  const env = { ...process.env, YANG_INSTALL: folder };
  const { stdout } = spawnSync("pyang", args, { encoding: "utf8", maxBuffer: 1e9, cwd: folder, env });
  const names = [...stdout.matchAll(/^module: (.*)$/gm)].map(([, name = ""]) => name);
  return new Map(names.map((name) => [name, treeAmong(stdout, name)]));
}

/** Returns the tree of one of these modules, without the parts that are no data of the module. */
export function treeAmong(trees: string, module: string): string {
  const [, own = ""] = `\n${trees}`.split(new RegExp(String.raw`\nmodule: ${module}\n`));
  const [data = ""] = own.split(
    /\n(?:sub)?module: |\n\n? {2}(?:augment |rpcs:|notifications:|yang-data |structure |grouping )/,
  );
  return data;
}

/**
 * Returns the lines of a tree for a comparison. Each line has its ancestors, and the lines are sorted, because YANG
 * defines no order of augmentations. White space is reduced to one space. Operations and notifications are left out.
 * The status of nodes is left out too, because YANG does not say whether the status of a `uses` applies to its nodes.
 */
export function comparable(tree: string): readonly string[] {
  const open: { readonly indent: number; readonly text: string; readonly isLeftOut: boolean }[] = [];
  const all: string[] = [];
  // If a node continues on further lines, for example with a long `key`, these lines are joined to the node's line.
  for (const line of tree.replace(/\n(?![ |]*[+xo]--)/g, " ").split("\n")) {
    const [, margin = "", rest = ""] = /^([ |]*)[+xo]--(.*)$/.exec(line) ?? [];
    if (rest === "") continue;
    while ((open.at(-1)?.indent ?? -1) >= margin.length) open.pop();
    const text = `+--${rest.trim().replace(/\s+/g, " ").replace(/^mp /, "rw ")}`;
    const isLeftOut = (open.at(-1)?.isLeftOut ?? false) || /^-?[xn] /.test(rest);
    open.push({ indent: margin.length, text, isLeftOut });
    if (!isLeftOut) all.push(open.map((each) => each.text).join(" / "));
  }
  return all.sort();
}

/**
 * Returns a tree in a form for comparison with `pyang`. It lacks the prefixes and modules of types, the conditions at
 * the ends of lines, and the `[]` of lists without a key: `pyang` writes these in another way than other printers.
 */
export function asPyangHasIt(tree: string): string {
  return tree
    .replace(/ (?:\[\]|\{[^}]*\}\?)$/gm, "")
    .replace(/<(any\w+)>$/gm, "$1")
    .replace(
      /^([ |]*\S+ \S+ )(.*)$/gm,
      (_, node, type) => `${node}${type.replace(/[\w.-]+:(?=[\w.-])/g, "")}`,
    );
}
