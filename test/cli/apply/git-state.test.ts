/** Git stores the state: the real command keeps in real repositories what was applied at each address. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { changeLive } from "../../../src/simulator/changes.ts";
import { logReport } from "../../../src/simulator/log.ts";
import type { RunningSimulator } from "../../../src/simulator/serve.ts";
import { recordedIn } from "../../git/recorded.ts";
import { commitAll, git, put, remoteOf, repository, scratch, shallowClone } from "../../git/repositories.ts";
import { isLong } from "../../long-forms.ts";
import { projectFor, simulator, trueup } from "../command.ts";

const applied = "refs/trueup/test/applied";
const file = "desired-state/offices.yaml";

/** Returns desired state with Acme's networks, by key. */
function offices(networks: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const lines = Object.entries(networks).map(([key, fields]) => `  ${key}: { ${fields} }\n`);
  return { [file]: `target: cloud\norganization: Acme\nnetworks:\n${lines.join("")}` };
}

const berlin = "name: Berlin Office, timeZone: Europe/Berlin";
const munich = "name: Munich Office, timeZone: Europe/Berlin";
const oslo = "name: Oslo Lab, timeZone: Europe/Oslo";

function projectIn(served: RunningSimulator, networks: Readonly<Record<string, string>>): string {
  return repository({ "trueup.yaml": projectFor(served), ".gitignore": ".trueup/\n", ...offices(networks) });
}

/** Returns the record as anybody can read it with git. */
function recordIn(cwd: string) {
  return { ...recordedIn(cwd), commit: git(cwd, "rev-parse", `${applied}^{commit}`) };
}

const writes = (served: RunningSimulator) => Number(logReport(served.world().log).writes);

function byHand(served: RunningSimulator, network: string, set: Readonly<Record<string, string>>): void {
  served.edit((world) => {
    const changed = changeLive(world, { interface: "dashboard", network, set });
    if (!changed) throw new Error(`the company has no ${network}`);
    return changed;
  });
}

async function arm(served: RunningSimulator, fault: object): Promise<void> {
  const reply = await fetch(`${served.admin}/faults`, { method: "POST", body: JSON.stringify(fault) });
  expect(reply.ok).toBe(true);
}

const refusal = { effect: { kind: "answer", status: 403 }, interface: "dashboard", methods: ["PUT"] };

