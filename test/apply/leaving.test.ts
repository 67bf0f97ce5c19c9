/** The read right before a write: what it leads to, for how long it is valid, and which writes are sent again. */

import { describe, expect, test } from "vitest";
import { type Intent, type Journal, type JournalRecord, notOwnedBy } from "../../src/model/journal.ts";
import { problem } from "../../src/model/problem.ts";
import type { Reply } from "../../src/model/reply.ts";
import { network, ssid } from "../properties/declared.ts";
import { dialectOf } from "../properties/kinds.ts";
import { applied, item, type Lists, type Script } from "./cloud.ts";

const accepted: Reply = { meaning: "accepted" };
const lost: Reply = { meaning: "lost", detail: "504" };
const conflict: Reply = { meaning: "conflict", detail: "409" };
const throttled: Reply = { meaning: "busy", reason: "throttled", detail: "429" };
const refused: Reply = { meaning: "refused", problem: problem("refused", "no") };

const berlin = network("berlin", { name: "Berlin", tz: "Berlin" });
const address = "cloud/network/berlin";
const list = "networks o1";
const write = `update ${address}`;
const at = (tz: string) => item("network", "Berlin", { id: "n1", value: { name: "Berlin", tz } });

/**
 * Applies an update of one network. `then` maps the number of a read, counted from 1, to the content of the list from
 * this read on.
 */
function updating(more: Partial<Script> = {}, then: Readonly<Record<number, Lists[string]>> = {}) {
  const lists: Lists = { [list]: [at("Paris")], ...more.lists };
  let reads = 0;
  const reading = () => {
    reads += 1;
    lists[list] = then[reads] ?? lists[list] ?? [];
  };
  return applied({ desired: [berlin], replies: [accepted], reading, ...more, lists });
}

/** Returns the requests up to the last write, including this write. */
const upToWrite = (asked: readonly string[]) => asked.slice(0, asked.lastIndexOf(write) + 1);

function journalOf(): { readonly journal: Journal; readonly records: JournalRecord[] } {
  const records: JournalRecord[] = [];
  const note = (record: JournalRecord) => void records.push(record);
  return { records, journal: { note, write: async (record) => note(record) } };
}

describe("a write that its sender gives back, since another process sends for the target", () => {
  const given: Reply = { meaning: "refused", problem: notOwnedBy("cloud") };

  test("is sent again, as often as that happens: it has certainly not left", async () => {
    const told = await updating({ replies: [given, given, given, accepted] });
    expect(told.outcome(address)).toMatchObject({ state: "applied" });
    expect(told.asked.filter((each) => each === write)).toHaveLength(4);
  });
});

describe("a write that waits for the rate limit before it leaves", () => {
  test.each([
    [4999, [list, write]],
    [5000, [list, list, write]],
  ])("for %i ms counts on what was seen while that is fresh, else is looked at again", async (ms, asked) => {
    const told = await updating({ queued: (count) => [count === 0 ? ms : 0] });
    expect(upToWrite(told.asked)).toEqual(asked);
    expect(told.outcome(address)).toMatchObject({ state: "applied" });
  });

  test("while what was seen is fresh has one turn", async () => {
    const { ms } = await updating({ queued: () => [4999] });
    expect(ms).toBe(4999 + 100);
  });

  test("does not overwrite what somebody has set meanwhile", async () => {
    const { outcome, writes } = await updating({ queued: () => [6000] }, { 2: [at("Rome")] });
    expect(outcome(address)).toMatchObject({ state: "failed", problem: { code: "conflict" } });
    expect(writes).toEqual([]);
  });

  test("leaves on what was seen before where it is looked at again in vain", async () => {
    const { outcome, writes } = await updating(
      { queued: (count) => [count === 0 ? 6000 : 0] },
      { 2: "unreadable" },
    );
    expect(outcome(address)).toMatchObject({ state: "applied" });
    expect(writes).toHaveLength(1);
  });

  test("leaves at the third turn, where the limit allows no better", async () => {
    const { asked, ms } = await updating({ queued: () => [6000] });
    expect(upToWrite(asked)).toEqual([list, list, list, write]);
    expect(ms).toBe(3 * 6000 + 100);
  });

  test("leaves at once where the target says that nothing it has shown is fresh", async () => {
    const { asked } = await updating({ queued: () => [6000], limits: { freshSeconds: 0 } });
    expect(upToWrite(asked)).toEqual([list, write]);
  });

  test("again, once it was sent, goes on: the server has said that it did not take it", async () => {
    const { journal, records } = journalOf();
    const { asked } = await updating({ queued: () => [0, 6000], journal });
    expect(upToWrite(asked)).toEqual([list, write]);
    const intents = records.filter((each) => each.kind === "intent");
    expect(intents).toMatchObject([{ attempt: 1 }, { attempt: 2 }]);
  });

  test("is in the journal once it leaves and not before, with its reply", async () => {
    const { journal, records } = journalOf();
    await updating({ queued: (count) => [count === 0 ? 6000 : 0], journal });
    const step = write;
    expect(records.filter((each) => "step" in each)).toMatchObject([
      { kind: "intent", step, operation: "update", address, attempt: 1 },
      { kind: "reply", step, meaning: "accepted" },
      { kind: "outcome", step, state: "applied" },
    ]);
    expect(records.find((each) => each.kind === "intent")).not.toHaveProperty("back");
  });
});

