import { once } from "node:events";
import { createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type RunningSimulator, serve } from "../../src/simulator/serve.ts";
import { interfaceNames } from "../../src/simulator/wire/served-names.ts";
import { defaultSettings } from "../../src/simulator/wire/settings.ts";

const open: RunningSimulator[] = [];
const key = { "X-Vendor-API-Key": defaultSettings.credentials.apiKey };

afterEach(async () => {
  await Promise.all(open.splice(0).map((served) => served.close()));
});

async function serving(...options: Parameters<typeof serve>): Promise<RunningSimulator> {
  const served = await serve(...options);
  open.push(served);
  return served;
}

async function arm(served: RunningSimulator, fault: object): Promise<void> {
  const reply = await fetch(`${served.admin}/faults`, { method: "POST", body: JSON.stringify(fault) });
  expect(reply.status).toBe(204);
}

test("each interface has a listener of its own on loopback, and routers a host in the path", async () => {
  const { urls } = await serving();
  const { restconf, netconf, ...others } = urls;
  const bases = Object.values(others);
  for (const url of bases) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(restconf).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/devices\/\{host\}$/);
  expect(netconf).toMatch(/^ssh:\/\/127\.0\.0\.1:\d+\/\{host\}$/);
  expect(new Set([...bases, new URL(restconf).origin]).size).toBe(interfaceNames.length);
});

test("a port that is taken is an error, and no other listener is left behind", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const taken = typeof address === "object" && address ? address.port : 0;
  const free = new URL((await serving()).urls.dashboard).port;
  await open.pop()?.close();
  const ports = { dashboard: Number(free), fabric: taken };
  await expect(serve({ ports })).rejects.toMatchObject({ code: "EADDRINUSE", port: taken });
  const again = await serving({ ports: { dashboard: Number(free) } });
  expect(new URL(again.urls.dashboard).port).toBe(free);
  other.close();
});

test("the world of a served simulator is a value that later requests do not change", async () => {
  const served = await serving();
  const before = served.world();
  const path = `${served.urls.dashboard}/api/v1/networks/N_000001`;
  await fetch(path, { method: "DELETE", headers: key });
  expect(before.dashboard.networks.has("N_000001")).toBe(true);
  expect(served.world().dashboard.networks.has("N_000001")).toBe(false);
});

test("closing does not wait for a slow reply, and the client sees the connection end", async () => {
  const served = await serving();
  await arm(served, { effect: { kind: "slow", delayMs: 3_600_000 } });
  const path = `${served.urls.dashboard}/api/v1/organizations`;
  const pending = expect(fetch(path, { headers: key })).rejects.toThrow();
  while (served.world().log === undefined)
    await fetch(`${served.admin}/faults`).then((reply) => reply.text());
  await served.close();
  await pending;
});

test("a client that goes away before a slow reply harms nobody", async () => {
  const served = await serving();
  await arm(served, { effect: { kind: "slow", delayMs: 1 } });
  const path = `${served.urls.dashboard}/api/v1/organizations`;
  const gone = new AbortController();
  const asked = fetch(path, { headers: key, signal: gone.signal }).catch(() => "gone");
  while (served.world().log === undefined)
    await fetch(`${served.admin}/faults`).then((reply) => reply.text());
  gone.abort();
  await asked;
  expect((await fetch(path, { headers: key })).status).toBe(200);
});