describe("the applied ref", () => {
  test("begins with the first apply, which takes over what exists, and tells drift from pending ever after", async () => {
    const served = await simulator();
    const cwd = projectIn(served, { berlin, oslo });
    const first = await trueup(["plan"], { cwd });
    expect(first.err).toContain("nothing was applied from this repository yet");
    expect(first.out).toContain("Adopted, because it exists already: network berlin.");
    expect(git(cwd, "for-each-ref", "refs/trueup")).toBe("");

    const head = git(cwd, "rev-parse", "HEAD");
    const done = await trueup(["apply", "--yes"], { cwd });
    expect(done.status).toBe(0);
    expect(done.err).toContain(`Recorded: ${head.slice(0, 12)} is applied (${applied}).`);
    expect(recordIn(cwd)).toMatchObject({
      format: "trueup.record",
      version: 2,
      environment: "test",
      commit: head,
      counts: { applied: 1, failed: 0 },
      leftBehind: [],
    });

    byHand(served, "Berlin Office", { timeZone: "Europe/London" });
    commitAll(cwd, offices({ berlin, oslo: "name: Oslo Lab, timeZone: Europe/Paris" }));
    const drift = await trueup(["drift", "--detailed-exitcode"], { cwd });
    expect(drift.status).toBe(2);
    expect(drift.out).toMatch(/timeZone +now Europe\/London, declared Europe\/Berlin +drift/);
    expect(drift.out).toContain("Drift: 1 resource drifted, 1 resource pending in Git");
  });

  test("advances with an apply that had nothing to do, and stays where nothing is new", async () => {
    const served = await simulator();
    const cwd = projectIn(served, { berlin });
    expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
    const second = commitAll(cwd, { "README.md": "hello\n" });
    expect((await trueup(["apply", "--yes"], { cwd })).out).toContain("nothing to do");
    expect(recordIn(cwd).commit).toBe(second);
    const before = git(cwd, "rev-parse", applied);
    expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
    expect(git(cwd, "rev-parse", applied)).toBe(before);
    expect(writes(served)).toBe(0);
  });

  test("advances past what failed, which keeps its own base until it is applied", async () => {
    const served = await simulator();
    const cwd = projectIn(served, { berlin, munich });
    expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
    const first = recordIn(cwd).commit;
    const london = "name: Berlin Office, timeZone: Europe/London";
    const zurich = "name: Munich Office, timeZone: Europe/Zurich";
    const second = commitAll(cwd, offices({ berlin: london, munich: zurich }));
    await arm(served, { ...refusal, path: "*/networks/*" });
    const partly = await trueup(["apply", "--yes"], { cwd });
    expect(partly.status).toBe(3);
    expect(partly.err).toContain("left behind:\n  failed: network ");
    const { commit, leftBehind } = recordIn(cwd);
    expect(commit).toBe(second);
    expect(leftBehind).toEqual([
      { address: expect.stringMatching(/berlin|munich/), because: "failed", commit: first },
    ]);

    const again = await trueup(["plan"], { cwd });
    expect(again.out).toContain("Plan: 0 to create, 1 to update, 0 to remove; 1 as declared");
    expect(again.out).not.toMatch(/drift|conflict/);
    expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
    expect(recordIn(cwd)).toMatchObject({ commit: second, leftBehind: [] });
  });

  if (isLong)
    test("leaves behind what --only excludes, with the commit that last applied it, or none", async () => {
      const served = await simulator();
      const cwd = projectIn(served, { berlin });
      expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
      const first = recordIn(cwd).commit;
      commitAll(cwd, offices({ berlin: `${berlin}, tags: [x]`, munich, oslo }));
      expect((await trueup(["apply", "--yes", "--only", "*/oslo"], { cwd })).status).toBe(0);
      expect(recordIn(cwd).leftBehind).toEqual([
        { address: "cloud/network/berlin", because: "excluded", commit: first },
        { address: "cloud/network/munich", because: "excluded", commit: null },
      ]);
    });

  test("can be replaced by --base for once, and says two-way where there is no Git at all", async () => {
    const served = await simulator();
    const cwd = projectIn(served, { berlin });
    expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
    commitAll(cwd, offices({ berlin: "name: Berlin Office, timeZone: Europe/Paris" }));
    const other = await trueup(["plan", "--base", "HEAD"], { cwd });
    expect(other.out).toMatch(/timeZone +Europe\/Berlin → Europe\/Paris +drift/);
    const plain = scratch();
    put(plain, { "trueup.yaml": projectFor(served), ...offices({ berlin }) });
    const without = await trueup(["plan"], { cwd: plain });
    expect(without.out).toContain("Two-way comparison: without Git and --base");
  });

  test("needs the commit to be what is applied: a dirty work tree is refused, or not recorded as applied", async () => {
    const served = await simulator();
    const cwd = projectIn(served, { berlin });
    expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
    put(cwd, offices({ berlin: "name: Berlin Office, timeZone: Europe/Paris" }));
    const refused = await trueup(["apply", "--yes"], { cwd });
    expect(refused.status).toBe(4);
    expect(refused.err).toContain(
      "the declarations in the work tree differ from those of the checked-out commit: network berlin",
    );
    expect(writes(served)).toBe(0);
    expect((await trueup(["apply", "--yes", "--allow-dirty"], { cwd })).status).toBe(0);
    expect(writes(served)).toBe(1);
    expect(recordIn(cwd).leftBehind).toEqual([]);
    git(cwd, "checkout", "-q", "--", ".");
    const drift = await trueup(["drift"], { cwd });
    expect(drift.out).toMatch(/timeZone +now Europe\/Paris, declared Europe\/Berlin +drift/);
  });

  test("does not call a comment that is not committed dirty", async () => {
    const served = await simulator();
    const cwd = projectIn(served, { berlin });
    put(cwd, { [file]: `# a remark\n${offices({ berlin })[file]}` });
    expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
  });
});

if (isLong)
  describe("removals", () => {
    test("stay listed over any number of applies until they are pruned", async () => {
      const served = await simulator();
      const cwd = projectIn(served, { berlin, oslo });
      expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
      const first = recordIn(cwd).commit;
      commitAll(cwd, offices({ berlin }));
      const kept = { address: "cloud/network/oslo", because: "kept", commit: first };
      for (const _ of ["once", "twice"]) {
        const done = await trueup(["apply", "--yes"], { cwd });
        expect(done.out).toContain("Kept, though no longer declared: network oslo.");
        expect(recordIn(cwd).leftBehind).toEqual([kept]);
        commitAll(cwd);
      }
      const pruned = await trueup(["apply", "--yes", "--prune"], { cwd });
      expect(pruned.status).toBe(0);
      expect(pruned.out).toContain("- network oslo");
      expect(recordIn(cwd).leftBehind).toEqual([]);
      expect((await trueup(["plan", "--prune"], { cwd })).out).toContain("nothing to do");
    });
  });

