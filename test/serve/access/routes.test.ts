/**
 * Every route without credentials, and with wrong, insufficient and sufficient credentials, and the headers for
 * browsers.
 */

import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ask, expectSecured, testServer } from "../server.ts";

const names = ["viewer", "planner", "applier", "lab"] as const;
const tokenOf = (name: string) => `token-of-${name}-0123456789`;
const files = Object.fromEntries(names.map((name) => [`tokens/${name}`, `${tokenOf(name)}\n`]));
const yaml = `tokens:
  viewer: { token: { secret: file:tokens/viewer }, role: view }
  planner: { token: { secret: file:tokens/planner }, role: plan }
  applier: { token: { secret: file:tokens/applier }, role: apply }
  lab: { token: { secret: file:tokens/lab }, role: apply, environments: ["network/lab*"] }
limits: { failuresPerMinute: 200 }
`;

const json = { "content-type": "application/json" };
const asking = (what: string, environment = "network/production") => ({
  method: "POST",
  headers: json,
  body: JSON.stringify({ do: what, environment }),
});

/**
 * Requests with the statuses of their answers. The order is: without a token, with a wrong token, and with each of the
 * four valid tokens.
 */
const table = [
  ["GET /", {}, [401, 401, 200, 200, 200, 200]],
  ["GET /environments/network/production", {}, [401, 401, 200, 200, 200, 404]],
  ["GET /environments/network/lab", {}, [401, 401, 200, 200, 200, 200]],
  ["POST /api/ask: look", asking("look"), [401, 401, 403, 202, 202, 404]],
  ["POST /api/ask: look in the lab", asking("look", "network/lab"), [401, 401, 403, 202, 202, 202]],
  ["POST /api/ask: apply", asking("apply"), [401, 401, 403, 403, 202, 404]],
  ["POST /api/ask: apply in the lab", asking("apply", "network/lab"), [401, 401, 403, 403, 202, 202]],
  ["POST /api/ask: releaseLock", asking("releaseLock"), [401, 401, 403, 403, 202, 404]],
  ["GET /metrics", {}, [401, 401, 200, 200, 200, 403]],
  ["GET /nowhere", {}, [401, 401, 404, 404, 404, 404]],
  ["GET /healthz", {}, [200, 200, 200, 200, 200, 200]],
  ["GET /readyz", {}, [200, 200, 200, 200, 200, 200]],
  ["POST /hooks/network", { method: "POST", body: "{}" }, [401, 401, 401, 401, 401, 401]],
  ["GET /throws", {}, [401, 401, 500, 500, 500, 500]],
] as const;

test("each route by each credential", async () => {
  const server = await testServer({ yaml, files });
  const shown = [undefined, "token-of-nobody-0123456789", ...names.map(tokenOf)];
  for (const [what, options, expected] of table) {
    const path = what.split(/[ :]/)[1] ?? "";
    const got = [];
    for (const token of shown) {
      const headers = {
        ...("headers" in options ? options.headers : {}),
        ...(token && { authorization: `Bearer ${token}` }),
      };
      const answer = await ask(server.port, path, { ...options, headers });
      expectSecured(answer);
      expect(answer.text).not.toContain("canary-reason");
      got.push(answer.status);
    }
    expect(got, what).toEqual(expected);
  }
  expect(server.asked.map(({ by }) => by)).toContain("token lab");
});

test.each([
  ["another scheme", "Basic dG9rZW4tb2YtYXBwbGllci0wMTIzNDU2Nzg5"],
  ["no scheme", tokenOf("applier")],
  ["a token with more behind it", `Bearer ${tokenOf("applier")}x`],
  ["a token with less", `Bearer ${tokenOf("applier").slice(0, -1)}`],
  ["another case", `Bearer ${tokenOf("applier").toUpperCase()}`],
  ["two tokens", `Bearer ${tokenOf("viewer")} ${tokenOf("applier")}`],
  ["nothing", "Bearer "],
  ["a long text", `Bearer ${"a".repeat(10_000)}`],
])("%s lets nobody in", async (_, authorization) => {
  const server = await testServer({ yaml, files });
  expect((await ask(server.port, "/", { headers: { authorization } })).status).toBe(401);
});

