/**
 * The machine of a runner: the arguments of its programs, which all its users can read, and the files that stay on its
 * disk.
 */

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

const programs = [
  "git",
  "node",
  "npm",
  "curl",
  "base64",
  "tr",
  "sed",
  "tar",
  "mktemp",
  "sha256sum",
  "jq",
  "unzip",
];

/**
 * Returns the PATH of a watched machine. It begins with `folder`, and each program that is started there adds a line to
 * the file `noted`.
 */
export function watchedPath(folder: string, noted: string): string {
  const path = process.env.PATH ?? "";
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    for (const name of programs) {
      const real = path
        .split(delimiter)
        .map((each) => join(each, name))
        .find((each) => existsSync(each));
      if (real === undefined) continue;
      const text = `#!/bin/sh\nprintf '%s\\n' "${name} $*" >> "${noted}"\nexec "${real}" "$@"\n`;
      writeFileSync(join(folder, name), text);
      chmodSync(join(folder, name), 0o755);
    }
  }
  return [folder, path].join(delimiter);
}

/** Returns every file that remains on a machine, with its text. */
export function keptFiles(folder: string): readonly { readonly path: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    return entry.isFile() ? [{ path, text: readFileSync(path, "latin1") }] : [];
  });
}
