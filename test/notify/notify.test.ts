/**
 * The recipients of notifications, how often each is notified, and what is reported, in virtual time and without a
 * network.
 */

import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import type { Notification } from "../../src/model/notify.ts";
import { problem } from "../../src/model/problem.ts";
import type { Reply } from "../../src/model/reply.ts";
import { Secret } from "../../src/model/secret.ts";
import type { WireReply } from "../../src/model/wire.ts";
import { notify, type Recipient } from "../../src/notify/notify.ts";
import { digest } from "../../src/runtime/digest.ts";
import { sign } from "../../src/runtime/secrets/sign.ts";
import { opened, targetOf } from "../drivers/opened.ts";
import { json, scripted, text } from "../servers/scripted-wire.ts";
import { VirtualClock } from "../servers/virtual-time/clock.ts";

const told: Notification = {
  format: "trueup.notification",
  version: 1,
  event: "drift",
  environment: "production",
  at: "2026-01-01T00:00:05.250Z",
  targets: ["cloud"],
  summary: "trueup `production`, drift: 2 resources drifted (`cloud`)",
  fingerprint: "7ad02b0bc4ad106e",
  counts: { drifted: 2, conflicts: 0, unexpected: 0, pending: 0, unknown: 0 },
};

const url = "https://hooks.example.net/services/t0ken?x=1";
const lost: WireReply = { outcome: "lost", sent: true, problem: problem("timeout", "it took too long") };

/** Returns a webhook that answers from a script, and the requests that it received. */
function hook(...answers: readonly (WireReply | "never")[]) {
  const clock = new VirtualClock();
  const times: number[] = [];
  const { wire, sent } = scripted((_, index) => {
    times.push(clock.now());
    const answer = answers[Math.min(index, answers.length - 1)] ?? text(500, "");
    return answer === "never" ? lost : answer;
  });
  const silent = { send: () => new Promise<WireReply>(() => {}) };
  const webhook = { url, key: new Secret("canary-key"), wire: answers[0] === "never" ? silent : wire };
  const listening: readonly Recipient[] = [{ on: ["drift"], webhook }];
  const ports = { clock, digest, sign };
  return { sent, times, clock, tell: () => clock.run(notify(listening, told, ports)) };
}

/** Returns a room whose service gives this answer. */
function room(
  reply: Reply,
  on: Recipient["on"] = ["drift"],
): { readonly one: Recipient; readonly posts: unknown[] } {
  const posts: unknown[] = [];
  const session = opened("messaging", scripted(() => text(500, "")).wire);
  const post = async (message: unknown) => {
    posts.push(message);
    return reply;
  };
  return {
    one: { on, room: "NOC", target: { target: targetOf("messaging"), session: { ...session, post } } },
    posts,
  };
}

const toldBy = (listening: readonly Recipient[]) => {
  const clock = new VirtualClock();
  return clock.run(notify(listening, told, { clock, digest, sign }));
};

test("a webhook gets the document, signed with the time so that it cannot be sent again later", async () => {
  const { sent, tell } = hook(text(204, ""));
  expect(await tell()).toEqual([]);
  const body = JSON.stringify(told);
  const signature = createHmac("sha256", "canary-key").update(`1767225605.${body}`).digest("hex");
  expect(sent).toMatchObject([
    {
      method: "POST",
      url,
      body: told,
      headers: {
        "content-type": "application/json",
        "x-trueup-event": "drift",
        "x-trueup-timestamp": "1767225605",
        "x-trueup-signature": `sha256=${signature}`,
      },
    },
  ]);
  expect(JSON.stringify(sent)).not.toContain("canary");
});

test("a webhook that fails is tried three times with the same bytes and the same idempotency key", async () => {
  const { sent, times, tell } = hook(lost, text(503, ""));
  expect(await tell()).toMatchObject([{ code: "not-told", severity: "warning" }]);
  expect(times).toEqual([0, 1000, 5000]);
  expect(new Set(sent.map((request) => JSON.stringify(request))).size).toBe(1);
  expect(sent[0]?.headers["idempotency-key"]).toMatch(/^[0-9a-f]{32}$/);
});

test("a webhook that works at the second try has been told", async () => {
  const { sent, tell } = hook(text(429, ""), json(200, {}));
  expect(await tell()).toEqual([]);
  expect(sent).toHaveLength(2);
});

test.each([
  ["400", text(400, "")],
  ["a redirect", text(302, "", { location: "https://evil.example/" })],
  ["a bar", { outcome: "blocked", problem: problem("host-not-listed", "no") } as const],
])("a webhook's %s is final, and the warning shows its host alone", async (_, reply) => {
  const { sent, tell } = hook(reply);
  const [warning] = await tell();
  expect(sent).toHaveLength(1);
  expect(warning?.message).toContain("hooks.example.net");
  expect(JSON.stringify(warning)).not.toMatch(/t0ken|canary/);
});

test("whoever never answers is left behind after 30 seconds", async () => {
  const { clock, tell } = hook("never");
  expect(await tell()).toMatchObject([{ code: "not-told", severity: "warning" }]);
  expect(clock.now()).toBe(30_000);
});

test("a room gets one line, once", async () => {
  const { one, posts } = room({ meaning: "accepted" });
  expect(await toldBy([one])).toEqual([]);
  expect(posts).toEqual([{ room: "NOC", text: told.summary }]);
});

test("a room whose reply was lost may have it: it is not told again", async () => {
  const { one, posts } = room({ meaning: "lost", detail: "no answer" });
  expect(await toldBy([one])).toMatchObject([{ code: "not-told", severity: "warning" }]);
  expect(posts).toHaveLength(1);
});

test("one that cannot be told keeps no other from it, and is a warning", async () => {
  const broken = room({ meaning: "refused", problem: problem("forbidden", "may not") });
  const good = room({ meaning: "accepted" });
  expect(await toldBy([broken.one, good.one])).toMatchObject([{ code: "forbidden", severity: "warning" }]);
  expect(good.posts).toHaveLength(1);
});

test("only those who want to know of the event are told", async () => {
  const { one, posts } = room({ meaning: "accepted" }, ["apply", "failure"]);
  expect(await toldBy([one])).toEqual([]);
  expect(posts).toEqual([]);
});
