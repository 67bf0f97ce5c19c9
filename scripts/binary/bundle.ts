/** The contents of a single executable: its entry point, the bundle as CommonJS, and the program's files. */

import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "rolldown";
import config, { entries, plugins } from "../../rolldown.config.ts";

/** Paths of files by their name in the executable. */
export type Assets = Readonly<Record<string, string>>;

/**
 * All plugins except the one that loads modules late. The entry point of an executable runs its CommonJS chunks, and
 * Node cannot load them as modules.
 */
const loadedAtOnce = plugins.filter(({ name }) => name !== "late-modules");

/** Builds into a folder. Returns the one file that Node runs, and all other files by name. */
export async function bundleExecutable(root: string, to: string): Promise<{ main: string; assets: Assets }> {
  const cjs = {
    ...config.output,
    format: "cjs",
    entryFileNames: "[name].cjs",
    dynamicImportInCjs: false,
  } as const;
  await build({
    ...config,
    cwd: root,
    input: { main: entries.main, engine: entries.engine },
    plugins: loadedAtOnce,
    transform: { target: "node24" },
    output: { ...cjs, dir: join(to, "code"), chunkFileNames: "chunks/[name]-[hash].cjs" },
  });
  // Each entry point becomes a single file, because an executable has no files beside it to load. The entry points have
  // separate folders, because a build empties its folder.
  for (const name of ["start", "engine"]) {
    const input = { [name]: `scripts/binary/${name}.ts` };
    const output = { ...cjs, dir: join(to, name) };
    await build({ input, platform: "node", cwd: root, transform: { target: "node24" }, output });
  }
  const code = filesIn(join(to, "code")).filter((path) => path.endsWith(".cjs"));
  return {
    main: join(to, "start/start.cjs"),
    assets: {
      ...named("code", join(to, "code"), code),
      "files/engine.cjs": join(to, "engine/engine.cjs"),
      ...packagedFiles(root, to),
    },
  };
}

/** The files that the program reads at run time, from the published package, and its package.json. */
function packagedFiles(root: string, to: string): Assets {
  const packed = join(to, "packed");
  mkdirSync(packed, { recursive: true });
  execFileSync("npm", ["pack", "--silent", "--pack-destination", packed], { cwd: root, stdio: "pipe" });
  const [tarball = ""] = readdirSync(packed);
  execFileSync("tar", ["-xzf", join(packed, tarball), "-C", to]);
  const read = /^(?:package\.json$|trueup\.yaml$|(?:action|schemas|desired-state|examples|dist\/catalogs)\/)/;
  const files = filesIn(join(to, "package")).filter((path) => read.test(path));
  return {
    ...named("files", join(to, "package"), files),
    [`files/packed/${tarball}`]: join(packed, tarball),
  };
}

function named(prefix: string, folder: string, paths: readonly string[]): Assets {
  return Object.fromEntries(paths.map((path) => [`${prefix}/${path}`, join(folder, path)]));
}

/** The paths of all files below a folder, with slashes, in order. */
export function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
}

/** The version in a package's package.json. */
export function versionOf(folder: string): string {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;
}