describe("forgetting", () => {
  if (isLong)
    test("takes a removal off the list, with all that is in it; it is not pruned, and nobody's any more", async () => {
      const served = await simulator();
      const cwd = projectIn(served, { berlin, oslo: `${oslo}, ssids: { 0: { name: Lab } }` });
      expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
      commitAll(cwd, offices({ berlin }));
      const forgotten = await trueup(["forget", "cloud/network/oslo"], { cwd });
      expect(forgotten).toMatchObject({
        status: 0,
        out: expect.stringContaining("network oslo\n  ssid oslo.0\n"),
      });
      const planned = await trueup(["plan", "--prune"], { cwd });
      expect(planned.out).toContain("Plan: nothing to do");
      expect(planned.out).not.toContain("oslo");
      expect((await trueup(["apply", "--yes", "--prune"], { cwd })).status).toBe(0);
      expect(recordIn(cwd).leftBehind).toEqual([]);
      expect(logReport(served.world().log).counts).not.toHaveProperty("dashboard.DELETE");
    });

  test("is refused for what nobody knows, and by globs for what is declared", async () => {
    const served = await simulator();
    const cwd = projectIn(served, { berlin });
    expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
    for (const address of ["*/berlin", "cloud/network/nowhere"]) {
      const ended = await trueup(["forget", address], { cwd });
      expect(ended.status).toBe(1);
      expect(ended.err).toContain("matches no resource that trueup can forget");
    }
  });

  if (isLong)
    test("takes the id of what stays applied by its whole address alone: from then on its name decides", async () => {
      const served = await simulator();
      const cwd = projectIn(served, { berlin, munich });
      expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
      const ids = async () => {
        const { out } = await trueup(["applied", "--memory", "--format", "json"], { cwd });
        return JSON.parse(out).memory.resources.map(({ address }: { address: string }) => address);
      };
      expect(await ids()).toEqual(["cloud/network/berlin", "cloud/network/munich"]);
      const nothing = await trueup(["forget", "cloud/*"], { cwd });
      expect(nothing).toMatchObject({ status: 1, err: expect.stringContaining("give its complete address") });
      const done = await trueup(["forget", "cloud/network/berlin"], { cwd });
      expect(done).toEqual({
        ...{ status: 0, err: "" },
        out: "Ids forgotten. From now on, trueup recognizes these resources by their names:\n  network berlin\n",
      });
      expect(await ids()).toEqual(["cloud/network/munich"]);
      expect((await trueup(["plan"], { cwd })).out).toContain("Plan: nothing to do; 2 as declared");
      expect(recordIn(cwd).leftBehind).toEqual([]);
    });
});

describe("names and keys", () => {
  test("a new name under the same key is one update of the same network, found by what it was called", async () => {
    const served = await simulator();
    const cwd = projectIn(served, { berlin });
    expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
    commitAll(cwd, offices({ berlin: "name: Berlin HQ, timeZone: Europe/Berlin" }));
    const planned = await trueup(["plan"], { cwd });
    expect(planned.out).toMatch(/name +Berlin Office → Berlin HQ/);
    expect(planned.out).toContain("Plan: 0 to create, 1 to update, 0 to remove");
    expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
    expect(logReport(served.world().log).counts).not.toHaveProperty("dashboard.POST");
  });

  if (isLong)
    test("a new key for the same name is a move: shown, nothing written, and what drifted is still known", async () => {
      const served = await simulator();
      const cwd = projectIn(served, { berlin });
      expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
      commitAll(cwd, offices({ "berlin-office": berlin }));
      byHand(served, "Berlin Office", { timeZone: "Europe/London" });
      const planned = await trueup(["plan", "--prune"], { cwd });
      expect(planned.out).toContain("network berlin → berlin-office");
      expect(planned.out).toMatch(/timeZone +Europe\/London → Europe\/Berlin +drift/);
      expect(planned.out).toContain("Plan: 0 to create, 1 to update, 0 to remove");
      byHand(served, "Berlin Office", { timeZone: "Europe/Berlin" });
      const done = await trueup(["apply", "--yes", "--prune"], { cwd });
      expect(done.out).toContain("Plan: nothing to do");
      expect(writes(served)).toBe(0);
      expect(recordIn(cwd).leftBehind).toEqual([]);
      expect((await trueup(["plan"], { cwd })).out).not.toContain("Moved");
    });
});

