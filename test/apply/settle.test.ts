/**
 * How a step ends if a reply is lost, the target is locked or busy, or the run is interrupted. Tests which requests are
 * sent, and which reads come before them.
 */

import { describe, expect, test } from "vitest";
import type { Reply } from "../../src/model/reply.ts";
import { network, ssid } from "../properties/declared.ts";
import { applied, item, type Lists } from "./cloud.ts";

const accepted: Reply = { meaning: "accepted" };
const lost: Reply = { meaning: "lost", detail: "no answer" };
const conflict: Reply = { meaning: "conflict", detail: "409", perhapsLocked: true };
const notReady: Reply = { meaning: "busy", reason: "notReady", detail: "network is not ready" };
const locked: Reply = { meaning: "busy", reason: "locked", detail: "lock-denied" };
const unavailable: Reply = { meaning: "busy", reason: "unavailable", detail: "circuit open" };

const berlin = network("berlin", { name: "Berlin", tz: "Berlin" });
const address = "cloud/network/berlin";
const at = (tz: string, more = {}) =>
  item("network", "Berlin", { id: "n1", value: { name: "Berlin", tz, ...more } });
const paris = { desired: [berlin], lists: { "networks o1": [at("Paris")] } };

/** Returns a copy of lists, which the writes and reads of a script may change. */
const listsOf = (lists: Lists) => ({ ...lists });

describe("a lost reply", () => {
  test("of an update that was not carried out is looked at, then sent again", async () => {
    const lists = listsOf({ "networks o1": [at("Paris")] });
    const done = (): Reply => {
      lists["networks o1"] = [at("Berlin")];
      return accepted;
    };
    const { asked, outcome } = await applied({ desired: [berlin], lists, replies: [lost, done] });
    const write = `update ${address}`;
    expect(asked).toEqual(["networks o1", write, "networks o1", write, "networks o1"]);
    expect(outcome(address)).toEqual({ state: "applied", id: "n1" });
  });

  test("of an update that was carried out is not sent again", async () => {
    const lists = listsOf({ "networks o1": [at("Paris")] });
    const done = (): Reply => {
      lists["networks o1"] = [at("Berlin")];
      return lost;
    };
    const { writes, outcome } = await applied({ desired: [berlin], lists, replies: [done] });
    expect(writes).toHaveLength(1);
    expect(outcome(address)).toEqual({ state: "applied", id: "n1" });
  });

  test("after which someone else's value is live is held: it is not ours to overwrite", async () => {
    const lists = listsOf({ "networks o1": [at("Paris")] });
    const theirs = (): Reply => {
      lists["networks o1"] = [at("Rome")];
      return lost;
    };
    const { writes, outcome } = await applied({ desired: [berlin], lists, replies: [theirs] });
    expect(writes).toHaveLength(1);
    expect(outcome(address)).toMatchObject({ state: "failed", problem: { code: "conflict" } });
  });

  test("again and again is given up after five sends, each after a longer moment and a look", async () => {
    const { writes, outcome, ms, asked } = await applied({ ...paris, replies: [lost] });
    expect(writes).toHaveLength(5);
    expect(asked.filter((one) => one === "networks o1")).toHaveLength(6);
    expect(ms).toBe(5 * 100 + 250 + 500 + 1000 + 2000 + 4000);
    expect(outcome(address)).toMatchObject({
      state: "failed",
      problem: { code: "gave-up", message: expect.stringContaining("sent the change 5 times") },
    });
  });

  test("of a secret, again and again, is unknown and not refused: nobody can read it back", async () => {
    const wifi = (secret: string) => ssid("berlin.0", { name: "Corp", password: { secret } });
    const lists = {
      "networks o1": [at("Berlin")],
      "ssids n1": [item("ssid", "0", { value: { name: "Corp" } })],
    };
    const base = [berlin, wifi("env:OLD")];
    const desired = [berlin, wifi("env:NEW")];
    const { writes, outcome } = await applied({ desired, base, lists, replies: [lost] });
    expect(writes).toHaveLength(5);
    expect(outcome("cloud/ssid/berlin.0")).toMatchObject({
      state: "unknown",
      problem: { code: "outcome-unknown", message: expect.stringContaining("cannot be read back") },
    });
  });

  test("is sent again however often the step had waited before", async () => {
    const lists = listsOf({ "networks o1": [at("Paris")] });
    const done = (): Reply => {
      lists["networks o1"] = [at("Berlin")];
      return accepted;
    };
    const replies = [notReady, notReady, notReady, notReady, notReady, notReady, lost, done];
    const { writes, outcome } = await applied({ desired: [berlin], lists, replies });
    expect(writes).toHaveLength(8);
    expect(outcome(address)).toMatchObject({ state: "applied" });
  });

  test("of a create that was carried out gives its id to what is in it, which is looked at first", async () => {
    const lists = listsOf({ "networks o1": [], "ssids n7": [] });
    const made = (): Reply => {
      lists["networks o1"] = [
        item("network", "Berlin", { id: "n7", value: { name: "Berlin", tz: "Berlin" } }),
      ];
      return lost;
    };
    const put = (): Reply => {
      lists["ssids n7"] = [item("ssid", "0", { value: { vlan: 1 } })];
      return accepted;
    };
    const inside = ssid("berlin.0", { vlan: 1 });
    const { asked, writes, result } = await applied({
      desired: [berlin, inside],
      lists,
      replies: [made, put],
    });
    expect(asked).toEqual([
      "networks o1",
      `create ${address}`,
      "networks o1",
      "ssids n7",
      "create cloud/ssid/berlin.0",
      "networks o1",
      "ssids n7",
    ]);
    expect(writes[1]).toMatchObject({ parentId: "n7" });
    expect(result.nonConvergent).toEqual([]);
  });

  test("of a removal that was carried out is not sent again", async () => {
    const lists = listsOf({ "networks o1": [at("Berlin")] });
    const gone = (): Reply => {
      lists["networks o1"] = [];
      return lost;
    };
    const { writes, outcome, result } = await applied({
      desired: [],
      base: [berlin],
      lists,
      replies: [gone],
    });
    expect(writes).toHaveLength(1);
    expect(outcome(address)).toEqual({ state: "applied" });
    expect(result.nonConvergent).toEqual([]);
  });
});

