/**
 * `trueup import` and `trueup init --import`, as processes: a whole company becomes files, and a plan with these files
 * is empty.
 */

import { type ChildProcess, execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { entriesOf } from "../../../src/simulator/log.ts";
import { isLong } from "../../long-forms.ts";
import { folder, projectFor, simulator, trueup, trueupProcess, write } from "../command.ts";

async function filesIn(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { recursive: true });
  return entries.filter((each) => each.endsWith(".yaml")).sort();
}

describe("the simulator's whole company", () => {
  test("is imported target by target; then the plan is empty, and nothing was written to the network", async () => {
    const served = await simulator();
    const cwd = await folder({ "trueup.yaml": projectFor(served) });

    const cloud = await trueup(["import", "cloud"], { cwd });
    expect(cloud.out).toContain("Imported: 51 networks, 120 SSIDs, 306 dashboard devices in 57 files");
    expect(cloud.out).toContain(
      "✓ The next plan is empty; it does not cover the 120 values that no file declares.",
    );
    expect(cloud.out).toContain("env:AMSTERDAM_OFFICE_ACME_CORP_PSK  cloud/ssid/amsterdam-office.0");
    // Optional variables are named in a few lines, instead of one line for each SSID.
    expect(cloud.out.match(/_PSK {2}cloud\/ssid\//g)).toHaveLength(5);
    expect(cloud.out).toContain("  and 115 more; --format json names all");
    expect(cloud.status).toBe(0);
    const fabric = await trueup(["import", "fabric-east"], { cwd });
    expect(fabric.out).toContain("Imported: 25 tenants in 26 files");
    const routers = await trueup(["import", "routers", "--hosts-from", "campus"], { cwd });
    expect(routers.out).toContain("Imported: 30 device hostnames, 120 device interfaces in 31 files");
    expect([fabric.status, routers.status]).toEqual([0, 0]);

    const plan = await trueup(["plan", "--detailed-exitcode"], { cwd });
    expect(plan.status).toBe(0);
    expect(plan.out).toContain("Plan: nothing to do; 652 as declared");
    expect(plan.out).not.toContain("Live and not declared");
    const report = await (await fetch(`${served.admin}/requests`)).json();
    expect(report).toMatchObject({ writes: 0 });
  });

  if (isLong)
    test("is imported on the first day by init, from an empty folder", async () => {
      const served = await simulator({ settings: {} });
      const cwd = await folder();
      const args = ["init", "--import", `${served.urls.dashboard}/`, "--dialect", "neutral"];
      const ended = await trueup(args, { cwd });
      expect(ended.out).toContain("Imported: 51 networks, 120 SSIDs, 306 dashboard devices in 57 files");
      expect(ended.status).toBe(0);
      expect(await readFile(join(cwd, "trueup.yaml"), "utf8")).toContain(`url: ${served.urls.dashboard}\n`);
      expect(existsSync(join(cwd, "desired-state/acme.yaml"))).toBe(false);
      expect((await trueup(["init", "--import", "dashboard"], { cwd })).err).toContain(
        "Give a URL, such as https://",
      );
    });
});

/** Returns the number of lines of all files in a folder, which may not exist yet. */
function linesIn(path: string): number {
  const names = existsSync(path) ? readdirSync(path) : [];
  return names.reduce((sum, name) => sum + readFileSync(join(path, name), "utf8").split("\n").length, 0);
}

describe("an import", () => {
  test("reads what it imports once, its empty plan included", async () => {
    const served = await simulator();
    const cwd = await folder({ "trueup.yaml": projectFor(served) });
    const ended = await trueup(["import", "cloud"], { cwd });
    expect(ended.out).toContain(
      "✓ The next plan is empty; it does not cover the 120 values that no file declares.",
    );
    const asked = entriesOf(served.world().log).map(({ method, path }) => `${method} ${path}`);
    expect(asked.length).toBeGreaterThan(50);
    expect(asked).toHaveLength(new Set(asked).size);
  });

  test("that is killed is gone on with by the next: what was read is not read again", async () => {
    const served = await simulator({ settings: { latencyMs: 30 } });
    const cwd = await folder({ "trueup.yaml": projectFor(served) });
    execFileSync("git", ["init", "--quiet"], { cwd });
    const paths = () => entriesOf(served.world().log).map(({ path }) => path);
    const started = (child: ChildProcess) => {
      const look = setInterval(() => {
        if (paths().length > 30 && linesIn(join(cwd, ".git/trueup/imports")) > 10) child.kill("SIGKILL");
      }, 2);
      child.once("exit", () => clearInterval(look));
    };
    await trueupProcess(["import", "cloud"], { cwd, started });
    expect(existsSync(join(cwd, "desired-state"))).toBe(false);
    const before = paths().filter((path) => path.includes("/ssids"));
    expect(before.length).toBeGreaterThan(5);

    const next = await trueup(["import", "cloud"], { cwd });
    expect(next.err).toMatch(
      /warning\[import-resumed\]: cloud: continues with \d+ reads of a stopped import/,
    );
    expect(next.out).toContain("Imported: 51 networks, 120 SSIDs, 306 dashboard devices in 57 files");
    expect(next.out).toContain(
      "✓ The next plan is empty; it does not cover the 120 values that no file declares.",
    );
    const ssids = paths().filter((path) => path.includes("/ssids"));
    // Reads are repeated if they were in flight at the kill, or if their results were not saved yet.
    expect(ssids.length - new Set(ssids).size).toBeLessThan(before.length);
    expect(await readdir(join(cwd, ".git/trueup/imports"))).toEqual([]);
  });

  test("of some kinds reads and writes these, and what they are in", async () => {
    const served = await simulator();
    const cwd = await folder({ "trueup.yaml": projectFor(served) });
    const ended = await trueup(["import", "cloud", "--kinds", "network"], { cwd });
    expect(ended.out).toContain("Imported: 51 networks in ");
    const paths = entriesOf(served.world().log).map(({ path }) => path);
    expect(paths.filter((path) => /ssids|devices/.test(path))).toEqual([]);
  });

  test("with --dry-run writes nothing and says the same", async () => {
    const cwd = await folder({ "trueup.yaml": projectFor(await simulator()) });
    const args = ["import", "cloud", "--only", "cloud/network/berlin-office", "--dry-run"];
    const ended = await trueup(args, { cwd });
    expect(ended.out).toContain("Would import: 1 network in 1 file");
    expect(ended.status).toBe(0);
    expect(existsSync(join(cwd, "desired-state"))).toBe(false);
    const json: unknown = JSON.parse((await trueup([...args, "--format", "json"], { cwd })).out);
    expect(json).toMatchObject({ format: "trueup.import", version: 1, dryRun: true, planIsEmpty: true });
  });

  test("counts in the next plan what was declared before, and differs from what is live", async () => {
    const cwd = await folder({ "trueup.yaml": projectFor(await simulator()) });
    const berlin = "networks: { berlin: { name: Berlin Office, timeZone: Asia/Tokyo } }\n";
    await write(cwd, "desired-state/mine.yaml", `target: cloud\norganization: Acme\n${berlin}`);
    for (const only of ["cloud/network/*", "cloud/network/berlin-office"]) {
      const ended = await trueup(["import", "cloud", "--only", only, "--dry-run"], { cwd });
      expect(ended.out).toContain("1 declared before");
      expect(ended.out).toContain("✗ The next plan is not empty:");
      expect(ended.out).toContain("Plan: 0 to create, 1 to update, 0 to remove");
      expect(ended.status).toBe(1);
    }
  });

  test("overwrites no file: one that is in the way stops all of it", async () => {
    const cwd = await folder({ "trueup.yaml": projectFor(await simulator()) });
    const path = "desired-state/fabric-east/staging.yaml";
    await write(cwd, path, "# mine\n");
    const ended = await trueup(["import", "fabric-east"], { cwd });
    expect(ended.status).toBe(1);
    expect(ended.err).toContain(`error[file-exists]: ${path} exists already`);
    expect(await filesIn(join(cwd, "desired-state"))).toEqual(["fabric-east/staging.yaml"]);
    expect(await readFile(join(cwd, path), "utf8")).toBe("# mine\n");
    const elsewhere = ["import", "fabric-east", "--out", "desired-state/east"];
    expect((await trueup(elsewhere, { cwd })).status).toBe(0);
    expect((await stat(join(cwd, "desired-state/east/staging.yaml"))).isFile()).toBe(true);
  });

  test("with --shared-secrets names every password by reference, and plans without them", async () => {
    const cwd = await folder({ "trueup.yaml": projectFor(await simulator()) });
    const only = ["--only", "cloud/organization/Globex"];
    const ended = await trueup(["import", "cloud", "--shared-secrets", ...only], { cwd });
    expect(ended.out).toContain("Set these before the next apply");
    expect(ended.out).toContain("env:GLOBEX_CORP_PSK");
    expect(ended.status).toBe(0);
    const defaults = await readFile(join(cwd, "desired-state/cloud/globex/defaults.yaml"), "utf8");
    expect(defaults).toContain("secret: env:GLOBEX_CORP_PSK");
    const plan = await trueup(["plan", "--detailed-exitcode"], { cwd });
    expect(plan.status).toBe(0);
  });

  test.each([
    [["routers"], "error[no-devices]"],
    [["routers", "--host", "10.21.0.1"], "error[host-not-listed]"],
    [["cloud", "--host", "10.20.0.1"], "error[not-a-fleet]"],

    [["cloudy"], "error[unknown-target]"],
    [["cloud", "--out", "elsewhere"], "error[out-outside]"],
    [["cloud", "--kinds", "netwrk"], "error[unknown-kind]"],
    [["cloud", "--only", "cloud/network/nowhere"], "error[matches-nothing]"],
  ])("of %j is a mistake that is named, and writes nothing", async (args, message) => {
    const served = await simulator();
    const cwd = await folder({ "trueup.yaml": projectFor(served) });
    const ended = await trueup(["import", ...args], { cwd });
    expect(ended.status).toBe(1);
    expect(ended.err).toContain(message);
    expect(existsSync(join(cwd, "desired-state"))).toBe(false);
    const report = await (await fetch(`${served.admin}/requests`)).json();
    expect(report).toMatchObject({ writes: 0 });
  });
});
