/** `npm run soak` in its smallest form, and what happens when somebody stops it. */

import { spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import { Soaked } from "../../scripts/soak/soaked.ts";
import { folder } from "../cli/command.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runs the script. Whenever the script prints something, `once` is called with the whole output so far. */
async function soak(args: readonly string[], once?: (out: string, child: { kill: () => void }) => void) {
  const child = spawn(process.execPath, ["scripts/soak.ts", ...args, "--command", inject("command")], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
    once?.(out, { kill: () => child.kill("SIGINT") });
  });
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { status, out };
}

test("a soak of one round counts what it has done, and keeps nothing where all is well", {
  timeout: 240_000,
}, async () => {
  const keep = join(await folder(), "kept");
  const small = ["--rounds", "1", "--from", "6", "--seeds", "2", "--mixes", "1", "--jobs", "1"];
  const { status, out } = await soak([...small, "--keep", keep]);
  expect(out).toContain("2 seeds of faults\n");
  expect(out).toContain("2 seeds of decisions\n");
  expect(out).toContain("1 mixes of faults on the wire\n");
  expect(out).toMatch(/\n0 broken\n$/);
  expect(status).toBe(0);
  await expect(readdir(keep)).rejects.toThrow("ENOENT");
});

test("SIGINT ends a soak of hours with its summary", { timeout: 240_000 }, async () => {
  let isOver = false;
  const args = ["--hours", "5", "--from", "6", "--seeds", "0", "--mixes", "1", "--jobs", "1"];
  const { status, out } = await soak(args, (said, child) => {
    if (isOver || !said.includes("from seed 6")) return;
    isOver = true;
    child.kill();
  });
  expect(out).toMatch(/\n0 broken\n$/);
  expect(status).toBe(130);
});

test("what fails is kept with the command that shows it again, its lines and its trace", async () => {
  const keep = join(await folder(), "kept");
  const soaked = new Soaked(keep);
  soaked.count("mixes");
  const told = { replay: "npm run soak -- --seed 7", lines: ["it is twice"], trace: "POST\n" };
  soaked.keep({ kind: "mixes", seed: 7, name: "mix-7", ...told });
  expect(await readdir(keep)).toEqual(["mix-7.txt"]);
  const text = await readFile(join(keep, "mix-7.txt"), "utf8");
  expect(text).toBe("npm run soak -- --seed 7\n\nit is twice\n\nPOST\n");
  expect(soaked.summary()).toBe(`       1 mixes\n1 broken; kept in ${keep}\n       1 mixes: it is twice (7)`);
});