test("a journal that cannot be written sends nothing, now or later, and says what to do", async () => {
  const journal: Journal = { note: () => {}, write: () => Promise.reject(new Error("disk full")) };
  const oslo = network("oslo", { name: "Oslo", tz: "Oslo" });
  const { outcome, writes } = await updating({
    desired: [berlin, oslo],
    journal,
    limits: { freshSeconds: 0 },
  });
  expect(outcome(address)).toMatchObject({
    state: "failed",
    problem: {
      code: "journal-unwritable",
      message: expect.stringContaining("disk full"),
      hint: expect.any(String),
    },
  });
  expect(writes).toEqual([]);
});

describe("a write that replaces more than it declares", () => {
  const all: Partial<Script> = { dialect: { replaces: { network: "all" } } };
  const alone: Partial<Script> = {
    ...all,
    kind: (kind) => (kind.name === "network" ? { collection: { ...kind.collection, alone: true } } : {}),
  };

  test("is read for right before, is sent once by whoever carries it, and no other write is", async () => {
    const replacing = await updating(all);
    expect(upToWrite(replacing.asked)).toEqual([list, list, write]);
    expect(replacing.writes).toMatchObject([{ once: true }]);
    const setting = await updating();
    expect(upToWrite(setting.asked)).toEqual([list, write]);
    expect(setting.writes[0]).not.toHaveProperty("once");
  });

  test("is read for by itself alone, where its interface can do that", async () => {
    const { asked } = await updating(alone);
    expect(upToWrite(asked)).toEqual([list, write]);
    const vain = await updating(alone, { 1: "unreadable" });
    expect(vain.outcome(address)).toMatchObject({ state: "failed" });
    expect(vain.writes).toEqual([]);
  });

  test("is not read for where the server refuses it once that has changed", async () => {
    const { asked } = await updating({ ...all, guards: () => "etag" });
    expect(upToWrite(asked)).toEqual([list, write]);
  });

  test("is held where somebody has changed the same field since the look before", async () => {
    const { outcome, writes } = await updating(all, { 2: [at("Rome")] });
    expect(outcome(address)).toMatchObject({ state: "failed", problem: { code: "conflict" } });
    expect(writes).toEqual([]);
  });

  test("leaves on the look before where reading its list right before tells nothing", async () => {
    const { outcome } = await updating(all, { 2: "unreadable" });
    expect(outcome(address)).toMatchObject({ state: "applied" });
  });

  test("waits for a server that throttles it, and is read for again", async () => {
    const { asked, outcome } = await updating({ ...all, replies: [throttled, accepted] });
    expect(upToWrite(asked)).toEqual([list, list, write, list, write]);
    expect(outcome(address)).toMatchObject({ state: "applied" });
    const held = await updating({ ...all, replies: [throttled, accepted] }, { 3: [at("Rome")] });
    expect(held.outcome(address)).toMatchObject({ state: "failed", problem: { code: "conflict" } });
    expect(held.writes).toHaveLength(1);
  });

  test.each([
    [{}, 900],
    [{ retryAfterMaxSeconds: 60 }, 600],
    [{ retryAfterMaxSeconds: 4000 }, 4000],
  ])("with %j waits for that %i s at most", async (limits, seconds) => {
    const { outcome, events } = await updating({ ...all, limits, replies: [throttled] });
    expect(outcome(address)).toMatchObject({ state: "failed", problem: { code: "still-throttled" } });
    const waits = events.flatMap((each) => (each.type === "waiting" ? [each.ms] : []));
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(seconds * 1000);
  });
});