describe("a lock", () => {
  test("that is waited for is followed by a look: whoever held it may have changed something", async () => {
    const lists = listsOf({ "networks o1": [at("Paris")] });
    const reading = (_: string) => {
      if (writesSoFar > 0) lists["networks o1"] = [at("Rome")];
    };
    let writesSoFar = 0;
    const held = (): Reply => {
      writesSoFar += 1;
      return locked;
    };
    const { writes, outcome } = await applied({
      desired: [berlin],
      lists,
      replies: [held, accepted],
      reading,
    });
    expect(writes).toHaveLength(1);
    expect(outcome(address)).toMatchObject({ state: "failed", problem: { code: "conflict" } });
  });

  test("after which something else is live is written with what is live now", async () => {
    const lists = listsOf({ "networks o1": [at("Paris")] });
    const held = (): Reply => {
      lists["networks o1"] = [at("Paris", { notes: "theirs" })];
      return locked;
    };
    const { writes } = await applied({ desired: [berlin], lists, replies: [held, accepted] });
    expect(writes[1]?.live?.value).toMatchObject({ notes: "theirs" });
  });

  test("that a bare 409 hides is waited for as long as limits.lockSeconds says", async () => {
    const { outcome, ms } = await applied({ ...paris, replies: [conflict], limits: { lockSeconds: 10 } });
    expect(outcome(address)).toMatchObject({ state: "failed", problem: { code: "still-conflicting" } });
    expect(ms).toBeGreaterThanOrEqual(10_000);
    expect(ms).toBeLessThan(12_000);
  });

  test("is none where the server says what it means: nothing is waited for, and its words are told", async () => {
    const reply: Reply = { meaning: "conflict", detail: "409: data-missing: no such vrf", hint: "Make it." };
    const { outcome, ms, writes } = await applied({ ...paris, replies: [reply] });
    expect(outcome(address)).toMatchObject({
      state: "failed",
      problem: {
        code: "refused-unchanged",
        message: `${address}: the update was refused, although the resource is still as it was read: ${reply.detail}`,
        hint: "Make it.",
      },
    });
    expect(writes).toHaveLength(1);
    expect(ms).toBe(100);
  });

  test("is none when live keeps changing: that is given up after five sends", async () => {
    const lists = listsOf({ "networks o1": [at("Paris")] });
    let count = 0;
    const moving = (): Reply => {
      count += 1;
      lists["networks o1"] = [at("Paris", { count })];
      return conflict;
    };
    const { writes, outcome } = await applied({ desired: [berlin], lists, replies: [moving] });
    expect(writes).toHaveLength(5);
    expect(outcome(address)).toMatchObject({ state: "failed", problem: { code: "gave-up" } });
  });

  test("that is looked at in vain fails: nothing was carried out", async () => {
    const lists = listsOf({ "networks o1": [at("Paris")] });
    const twice = (): Reply => {
      lists["networks o1"] = [at("Paris"), at("Rome")];
      return conflict;
    };
    const { outcome } = await applied({ desired: [berlin], lists, replies: [twice] });
    expect(outcome(address)).toMatchObject({ state: "failed", problem: { code: "ambiguous", address } });
  });
});