test("a token is as its file has it: another one counts within a second, and none without a file", async () => {
  const server = await testServer({ yaml, files });
  const status = async (token: string) =>
    (await ask(server.port, "/", { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await status(tokenOf("viewer"))).toBe(200);
  await writeFile(join(server.folder, "tokens/viewer"), "another-token-0123456789\n");
  server.clock.ahead += 1_001;
  expect([await status(tokenOf("viewer")), await status("another-token-0123456789")]).toEqual([401, 200]);
  await rm(join(server.folder, "tokens/viewer"));
  server.clock.ahead += 1_001;
  expect([await status("another-token-0123456789"), await status(tokenOf("applier"))]).toEqual([401, 200]);
  expect(server.logged.join("\n")).toContain("a token cannot be read");
  expect(server.logged.join("\n")).not.toContain("another-token");
});

test("a token that is too short for one lets nobody in", async () => {
  const short = { ...files, "tokens/viewer": "short-token\n", "tokens/planner": "" };
  const server = await testServer({ yaml, files: short });
  for (const token of ["short-token", ""])
    expect((await ask(server.port, "/", { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
});

test("who tries many tokens has to wait, and others do not", async () => {
  const server = await testServer({
    yaml: yaml.replace("failuresPerMinute: 200", "failuresPerMinute: 3"),
    files,
  });
  const wrong = { headers: { authorization: "Bearer token-of-nobody-0123456789" } };
  const right = { headers: { authorization: `Bearer ${tokenOf("viewer")}` } };
  const statuses = [];
  for (let count = 0; count < 5; count++) statuses.push((await ask(server.port, "/", wrong)).status);
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
  const waiting = await ask(server.port, "/", right);
  expect([waiting.status, Number(waiting.headers["retry-after"])]).toEqual([429, 20]);
  server.clock.ahead += 20_000;
  expect((await ask(server.port, "/", right)).status).toBe(200);
  expect(server.audit.filter(({ result }) => result === "refused")).toHaveLength(3);
});

test("requests of one address are counted, whoever they are of", async () => {
  const server = await testServer({
    yaml: `${yaml.replace("failuresPerMinute: 200", "requestsPerMinute: 5")}`,
    files,
  });
  const statuses = [];
  for (let count = 0; count < 7; count++) statuses.push((await ask(server.port, "/healthz")).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
});

test("what changes is heard by those alone who may see it", async () => {
  const server = await testServer({ yaml, files });
  const heard = async (name: string) => {
    const answer = ask(server.port, "/heard", { headers: { authorization: `Bearer ${tokenOf(name)}` } });
    await new Promise((resolve) => setTimeout(resolve, 100));
    server.changed("network/lab");
    server.changed("network/production");
    return JSON.parse((await answer).text);
  };
  expect(await heard("lab")).toEqual(["network/lab network/lab"]);
  expect(await heard("viewer")).toEqual(["network/lab network/lab", "network/production network/production"]);
});

test("every act has a line: who, from where, what, on what, and what came of it", async () => {
  const server = await testServer({ yaml, files });
  for (const name of ["applier", "viewer"])
    await ask(server.port, "/api/ask", {
      ...asking("apply"),
      headers: { ...json, authorization: `Bearer ${tokenOf(name)}` },
    });
  await ask(server.port, "/api/none", {
    method: "POST",
    headers: { authorization: `Bearer ${tokenOf("viewer")}` },
  });
  expect(server.audit).toMatchObject([
    {
      act: "apply",
      who: "token applier",
      by: "token",
      from: "127.0.0.1",
      on: "network/production",
      result: "accepted",
    },
    { act: "apply", who: "token viewer", result: "refused", message: expect.stringContaining("view") },
    {
      act: "request",
      who: "token viewer",
      on: "POST /api/none",
      result: "refused",
      message: "answered with 403",
    },
  ]);
});

test("a proxy that is named says whose request it is; from anybody else it counts for nothing", async () => {
  const headers = {
    "x-forwarded-for": "203.0.113.9, 198.51.100.7",
    authorization: "Bearer wrong-token-0123456789",
  };
  const behind = await testServer({ yaml: `${yaml}behind: [127.0.0.1]\n`, files });
  await ask(behind.port, "/", { headers });
  expect(behind.audit.map(({ from }) => from)).toEqual(["198.51.100.7"]);
  const direct = await testServer({ yaml, files });
  await ask(direct.port, "/", { headers });
  expect(direct.audit.map(({ from }) => from)).toEqual(["127.0.0.1"]);
});
