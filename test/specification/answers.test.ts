/**
 * The specification's table of errors, with servers that answer with these errors: the messages for users, and which
 * requests are sent again.
 */

import { expect, test } from "vitest";
import type { Subject } from "./laboratory.ts";
import { failing, holding, holds, stillFails } from "./rows.ts";
import { controller } from "./servers/controller.ts";
import { forbidden, unauthorized } from "./servers/credentials.ts";
import { dashboard } from "./servers/dashboard.ts";
import { type Answer, type Heard, malformed } from "./servers/http.ts";
import { restconf } from "./servers/restconf.ts";
import { type StagedRow, staged, writesOf } from "./staged.ts";

const network = { id: "n1", name: "Berlin", timeZone: "UTC" };
const served = () =>
  dashboard({ networks: [network], ssids: { n1: [{ number: 0, name: "Corp", vlan: 10 }] } });
const cloud = (answer: Subject["served"], networks: StagedRow["subject"]["desired"]): Subject => ({
  served: answer,
  target: { interface: "dashboard", limits: { requestsPerSecond: 1000, lockSeconds: 5 } },
  desired: { organization: "Acme", networks: networks ?? {} },
});
const changed = { berlin: { name: "Berlin", timeZone: "Europe/Berlin" } };
const created = { paris: { name: "Paris" } };
const isPut = ({ method }: Heard) => method === "PUT";
const isPost = ({ method }: Heard) => method === "POST";
const isList = ({ method, path }: Heard) => method === "GET" && path.endsWith("/networks");

/**
 * Returns a server that gives this answer to the matching requests, or only to the first ones. `served` answers all
 * others.
 */
function instead(
  isMeant: (heard: Heard) => boolean,
  answer: Answer,
  times = Number.POSITIVE_INFINITY,
): Subject["served"] {
  const real = served();
  let left = times;
  return (heard) => {
    if (!isMeant(heard) || left <= 0) return real(heard);
    left -= 1;
    return answer;
  };
}

const unread = (name: string, answer: Answer, says = /./): StagedRow => ({
  name: `a list answered ${name}`,
  reason: "an error is never an absence: nothing is created on account of it",
  subject: cloud(instead(isList, answer), { ...created, ...changed }),
  check: ({ plan, applied }) => {
    expect(plan.creates).toEqual([]);
    expect(writesOf(applied)).toEqual([]);
    expect(Object.keys(plan.unknown)).toEqual(expect.arrayContaining(["network/paris", "network/berlin"]));
    expect(JSON.stringify(plan.unknown)).toMatch(says);
  },
});

const refused = (name: string, answer: Answer, says: RegExp): StagedRow => ({
  name: `a change answered ${name}`,
  reason: "told with the server's words, and sent once",
  subject: cloud(instead(isPut, answer), changed),
  check: ({ applied, outcomes, said }) => {
    expect(outcomes).toEqual({ "network/berlin": "failed" });
    expect(writesOf(applied)).toHaveLength(1);
    expect(said).toMatch(says);
  },
});

const reads: readonly StagedRow[] = [
  unread("401", unauthorized, /401/),
  unread("403 with error and message", forbidden("no right to list networks"), /no right to list networks/),
  unread("403 with its status only", { status: 403 }, /403/),
  unread("404", { status: 404 }),
  unread("500", { status: 500 }),
  unread("200 with an object", { body: {} }),
  unread("200 with null", { body: null }),
  unread("200 without a body", { status: 200 }),
  unread("200 with a page for people", { status: 200, text: "<html>log in</html>" }),
  unread("200 with errors", { body: { errors: ["moved to another organization"] } }),
  unread("204", { status: 204 }),
  unread("202 with an empty list: it is still being made", { status: 202, body: [] }, /202/),
  unread("206 with a part of a list", { status: 206, body: [] }, /206/),
  {
    name: "an empty array of networks",
    reason: "200 with `[]`: a list endpoint for a resource with no items",
    subject: cloud(dashboard({}), created),
    check: ({ plan, applied }) => {
      expect(plan.creates).toEqual(["network/paris"]);
      expect(writesOf(applied)).toHaveLength(1);
    },
  },
  {
    name: "an empty array of SSIDs",
    reason: "an empty array with status 200 means the network has no SSIDs configured",
    subject: cloud(dashboard({ networks: [network] }), {
      berlin: { name: "Berlin", ssids: { 0: { name: "Corp" } } },
    }),
    check: ({ plan, outcomes }) => {
      expect(plan.creates).toEqual(["ssid/berlin.0"]);
      expect(outcomes).toEqual({ "ssid/berlin.0": "applied" });
    },
  },
];

