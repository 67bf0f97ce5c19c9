/**
 * A server and its workers as processes, over a real database and sockets. Workers and the server are killed and
 * stopped, and the database stops for a while. Nothing may be lost or sent twice, and each apply must end without
 * intervention.
 */

import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyCompany } from "../../src/simulator/company.ts";
import { folder, simulator, trueupProcess } from "../cli/command.ts";
import { commitAll, git, remoteOf, repository } from "../git/repositories.ts";
import { networks, projectFile } from "../serve/stage.ts";
import { startServer, type TestServer } from "./server.ts";

let database: TestServer;

beforeAll(async () => {
  database = await startServer();
});

afterAll(async () => {
  await database?.stop();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns the networks that a round declares, by key. Each round adds 25 networks. */
function declaredIn(round: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: 25 * (round + 1) }, (_, at) => [`n${at}`, "Europe/Oslo"]));
}

/** A process that is restarted whenever it ends, until it is no longer needed. */
class Restarted {
  readonly #args: readonly string[];
  readonly #at: { readonly cwd: string; readonly env: Readonly<Record<string, string>> };
  child: ChildProcess | undefined;
  said = "";
  #isWanted = true;
  readonly ended: Promise<void>;

  constructor(args: readonly string[], at: { cwd: string; env: Readonly<Record<string, string>> }) {
    this.#args = args;
    this.#at = at;
    this.ended = this.#goOn();
  }

  async #goOn(): Promise<void> {
    while (this.#isWanted) {
      this.said = "";
      const started = (child: ChildProcess) => {
        this.child = child;
        child.stdout?.on("data", (some: Buffer) => {
          this.said += String(some);
        });
      };
      await trueupProcess(this.#args, { ...this.#at, started });
      if (this.#isWanted) await pause(300);
    }
  }

  async end(): Promise<void> {
    this.#isWanted = false;
    this.child?.kill("SIGCONT");
    this.child?.kill("SIGTERM");
    await this.ended;
  }
}

async function setting({ isPlant = false } = {}) {
  const served = await simulator({ seed: emptyCompany(), settings: { latencyMs: 20 } });
  const limits =
    "    limits: { requestsPerSecond: 10, createVisibleSeconds: 1 }\nserve: { apply: onMerge }\n";
  const text = projectFile(limits)
    .replace("https://cloud.example.net", served.urls.dashboard)
    .replace("env:KEY", "env:DASHBOARD_API_KEY");
  const cwd = repository({ "trueup.yaml": text, "desired-state/a.yaml": networks(declaredIn(0)) });
  const { url, path: remote } = remoteOf(cwd);
  const own = await folder();
  const token = "of-the-plant-0123456789abcdef0123456789abcdef";
  const serve = await folder({
    token,
    "serve.yaml": `version: 1
data: ${join(own, "of-server")}
listen: 127.0.0.1:0
database: { secret: env:DATABASE_URL }
workers: [{ name: plant, token: { secret: file:token }, targets: [cloud] }]
repositories:
  net:
    url: ${url}
    fetch: 1s
    branches: { main: { projects: [{ file: trueup.yaml, secrets: ["env:DASHBOARD_*"] }] } }
`,
  });
  const env = { DATABASE_URL: await database.database() };
  // The server itself has no credential.
  const server = new Restarted(["serve", "serve.yaml"], {
    cwd: serve,
    env: { ...env, DASHBOARD_API_KEY: "" },
  });
  const secrets = ["--secrets", "env:DASHBOARD_*"];
  const atDatabase = ["--database", "env:DATABASE_URL", "--except-targets", "plant-*"];
  const inPlant = async () => ["--server", await pageOf(server), "--token", "env:PLANT_TOKEN"];
  const from = isPlant ? await inPlant() : atDatabase;
  const all = isPlant ? { PLANT_TOKEN: token } : env;
  const worker = () => new Restarted(["work", ...from, ...secrets], { cwd: own, env: all });
  const workers = isPlant ? [worker()] : [worker(), worker()];
  return { served, cwd, remote, server, workers };
}

/** Waits until a server has started, and returns the URL of its page. */
async function pageOf(server: Restarted): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const [page] = /http:\/\/127\.0\.0\.1:\d+(?=\. Ctrl)/.exec(server.said) ?? [];
    if (page !== undefined) return page;
    await pause(100);
  }
  throw new Error(`the server did not start: ${server.said}`);
}

