/** The wire under nock: what is put on it for a host that nobody here has. */

import { inspect } from "node:util";
import type { BeforeRequestHook } from "ky";
import nock from "nock";
import { afterAll, describe, expect, test } from "vitest";
import type { Target } from "../../../src/model/project.ts";
import { Secret } from "../../../src/model/secret.ts";
import { connect } from "../../../src/runtime/http/connection.ts";
import { NetworkFailure } from "../../../src/runtime/http/errors.ts";
import { httpWire } from "../../../src/runtime/http/http.ts";
import { openRedactor } from "../../../src/runtime/secrets/redactor.ts";
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

test("a request that is a mistake of ours throws: it is no trouble of the network's", async () => {
  const read = wire.send({ method: "GET", url: `${own}/api/v1/organizations`, headers: {}, body: {} }, never);
  await expect(read).rejects.toThrow("GET");
});

describe("credentials", () => {
  const headers = { "x-vendor-api-key": new Secret("canary-5") };

  function learning() {
    const opened: string[] = [];
    const redactor = openRedactor();
    const secrets = { ...redactor, learn: (values: readonly string[]) => void opened.push(...values) };
    return { opened, ...httpWire(target, { debug() {}, info() {}, warn() {} }, secrets) };
  }

  test("stay closed for a host that is not listed, and for a run that was interrupted", async () => {
    const { opened, wire: strict } = learning();
    const elsewhere = await strict.send({ method: "GET", url: "https://elsewhere.example", headers }, never);
    expect(elsewhere).toMatchObject({ outcome: "barred", problem: { code: "host-not-listed" } });
    const late = await strict.send({ method: "GET", url: own, headers }, AbortSignal.abort());
    expect(late).toMatchObject({ outcome: "lost", sent: false, problem: { code: "interrupted" } });
    expect(opened).toEqual([]);
  });

  test("are opened once, as the request leaves", async () => {
    const { opened, wire: strict } = learning();
    nock(own).get("/").matchHeader("x-vendor-api-key", "canary-5").reply(200, "{}");
    expect(await strict.send({ method: "GET", url: own, headers }, never)).toMatchObject({ status: 200 });
    expect(opened).toEqual(["canary-5"]);
  });

  test("are nowhere in the error of a network that failed", async () => {
    const connection = await connect(target);
    const hook: BeforeRequestHook = ({ request }) => request.headers.set("x-vendor-api-key", "canary-5");
    nock(own)
      .get("/")
      .replyWithError(Object.assign(new Error("gone"), { code: "ECONNRESET" }));
    const asked = connection.request({ method: "GET", url: own, signal: never, beforeRequest: [hook] });
    const error = await asked.catch((one: unknown) => one);
    await connection.close();
    expect(error).toBeInstanceOf(NetworkFailure);
    expect(inspect(error, { depth: 20, showHidden: true })).toContain("ECONNRESET");
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain("canary-5");
  });
});