const writes: readonly StagedRow[] = [
  refused("400 with error and details", malformed, /Malformed JSON.*line 1, column 1/s),
  refused(
    "403 with error and message",
    forbidden("no right to change networks"),
    /no right to change networks/,
  ),
  refused("403 with its status only", { status: 403 }, /403/),
  refused(
    "200 with errors",
    { body: { errors: ["the network was moved to another organization"] } },
    /the network was moved to another organization/,
  ),
  {
    name: "a change answered 409 twice, and then taken",
    reason: "a lock held by another transaction: waited for, and then written",
    subject: cloud(instead(isPut, { status: 409 }, 2), changed),
    check: ({ applied, outcomes }) => {
      expect(outcomes).toEqual({ "network/berlin": "applied" });
      expect(writesOf(applied)).toHaveLength(3);
      const [first, second] = writesOf(applied);
      const between = applied.filter(({ at }) => at > (first?.at ?? 0) && at < (second?.at ?? 0));
      expect(between.filter(isList), "not looked at before it was sent again").not.toEqual([]);
    },
  },
  {
    name: "a change answered 409 because somebody else made it",
    reason:
      "resource modified concurrently by another client: looked at, and then there is nothing left to do",
    subject: cloud(modifiedConcurrently("Europe/Berlin"), changed),
    check: ({ applied, outcomes }) => {
      expect(outcomes).toEqual({ "network/berlin": "converged" });
      expect(writesOf(applied)).toHaveLength(1);
    },
  },
  {
    name: "a change answered 409 because somebody else made another",
    reason: "resource modified concurrently by another client: not written over unasked",
    subject: cloud(modifiedConcurrently("Asia/Tokyo"), changed),
    check: ({ applied, outcomes }) => {
      expect(writesOf(applied)).toHaveLength(1);
      expect(outcomes).not.toEqual({ "network/berlin": "applied" });
    },
  },
  {
    name: "a create answered 429 once",
    reason: "request rate exceeded: it was not carried out, and is sent again after a wait",
    subject: cloud(instead(isPost, { status: 429, headers: { "retry-after": "1" } }, 1), created),
    check: ({ applied, outcomes }) => {
      expect(outcomes).toEqual({ "network/paris": "applied" });
      expect(writesOf(applied).map(({ status }) => status)).toEqual([429, 201]);
    },
  },
  {
    name: "a create that was carried out and never answered",
    reason: "nothing is created twice: it is looked for before it is sent again",
    subject: cloud(unanswered(), created),
    check: ({ applied }) => expect(writesOf(applied)).toHaveLength(1),
  },
  {
    name: "a create answered 500",
    reason: "nothing is created twice: it is looked for before it is sent again",
    subject: cloud(unanswered({ status: 500 }), created),
    check: ({ applied }) => expect(writesOf(applied)).toHaveLength(1),
  },
];

/** Returns a server at which somebody else makes the first change in the moment in which it is requested. */
function modifiedConcurrently(timeZone: string): Subject["served"] {
  let live = network;
  return (heard) => {
    const real = dashboard({ networks: [live] });
    if (!isPut(heard) || live !== network) return real(heard);
    live = { ...network, timeZone };
    return { status: 409 };
  };
}

/** Returns a server that carries out the first create and then loses the reply. */
function unanswered(answer: Answer = { cut: true }): Subject["served"] {
  const real = served();
  let isFirst = true;
  return (heard) => {
    const answered = real(heard);
    if (!isPost(heard) || !isFirst) return answered;
    isFirst = false;
    return answer;
  };
}

const devices: readonly StagedRow[] = [
  {
    name: "RESTCONF 409 once: a lock held by another transaction",
    reason: "waited for, and then written",
    subject: locked(),
    check: ({ applied, outcomes }) => {
      expect(outcomes).toEqual({ "deviceHostname/r1": "applied" });
      expect(writesOf(applied).map(({ status }) => status)).toEqual([409, 204]);
    },
  },
  {
    name: "a controller without a valid credential",
    reason: "a missing, invalid or expired token gives status 401",
    subject: {
      served: controller({}),
      target: {
        interface: "controller",
        credential: { username: "nobody", password: { secret: "env:TOKEN" } },
      },
      desired: { devices: { one: { name: "sw-1", managementIpAddress: "10.0.0.1" } } },
    },
    check: ({ plan, planned, applied }) => {
      expect(plan.unknown["controllerDevice/one"]).toContain("401");
      expect(planned).toHaveLength(1);
      expect(writesOf(applied)).toEqual([]);
    },
  },
];

function locked(): Subject {
  const real = restconf({ native: { hostname: "r1" } });
  let isLocked = true;
  return {
    served: (heard) => {
      if (heard.method !== "PUT" || !isLocked) return real(heard);
      isLocked = false;
      return { status: 409 };
    },
    target: { interface: "restconf", hosts: ["10.0.0.0/8"] },
    path: "/{host}",
    desired: { devices: { r1: { host: "10.0.0.1", hostname: "r2" } } },
  };
}

const rows = [...reads, ...writes, ...devices];
const isTrue = staged(rows);

test.each(holding("answers", rows))("an error is told, and never an absence: %s", holds(isTrue));

test.each(failing("answers", rows))("open, %s: %s", stillFails(isTrue));