describe("a remote", () => {
  test("has the record for every clone, of depth 1 and on a detached HEAD too", async () => {
    const served = await simulator();
    const origin = projectIn(served, { berlin, munich });
    const { path, url } = remoteOf(origin);
    const first = shallowClone(url);
    await arm(served, { ...refusal, path: "*/networks/*" });
    commitAll(origin, offices({ berlin, munich: "name: Munich Office, timeZone: Europe/Zurich" }));
    expect((await trueup(["apply", "--yes"], { cwd: first })).status).toBe(0);
    git(origin, "push", "-q", "origin", "main");
    const second = shallowClone(url);
    const failed = await trueup(["apply", "--yes"], { cwd: second });
    expect(failed.status).toBe(1);
    const { commit, leftBehind } = recordIn(path);
    expect(commit).toBe(git(origin, "rev-parse", "HEAD"));
    expect(leftBehind).toMatchObject([
      { address: "cloud/network/munich", commit: git(origin, "rev-parse", "HEAD~1") },
    ]);

    commitAll(origin, { "README.md": "later\n" });
    git(origin, "push", "-q", "origin", "main");
    const third = shallowClone(url);
    const planned = await trueup(["plan"], { cwd: third });
    expect(planned.err).toContain("1 resource left behind");
    expect(planned.out).toMatch(/timeZone +Europe\/Berlin → Europe\/Zurich/);
    expect(planned.out).not.toMatch(/drift|Taken over/);
    expect(planned.out).not.toContain("(base) is in doubt");
    expect((await trueup(["apply", "--yes"], { cwd: third })).status).toBe(0);
    expect(recordIn(path).leftBehind).toEqual([]);
  });

  test("that is gone stops an apply before anything is sent; a plan goes on with what is known here", async () => {
    const served = await simulator();
    const cwd = projectIn(served, { berlin });
    const { path } = remoteOf(cwd);
    rmSync(path, { recursive: true });
    const planned = await trueup(["plan"], { cwd });
    expect(planned.status).toBe(0);
    expect(planned.err).toContain("warning[remote-unreachable]: git cannot reach the remote origin: fatal:");
    expect(planned.err).toContain("Until then it is unknown what was applied: trueup removes nothing");
    expect(planned.err).toContain("Last applied state: unknown, because the remote did not answer");
    const ended = await trueup(["apply", "--yes"], { cwd });
    expect(ended.status).toBe(1);
    expect(ended.err).toContain("error[remote-unreachable]");
    expect(logReport(served.world().log).writes).toBe(0);
  });

  test("can be switched off: then the record stays in this repository", async () => {
    const served = await simulator();
    const cwd = repository({
      "trueup.yaml": `${projectFor(served)}git: { remote: false, refs: refs/tags/network }\n`,
      ".gitignore": ".trueup/\n",
      ...offices({ berlin }),
    });
    const { path } = remoteOf(cwd);
    expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
    expect(git(path, "for-each-ref", "--format=%(refname)")).toBe("refs/heads/main");
    expect(git(cwd, "rev-parse", "refs/tags/network/test/applied^{commit}")).toBe(
      git(cwd, "rev-parse", "HEAD"),
    );
  });

  test("that does not exist by the name in trueup.yaml is an error", async () => {
    const served = await simulator();
    const cwd = repository({
      "trueup.yaml": `${projectFor(served)}git: { remote: upstream }\n`,
      ...offices({ berlin }),
    });
    const ended = await trueup(["plan"], { cwd });
    expect(ended.status).toBe(1);
    expect(ended.err).toContain("this repository has no remote `upstream`");
  });
});

test("what is live and not declared is counted, and listed when that is asked for", async () => {
  const served = await simulator();
  const cwd = projectIn(served, { berlin });
  expect((await trueup(["plan"], { cwd })).out).not.toContain("Munich Office");
  const { out } = await trueup(["plan", "--show-unmanaged"], { cwd });
  expect(out).toMatch(/cloud: network\n(?: {4}.+\n)* {4}Munich Office in cloud\/organization\/Acme\n/);
});

test("a target that trueup.yaml names no longer does not stand in the way of a plan", async () => {
  const served = await simulator();
  const tenants = {
    "desired-state/fabric.yaml": "target: fabric-east\ntenants: { Edge: { description: edge } }\n",
  };
  const cwd = projectIn(served, { berlin });
  commitAll(cwd, tenants);
  expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
  rmSync(join(cwd, "desired-state/fabric.yaml"));
  commitAll(cwd, {
    "trueup.yaml": projectFor(served).replace(/ {2}fabric-east:[\s\S]*?(?= {2}routers:)/, ""),
  });
  const planned = await trueup(["plan"], { cwd });
  expect(planned.status).toBe(0);
  expect(planned.err).toContain("warning[base-incomplete]");
  expect(planned.out).toContain("nothing to do; 1 as declared");
});