test("any other write that is throttled after all fails at once: it has waited as long as that makes sense", async () => {
  const { outcome, writes } = await updating({ replies: [throttled] });
  expect(outcome(address)).toMatchObject({ state: "failed", problem: { code: "still-throttled" } });
  expect(writes).toHaveLength(1);
});

describe("what is waited for", () => {
  test("is told with its reason, and how long", async () => {
    const notReady: Reply = { meaning: "busy", reason: "notReady", detail: "starting" };
    const { events } = await updating({ replies: [notReady, lost, conflict, accepted] });
    const waits = events.filter(({ type }) => type === "waiting");
    expect(waits).toEqual([
      { type: "waiting", target: "cloud", reason: "notReady", ms: 500, address },
      { type: "waiting", target: "cloud", reason: "unavailable", ms: 250, address },
    ]);
  });

  test("is waited for as well when nobody listens", async () => {
    const { outcome } = await updating({ replies: [lost, accepted], isSilent: true });
    expect(outcome(address)).toMatchObject({ state: "applied" });
  });
});

describe("a write that is answered with a conflict", () => {
  test("is sent again where the server shows another tag now, though nothing else has changed", async () => {
    let reads = 0;
    const more = {
      guards: () => `etag-${reads}`,
      lists: { [list]: [at("Paris")] },
      replies: [conflict, accepted],
    };
    const { outcome, writes } = await updating({
      ...more,
      reading: () => {
        reads += 1;
      },
    });
    expect(writes).toHaveLength(2);
    expect(outcome(address)).toMatchObject({ state: "applied" });
  });

  test("and makes something is looked for once: it was not carried out, so nothing can appear late", async () => {
    const { outcome, asked, ms } = await updating({ lists: { [list]: [] }, replies: [conflict] });
    expect(outcome(address)).toMatchObject({ state: "failed", problem: { code: "refused-unchanged" } });
    expect(asked).toEqual([list, `create ${address}`, list]);
    expect(ms).toBe(100);
  });

  test("and makes something has failed where a look tells nothing", async () => {
    const { outcome } = await updating({ lists: { [list]: [] }, replies: [conflict] }, { 2: "unreadable" });
    expect(outcome(address)).toMatchObject({ state: "failed" });
  });

  test("and writes a secret is given up, and not unknown: it was never carried out", async () => {
    const wifi = (secret: string, vlan: number) => ssid("berlin.0", { vlan, password: { secret } });
    const [desired, base] = [
      [berlin, wifi("env:NEW", 1)],
      [berlin, wifi("env:OLD", 1)],
    ];
    const shown = (count: number) => [item("ssid", "0", { value: { vlan: 1, count } })];
    const lists: Lists = { [list]: [at("Berlin")], "ssids n1": shown(0) };
    let count = 0;
    const moving = (): Reply => {
      count += 1;
      lists["ssids n1"] = shown(count);
      return conflict;
    };
    const { outcome } = await applied({ desired, base, lists, replies: [moving] });
    expect(outcome("cloud/ssid/berlin.0")).toMatchObject({ state: "failed", problem: { code: "gave-up" } });
  });
});

