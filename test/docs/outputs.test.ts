/** Checks every document that a command prints with `--format json` against its published schema. */

import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { outputSchemas } from "../../src/load/documents/outputs.ts";
import { changeLive } from "../../src/simulator/changes.ts";
import { exampleProject, simulator, trueup, write } from "../cli/command.ts";
import { faultsOf } from "./output-faults.ts";

test("each has a format, a version and fields as its schema says", async () => {
  const served = await simulator();
  const cwd = await exampleProject(served);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.net", ...args], {
      cwd,
      stdio: "pipe",
    });
  git("init", "--quiet", "--initial-branch=main");
  git("add", "--all");
  git("commit", "--quiet", "--message", "first");
  const seen = new Set<string>();
  const holds = async (...args: string[]) => {
    const { out, err } = await trueup([...args], { cwd });
    expect(out, `${args.join(" ")}: ${err}`).toMatch(/^\{/);
    const { name, faults } = faultsOf(out);
    expect(faults, args.join(" ")).toEqual([]);
    seen.add(name);
  };
  const json = ["--format", "json"];
  await holds("check", ...json);
  await holds("doctor", ...json);
  await holds("status", ...json);
  await holds("validate", ...json);
  await holds("kinds", ...json);
  await holds("kinds", "meraki", "ssid", ...json);
  await holds("explain", "cloud/network/berlin", ...json);
  await holds("eval", "1 + 1", ...json);
  await holds("render", "--only", "cloud/network/*", ...json);
  await holds("plan", ...json);
  await holds("applied", ...json);
  await holds("apply", "--yes", ...json);
  await holds("applied", ...json);
  await holds("history", ...json);
  await holds("observe");
  served.edit(
    (world) =>
      changeLive(world, {
        interface: "dashboard",
        network: "Berlin Office",
        set: { timeZone: "Europe/London" },
      }) ?? world,
  );
  await holds("drift", "--who", ...json);
  await holds("adopt", "cloud/network/berlin", "--dry-run", ...json);
  await holds("import", "cloud", "--dry-run", ...json);
  await write(
    cwd,
    "desired-state/acme/more.yaml",
    "networks:\n  ulm: { name: Ulm, timezone: Europe/Berlin }\n",
  );
  await holds("plan", ...json);
  await write(cwd, "desired-state/acme/more.yaml", "networks:\n  ulm: { name: Ulm }\n");
  await holds("render", "--diff", "HEAD", ...json);
  // These two are checked in test/cli/commands/catalog/check.test.ts and test/cli/commands/pull.test.ts.
  const elsewhere = ["catalogCheck", "pull"];
  expect(Object.keys(outputSchemas).filter((name) => !seen.has(name) && !elsewhere.includes(name))).toEqual(
    [],
  );
});
