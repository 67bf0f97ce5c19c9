/** Compiled code from other users is not run: the command uses no cache folder that another user may write to. */

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { folder } from "../cli/command.ts";

const bin = fileURLToPath(new URL("../../bin/trueup.js", import.meta.url));

async function folders(): Promise<{ readonly home: string; readonly temporary: string }> {
  const made = await folder();
  const [home, temporary] = [join(made, "home"), join(made, "tmp")];
  await Promise.all([mkdir(home), mkdir(temporary)]);
  return { home, temporary };
}

/**
 * Returns the output of the command. These folders are its home and the system's temporary folder, and it has no other
 * variables.
 */
async function started(home: string, temporary: string, more: Record<string, string> = {}): Promise<string> {
  const env = { PATH: process.env.PATH ?? "", HOME: home, TMPDIR: temporary, ...more };
  const { stdout } = await promisify(execFile)(process.execPath, [bin, "--quiet", "--version"], { env });
  return stdout;
}

test("compiled code is kept where its user alone may write, and nothing in the folder that all share", async () => {
  const { home, temporary } = await folders();
  expect(await started(home, temporary)).toMatch(/^\d/);
  expect(await readdir(temporary)).toEqual([]);
  const kept = join(home, ".cache/trueup/compiled");
  expect((await stat(kept)).mode & 0o777).toBe(0o700);
  expect(await readdir(kept)).toHaveLength(1);
});

test.each([
  ["may be written by others", 0o777, ".cache/trueup/compiled"],
  ["stands in one where others may rename", 0o777, ".cache/trueup"],
])("a folder that %s is not used", async (_, mode, open) => {
  const { home, temporary } = await folders();
  const kept = join(home, ".cache/trueup/compiled");
  await mkdir(kept, { recursive: true });
  await chmod(join(home, open), mode);
  expect(await started(home, temporary)).toMatch(/^\d/);
  expect(await readdir(kept)).toEqual([]);
});

test("a link to such a folder counts as what it leads to, and a home that can't be written as none", async () => {
  const { home, temporary } = await folders();
  const shared = join(temporary, "shared");
  await mkdir(shared);
  await chmod(shared, 0o777);
  await mkdir(join(home, "cache/trueup"), { recursive: true });
  await symlink(shared, join(home, "cache/trueup/compiled"));
  expect(await started(home, temporary, { XDG_CACHE_HOME: join(home, "cache") })).toMatch(/^\d/);
  expect(await readdir(shared)).toEqual([]);
  expect(await started("/dev/null", temporary)).toMatch(/^\d/);
  expect(existsSync(join(temporary, "node-compile-cache"))).toBe(false);
});

test("in CI nothing is kept and nothing taken: an earlier job, with fewer rights, may have left it", async () => {
  const { home, temporary } = await folders();
  const kept = join(home, ".cache/trueup/compiled");
  expect(await started(home, temporary, { CI: "true" })).toMatch(/^\d/);
  expect(existsSync(kept)).toBe(false);
  for (const CI of ["false", ""]) {
    expect(await started(home, temporary, { CI })).toMatch(/^\d/);
    expect(await readdir(kept)).toHaveLength(1);
  }
});