describe("a removal that is answered with a conflict, since a proxy on the way has sent it twice", () => {
  const gone: Reply = { meaning: "conflict", detail: "404: there is no such network" };
  const ofBerlin = (after: "unreadable" | [], reply = gone) => {
    const lists = listsOf({ "networks o1": [at("Berlin")] });
    const twice = (): Reply => {
      Object.assign(lists, { "networks o1": after });
      return reply;
    };
    return applied({ desired: [], base: [berlin], lists, replies: [twice] });
  };

  test("has come to its end where a look shows that it is gone", async () => {
    const { outcome } = await ofBerlin([]);
    expect(outcome(address)).toEqual({ state: "converged" });
  });

  test("is unknown where the look tells nothing: it may be gone, and it may never have been there", async () => {
    const { outcome } = await ofBerlin("unreadable");
    expect(outcome(address)).toMatchObject({
      state: "unknown",
      problem: {
        code: "outcome-unknown",
        message: expect.stringContaining(
          "the remove was answered with a conflict (404: there is no such network)",
        ),
      },
    });
  });

  test("fails where the look tells nothing and the driver had not sent it: for sure it was not carried out", async () => {
    const { outcome } = await ofBerlin("unreadable", { ...gone, unsent: true });
    expect(outcome(address)).toMatchObject({ state: "failed" });
  });
});

test("a lost reply that is looked at in vain leaves the outcome unknown", async () => {
  const lists = listsOf({ "networks o1": [at("Paris")] });
  const twice = (): Reply => {
    lists["networks o1"] = [at("Paris"), at("Rome")];
    return lost;
  };
  const { outcome } = await applied({ desired: [berlin], lists, replies: [twice] });
  expect(outcome(address)).toMatchObject({ state: "unknown", problem: { code: "outcome-unknown", address } });
});

test("a request that never left is sent again without a look", async () => {
  const { asked, outcome } = await applied({ ...paris, replies: [unavailable, accepted] });
  const write = `update ${address}`;
  expect(asked.slice(0, 3)).toEqual(["networks o1", write, write]);
  expect(outcome(address)).toMatchObject({ state: "applied" });
});

describe("an interruption", () => {
  test("while a step waits leaves it undone", async () => {
    const { outcome, result, ms } = await applied({ ...paris, replies: [notReady], abortAt: 300 });
    expect(outcome(address)).toEqual({ state: "skipped", because: "interrupted" });
    expect(result.interrupted).toBe(true);
    expect(ms).toBe(300);
  });

  test("after a lost reply leaves the outcome unknown", async () => {
    const { outcome } = await applied({ ...paris, replies: [lost], abortAt: 50 });
    expect(outcome(address)).toMatchObject({ state: "unknown", problem: { code: "outcome-unknown" } });
  });

  test("between two tries of a lost write sends nothing more", async () => {
    let looks = 0;
    const reading = (_: string, abort: () => void) => {
      looks += 1;
      if (looks === 2) queueMicrotask(abort);
    };
    const { outcome, writes } = await applied({ ...paris, replies: [lost], reading });
    expect(writes).toHaveLength(1);
    expect(outcome(address)).toMatchObject({ state: "unknown" });
  });

  test("while a reply is under way waits for it, and does not verify", async () => {
    const { outcome, result, asked } = await applied({ ...paris, replies: [accepted], abortAt: 50 });
    expect(outcome(address)).toMatchObject({ state: "applied" });
    expect(asked).toEqual(["networks o1", `update ${address}`]);
    expect(result.unverified).toMatchObject([{ address, problem: { code: "interrupted" } }]);
  });

  test("during the verification keeps what is known of the steps", async () => {
    let reads = 0;
    const reading = (_: string, abort: () => void) => {
      reads += 1;
      if (reads === 2) abort();
    };
    const { outcome, result } = await applied({ ...paris, replies: [accepted], reading });
    expect(outcome(address)).toMatchObject({ state: "applied" });
    expect(result).toMatchObject({ interrupted: true, unverified: [{ address }] });
  });
});

test("a step that breaks gives its room back to those that wait for it", async () => {
  const bug = (): Reply => {
    throw new Error("a bug");
  };
  const names = ["a", "b", "c"];
  const { outcome, writes } = await applied({
    desired: names.map((name) => network(name, { name })),
    lists: { "networks o1": [] },
    replies: [bug, accepted],
    limits: { concurrency: 1, freshSeconds: 0, createVisibleSeconds: 0 },
  });
  const states = names.map((name) => outcome(`cloud/network/${name}`)?.state);
  expect(states).toEqual(["unknown", "applied", "applied"]);
  expect(writes).toHaveLength(3);
});

test("a bug of ours ends the run in good order: what it was about is unknown, and the bug is given back", async () => {
  const bug = (): Reply => {
    throw new Error("a bug");
  };
  const { result, outcome } = await applied({ ...paris, replies: [bug] });
  expect(outcome("cloud/network/berlin")).toMatchObject({ state: "unknown", problem: { code: "crashed" } });
  expect(result.crash).toEqual({ error: new Error("a bug") });
});
