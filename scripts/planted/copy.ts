/** A copy of the project, the bugs planted in it, and the results of commands there. */

import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Edit } from "../../test/planted/bug.ts";

/** The path of the project. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

const notCopied = new Set(["node_modules", ".git", "dist", "dist-test", "coverage", ".trueup"]);
const patienceMs = 15 * 60_000;

/** Calls `task` with a copy of the project that has the same packages. The copy is removed afterwards. */
export async function inCopy<T>(task: (copy: string) => Promise<T>): Promise<T> {
  const copy = await mkdtemp(join(tmpdir(), "trueup-planted-"));
  try {
    await cp(root, copy, { recursive: true, filter: (path) => !notCopied.has(basename(path)) });
    await symlink(join(root, "node_modules"), join(copy, "node_modules"));
    return await task(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Runs all tasks, `jobs` at a time, each with a bug in a copy; `task` also gets a clean copy. */
export async function inCopies<B>(
  bugs: readonly B[],
  jobs: number,
  task: (bug: B, copy: string, clean: string) => Promise<void>,
): Promise<void> {
  const waiting = [...bugs];
  await inCopy(async (clean) => {
    const work = () =>
      inCopy(async (copy) => {
        for (let bug = waiting.shift(); bug; bug = waiting.shift()) await task(bug, copy, clean);
      });
    await Promise.all(Array.from({ length: Math.max(1, Math.min(jobs, bugs.length)) }, work));
  });
}

/**
 * The result of `task` with the edits in the copy; a text if an edit does not match exactly one place in its file. The
 * edits are reverted afterwards.
 */
export async function withEdits<T>(
  copy: string,
  edits: readonly Edit[],
  task: () => Promise<T>,
): Promise<T | string> {
  const before = new Map<string, string>();
  try {
    for (const { file, find, put } of edits) {
      const path = join(copy, file);
      const text = await readFile(path, "utf8");
      if (!before.has(path)) before.set(path, text);
      if (text.split(find).length !== 2) return `it has no place, or several, in ${file}`;
      await writeFile(
        path,
        text.replace(find, () => put),
      );
    }
    return await task();
  } finally {
    for (const [path, text] of before) await writeFile(path, text);
  }
}

/** The result of a command. */
export interface Ended {
  readonly passed: boolean;
  readonly text: string;
}

/** The form in which tests run. If the short form notices a bug, the long one is not needed. */
export type Form = "short" | "long";

/** Runs node in a copy, for at most 15 minutes. Reuses code that was already compiled there. */
export function run(cwd: string, args: readonly string[], form: Form): Promise<Ended> {
  const env = {
    ...{ ...process.env, NO_COLOR: "1", CI: "true", TRUEUP_TEST: "sources", TRUEUP_TESTS: form },
    NODE_COMPILE_CACHE: cwd === root ? undefined : join(cwd, ".compiled"),
  };
  const child = spawn(process.execPath, [...args], { cwd, env, timeout: patienceMs, killSignal: "SIGKILL" });
  let text = "";
  const keep = (part: Buffer) => {
    text += part.toString();
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status, signal) => {
      if (signal) text += `\nended by ${signal}; it may take ${patienceMs / 60_000} minutes`;
      resolve({ passed: status === 0, text });
    });
  });
}
