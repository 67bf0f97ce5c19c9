/**
 * Stores the results of read-only commands in git's folder. The name of each file is derived from everything on which
 * the result depends.
 */

import { hash } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isExecutable } from "./files/embedded.ts";
import { toolVersion } from "./files/shipped.ts";
import { workTreesAbove } from "./files/work-tree.ts";

/** The stored results of one repository. Failures are ignored, because nothing depends on the files. */
export interface OutcomeFiles {
  /** The text under this key; undefined if there is none, or it is damaged. */
  read(key: string): string | undefined;
  write(key: string, text: string): void;
}

/** The maximum number of files; the oldest are removed. */
const maxKept = 16;
/** The maximum length of a file, in characters. */
const maxLength = 16 * 1024 * 1024;
/** The length of the hash at the end of a file, which covers everything before it. */
const hashLength = 64;

/**
 * The stored results of the repository that contains a folder. Undefined: there is no repository, or its `.git` is only
 * a pointer.
 */
export async function outcomeFiles(folder: string): Promise<OutcomeFiles | undefined> {
  const [nearest] = await workTreesAbove(folder);
  if (!nearest) return undefined;
  const git = join(nearest.top, ".git");
  const own = join(git, "trueup", "outcomes");
  const place = (key: string) => join(own, `${hash("sha256", key)}.json`);
  return {
    read: (key) => tried(() => whole(place(key))),
    write: (key, text) =>
      tried(() => {
        if (text.length > maxLength || !lstatSync(git).isDirectory()) return;
        mkdirSync(own, { recursive: true, mode: 0o700 });
        if (!lstatSync(own).isDirectory()) return;
        const path = place(key);
        const draft = `${path}.${process.pid}`;
        writeFileSync(draft, text + hash("sha256", text), { mode: 0o600 });
        renameSync(draft, path);
        forgetOldest(own);
      }),
  };
}

/** What identifies the running program; undefined for sources, which change without a new version. */
export function programIdentity(): string | undefined {
  const own = import.meta.url;
  if (own.endsWith(".ts")) return undefined;
  return tried(() => {
    if (isExecutable) {
      const { size, mtimeMs } = statSync(process.execPath);
      return `${process.execPath} ${size} ${mtimeMs}`;
    }
    // The bundler names each file after its content, so the names identify the code. Catalogs and mappings in the
    // package are identified by their sizes and times.
    const folder = dirname(fileURLToPath(own));
    const data = ["catalogs", "mappings"].flatMap((name) => sizesIn(join(folder, "..", name)));
    return JSON.stringify([toolVersion(), readdirSync(folder).sort(), data]);
  });
}

function sizesIn(folder: string): readonly string[] {
  const each = (name: string) => {
    const { size, mtimeMs } = statSync(join(folder, name));
    return `${name} ${size} ${mtimeMs}`;
  };
  return readdirSync(folder).sort().map(each);
}

function whole(path: string): string | undefined {
  const found = lstatSync(path);
  if (!found.isFile() || found.size > 4 * maxLength) return undefined;
  const all = readFileSync(path, "utf8");
  const text = all.slice(0, -hashLength);
  return all.slice(-hashLength) === hash("sha256", text) ? text : undefined;
}

function forgetOldest(folder: string): void {
  const aged = readdirSync(folder).map((name) => ({ name, ms: statSync(join(folder, name)).mtimeMs }));
  for (const { name } of aged.sort((a, b) => b.ms - a.ms).slice(maxKept))
    rmSync(join(folder, name), { force: true });
}

/** The result of `act`; undefined if it throws, because a cache must never cause a failure. */
function tried<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
