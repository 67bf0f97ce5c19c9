/** Which kinds of a catalog a branch changes: the short form of the tests always includes these in its round trips. */

import { execFileSync } from "node:child_process";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { spread } from "../../long-forms.ts";

const project = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * Possible names of the main branch. The first one from which HEAD differs is used. The remote's default branch comes
 * first.
 */
const mains = ["origin/HEAD", "origin/main", "main"];

/**
 * Which kinds to choose: `wanted` of all kinds, and the kinds that have changed in the repository `root`. Default of
 * `root`: the project's own repository.
 */
interface Choice {
  readonly wanted: number;
  readonly root?: string;
}

/** Returns `wanted` kinds, evenly spaced, and all kinds that the branch changes. The order stays. */
export function chosenKinds(
  product: string,
  names: readonly string[],
  { wanted, root = project }: Choice,
): readonly string[] {
  const chosen = new Set([...spread(names, wanted), ...changedKinds(product, names, root)]);
  return names.filter((name) => chosen.has(name));
}

/**
 * Returns the kinds whose files in `catalogs/` have changed in commits of the branch or in the work tree. If
 * `product.yaml` has changed, all kinds are returned. On main itself, or if main is unknown, the last commit and the
 * work tree count. In a clone of one commit, only the work tree counts. Without a repository, no kind is returned.
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

/** Returns the commit that the work tree is compared with, or undefined if there is no commit. */
function baseIn(root: string): string | undefined {
  const head = git(root, "rev-parse", "--verify", "--quiet", "HEAD");
  const left = mains.flatMap((main) => git(root, "merge-base", main, "HEAD") ?? []);
  return (
    left.find((commit) => commit !== head) ?? git(root, "rev-parse", "--verify", "--quiet", "HEAD~1") ?? head
  );
}

/** Returns the output of git without trailing white space, or undefined if git failed. */
function git(root: string, ...args: readonly string[]): string | undefined {
  // In a hook, git sets variables that point its child processes to another repository.
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
