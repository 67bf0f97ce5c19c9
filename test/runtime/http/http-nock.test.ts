/**
 * The wire under nock: the requests that it sends, and what it returns of an answer. Tests that need sockets are in
 * `http.test.ts`.
 */

import { inspect } from "node:util";
import type { BeforeRequestHook } from "ky";
import nock from "nock";
import { afterAll, describe, expect, test } from "vitest";
import type { Target } from "../../../src/model/project.ts";
import { Secret } from "../../../src/model/secret.ts";
import type { Log, WireReply, WireRequest } from "../../../src/model/wire.ts";
import { connect } from "../../../src/runtime/http/connection.ts";
import { NetworkFailure } from "../../../src/runtime/http/errors.ts";
import { httpWire } from "../../../src/runtime/http/http.ts";
import { openRedactor } from "../../../src/runtime/secrets/redactor.ts";
import { answering, offline } from "../../drivers/nocked.ts";

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
const quiet: Log = { debug() {}, info() {}, warn() {} };
const { wire, close } = httpWire(target, quiet);
const fine = () => ({ body: '{"ok":true}' });

function get(path: string, headers: WireRequest["headers"] = {}): Promise<WireReply> {
  return wire.send({ method: "GET", url: `${own}${path}`, headers }, never);
}

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

describe("a request", () => {
  test("is answered with status, lower-case headers and the text as it is", async () => {
    const headers = { "Content-Type": "text/html", "X-Page-Total-Count": "150" };
    answering(own, () => ({ status: 404, body: "<p>Grüße</p>", headers }));
    const reply = await get("/a");
    expect(reply).toMatchObject({ outcome: "answered", status: 404, text: "<p>Grüße</p>" });
    expect(reply.outcome === "answered" && reply.headers["x-page-total-count"]).toBe("150");
  });

  test("opens secrets in headers: alone, as Basic, as Bearer and behind another word", async () => {
    const seen = answering(own, fine);
    const [password, token] = [new Secret("pä:ss"), new Secret("t")];
    await get("/", { "x-vendor-api-key": new Secret("k1") });
    await get("/", { authorization: { scheme: "basic", username: "me", password } });
    await get("/", { authorization: { scheme: "bearer", token } });
    await get("/", { authorization: { scheme: "bearer", token, word: "Token" } });
    expect(seen[3]?.headers.authorization).toBe("Token t");
    expect(seen[0]?.headers["x-vendor-api-key"]).toBe("k1");
    expect(seen[1]?.headers.authorization).toBe(`Basic ${Buffer.from("me:pä:ss").toString("base64")}`);
    expect(seen[2]?.headers.authorization).toBe("Bearer t");
  });

  test.each([
    [429, "1"],
    [503, "0"],
  ])("is sent once, whatever the answer: %i", async (status, after) => {
    const seen = answering(own, () => ({ status, headers: { "Retry-After": after } }));
    expect(await get("/api/v1/organizations")).toMatchObject({
      outcome: "answered",
      status,
      headers: { "retry-after": after },
    });
    expect(seen).toHaveLength(1);
  });

  test("follows no redirect: the 302 is the answer, and the other host hears nothing", async () => {
    const other = "https://elsewhere.example.net";
    const heard = answering(other, fine);
    const location = `${other}/login`;
    const seen = answering(own, () => ({ status: 302, headers: { Location: location } }));
    const reply = await get("/", { "x-auth-token": new Secret("t") });
    expect(reply).toMatchObject({ outcome: "answered", status: 302, headers: { location } });
    expect([seen.length, heard]).toEqual([1, []]);
  });

  test("is logged as it leaves and as its answer comes, with the names of its headers alone", async () => {
    answering(own, fine);
    const lines: unknown[] = [];
    const debug = (event: string, fields?: object) => void lines.push([event, fields]);
    const logging = httpWire(target, { ...quiet, debug });
    const headers = { "x-vendor-api-key": new Secret("canary-7") };
    await logging.wire.send({ method: "GET", url: `${own}/`, headers }, never);
    await logging.close();
    const fields = { target: "cloud", method: "GET", url: `${own}/` };
    expect(lines).toMatchObject([
      ["sending", { ...fields, headers: ["x-vendor-api-key"] }],
      ["answered", { ...fields, status: 200 }],
    ]);
    expect(JSON.stringify(lines)).not.toContain("canary-7");
  });
});

describe("what does not leave", () => {
  test("is a request to another port of the same host", async () => {
    const heard = answering(`${own}:8443`, fine);
    const reply = await wire.send({ method: "GET", url: `${own}:8443/x`, headers: {} }, never);
    expect(reply).toMatchObject({ outcome: "blocked", problem: { code: "host-not-listed" } });
    expect(heard).toEqual([]);
  });

  test("is a header with a line break in its secret, and the problem does not show it", async () => {
    const seen = answering(own, fine);
    const reply = await get("/", { "x-auth-token": new Secret("canary-8\r\nx: y") });
    expect(reply).toMatchObject({ outcome: "blocked", problem: { code: "bad-header" } });
    expect(JSON.stringify(reply)).toContain("x-auth-token");
    expect(JSON.stringify(reply)).not.toContain("canary-8");
    expect(seen).toEqual([]);
  });
});

test("a request that is a mistake of ours throws: it is no trouble of the network's", async () => {
  const read = wire.send({ method: "GET", url: `${own}/`, headers: {}, body: {} }, never);
  await expect(read).rejects.toThrow("GET");
});

describe("credentials", () => {
  const headers = { "x-vendor-api-key": new Secret("canary-5") };

  function learning() {
    const opened: string[] = [];
    const redactor = openRedactor();
    const secrets = { ...redactor, learn: (values: readonly string[]) => void opened.push(...values) };
    return { opened, ...httpWire(target, quiet, { secrets }) };
  }

  test("stay closed for a host that is not listed, and for a run that was interrupted", async () => {
    const { opened, wire: strict } = learning();
    const elsewhere = await strict.send({ method: "GET", url: "https://elsewhere.example", headers }, never);
    expect(elsewhere).toMatchObject({ outcome: "blocked", problem: { code: "host-not-listed" } });
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
