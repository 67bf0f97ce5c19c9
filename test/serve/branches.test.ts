/**
 * Branches that disappear or are force-pushed, repositories that hang, controllers that are down, and clocks that jump.
 */

import { renameSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { commitAll, git } from "../git/repositories.ts";
import { networks, projectFile, stage } from "./stage.ts";

const onMerge = projectFile("serve: { apply: onMerge }\n");
const files = { "trueup.yaml": onMerge, "desired-state/a.yaml": networks({ berlin: "Europe/Berlin" }) };

describe("a branch", () => {
  test("that was forced is planned and not applied, until it follows again", async () => {
    const at = await stage({ files });
    const { commit: first } = await at.until(({ state }) => state === "inSync");
    at.merge({ "desired-state/a.yaml": networks({ berlin: "Europe/Paris" }) });
    await at.until(({ state, look }) => state === "inSync" && look?.commit !== first?.id);
    git(at.cwd, "reset", "-q", "--hard", "HEAD~1");
    commitAll(at.cwd, { "desired-state/a.yaml": networks({ berlin: "Europe/Oslo" }) });
    at.push("-f", "origin", "main");
    const forced = await at.until(({ reasons }) => reasons.some(({ because }) => because === "branchForced"));
    expect(forced).toMatchObject({ state: "blocked" });
    await at.pass(3_600_000);
    expect(at.live()).toEqual({ berlin: "Europe/Paris" });
    await at.close();
    await at.start();
    await at.until(({ reasons }) => reasons.some(({ because }) => because === "branchForced"));
    git(at.cwd, "fetch", "-q", at.remote, "+refs/trueup/test/*:refs/trueup/test/*");
    const applied = git(at.cwd, "rev-parse", "refs/trueup/test/applied^{commit}");
    git(at.cwd, "merge", "-q", "-s", "ours", "-m", "together", applied);
    at.push("origin", "main");
    const again = await at.until(({ state }) => state === "inSync");
    expect([again.reasons, at.live()]).toEqual([[], { berlin: "Europe/Oslo" }]);
  });

  test("that was forced is applied once somebody asks, with the consent that its base needs", async () => {
    const at = await stage({ files });
    await at.until(({ state }) => state === "inSync");
    at.merge({ "desired-state/a.yaml": networks({ berlin: "Europe/Paris" }) });
    await at.until(({ state }) => state === "inSync" && at.live().berlin === "Europe/Paris");
    git(at.cwd, "reset", "-q", "--hard", "HEAD~1");
    commitAll(at.cwd, { "desired-state/a.yaml": networks({ berlin: "Europe/Oslo" }) });
    at.push("-f", "origin", "main");
    const forced = await at.until(({ reasons }) => reasons.some(({ because }) => because === "branchForced"));
    const fingerprint = forced.look?.plan.fingerprint ?? "";
    await at.ask({ do: "apply", environment: "net/test", fingerprint, consents: [`base@${fingerprint}`] });
    const done = await at.until(({ state }) => state === "inSync");
    expect([done.reasons, at.live()]).toEqual([[], { berlin: "Europe/Oslo" }]);
    const history = "refs/trueup-history/test";
    const kept = git(at.remote, "ls-tree", "--name-only", history).split("\n");
    const [, , newest] = kept.map((name) => JSON.parse(git(at.remote, "show", `${history}:${name}`)));
    expect([kept.length, newest]).toMatchObject([
      3,
      { ending: "applied", consents: ["base"], approval: "fingerprint" },
    ]);
  });

  test("that vanished goes on being looked at, and nothing of it is applied", async () => {
    const at = await stage({
      files: { ...files, "trueup.yaml": projectFile("serve: { selfHeal: true, apply: onMerge }\n") },
    });
    await at.until(({ state }) => state === "inSync");
    git(at.remote, "update-ref", "-d", "refs/heads/main");
    at.running().moved("net");
    await at.until(({ reasons }) => reasons.some(({ because }) => because === "branchGone"));
    at.network.change({ interface: "dashboard", network: "berlin", set: { timeZone: "Asia/Tokyo" } });
    const gone = await at.until(({ since }) => since.size > 0);
    expect(gone.state).toBe("blocked");
    await at.pass(3_600_000);
    expect(at.live()).toEqual({ berlin: "Asia/Tokyo" });
    at.push("origin", "main");
    await at.until(({ state }) => state === "inSync");
    expect(at.live()).toEqual({ berlin: "Europe/Berlin" });
  });
});

describe("what is not well", () => {
  test("is said of a repository that hangs, and others go on", async () => {
    const silent = createServer(() => {});
    await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const secrets = { allow: [], commands: false, env: {} };
    const projects = [{ branch: "main", projectFile: "trueup.yaml", secrets }];
    const url = `http://127.0.0.1:${port}/hanging.git`;
    const others = [{ name: "far", url, fetchEveryMs: 60_000, timeoutSeconds: 1, projects }];
    const at = await stage({ files, others });
    await at.until(({ state }) => state === "inSync");
    const far = await at.until(({ problems }) => problems.length > 0, { id: "far/trueup.yaml@main" });
    expect(far).toMatchObject({ state: "failing", problems: [{ code: "remote-unreachable" }] });
    expect(at.running().status()).toEqual({ isAlive: true, isReady: true });
  });

  test("is said of a repository that is gone after it was fetched: what it has by now is unknown, and not as declared", async () => {
    const at = await stage({ files, fetchEveryMs: 60_000 });
    await at.until(({ state }) => state === "inSync");
    renameSync(at.remote, `${at.remote}-away`);
    const first = await at.until(({ problems }) => problems.length > 0, { withinMs: 120_000 });
    expect(first).toMatchObject({ state: "inSync", problems: [{ severity: "warning" }] });
    const lasting = await at.until(({ state }) => state === "failing", { withinMs: 3_600_000 });
    expect(lasting).toMatchObject({
      problems: [{ severity: "error" }],
      reasons: [{ because: "projectInvalid" }],
    });
    renameSync(`${at.remote}-away`, at.remote);
    const back = await at.until(({ state }) => state === "inSync", { withinMs: 3_600_000 });
    expect(back.problems).toEqual([]);
  });

  test("is said of a controller that is down for a day, which is asked less and less, and then seen again", async () => {
    const at = await stage({ files });
    await at.until(({ state }) => state === "inSync");
    at.network.fault({ interface: "dashboard", forMs: 86_400_000, effect: { kind: "down" } });
    const down = await at.until(({ state }) => state === "failing");
    expect(down.targets[0]?.failing).toMatchObject({
      since: expect.any(String),
      // The message also says what to do.
      message: expect.stringMatching(/answered 503\. Retry later, /),
    });
    const requests = down.targets[0]?.counts.requests ?? 0;
    await at.pass(72_000_000);
    expect(at.see()).toMatchObject({ state: "failing", reasons: [{ because: "unreachable" }] });
    expect(at.see()?.targets[0]?.failing?.since).toBe(down.targets[0]?.failing?.since);
    expect((at.see()?.targets[0]?.counts.requests ?? 0) - requests).toBeLessThan(20 * 12);
    const well = await at.until(({ state }) => state === "inSync");
    expect(well.targets[0]?.failing).toBeUndefined();
  });

  test("a wall clock that jumps, ahead and back, does no harm", async () => {
    const at = await stage({
      files: {
        ...files,
        "trueup.yaml": projectFile("serve: { observe: 10m, selfHeal: true, apply: onMerge }\n"),
      },
    });
    await at.until(({ state }) => state === "inSync");
    for (const aheadMs of [365 * 86_400_000, -365 * 86_400_000, 0]) {
      at.clock.aheadMs = aheadMs;
      const requests = () => at.see()?.targets[0]?.counts.requests ?? 0;
      const before = requests();
      await at.pass(3_600_000);
      const sent = requests() - before;
      expect([sent > 0, sent < 60, at.see()?.state]).toEqual([true, true, "inSync"]);
    }
    at.network.change({ interface: "dashboard", network: "berlin", set: { timeZone: "Asia/Tokyo" } });
    await at.until(({ since }) => since.size > 0);
    await at.until(({ state }) => state === "inSync");
  });
});
