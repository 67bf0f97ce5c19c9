/** `trueup --server URL`: prints a server's state as the local commands print theirs, with the same exit statuses. */

import { writeFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { ServedRun } from "../../src/serve/served.ts";
import { webApp } from "../../src/serve/web/app.ts";
import type { WebEnv } from "../../src/serve/web/viewer.ts";
import { freePort, testServer } from "../serve/server.ts";
import { stillClock } from "../serve/web-app.ts";
import { environmentOf, type FakeServed, fleet, now, runOf } from "../serve/web-world.ts";
import { folder, trueup } from "./command.ts";

const token = "canary-server-token-1";
let served: FakeServed;
let url: string;
let close: () => void;

beforeAll(async () => {
  served = await fleet();
  const { app, close: end } = webApp(served, { clock: stillClock, version: "1.2.3" });
  const guarded = new Hono<WebEnv>();
  guarded.use(async (c, next) => {
    if (c.req.header("authorization") === `Bearer ${token}`)
      c.set("who", { name: "pipeline", role: "apply" });
    await next();
  });
  guarded.route("/", app);
  await new Promise<void>((done) => {
    const server = serve(
      { fetch: guarded.fetch, port: 0, hostname: "127.0.0.1", overrideGlobalObjects: false },
      ({ port }) => {
        url = `http://127.0.0.1:${port}`;
        close = () => {
          end();
          server.close();
        };
        done();
      },
    );
  });
});

afterAll(() => close());

const env = { TRUEUP_SERVER_TOKEN: token };
const ask = async (...args: readonly string[]) =>
  trueup(["--server", url, ...args], { cwd: await folder({}), env });

/** Makes the server begin the requested run, which ends in this way. */
function runsEnd(id: string, more: Partial<ServedRun>) {
  served.ask = async (request, by) => {
    served.asked.push({ request, by });
    const environment = served.find("acme/production");
    if (!environment) throw new Error("there is no such environment");
    const run = runOf(id, { endedAt: now, steps: { all: 3, applied: 2, failed: 1 }, waves: [], ...more });
    // Another run begins first. It must not be mistaken for the requested run.
    const other = runOf("other", { endedAt: now, ended: "applied", waves: [] });
    served.put({ ...environment, runs: [other, ...environment.runs] });
    setTimeout(() => served.put({ ...environment, runs: [run, other, ...environment.runs] }), 100);
    return { is: "accepted", message: "The apply begins.", run: id };
  };
}

const fingerprint = () => served.find("acme/production")?.look?.plan.fingerprint ?? "";

describe("plan and drift", () => {
  test("are printed as here, from the server's last look, with the same statuses", async () => {
    const plan = await ask("--environment", "acme/production", "plan", "--detailed-exitcode");
    expect(plan.out).toContain("11 drifted");
    expect(plan.out).toContain(fingerprint());
    expect(plan.status).toBe(2);
    const drift = await ask("--environment", "production", "drift", "--format", "json");
    expect(JSON.parse(drift.out)).toMatchObject({ format: "trueup.drift", environment: "production" });
    expect(drift.status).toBe(0);
  });

  test("each text says when the server looked", async () => {
    const looked = served.find("acme/production")?.look?.observedAt ?? "none";
    const day = looked.slice(0, 10);
    const plan = await ask("--environment", "acme/production", "plan");
    expect(plan.out).toContain(`live state read ${day} ${looked.slice(11, 16)} UTC`);
    const drift = await ask("--environment", "acme/production", "drift");
    expect(drift.out).toMatch(/^Drift: .*\n {2}observed \S+\n$/m);
    expect(drift.out.endsWith(`  observed ${looked}\n`)).toBe(true);
  });

  test("need the environment where there are several, and say which there are", async () => {
    const ended = await ask("plan");
    expect(ended.status).toBe(1);
    expect(ended.err).toContain("the server has several environments");
    expect(ended.err).toContain("acme/production");
  });

  test("take no option that asks something of a project here", async () => {
    const ended = await ask("plan", "--only", "cloud/*");
    expect(ended).toMatchObject({
      status: 1,
      err: expect.stringContaining("--only cannot be combined with --server"),
    });
    expect((await ask("observe")).err).toContain("--server works with plan, status, drift, apply");
  });
});

test("status lists the environments, the worst first", async () => {
  const ended = await ask("status");
  expect(ended.status).toBe(1);
  expect(ended.out.indexOf("globex/datacenter")).toBeLessThan(ended.out.indexOf("acme/production"));
  expect(ended.out).toContain("Frozen for the quarter's end.");
  expect(JSON.parse((await ask("status", "--format", "json")).out).environments).toHaveLength(9);
});

test("status pages through more environments than the server has on a page", async () => {
  for (let at = 0; at < 120; at += 1) served.put(environmentOf(`many/site-${String(at).padStart(3, "0")}`));
  const first = await ask("status");
  expect(first.out).toMatch(/\nand 79 more, none in a worse state: --all shows them\n$/);
  const all = await ask("status", "--all");
  expect(all.out.match(/many\/site-/g)).toHaveLength(120);
  expect(all.out).not.toContain("more, which");
  const { environments, total } = JSON.parse((await ask("status", "--format", "json")).out);
  expect([environments.length, total]).toEqual([129, 129]);
  expect(environments[0].state).toBe("failing");
});

describe("apply", () => {
  test("names the plan, follows its run and ends as that did", async () => {
    runsEnd("new-1", { ended: "partly", message: "One step failed." });
    const ended = await ask("--environment", "acme/production", "apply", "--approved", fingerprint());
    expect(served.asked.at(-1)).toEqual({
      request: { do: "apply", environment: "acme/production", fingerprint: fingerprint() },
      by: "pipeline",
    });
    expect(ended.out).toContain("update ssid berlin.0: applied");
    expect(ended.out).toContain("partly: 2 of 3 steps applied, 1 failed: One step failed.");
    expect(ended.status).toBe(3);
  });

  test("takes a plan file of the server's", async () => {
    runsEnd("new-2", { ended: "applied" });
    const cwd = await folder({});
    const plan = await trueup(
      ["--server", url, "--environment", "acme/production", "plan", "--format", "json"],
      { cwd, env },
    );
    const file = JSON.parse(plan.out);
    await writeFile(
      join(cwd, "plan.json"),
      JSON.stringify({ origin: { tool: "1.2.3", prune: false }, ...file }),
    );
    const ended = await trueup(["--server", url, "--environment", "acme/production", "apply", "plan.json"], {
      cwd,
      env,
    });
    expect(ended.status, ended.err).toBe(0);
  });

  test("is refused with 4, with what the server says", async () => {
    served.ask = async () => ({ is: "refused", message: "The plan has moved." });
    const ended = await ask("--environment", "acme/production", "apply", "--approved", fingerprint());
    expect(ended).toMatchObject({ status: 4, err: expect.stringContaining("The plan has moved.") });
  });

  test("without a whole fingerprint asks for nothing", async () => {
    const before = served.asked.length;
    expect((await ask("apply", "--approved", "4617711d8034")).err).toContain("whole fingerprint");
    expect((await ask("apply", "--yes")).status).toBe(1);
    expect(served.asked).toHaveLength(before);
  });
});

describe("a server that asks nobody who they are", () => {
  const open = () => testServer({ web: () => webApp(served, { clock: stillClock, version: "1.2.3" }) });
  const args = () => ["--environment", "acme/production", "apply", "--approved", fingerprint()];

  test("applies for the command line of its own machine, without a token", async () => {
    const server = await open();
    const cwd = await folder({});
    for (const host of ["127.0.0.1", "localhost"]) {
      runsEnd(`open-${host}`, { ended: "applied" });
      const ended = await trueup(["--server", `http://${host}:${server.port}`, ...args()], { cwd, env: {} });
      expect(ended.status, ended.err).toBe(0);
      expect(served.asked.at(-1)).toMatchObject({ by: "loopback", request: { do: "apply" } });
    }
  });

  test("is not asked through a proxy: its refusal is shown, by its sentence and code", async () => {
    const server = await open();
    const before = served.asked.length;
    const proxy = createServer((incoming, outgoing) => {
      const headers = { ...incoming.headers, host: `127.0.0.1:${server.port}`, via: "1.1 proxy" };
      const { method, url: path } = incoming;
      const passed = request({ host: "127.0.0.1", port: server.port, path, method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(passed);
    });
    await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
    onTestFinished(() => void proxy.close());
    const at = proxy.address();
    const port = typeof at === "object" && at ? at.port : 0;
    const ended = await trueup(["--server", `http://127.0.0.1:${port}`, ...args()], {
      cwd: await folder({}),
      env: {},
    });
    expect(ended.status).toBe(1);
    expect(ended.err).toMatch(/the server says: This server has no login.*\(through-proxy\)/);
    expect(served.asked).toHaveLength(before);
  });
});

test("too many requests, and a token that is none, are shown as the server says it", async () => {
  const yaml =
    "tokens: { ci: { token: { secret: env:CI }, role: apply } }\nlimits: { requestsPerMinute: 1 }\n";
  const server = await testServer({ yaml, env: { CI: "token-of-ci-0123456789" } });
  const cwd = await folder({});
  const asked = () => trueup(["--server", `http://127.0.0.1:${server.port}`, "status"], { cwd, env });
  expect((await asked()).err).toMatch(
    /the server says: This token is unknown\. \(unknown-token\)[\s\S]*TRUEUP_SERVER_TOKEN/,
  );
  expect((await asked()).err).toMatch(/the server says: Too many requests: .*\(too-many-requests\)/);
});

test("a server that is not there is looked for in --server, not in a project", async () => {
  const port = await freePort();
  const ended = await trueup(["--server", `http://127.0.0.1:${port}`, "status"], {
    cwd: await folder({}),
    env,
  });
  expect(ended).toMatchObject({
    status: 1,
    err: expect.stringContaining(`127.0.0.1:${port} cannot be reached`),
  });
  expect(ended.err).toContain("Check --server, the network and the proxy settings.");
  expect(ended.err).not.toContain("trueup.yaml");
});

describe("the token", () => {
  test("is in no output, and without the right one the server says so", async () => {
    const cwd = await folder({ token: "wrong-token-of-somebody\n" });
    const args = ["--server", url, "--server-token-file", "token", "--log-level", "debug", "status"];
    const ended = await trueup(args, { cwd, env });
    expect(ended.status).toBe(1);
    expect(ended.err).toContain("the server says: Log in first.");
    expect(ended.out + ended.err).not.toMatch(/wrong-token-of-somebody|canary-server-token/);
  });

  test("leaves to no host without TLS, but for this machine", async () => {
    const ended = await trueup(["--server", "http://server.example.net", "status"], {
      cwd: await folder({}),
      env,
    });
    expect(ended).toMatchObject({
      status: 1,
      err: expect.stringContaining("is not a URL to which a token may be sent"),
    });
  });
});
