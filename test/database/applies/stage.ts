/** A server that follows a repository and workers at its database, all as processes of the command. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type RunningSimulator, serve } from "../../../src/simulator/serve.ts";
import { put } from "../../git/repositories.ts";
import { declaredIn, projectText, seed, settings } from "./company.ts";
import { git, pause, Restarted, type Way, wayTo } from "./processes.ts";

/** The number of workers. */
const workerCount = 4;

/** The longest time of an apply, in milliseconds. */
const longestMs = 300_000;

const key = { DASHBOARD_API_KEY: "simulated-api-key" };

/** The running processes. */
export interface Stage {
  readonly served: RunningSimulator;
  readonly clone: string;
  readonly remote: string;
  readonly server: Restarted;
  readonly workers: readonly { readonly process: Restarted; readonly way: Way }[];
  close(): Promise<void>;
}

/** The time of the simulator's log. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** Starts everything. `url`: an empty database. `command`: the file that node runs as `trueup`. */
export async function staged(command: string, url: string): Promise<Stage> {
  const served = await serve({ seed, settings });
  const folder = await mkdtemp(join(tmpdir(), "trueup-applies-"));
  const [clone, remote] = [join(folder, "clone"), join(folder, "remote")];
  await git(folder, "init", "-q", "-b", "main", clone);
  await git(folder, "init", "-q", "--bare", "-b", "main", remote);
  put(clone, { "trueup.yaml": projectText(served.urls.dashboard) });
  await git(clone, "remote", "add", "origin", pathToFileURL(remote).href);
  await merged({ clone }, 0);
  put(folder, {
    "serve.yaml": `version: 1
data: ${join(folder, "of-server")}
listen: 127.0.0.1:0
database: { secret: env:DATABASE_URL }
repositories:
  net:
    url: ${pathToFileURL(remote).href}
    fetch: 1s
    branches: { main: { projects: [{ file: trueup.yaml, secrets: ["env:DASHBOARD_*"] }] } }
`,
  });
  const running = (args: readonly string[], env: Readonly<Record<string, string>>) =>
    new Restarted({ command, args, cwd: folder, env });
  const server = running(["serve", "serve.yaml"], { DATABASE_URL: url });
  const work = ["work", "--database", "env:DATABASE_URL", "--secrets", "env:DASHBOARD_*"];
  const ways = await Promise.all(Array.from({ length: workerCount }, () => wayTo(Number(new URL(url).port))));
  const workers = ways.map((way) => {
    const through = new URL(url);
    through.port = String(way.port);
    return { way, process: running(work, { DATABASE_URL: through.href, ...key }) };
  });
  const close = async () => {
    await server.end();
    await Promise.all(workers.map(({ process }) => process.end()));
    for (const { way } of workers) way.close();
    await served.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { served, clone, remote, server, workers, close };
}

/** Commits and pushes the declarations of a merge. */
export async function merged({ clone }: Pick<Stage, "clone">, merge: number): Promise<void> {
  put(clone, declaredIn(merge));
  await git(clone, "add", "-A");
  await git(clone, "commit", "-q", "-m", `merge ${merge}`);
  await git(clone, "push", "-q", "origin", "main");
}

/** Waits until the head of the branch is applied, without anybody's intervention. */
export async function applied({ clone, remote, server }: Stage): Promise<void> {
  const head = await git(clone, "rev-parse", "HEAD");
  const until = now() + longestMs;
  let seen = "";
  while (now() < until) {
    const [page] = /http:\/\/127\.0\.0\.1:\d+(?=\. Ctrl)/.exec(server.said) ?? [];
    const answer = page && (await fetch(`${page}/api/v1/environments/net/test`).catch(() => undefined));
    seen = answer ? await answer.text() : seen;
    const isApplied = seen.includes('"state":"inSync"') && seen.includes(`"applied":{"commit":"${head}"`);
    if (isApplied && (await git(remote, "for-each-ref", "refs/trueup/test/lock")) === "") return;
    await pause(300);
  }
  throw new Error(`it was not applied: ${seen.slice(0, 2000)}\n${server.said.slice(-2000)}`);
}