type Setting = Awaited<ReturnType<typeof setting>>;

/** Waits until the head of the branch is applied without anybody's intervention. */
async function applied({ cwd, remote, server }: Setting): Promise<void> {
  const head = git(cwd, "rev-parse", "HEAD");
  let seen = "";
  const isDone = async () => {
    const [page] = /http:\/\/127\.0\.0\.1:\d+(?=\. Ctrl)/.exec(server.said) ?? [];
    const answer = page && (await fetch(`${page}/api/v1/environments/net/test`).catch(() => undefined));
    seen = answer ? await answer.text() : seen;
    if (git(remote, "for-each-ref", "refs/trueup/test/lock") !== "") return false;
    return seen.includes('"state":"inSync"') && seen.includes(`"applied":{"commit":"${head}"`);
  };
  for (let tries = 0; tries < 600; tries += 1) {
    if (await isDone()) return;
    await pause(300);
  }
  throw new Error(`it was not applied: ${seen.slice(0, 1000)}`);
}

const troubles: Readonly<Record<string, (all: Setting, round: number) => Promise<void>>> = {
  "no trouble": async () => {},
  "workers that are killed": async ({ workers }) => {
    for (let n = 0; n < 4; n += 1) {
      workers[n % 2]?.child?.kill("SIGKILL");
      await pause(1500);
    }
  },
  "a worker that is stopped for longer than it may own": async ({ workers }) => {
    const stopped = workers.map(({ child }) => child);
    for (const child of stopped.slice(0, 1)) child?.kill("SIGSTOP");
    await pause(14_000);
    for (const child of stopped) child?.kill("SIGCONT");
  },
  "a database that is away": async () => database.away(8_000),
  "a server that is killed": async ({ server }) => {
    server.child?.kill("SIGKILL");
  },
};

test("workers and the server are killed and stopped, the database goes away: nothing twice, nothing lost", {
  timeout: 900_000,
}, async () => {
  const all = await setting();
  const { served, cwd, server, workers } = all;
  try {
    await applied(all);
    for (const [at, trouble] of Object.values(troubles).entries()) {
      const round = at + 1;
      commitAll(cwd, { "desired-state/a.yaml": networks(declaredIn(round)) });
      git(cwd, "push", "-q", "origin", "main");
      const before = served.world().dashboard.networks.size;
      for (let tries = 0; tries < 300 && served.world().dashboard.networks.size < before + 5; tries += 1)
        await pause(100);
      await trouble(all, round);
      await applied(all);
      const live = [...served.world().dashboard.networks.values()].map(({ fields }) => String(fields.name));
      // A worker that is stopped between its check and its request may still send this one request afterwards.
      expect(new Set(live)).toEqual(new Set(Object.keys(declaredIn(round))));
      expect(live.length - new Set(live).size).toBeLessThanOrEqual(round >= 3 ? 1 : 0);
    }
  } finally {
    await server.end();
    await Promise.all(workers.map((one) => one.end()));
  }
});

test("a worker in a plant reads and writes over HTTP alone, with a token and without the database", {
  timeout: 300_000,
}, async () => {
  const all = await setting({ isPlant: true });
  const { served, server, workers } = all;
  try {
    await applied(all);
    const live = [...served.world().dashboard.networks.values()].map(({ fields }) => String(fields.name));
    expect(live.sort()).toEqual(Object.keys(declaredIn(0)).sort());
    const page = await (await fetch(`${await pageOf(server)}/api/v1/workers`)).text();
    expect(page).toContain("plant");
  } finally {
    await server.end();
    await Promise.all(workers.map((one) => one.end()));
  }
});
