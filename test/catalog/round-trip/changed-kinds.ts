/** Which kinds of a catalog a branch changes: the short form of the tests takes these round, whatever else it leaves out. */

import { execFileSync } from "node:child_process";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { spread } from "../../long-forms.ts";

const project = fileURLToPath(new URL("../../../", import.meta.url));

/** Where main is, the first that there is: of the remote by its own name for it, then by ours. */
const mains = ["origin/HEAD", "origin/main", "main"];

/** How many kinds of all are chosen, and where the repository is that says which have changed. Default: this one. */
interface Choice {
  readonly wanted: number;
  readonly root?: string;
}

/** This number of the kinds, at even distances, and each that the branch changes; in their order. */
export function chosenKinds(
  product: string,
  names: readonly string[],
  { wanted, root = project }: Choice,
): readonly string[] {
  const chosen = new Set([...spread(names, wanted), ...changedKinds(product, names, root)]);
  return names.filter((name) => chosen.has(name));
}

/**
 * The kinds whose files in `catalogs/` differ from where the branch left main, in commits or in the work tree; all of them
 * where `product.yaml` does, which every kind hangs on. On main itself, and where main is not known, the last commit
 * counts; in a clone of one commit the work tree alone. Without a repository none is known to have changed.
 */
export function changedKinds(product: string, names: readonly string[], root: string): readonly string[] {
  const folder = `catalogs/${product}`;
  const base = baseIn(root);
  if (base === undefined) return [];
  const listed = [
    git(root, "diff", "--name-only", "--no-renames", "--no-ext-diff", "--relative", "-z", base, "--", folder),
    git(root, "ls-files", "--others", "--exclude-standard", "-z", "--", folder),
  ];
  const files = listed.flatMap((each) => each?.split("\0") ?? []).filter((path) => path.endsWith(".yaml"));
  const changed = new Set(
    files.filter((path) => path === `${folder}/${basename(path)}`).map((path) => basename(path, ".yaml")),
  );
  return names.filter((name) => changed.has("product") || changed.has(name));
}

/** The commit that a work tree is compared with; undefined: there is no commit. */
function baseIn(root: string): string | undefined {
  const head = git(root, "rev-parse", "--verify", "--quiet", "HEAD");
  const left = mains.flatMap((main) => git(root, "merge-base", main, "HEAD") ?? []);
  return (
    left.find((commit) => commit !== head) ?? git(root, "rev-parse", "--verify", "--quiet", "HEAD~1") ?? head
  );
}

/** What git says, without the end of its line; undefined: it cannot say it. */
function git(root: string, ...args: readonly string[]): string | undefined {
  // In a hook git tells its children of another folder.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")));
  try {
    const said = execFileSync("git", args, {
      ...{ cwd: root, env, encoding: "utf8" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    return said.trimEnd();
  } catch {
    return undefined;
  }
}
