/**
 * Two servers as processes with one database and one environment: what the second server shows, does and leaves to the
 * first one.
 */

import type { ChildProcess } from "node:child_process";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
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

const declared = (count: number) =>
  networks(Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, "Europe/Oslo"])));

interface Process {
  readonly child: ChildProcess;
  readonly page: string;
  end(): Promise<void>;
}

/** Starts a process of the command, and waits until it has printed its address, or has printed that it works. */
async function started(
  args: readonly string[],
  at: { cwd: string; env: Record<string, string> },
): Promise<Process> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let child: ChildProcess | undefined;
  let said = "";
  const ended = trueupProcess(args, {
    ...at,
    started: (process) => {
      child = process;
      process.stdout?.on("data", (some: Buffer) => {
        said += String(some);
        const found = /The server is at (http:\S+?)\. Ctrl|Working as/.exec(said);
        if (found) resolve(found[1] ?? "");
      });
    },
  });
  const page = await Promise.race([promise, ended.then(({ err }) => Promise.reject(new Error(err)))]);
  if (!child) throw new Error("it was not started");
  const own = child;
  const end = async () => {
    own.kill("SIGCONT");
    own.kill("SIGTERM");
    await ended;
  };
  onTestFinished(end);
  return { child, page, end };
}

async function setting() {
  const served = await simulator({ seed: emptyCompany() });
  const limits = "    limits: { requestsPerSecond: 5, createVisibleSeconds: 1 }\nserve: { apply: onMerge }\n";
  const text = projectFile(limits)
    .replace("https://cloud.example.net", served.urls.dashboard)
    .replace("env:KEY", "env:DASHBOARD_API_KEY");
  const clone = repository({ "trueup.yaml": text, "desired-state/a.yaml": declared(1) });
  const { url, path: remote } = remoteOf(clone);
  const cwd = await folder();
  const env = { DATABASE_URL: await database.database() };
  const server = async (name: string) => {
    const own = await folder({
      "serve.yaml": `version: 1
data: ${join(cwd, name)}
listen: 127.0.0.1:0
database: { secret: env:DATABASE_URL }
repositories:
  net:
    url: ${url}
    fetch: 1s
    branches: { main: { projects: [{ file: trueup.yaml, secrets: ["env:DASHBOARD_*"] }] } }
`,
    });
    return started(["serve", "serve.yaml"], { cwd: own, env: { ...env, DASHBOARD_API_KEY: "" } });
  };
  await started(["work", "--database", "env:DATABASE_URL", "--secrets", "env:DASHBOARD_*"], { cwd, env });
  const merge = (count: number) => {
    commitAll(clone, { "desired-state/a.yaml": declared(count) });
    git(clone, "push", "-q", "origin", "main");
    return git(clone, "rev-parse", "HEAD");
  };
  const lock = () => git(remote, "for-each-ref", "refs/trueup/test/lock");
  const live = () => [...served.world().dashboard.networks.values()].map(({ fields }) => String(fields.name));
  return { server, merge, live, lock };
}

const seenSchema = z.looseObject({
  state: z.string(),
  applied: z.looseObject({ commit: z.string() }).optional(),
  reasons: z.array(z.looseObject({ because: z.string(), message: z.string(), until: z.string().optional() })),
});

const runsSchema = z.looseObject({ items: z.array(z.looseObject({ why: z.string(), commit: z.string() })) });

/**
 * Returns the state of the environment that a server shows. The state is `unread` until the server has read the
 * project.
 */
async function shown({ page }: Process): Promise<z.infer<typeof seenSchema>> {
  const answer = await fetch(`${page}/api/v1/environments/net/test`);
  return answer.ok ? seenSchema.parse(await answer.json()) : { state: "unread", reasons: [] };
}

/** Returns the runs that the server itself has begun. */
async function runsOf({ page }: Process): Promise<z.infer<typeof runsSchema>["items"]> {
  return runsSchema.parse(await (await fetch(`${page}/api/v1/runs`)).json()).items;
}

async function until(isDone: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
  for (let at = 0; at < seconds * 5 && !(await isDone()); at += 1)
    await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await isDone()).toBe(true);
}

test("a second server waits for the first one's lock, and goes on by itself once the first one is stopped", {
  timeout: 300_000,
}, async () => {
  const { server, merge, live, lock } = await setting();
  const first = await server("first");
  await until(async () => (await shown(first)).state === "inSync");
  const second = await server("second");
  await until(async () => (await shown(second)).state === "inSync");
  // The second server is stopped, so the first one must apply the merge.
  second.child.kill("SIGSTOP");
  const commit = merge(60);
  await until(() => lock() !== "" && live().length > 3);
  second.child.kill("SIGCONT");
  const holder = `trueup serve on ${hostname()}, process ${first.child.pid}`;
  const locked = { because: "locked", message: `Another run has the lock: ${holder}.` };
  await until(async () => (await shown(second)).state === "blocked");
  expect((await shown(second)).reasons).toMatchObject([locked]);
  expect(await runsOf(second)).toEqual([]);
  await first.end();
  expect(live().length).toBeLessThan(60);
  await until(() => live().length >= 60);
  await until(async () => (await shown(second)).applied?.commit === commit);
  expect(new Set(live()).size).toBe(live().length);
  await until(() => lock() === "");
  expect(await runsOf(second)).toMatchObject([{ why: "merge", commit, steps: { failed: 0 } }]);
});
