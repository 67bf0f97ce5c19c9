/** `trueup serve` as a process, killed while it applies what was merged: the next one finishes, and nothing is done twice. */

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

/** In each round there is one more, and all others are changed. */
function declaredIn(round: number): Readonly<Record<string, string>> {
  const zone = zones[round % zones.length] ?? "";
  return Object.fromEntries(Array.from({ length: 5 + round }, (_, at) => [`n${at}`, zone]));
}

test("killed with SIGKILL while it applies, the next one finishes: nothing twice, nothing lost, no lock left", {
  timeout: 900_000,
}, async () => {
  const random = seeded(40);
  let [left, met] = [Number.POSITIVE_INFINITY, () => {}];
  const now = () => {
    left -= 1;
    if (left === 0) met();
    return performance.now();
  };
  const served = await simulator({ seed: emptyCompany(), settings: { latencyMs: 4 }, now });
  const file = projectFile("serve: { apply: onMerge }\n").replace(
    "https://cloud.example.net",
    served.urls.dashboard,
  );
  const limits = "    limits: { requestsPerSecond: 1000, createVisibleSeconds: 1 }\nserve:";
  const text = file.replace("env:KEY", "env:DASHBOARD_API_KEY").replace("serve:", limits);
  const cwd = repository({ "trueup.yaml": text, "desired-state/a.yaml": networks(declaredIn(0)) });
  const { url, path: remote } = remoteOf(cwd);
  const data = await folder();
  const own = await folder({
    "serve.yaml": `version: 1
data: ${data}/of-server
listen: 127.0.0.1:0
repositories:
  net:
    url: ${url}
    branches: { main: { projects: [{ file: trueup.yaml, secrets: ["env:DASHBOARD_*"] }] } }
`,
  });
  const run = (started: (child: ChildProcess) => void) =>
    trueupProcess(["serve", "serve.yaml"], { cwd: own, started });
  const states = join(data, "of-server/state");
  let kills = 0;
  for (let round = 1; kills < times("servedKills"); round += 1) {
    commitAll(cwd, { "desired-state/a.yaml": networks(declaredIn(round)) });
    git(cwd, "push", "-q", "origin", "main");
    const after = random() < 0.5 ? 0 : random() * 400;
    const ended = await run((child) => {
      left = 2 + Math.floor(random() * (12 + round));
      met = () => void setTimeout(() => child.kill("SIGKILL"), after);
      // What is asked for less often than it was drawn is killed when it has nothing to do.
      setTimeout(() => child.kill("SIGKILL"), 60_000).unref();
    });
    expect(ended.status, ended.err).toBe(null);
    kills += 1;
    const names = existsSync(states) ? readdirSync(states).filter((name) => name.endsWith(".json")) : [];
    for (const name of names)
      expect(() => JSON.parse(readFileSync(join(states, name), "utf8"))).not.toThrow();
  }
  left = Number.POSITIVE_INFINITY;
  const head = git(cwd, "rev-parse", "HEAD");
  let seen = "";
  const last = await run((child) => {
    let out = "";
    child.stdout?.on("data", async (some: Buffer) => {
      out += String(some);
      const [page] = /http:\/\/127\.0\.0\.1:\d+(?=\. Ctrl)/.exec(out) ?? [];
      if (page === undefined) return;
      out = "";
      const isDone = async () => {
        const answer = await fetch(`${page}/api/v1/environments/net/test`).catch(() => undefined);
        seen = answer?.ok
          ? await answer.text()
          : `${answer?.status} ${await (await fetch(`${page}/api/v1/environments`)).text()}`;
        if (git(remote, "for-each-ref", "refs/trueup/test/lock") !== "") return false;
        return seen.includes('"state":"inSync"') && seen.includes(`"applied":{"commit":"${head}"`);
      };
      for (let tries = 0; tries < 300 && !(await isDone()); tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 200));
      child.kill("SIGTERM");
    });
  });
  expect(last.status, last.err).toBe(0);
  expect(seen).toContain('"state":"inSync"');
  const live = [...served.world().dashboard.networks.values()].map(({ fields }) => [
    fields.name,
    fields.timeZone,
  ]);
  expect(live.sort()).toEqual(Object.entries(declaredIn(kills)).sort());
  expect(git(remote, "for-each-ref", "refs/trueup/test/lock")).toBe("");
  expect(git(remote, "rev-parse", "refs/trueup/test/applied^{commit}")).toBe(head);
});
