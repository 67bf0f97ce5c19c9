/**
 * The one issue that exists while there is drift: it is opened, updated and closed, also if answers of the host are
 * lost.
 */

import nock from "nock";
import { afterAll, describe, expect, test } from "vitest";
import { githubIssue } from "../../../src/code-host/github.ts";
import { closeOwnIssue, mark, putComment } from "../../../src/code-host/single-comment.ts";
import { Secret } from "../../../src/model/secret.ts";
import type { Clock } from "../../../src/model/wire.ts";
import { httpWire } from "../../../src/runtime/http/http.ts";
import { offline } from "../../drivers/nocked.ts";

const enterprise = "https://github.example.net";
const issues = "/api/v3/repos/acme/network/issues";
const open = `${issues}?state=open&sort=created&direction=asc&per_page=100&page=1`;
const bot = "github-actions[bot]";
const closing: (() => Promise<void>)[] = [];

offline();
afterAll(async () => {
  for (const close of closing) await close();
});

const clock: Clock = { now: () => 0, date: () => "2026-11-21T10:00:00.000Z", wait: async () => {} };

function sticky() {
  const url = `${enterprise}/api/v3`;
  const hosting = githubIssue({
    url,
    repository: "acme/network",
    token: new Secret("t0ken"),
    author: bot,
    title: "Drift in production",
  });
  const endpoint = { name: hosting.name, url: enterprise, hosts: [], tls: {}, limits: {} };
  const { wire, close } = httpWire(endpoint, { debug() {}, info() {}, warn() {} });
  closing.push(close);
  return { hosting, wire, clock, key: "drift", text: "1 drifted\n" };
}

const { signal } = new AbortController();
const host = () => nock(enterprise);
const body = `${mark("drift")}1 drifted\n`;
const ours = (text = body) => ({ number: 12, user: { login: bot }, body: text });
const asApp = () => host().get("/api/v3/user").reply(403, {});
const lists = (...found: readonly object[]) => host().get(open).reply(200, found);

describe("the issue of drift", () => {
  test("whose making was answered by nobody is looked for, and not made twice", async () => {
    asApp();
    lists();
    host().post(issues).replyWithError("socket hang up");
    lists(ours());
    expect(await putComment(sticky(), signal)).toEqual({ state: "unchanged" });
  });

  test("whose making ended in a 502 is made once more when it is not there", async () => {
    asApp();
    lists();
    host().post(issues).reply(502, "<html>");
    lists();
    host().post(issues, { title: "Drift in production", body }).reply(201, { number: 12 });
    expect(await putComment(sticky(), signal)).toEqual({ state: "created" });
  });

  test("whose closing was answered by nobody is closed when it is no longer open", async () => {
    asApp();
    lists(ours());
    host().patch(`${issues}/12`).reply(504, "");
    lists();
    expect(await closeOwnIssue(sticky(), signal)).toEqual({ state: "closed" });
  });

  test("whose closing ended in a 502 is closed once more while it is open", async () => {
    asApp();
    lists(ours());
    host().patch(`${issues}/12`).reply(502, "");
    lists(ours("whatever was written since\n".replace(/^/, mark("drift"))));
    host().patch(`${issues}/12`, { state: "closed" }).reply(200, {});
    expect(await closeOwnIssue(sticky(), signal)).toEqual({ state: "closed" });
  });

  test("that nobody has opened, or that is a pull request, is not closed", async () => {
    asApp();
    lists({ ...ours(), pull_request: {} }, { number: 3, user: { login: "mallory" }, body });
    expect(await closeOwnIssue(sticky(), signal)).toEqual({ state: "none" });
  });

  test("that the host never answers for is given up after three tries, with what to do", async () => {
    asApp();
    for (let time = 0; time < 3; time += 1) {
      lists(ours());
      host().patch(`${issues}/12`).reply(500, "");
    }
    expect(await closeOwnIssue(sticky(), signal)).toMatchObject({
      problem: { code: "comment-failed", message: "GitHub answers 500 repeatedly." },
    });
  });
});
