/** Servers that lie to the real command: where the command sends requests, and what it shows to people. */

import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { expect, onTestFinished, test } from "vitest";
import type { Fault } from "../../src/simulator/faults.ts";
import type { RunningSimulator } from "../../src/simulator/serve.ts";
import { exampleProject, folder, simulator, trueup } from "./command.ts";

/** Starts a server that no project lists. Also returns the requests to it. */
async function stranger(): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server: Server = createServer((request, reply) => {
    asked.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    reply.setHeader("content-type", "application/json").end('{"response":[]}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const at = server.address();
  return { url: `http://127.0.0.1:${typeof at === "object" ? at?.port : 0}`, asked };
}

async function goesWrong(served: RunningSimulator, fault: Fault): Promise<void> {
  const reply = await fetch(`${served.admin}/faults`, { method: "POST", body: JSON.stringify(fault) });
  expect(reply.status, await reply.text()).toBeLessThan(300);
}

test("a next page elsewhere is not asked for, and the list is not taken for whole", async () => {
  const served = await simulator();
  const other = await stranger();
  const body = JSON.stringify({ response: [], version: "1.0", nextPageUri: `${other.url}/page/2` });
  await goesWrong(served, {
    interface: "controller",
    methods: ["GET"],
    times: 99,
    effect: { kind: "answer", status: 200, body },
  });
  const ended = await trueup(["status"], { cwd: await exampleProject(served) });
  expect(ended.status).toBe(1);
  expect(ended.out).toContain("foreign-link");
  expect(other.asked).toEqual([]);
});

test.each([301, 302, 303, 307, 308])(
  "a redirect (%i) is not followed, for reads and for writes",
  async (status) => {
    const served = await simulator();
    const other = await stranger();
    const headers = { location: `${other.url}/elsewhere` };
    const fault = { interface: "dashboard", times: 99, effect: { kind: "answer", status, headers } } as const;
    const cwd = await exampleProject(served);
    await goesWrong(served, { ...fault, methods: ["PUT", "POST"] });
    const applied = await trueup(["apply", "--yes", "--only", "cloud/network/*"], { cwd });
    expect(applied.status).toBe(1);
    await goesWrong(served, { ...fault, methods: ["GET"] });
    const planned = await trueup(["plan", "--only", "cloud/network/*"], { cwd });
    expect(planned.status).toBe(1);
    expect(planned.out).toContain(other.url.replace("http://", ""));
    expect(other.asked).toEqual([]);
  },
);

test("when page 2 of a list fails there is no list, not a shorter one", async () => {
  const served = await simulator();
  await goesWrong(served, {
    interface: "controller",
    methods: ["GET"],
    path: "*network-device*",
    after: 1,
    times: 99,
    effect: { kind: "answer", status: 500 },
  });
  const ended = await trueup(["status", "--format", "json"], { cwd: await exampleProject(served) });
  expect(ended.status).toBe(1);
  const [, target] = JSON.parse(ended.out).targets;
  expect(target.problems).toHaveLength(1);
  expect(target).not.toHaveProperty("devices");
});

test("a credential that a server echoes is not shown: not plain, in base64, or as part of a URL", async () => {
  const served = await simulator();
  const key = "simulated-api-key";
  const body = JSON.stringify({
    errors: [`bad key ${key}`, Buffer.from(`x:${key}`).toString("base64"), encodeURIComponent(key)],
  });
  await goesWrong(served, {
    interface: "dashboard",
    methods: ["GET"],
    path: "*/networks",
    times: 99,
    effect: { kind: "answer", status: 400, body },
  });
  const cwd = await exampleProject(served);
  for (const format of ["text", "markdown", "json"]) {
    const { out, err } = await trueup(["--log-level", "debug", "plan", "--format", format], { cwd });
    expect(out).toContain("bad key");
    expect(out + err).not.toContain(key);
    expect(out + err).not.toContain("c2ltdWxhdGVkLWFwaS1rZX");
    expect(out + err).not.toContain("aW11bGF0ZWQtYXBpLWtle");
  }
});

test("a certificate that no known authority has signed ends it: the server hears nothing", async () => {
  const pem = (name: string) => readFile(new URL(`../runtime/certificates/${name}`, import.meta.url));
  let heard = 0;
  const server = createSecureServer(
    { key: await pem("server.key"), cert: await pem("server.pem") },
    (_, reply) => {
      heard += 1;
      reply.end("[]");
    },
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const at = server.address();
  const cwd = await folder({
    "trueup.yaml": `version: 1
environment: test
targets:
  cloud:
    interface: dashboard
    url: https://127.0.0.1:${typeof at === "object" ? at?.port : 0}
    credential: { apiKey: { secret: env:DASHBOARD_API_KEY } }
`,
    "desired-state/a.yaml": "target: cloud\norganization: Acme\nnetworks: { a: { name: A } }\n",
  });
  const ended = await trueup(["plan"], { cwd });
  expect(ended.status).toBe(1);
  expect(ended.out).toContain("tls.ca");
  expect(heard).toBe(0);
});
