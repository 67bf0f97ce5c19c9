/** The wire under nock: what is put on it for a host that nobody here has. */

import nock from "nock";
import { afterAll, expect, test } from "vitest";
import type { Target } from "../../../src/model/project.ts";
import { Secret } from "../../../src/model/secret.ts";
import { httpWire } from "../../../src/runtime/http/http.ts";
import { offline } from "../../drivers/nocked.ts";

const own = "https://dashboard.example.net";
const never = new AbortController().signal;
const target: Target = {
  name: "cloud",
  interface: "dashboard",
  dialect: "neutral",
  url: own,
  hosts: [],
  credential: {},
  tls: {},
  limits: {},
  settings: {},
  at: { file: "trueup.yaml", line: 1, column: 1 },
};
const { wire, close } = httpWire(target, { debug() {}, info() {}, warn() {} });

offline();
afterAll(close);

test("the key, the body and the content type arrive as they were given", async () => {
  const scope = nock(own)
    .put("/api/v1/networks/N_1/wireless/ssids/0", { name: "Corp", password: "s3cret" })
    .matchHeader("x-vendor-api-key", "k")
    .matchHeader("content-type", "application/json")
    .reply(200, { number: 0 }, { "X-Request-Id": "7" });
  const reply = await wire.send(
    {
      method: "PUT",
      url: `${own}/api/v1/networks/N_1/wireless/ssids/0`,
      headers: { "x-vendor-api-key": new Secret("k"), "content-type": "application/json" },
      body: { name: "Corp", password: new Secret("s3cret") },
    },
    never,
  );
  expect(reply).toMatchObject({ outcome: "answered", status: 200, text: '{"number":0}' });
  expect(reply.outcome === "answered" && reply.headers["x-request-id"]).toBe("7");
  expect(scope.isDone()).toBe(true);
});

test("an answer of 429 comes back at once, with its Retry-After, and nothing is sent again", async () => {
  nock(own).get("/api/v1/organizations").reply(429, "", { "Retry-After": "1" });
  const reply = await wire.send({ method: "GET", url: `${own}/api/v1/organizations`, headers: {} }, never);
  expect(reply).toMatchObject({ outcome: "answered", status: 429, headers: { "retry-after": "1" } });
  expect(nock.pendingMocks()).toEqual([]);
});
