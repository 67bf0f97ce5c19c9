/** A temporary folder with files, which is removed when this process ends. */

import { rmSync } from "node:fs";
import { mkdir, mkdtemp, realpath, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";

/** A file to create in the folder. */
interface ScratchFile {
  /** The path relative to the folder, with forward slashes. */
  readonly path: string;
  /** For a link, `content` is its destination. A link that leads out of the folder is not created. */
  readonly is: "file" | "program" | "link";
  readonly content: Uint8Array;
}

/** Creates the folder, which only this user may enter. Returns its absolute path. Rejects if it cannot be written. */
export async function scratchFolder(files: readonly ScratchFile[]): Promise<string> {
  const top = await realpath(await mkdtemp(join(tmpdir(), "trueup-")));
  process.once("exit", () => rmSync(top, { recursive: true, force: true }));
  for (const { path, is, content } of files) {
    const place = join(top, path);
    await mkdir(dirname(place), { recursive: true });
    if (is !== "link") await writeFile(place, content, { mode: is === "program" ? 0o700 : 0o600 });
    else if (staysInside(path, Buffer.from(content).toString())) await symlink(Buffer.from(content), place);
  }
  return top;
}

function staysInside(path: string, to: string): boolean {
  return !posix.isAbsolute(to) && !posix.join(posix.dirname(path), to).startsWith("..");
}
