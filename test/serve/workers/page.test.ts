/**
 * The page of workers and its API. They exist only with a database, need a role in all environments, are safe, and work
 * while the database is down.
 */

import { expect, test } from "vitest";
import type { WorkersNow } from "../../../src/database/contract.ts";
import { workersView } from "../../../src/serve/views/workers.ts";
import { webApp } from "../../../src/serve/web/app.ts";
import { ask, testServer } from "../server.ts";
import { appOn, stillClock } from "../web-app.ts";
import { FakeServed } from "../web-world.ts";

const at = "2026-11-30T12:00:00.000Z";
const ago = (seconds: number) => new Date(Date.parse(at) - seconds * 1000).toISOString();

const now: WorkersNow = {
  at,
  workers: [
    { name: "plant-7: host-1, process 3", version: "1.2.3", since: ago(7200), seen: ago(1), shards: 1 },
    { name: "<b>host-2</b>", version: "1.2.3", since: ago(60), seen: ago(45), shards: 0 },
  ],
  shards: [
    {
      shard: "https://mes.plant-7.example.net",
      owner: "plant-7: host-1, process 3",
      ownedSince: ago(30),
      waiting: 2,
      waitingSince: ago(5),
      targets: ["plant-7-mes"],
    },
    { shard: "devices 12", waiting: 1, waitingSince: ago(180), targets: ["plant-9-switches"] },
  ],
};

test("what waits longest comes first, with its lag; who is silent is said to be", () => {
  const view = workersView(now);
  expect(view).toMatchObject({ waiting: 3, lagMs: 180_000 });
  expect(view.shards.map(({ shard, lagMs, isUntaken }) => [shard, lagMs, isUntaken])).toEqual([
    ["devices 12", 180_000, true],
    ["https://mes.plant-7.example.net", 5000, false],
  ]);
  expect(view.workers.map(({ isSilent }) => isSilent)).toEqual([false, true]);
  expect(workersView({ at, workers: [], shards: [] })).toMatchObject({ waiting: 0, lagMs: 0 });
});

test("the page and the API show workers, owners, what waits and for how long", async () => {
  const app = appOn(new FakeServed([]), { workers: async () => now });
  const page = await app.page("/workers");
  for (const text of ["plant-7: host-1, process 3", "devices 12", "3 min", "no worker takes it", "silent"])
    expect(page).toContain(text);
  expect(page).not.toContain("<b>host-2");
  expect(page).toContain('<a href="/workers" aria-current="page">Workers</a>');
  expect(await app.page("/")).toContain('<a href="/workers">');
  const answer = await app.ask("/api/v1/workers");
  expect(await answer.json()).toMatchObject({
    waiting: 3,
    lagMs: 180_000,
    shards: [{ shard: "devices 12" }, {}],
  });
  const described = await (await app.ask("/api/v1/openapi.json")).json();
  expect(described).toMatchObject({ paths: { "/workers": {} } });
});

test("without a database there is neither", async () => {
  const app = appOn(new FakeServed([]));
  expect(await app.page("/")).not.toContain("/workers");
  for (const path of ["/workers", "/api/v1/workers"]) expect((await app.ask(path)).status).toBe(404);
});

test("while the database is away both say so", async () => {
  const app = appOn(new FakeServed([]), { workers: () => Promise.reject(new Error("away")) });
  for (const path of ["/workers", "/api/v1/workers"]) {
    const answer = await app.ask(path);
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain("The database does not answer");
  }
  expect(app.mistakes).toEqual([]);
});

test("whose role covers some environments does not see them", async () => {
  const yaml = `tokens:
  all: { token: { secret: env:ALL }, role: view }
  lab: { token: { secret: env:LAB }, role: apply, environments: ["network/lab*"] }
`;
  const env = { ALL: "token-of-all-0123456789", LAB: "token-of-lab-0123456789" };
  const web = (served: Parameters<typeof webApp>[0]) =>
    webApp(served, { clock: stillClock, version: "1", workers: async () => now });
  const server = await testServer({ yaml, env, web });
  const status = async (token: string, path: string) =>
    (await ask(server.port, path, { headers: { authorization: `Bearer ${token}` } })).status;
  for (const path of ["/workers", "/api/v1/workers"])
    expect([await status(env.ALL, path), await status(env.LAB, path)]).toEqual([200, 403]);
});
