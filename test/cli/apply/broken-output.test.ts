/**
 * The program that reads an apply's output may exit, and the disk that receives the output may be full. The apply still
 * ends in order.
 */

import { execFile, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, inject, test } from "vitest";
import { git } from "../../git/repositories.ts";
import { trueup, trueupProcess } from "../command.ts";
import { declaring, type SmallProject } from "./small-project.ts";

/** Creates a project with fifteen networks, so that every output has more than one line. */
const begun = () => declaring(15);

/**
 * Checks that everything is written, the applied state is recorded, nobody holds a lock, and the next apply has nothing
 * to do.
 */
async function expectOrderlyEnd({ cwd, writes }: SmallProject): Promise<void> {
  expect(writes()).toBe(15);
  expect(git(cwd, "cat-file", "tag", "refs/trueup/test/applied")).toContain(git(cwd, "rev-parse", "HEAD"));
  expect(git(cwd, "for-each-ref", "refs/trueup/test/lock")).toBe("");
  const next = await trueup(["apply", "--yes"], { cwd });
  expect(next).toMatchObject({
    status: 0,
    out: expect.stringContaining("Plan: nothing to do; 15 as declared"),
  });
  expect(next.err).not.toMatch(/interrupted|took effect/);
}

describe("an apply", () => {
  test.each(["text", "json"])(
    "as %s whose reader goes after the first bytes ends in order",
    async (format) => {
      const on = await begun();
      const ended = await trueupProcess(["apply", "--yes", "--format", format], {
        cwd: on.cwd,
        started: (child) => {
          child.stdout?.destroy();
        },
      });
      expect(ended.err).not.toMatch(/EPIPE|failed unexpectedly/);
      expect(ended.status).toBe(0);
      await expectOrderlyEnd(on);
    },
  );

  test("whose progress nobody reads any more ends in order", async () => {
    const on = await begun();
    const ended = await trueupProcess(["apply", "--yes"], {
      cwd: on.cwd,
      started: (child) => {
        child.stderr?.destroy();
      },
    });
    expect(ended.status).toBe(0);
    await expectOrderlyEnd(on);
  });

  test("that prints to a full disk ends in order, and not as if its result were there", async () => {
    const on = await begun();
    const full = openSync("/dev/full", "w");
    const { PATH = "", HOME = "" } = process.env;
    const env = { PATH, HOME, DASHBOARD_API_KEY: "simulated-api-key" };
    const child = spawn(process.execPath, [inject("command"), "apply", "--yes"], {
      cwd: on.cwd,
      env,
      stdio: ["ignore", full, "pipe"],
    });
    let err = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      err += text;
    });
    const status = await new Promise((resolve) => child.once("close", resolve));
    closeSync(full);
    expect(err).toContain("could not print all of its result: ENOSPC");
    expect(status).toBe(1);
    await expectOrderlyEnd(on);
  });
});

describe("a file that an option names", () => {
  test.each([
    [["plan", "--out", "desired-state"], "desired-state cannot be written: it is a folder."],
    [
      ["plan", "--out", "trueup.yaml/plan.md"],
      "trueup.yaml/plan.md cannot be written: a part of the path is not a folder.",
    ],
    [["drift", "--out", "desired-state"], "desired-state cannot be written: it is a folder."],
    [["drift", "--metrics", "desired-state"], "desired-state cannot be written: it is a folder."],
    [["observe", "--out", "/dev/full"], "/dev/full cannot be written: the disk is full."],
  ])(
    "and that cannot be written is told, without a stack trace, and the status is 1: %j",
    async (args, why) => {
      const { cwd } = await declaring(1);
      const ended = await trueup(args, { cwd });
      expect(ended).toMatchObject({
        status: 1,
        err: expect.stringContaining(`error[unwritable-file]: ${why}`),
      });
      expect(ended.err).not.toContain("failed unexpectedly");
    },
  );

  test("may be standard output, as programs without another way ask for it", async () => {
    const { cwd } = await declaring(1);
    const { PATH = "", HOME = "" } = process.env;
    // Pipes the output, as a shell does.
    const { stdout } = await promisify(execFile)(
      "sh",
      ["-c", '"$0" "$1" observe --out /dev/stdout | cat', process.execPath, inject("command")],
      { cwd, env: { PATH, HOME, DASHBOARD_API_KEY: "simulated-api-key" } },
    );
    expect(JSON.parse(stdout)).toMatchObject({ environment: "test" });
  });
});
