/** Independent YANG parsers, and how their trees are compared with ours. */

import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { acmeFolder } from "./modules.ts";

/** True if `yanglint` is installed. Without it, the tests that need it are skipped. */
export const hasYanglint = spawnSync("yanglint", ["--version"]).status === 0;

/** True if `pyang` is installed. */
export const hasPyang = spawnSync("pyang", ["--version"]).status === 0;

/** Why a test is skipped without `yanglint`; listed among the accepted reasons. */
export const noYanglint =
  "yanglint is not here, a reader of YANG that nobody of us wrote: apt-get install libyang-tools";

/** Why a test is skipped without `pyang`; also listed among the accepted reasons. */
export const noPyang = "pyang is not here, a reader of YANG that nobody of us wrote: pip install pyang";

/**
 * The reason for skipping tests that need a folder of public YANG modules, by vendors or the IETF. It is also listed
 * among the accepted reasons.
 */
export const noModules = "no public YANG modules are here: set TRUEUP_YANG to a folder of them";

/** The trees that `yanglint` prints of these files, or its errors if it cannot read them. */
export function yanglintTrees(args: readonly string[]): string {
  const { stdout, stderr } = spawnSync("yanglint", ["-f", "tree", "-L", "1000", ...args], {
    encoding: "utf8",
    maxBuffer: 1e9,
    cwd: acmeFolder,
  });
  return stdout === "" ? stderr : stdout;
}

/** The folder with the IETF's modules that comes with `pyang`, if it exists. */
export function pyangFolder(): string | undefined {
  const module = "module x { namespace urn:x; prefix x; import ietf-yang-types { prefix y; } }";
  const args = ["-f", "depend", "--depend-include-path"];
  const { stdout } = spawnSync("pyang", args, { input: module, encoding: "utf8" });
  const [, found] = /: (\/.*)$/m.exec(stdout ?? "") ?? [];
  return found === undefined ? undefined : dirname(found);
}

/**
 * The trees that `pyang` prints of the files in one folder, by module. All modules are implemented, so augmentations
 * appear in the tree of the module that they augment. A module without data has no tree.
 */
export function pyangTrees(folder: string, files: readonly string[]): ReadonlyMap<string, string> {
  const args = ["-f", "tree", "--tree-module-name-prefix", "-p", ".", ...files];
  // `pyang` also reads modules from its own folder, unless this variable gives another one.
  const env = { ...process.env, YANG_INSTALL: folder };
  const { stdout } = spawnSync("pyang", args, { encoding: "utf8", maxBuffer: 1e9, cwd: folder, env });
  const names = [...stdout.matchAll(/^module: (.*)$/gm)].map(([, name = ""]) => name);
  return new Map(names.map((name) => [name, treeAmong(stdout, name)]));
}

/** The tree of one module among these, up to the parts that are not module data. */
export function treeAmong(trees: string, module: string): string {
  const [, own = ""] = `\n${trees}`.split(new RegExp(String.raw`\nmodule: ${module}\n`));
  const [data = ""] = own.split(
    /\n(?:sub)?module: |\n\n? {2}(?:augment |rpcs:|notifications:|yang-data |structure |grouping )/,
  );
  return data;
}

/**
 * The lines of a tree for a comparison: each with its ancestors, and sorted, because YANG does not define the order of
 * augmentations. Spaces between columns are reduced. Operations, notifications and the status of nodes are left out:
 * YANG does not say whether the status of a `uses` applies to its nodes.
 */
export function comparable(tree: string): readonly string[] {
  const open: { readonly indent: number; readonly text: string; readonly isLeftOut: boolean }[] = [];
  const all: string[] = [];
  // A `key` that spans two lines is joined into one.
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
 * A tree in the form of `pyang`. It writes type names with the module instead of the prefix, and paths of leafrefs in a
 * short form. It repeats the condition of an `augment` or `uses` at each of its nodes, where other printers show none;
 * a list without a key has `[]`.
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
