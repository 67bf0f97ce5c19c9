/** Shutdown, restarts and locks: what a server leaves behind, what it finds again, and which locks delay it. */

import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startLoop } from "../../src/serve/loop/loop.ts";
import { git } from "../git/repositories.ts";
import { networks, projectFile, stage } from "./stage.ts";

const onMerge = projectFile("serve: { apply: onMerge }\n");
const files = { "trueup.yaml": onMerge, "desired-state/a.yaml": networks({ berlin: "Europe/Berlin" }) };
const tokyo = { interface: "dashboard", network: "berlin", set: { timeZone: "Asia/Tokyo" } } as const;

describe("a server that is started again", () => {
  test("knows since when something differs and its runs; damaged state loses times alone", async () => {
    const at = await stage({ files });
    await at.until(({ state }) => state === "inSync");
    at.network.change(tokyo);
    const before = await at.until(({ state }) => state === "drifted");
    await at.close();
    await at.pass(7_200_000);
    await at.start();
    // Nothing was pushed meanwhile. The server still observes again, because it counts the branches in its own clone as
    // a change.
    const again = await at.until(({ state }) => state === "drifted", { withinMs: 60_000 });
    expect([...again.since]).toEqual([...before.since]);
    expect(again.runs).toMatchObject([{ ended: "applied", steps: { applied: 1 } }]);
    expect(again.history.length).toBeGreaterThan(1);
    await at.close();
    const [name = ""] = readdirSync(join(at.dataFolder, "state"));
    const path = join(at.dataFolder, "state", name);
    const whole = readFileSync(path, "utf8");
    const damaged = ["", whole.slice(0, whole.length / 2), whole.replace('"version":1', '"version":2'), "{}"];
    for (const text of damaged) {
      writeFileSync(path, text);
      await at.start();
      const seen = await at.until(({ state }) => state === "drifted");
      expect(seen).toMatchObject({ runs: [], problems: [], applied: before.applied });
      expect(seen.since.get("cloud/network/berlin")?.cause).toBe("drift");
      await at.close();
    }
  });

  test("and cannot write its state goes on, and says so until it can", async () => {
    const at = await stage({ files });
    await at.until(({ state }) => state === "inSync");
    await at.close();
    const folder = join(at.dataFolder, "state");
    rmSync(folder, { recursive: true });
    // Makes every write of the state fail, as on a full disk.
    writeFileSync(folder, "");
    await at.start();
    const commit = at.merge({ "desired-state/a.yaml": networks({ berlin: "Europe/Paris" }) });
    const seen = await at.until(({ applied, run }) => applied?.commit === commit && !run);
    expect(seen).toMatchObject({
      problems: [{ code: "serve-state", severity: "warning" }],
      runs: [{ ended: "applied" }],
    });
    expect(at.live()).toEqual({ berlin: "Europe/Paris" });
    rmSync(folder);
    at.network.change(tokyo);
    const drifted = await at.until(({ state, problems }) => state === "drifted" && problems.length === 0);
    expect(drifted.runs).toMatchObject([{ ended: "applied" }]);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  test("and whose folder another one has is refused", async () => {
    const at = await stage({ files });
    const settings = { dataFolder: at.dataFolder, repositories: [] };
    const ports = {
      world: { clock: at.clock, random: () => 0 },
      log: { level: "silent", format: "json" },
    } as const;
    expect(await startLoop(settings, ports)).toMatchObject({ problem: { code: "serve-folder" } });
  });

  test("that ends amid an apply waits for what has left, and the next one goes on", async () => {
    const all = Object.fromEntries(Array.from({ length: 8 }, (_, one) => [`n${one}`, "Europe/Berlin"]));
    const slow = { kind: "slow", delayMs: 20_000 } as const;
    const at = await stage({ files: { ...files, "desired-state/a.yaml": networks(all) } });
    at.network.fault({ effect: slow, methods: ["POST"], forMs: 1e9 });
    await at.until(({ run }) => run?.events.some(({ text }) => text.endsWith(": begins")) === true);
    await at.close();
    const created = at.network.world.dashboard.networks.size;
    await at.pass(600_000);
    expect([created < 8, at.network.world.dashboard.networks.size]).toEqual([true, created]);
    at.network.world = { ...at.network.world, faults: [] };
    await at.start();
    const done = await at.until(({ state }) => state === "inSync");
    expect([at.network.world.dashboard.networks.size, done.runs[0]?.ended]).toEqual([8, "applied"]);
  });
});

describe("a lock", () => {
  const lock = (expires: string) =>
    JSON.stringify({
      ...{ format: "trueup.lock", version: 1, run: "run-7", owner: "ci, https://ci.example.net/7" },
      ...{ since: "2026-01-01T00:00:00.000Z", expires },
    });

  /** Pushes the lock of another run to the remote. */
  function lockedBy(at: Awaited<ReturnType<typeof stage>>, expires = "2026-02-01T00:00:00.000Z"): void {
    const head = git(at.cwd, "rev-parse", "HEAD");
    const tag = `object ${head}\ntype commit\ntag trueup/lock\ntagger t <t@localhost> 0 +0000\n\n${lock(expires)}\n`;
    writeFileSync(join(at.cwd, ".git", "lock-tag"), tag);
    const id = git(at.cwd, "hash-object", "-w", "-t", "tag", ".git/lock-tag");
    at.push("origin", `${id}:refs/trueup/test/lock`);
  }

  test("of another run holds applies back, says whose it is, and is released by its run's name", async () => {
    const at = await stage({ files });
    await at.until(({ state }) => state === "inSync");
    lockedBy(at);
    await at.until(({ reasons }) => reasons.some(({ because }) => because === "locked"));
    at.merge({ "desired-state/a.yaml": networks({ berlin: "Europe/Paris" }) });
    const held = await at.until(({ state }) => state === "blocked");
    expect(held.reasons).toMatchObject([
      { because: "locked", by: "ci, https://ci.example.net/7", run: "run-7" },
    ]);
    await at.pass(3_600_000);
    expect(at.live()).toEqual({ berlin: "Europe/Berlin" });
    const environment = "net/test";
    expect(await at.ask({ do: "releaseLock", environment, run: "run-8" })).toMatchObject({ is: "refused" });
    expect(await at.ask({ do: "releaseLock", environment, run: "run-7" })).toMatchObject({ is: "accepted" });
    await at.until(({ state }) => state === "inSync");
    expect(at.live()).toEqual({ berlin: "Europe/Paris" });
  });

  test("that is lost ends the apply, which is tried again once it is free", async () => {
    const at = await stage({ files });
    await at.until(({ state }) => state === "inSync");
    const many = Object.fromEntries(Array.from({ length: 4 }, (_, one) => [`n${one}`, "Europe/Berlin"]));
    at.network.fault({ effect: { kind: "slow", delayMs: 120_000 }, methods: ["POST"], times: 2 });
    at.merge({ "desired-state/a.yaml": networks({ berlin: "Europe/Berlin", ...many }) });
    await at.until(({ run }) => run?.events.some(({ text }) => text.endsWith(": begins")) === true);
    git(at.remote, "update-ref", "-d", "refs/trueup/test/lock");
    const lost = await at.until(({ runs }) => runs[0]?.ended === "lockLost");
    expect(lost.runs[0]?.message).toContain("The lock was lost");
    await at.until(({ state }) => state === "inSync");
    expect(Object.keys(at.live())).toHaveLength(5);
  });
});

describe("an apply in waves", () => {
  test("ends after the one under way when somebody asks, and goes on when somebody asks again", async () => {
    const waves = "waves:\n  - { name: first, keys: [berlin] }\n  - { name: second, keys: [oslo] }\n";
    const two = networks({ berlin: "Europe/Berlin", oslo: "Europe/Oslo" });
    const at = await stage({ files: { "trueup.yaml": `${onMerge}${waves}`, "desired-state/a.yaml": two } });
    const environment = "net/test";
    const begun = await at.until(({ run }) => run?.waves[0]?.state === "running");
    expect(begun).toMatchObject({
      state: "applying",
      run: { waves: [{ name: "first" }, { name: "second", state: "waiting" }] },
    });
    expect(await at.ask({ do: "stopAfterWave", environment })).toMatchObject({ is: "accepted" });
    const stopped = await at.until(({ runs }) => runs.length > 0);
    expect(stopped.runs[0]).toMatchObject({
      ended: "partly",
      waves: [{ state: "done" }, { state: "skipped" }],
      steps: { all: 2, applied: 1 },
    });
    const left = await at.until(({ look, run }) => look?.plan.steps.length === 1 && !run);
    expect(left.reasons).toMatchObject([{ because: "lastFailed" }]);
    expect(at.live()).toEqual({ berlin: "Europe/Berlin" });
    const fingerprint = left.look?.plan.fingerprint ?? "";
    await at.ask({ do: "apply", environment, fingerprint });
    await at.until(({ state }) => state === "inSync");
    expect(at.live()).toEqual({ berlin: "Europe/Berlin", oslo: "Europe/Oslo" });
    expect(await at.ask({ do: "stopAfterWave", environment })).toMatchObject({ is: "refused" });
  });
});
