/**
 * `trueup serve` as a process that is killed while it applies a merge. The next process completes the apply, and does
 * nothing twice.
 */

import type { ChildProcess } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyCompany } from "../../src/simulator/company.ts";
import { folder, simulator, trueupProcess } from "../cli/command.ts";
import { commitAll, git, remoteOf, repository } from "../git/repositories.ts";
import { times } from "../long-forms.ts";
import { seeded } from "../servers/virtual-time/clock.ts";
import { networks, projectFile } from "./stage.ts";

const zones = ["Europe/Berlin", "Europe/Paris", "Europe/Rome", "Europe/Oslo"];

/** Returns the networks that are declared in a round. Each round adds one network and changes all others. */
function declaredIn(round: number): Readonly<Record<string, string>> {
  const zone = zones[round % zones.length] ?? "";
  return Object.fromEntries(Array.from({ length: 5 + round }, (_, at) => [`n${at}`, zone]));
}

/** Creates a simulated dashboard that counts its requests, and a repository that uses it. */
async function setting() {
  const at = { left: Number.POSITIVE_INFINITY, met: () => {} };
  const now = () => {
    at.left -= 1;
    if (at.left === 0) at.met();
    return performance.now();
  };
  const served = await simulator({ seed: emptyCompany(), settings: { latencyMs: 4 }, now });
  const text = projectFile(
    "    limits: { requestsPerSecond: 1000, createVisibleSeconds: 1 }\nserve: { apply: onMerge }\n",
  )
    .replace("https://cloud.example.net", served.urls.dashboard)
    .replace("env:KEY", "env:DASHBOARD_API_KEY");
  const cwd = repository({ "trueup.yaml": text, "desired-state/a.yaml": networks(declaredIn(0)) });
  const { url, path: remote } = remoteOf(cwd);
  const data = join(await folder(), "of-server");
  const own = await folder({
    "serve.yaml": `version: 1
data: ${data}
listen: 127.0.0.1:0
repositories:
  net:
    url: ${url}
    branches: { main: { projects: [{ file: trueup.yaml, secrets: ["env:DASHBOARD_*"] }] } }
`,
  });
  const run = (started: (child: ChildProcess) => void) =>
    trueupProcess(["serve", "serve.yaml"], { cwd: own, started });
  return { at, served, cwd, remote, run, states: join(data, "state"), random: seeded(40) };
}

type Setting = Awaited<ReturnType<typeof setting>>;

/**
 * Kills the server at a request, or up to 400 ms after a request. At the latest, the server is killed after 20 seconds.
 */
async function kill({ at, run, random, states }: Setting, round: number): Promise<void> {
  const after = random() < 0.5 ? 0 : random() * 400;
  const ended = await run((child) => {
    at.left = 2 + Math.floor(random() * (12 + round));
    at.met = () => void setTimeout(() => child.kill("SIGKILL"), after);
    setTimeout(() => child.kill("SIGKILL"), 20_000).unref();
  });
  at.left = Number.POSITIVE_INFINITY;
  expect(ended.status, ended.err).toBe(null);
  const names = existsSync(states) ? readdirSync(states).filter((name) => name.endsWith(".json")) : [];
  for (const name of names) expect(() => JSON.parse(readFileSync(join(states, name), "utf8"))).not.toThrow();
}

/** Lets the server run until everything is applied, and ends it normally. */
async function finish({ served, cwd, remote, run }: Setting, round: number): Promise<void> {
  const head = git(cwd, "rev-parse", "HEAD");
  let seen = "";
  const isDone = async (page: string) => {
    const answer = await fetch(`${page}/api/v1/environments/net/test`).catch(() => undefined);
    seen = answer?.ok ? await answer.text() : "";
    if (git(remote, "for-each-ref", "refs/trueup/test/lock") !== "") return false;
    return seen.includes('"state":"inSync"') && seen.includes(`"applied":{"commit":"${head}"`);
  };
  const last = await run((child) => {
    let out = "";
    child.stdout?.on("data", async (some: Buffer) => {
      out += String(some);
      const [page] = /http:\/\/127\.0\.0\.1:\d+(?=\. Ctrl)/.exec(out) ?? [];
      if (page === undefined) return;
      out = "";
      for (let tries = 0; tries < 300 && !(await isDone(page)); tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 200));
      child.kill("SIGTERM");
    });
  });
  expect(last.status, last.err).toBe(0);
  expect(seen).toContain('"state":"inSync"');
  const live = [...served.world().dashboard.networks.values()];
  const named = live.map(({ fields }) => [fields.name, fields.timeZone]);
  expect(named.sort()).toEqual(Object.entries(declaredIn(round)).sort());
  expect(git(remote, "for-each-ref", "refs/trueup/test/lock")).toBe("");
  expect(git(remote, "rev-parse", "refs/trueup/test/applied^{commit}")).toBe(head);
}

test("killed with SIGKILL while it applies, the next one finishes: nothing twice, nothing lost, no lock left", {
  timeout: 900_000,
}, async () => {
  const all = await setting();
  let kills = 0;
  for (let round = 1; kills < times("servedKills"); round += 1) {
    commitAll(all.cwd, { "desired-state/a.yaml": networks(declaredIn(round)) });
    git(all.cwd, "push", "-q", "origin", "main");
    for (let n = 0; n < 4 && kills < times("servedKills"); n += 1) {
      await kill(all, round);
      kills += 1;
    }
    await finish(all, round);
  }
});