describe("what is there before a create, with another value", () => {
  const intent = (name: string, more: Partial<Intent> = {}): Intent => ({
    ...{ kind: "intent", step: `create cloud/network/${name}`, operation: "create", attempt: 1 },
    ...{ address: `cloud/network/${name}`, time: "2025-01-01T00:00:00Z", ...more },
  });
  const oslo = network("oslo", { name: "Oslo" });
  const found = (interrupted: readonly Intent[], more: Partial<Script> = {}) =>
    updating({ desired: [berlin, oslo], lists: { [list]: [] }, interrupted, ...more }, { 1: [at("Rome")] });

  test("is completed where an earlier run may have made it", async () => {
    const { outcome, writes } = await found([intent("oslo"), intent("berlin")]);
    expect(outcome(address)).toMatchObject({ state: "applied" });
    expect(writes.map(({ operation }) => operation).sort()).toEqual(["create", "update"]);
  });

  test.each([
    ["made something else", intent("oslo")],
    ["made it on its way back", intent("berlin", { back: true })],
  ])("is somebody else's where an earlier run %s", async (_, left) => {
    const { outcome, writes } = await found([left]);
    expect(outcome(address)).toMatchObject({ state: "failed", problem: { code: "conflict" } });
    expect(writes.some((each) => each.address === address)).toBe(false);
  });

  test("stays as it is where its kind cannot be changed, overwriting allowed or not", async () => {
    for (const onConflict of ["hold", "overwrite"] as const) {
      const dialect = dialectOf({ network: { update: "none" } });
      const { outcome, writes } = await found([], { dialect, onConflict });
      expect(outcome(address)).toMatchObject({
        state: "failed",
        problem: { code: "conflict", address, hint: expect.not.stringContaining("overwrite") },
      });
      expect(writes.some((each) => each.address === address)).toBe(false);
    }
  });
});

describe("a way back", () => {
  const oslo = network("oslo", { name: "Oslo", tz: "Oslo" });
  /**
   * Updates Berlin. The writes are answered with `sends` in order. At the last of these answers, Berlin gets the live
   * value `live`.
   */
  const takenBack = (sends: readonly Reply[], live: string) => {
    const lists: Lists = { [list]: [at("Paris")] };
    let count = 0;
    const next = (): Reply => {
      const reply = sends[count];
      count += 1;
      if (count === sends.length) lists[list] = [at(live)];
      if (count > sends.length) lists[list] = [at("Paris")];
      return reply ?? accepted;
    };
    return applied({ desired: [berlin], lists, replies: [next], rollbackOnFailure: true });
  };

  test("takes back a step that was refused at last, and had been carried out before its reply was lost", async () => {
    const { outcome, writes, result, events } = await takenBack([lost, refused], "Berlin");
    expect(outcome(address)).toMatchObject({ state: "failed" });
    expect(writes).toHaveLength(3);
    expect(writes[2]).toMatchObject({ operation: "update", desired: { tz: "Paris" } });
    expect(result.rolledBack).toMatchObject({
      settled: [{ outcome: { state: "applied" } }],
      nonConvergent: [],
    });
    expect(events.find(({ type }) => type === "rollingBack")).toMatchObject({ steps: [{ address }] });
  });

  test("leaves alone what was refused and never sent otherwise: that value is somebody else's", async () => {
    const { writes, result } = await takenBack([refused], "Berlin");
    expect(writes).toHaveLength(1);
    expect(result.rolledBack?.settled).toEqual([]);
  });

  test("that nobody listens to is taken all the same", async () => {
    const lists: Lists = { [list]: [at("Paris")] };
    const replies = [
      (one: { readonly identity: string }): Reply => {
        if (one.identity === "Oslo") return refused;
        lists[list] = [at(lists[list]?.at(0) === undefined ? "Paris" : "Berlin")];
        return accepted;
      },
    ];
    const { result } = await applied({
      ...{ desired: [berlin, oslo], lists, replies, rollbackOnFailure: true, isSilent: true },
    });
    expect(result.crash).toBeUndefined();
    expect(result.rolledBack?.settled).toMatchObject([{ outcome: { state: "applied" } }]);
  });
});
