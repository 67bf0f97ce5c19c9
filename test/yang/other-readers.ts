/** Readers of YANG that nobody here wrote, and how their trees are compared with ours. */

import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { acmeFolder } from "./modules.ts";

/** Where `yanglint` is, for a test that is left out without it. */
export const hasYanglint = spawnSync("yanglint", ["--version"]).status === 0;

/** Where `pyang` is, likewise. */
export const hasPyang = spawnSync("pyang", ["--version"]).status === 0;

/** Why a test is left out where there is no `yanglint`; listed among the reasons that are allowed. */
export const noYanglint =
  "yanglint is not here, a reader of YANG that nobody of us wrote: apt-get install libyang-tools";

/** Why a test is left out where there is no `pyang`; listed as well. */
export const noPyang = "pyang is not here, a reader of YANG that nobody of us wrote: pip install pyang";

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

/** The folder of the IETF's modules that comes with `pyang`, where that is. */
export function pyangFolder(): string | undefined {
  const module = "module x { namespace urn:x; prefix x; import ietf-yang-types { prefix y; } }";
  const args = ["-f", "depend", "--depend-include-path"];
  const { stdout } = spawnSync("pyang", args, { input: module, encoding: "utf8" });
  const [, found] = /: (\/.*)$/m.exec(stdout ?? "") ?? [];
  return found === undefined ? undefined : dirname(found);
}

/**
 * The trees that `pyang` prints of files of one folder, by their modules: all of them are implemented, so what one
 * augments in another is in the tree of that. A module without data has none.
 */
export function pyangTrees(folder: string, files: readonly string[]): ReadonlyMap<string, string> {
  const args = ["-f", "tree", "--tree-module-name-prefix", "-p", ".", ...files];
  // Without this it takes modules from the folder of its own as well.
  const env = { ...process.env, YANG_INSTALL: folder };
  const { stdout } = spawnSync("pyang", args, { encoding: "utf8", maxBuffer: 1e9, cwd: folder, env });
  const names = [...stdout.matchAll(/^module: (.*)$/gm)].map(([, name = ""]) => name);
  return new Map(names.map((name) => [name, treeAmong(stdout, name)]));
}

/** The tree of one module among them, to what belongs to no module's data. */
export function treeAmong(trees: string, module: string): string {
  const [, own = ""] = `\n${trees}`.split(new RegExp(String.raw`\nmodule: ${module}\n`));
  const [data = ""] = own.split(
    /\n(?:sub)?module: |\n\n? {2}(?:augment |rpcs:|notifications:|yang-data |structure |grouping )/,
  );
  return data;
}

/**
 * The lines of a tree, each with those that it is in, sorted: the order in which augments come is not said by YANG, and
 * printers align their columns as they like. Operations and notifications are left out, and the status of nodes: YANG does
 * not say whether that of a `uses` holds for what comes by it.
 */
export function comparable(tree: string): readonly string[] {
  const open: { readonly indent: number; readonly text: string; readonly isLeftOut: boolean }[] = [];
  const all: string[] = [];
  // A `key` that is written over two lines is joined into one.
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
 * A tree with no more than what `pyang` says as others do. It writes names in types with the module instead of the
 * prefix, and paths of leafrefs in a short form. A condition of an `augment` or `uses` it writes at each node that comes
 * by that, where others write it at none; a list without a key has `[]`.
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
