/**
 * Writes that an earlier run left open. The journal of the next run begins with these writes, and one flush stores them
 * all.
 */

import { describe, expect, test } from "vitest";
import { endsOpen, unfinished } from "../../src/apply/journal.ts";
import type { FinishIntent, Intent, Journal, JournalRecord } from "../../src/model/journal.ts";
import type { Reply, Task } from "../../src/model/reply.ts";
import { network } from "../properties/declared.ts";
import { applied, item, type Lists, type Script } from "./cloud.ts";

const berlin = network("berlin", { name: "Berlin" });
const open: Intent = {
  ...{ kind: "intent", step: "create cloud/network/berlin", operation: "create", attempt: 1 },
  ...{ address: "cloud/network/berlin", time: new Date(Date.UTC(2026, 0, 1)).toISOString() },
};
const task: Task = {
  ...{ id: "t1", path: "/tasks/t1", kind: "network", operation: "update", everyMs: 100, withinMs: 1000 },
};
const tasked: Intent = {
  ...{ kind: "intent", step: "update cloud/network/oslo", operation: "update", attempt: 1, task },
  ...{ address: "cloud/network/oslo", time: "2026-01-01T00:00:00.000Z" },
};
const deploying: FinishIntent = {
  ...{
    kind: "finishing",
    target: "cloud",
    verb: "deploy",
    names: ["berlin"],
    time: "2026-01-01T00:00:00.000Z",
  },
};

/** Applies with the open writes above, and stops early. Returns the result, and the records up to the first flush. */
async function firstFlush(write: (record: JournalRecord) => Promise<void>) {
  const records: JournalRecord[] = [];
  let flushed: number | undefined;
  const lists: Lists = { "networks o1": [] };
  const told = await applied({
    ...{ desired: [berlin], lists, replies: [{ meaning: "accepted", id: "n1" }], abortAt: 20_000 },
    interrupted: [open, tasked],
    leftFinishes: [{ ...deploying, task }, deploying],
    journal: {
      note: (record) => void records.push(record),
      write: (record) => {
        records.push(record);
        flushed ??= records.length;
        return write(record);
      },
    },
  });
  return { told, first: records.slice(0, flushed) };
}

test("tasks, creates that may not be visible yet, and deployments that are under way go with the first flush", async () => {
  const { first } = await firstFlush(async () => undefined);
  expect(first.map(({ kind }) => kind)).toEqual(["begun", "intent", "intent", "finishing"]);
  expect(first.slice(1)).toEqual([tasked, open, { ...deploying, task }]);
});

test("where that cannot be written nothing is sent", async () => {
  const { told } = await firstFlush(() => Promise.reject(new Error("the disk is full")));
  expect(told.writes).toEqual([]);
});

describe("a create of an earlier run that may still show up", () => {
  const oslo = network("oslo", { name: "Oslo" });

  /**
   * Returns the writes that are open in the journal at the end of a run. Also returns whether the journal is kept
   * because of them.
   */
  async function leftBy(script: Pick<Script, "desired" | "lists"> & Partial<Script>) {
    const records: JournalRecord[] = [];
    const journal: Journal = {
      note: (record) => void records.push(record),
      write: async (record) => void records.push(record),
    };
    const made = (): Reply => {
      script.lists["networks o1"] = [item("network", "Oslo", { id: "n2" })];
      return { meaning: "accepted", id: "n2" };
    };
    const replies: Script["replies"] = [made];
    const told = await applied({ interrupted: [open], journal, replies, ...script });
    const left = unfinished(records).map(({ address }) => address);
    return {
      outcomes: told.result.settled.map(({ outcome }) => outcome.state),
      left,
      isKept: endsOpen(told.result),
    };
  }

  const isLeft = { left: [open.address], isKept: true };

  test("is left to the next run by one that is about others", async () => {
    const lists: Lists = { "networks o1": [] };
    expect(await leftBy({ desired: [oslo], lists })).toEqual({ outcomes: ["applied"], ...isLeft });
  });

  test("is left to the next run by one that cannot read its list", async () => {
    const lists: Lists = { "networks o1": "unreadable" };
    expect(await leftBy({ desired: [berlin], lists })).toEqual({ outcomes: [], ...isLeft });
  });

  test("is left to the next run by one that is stopped while it waits for it", async () => {
    const lists: Lists = { "networks o1": [] };
    expect(await leftBy({ desired: [berlin], lists, abortAt: 2000 })).toEqual({
      outcomes: ["skipped"],
      ...isLeft,
    });
  });

  test("is over once it is seen, or must be visible", async () => {
    const over = { left: [], isKept: false };
    const lists: Lists = { "networks o1": [item("network", "Berlin", { id: "n1" })] };
    expect(await leftBy({ desired: [berlin], lists })).toEqual({ outcomes: [], ...over });
    const interrupted = [{ ...open, time: "2025-12-31T23:00:00.000Z" }];
    const none: Lists = { "networks o1": [] };
    expect(await leftBy({ desired: [oslo], lists: none, interrupted })).toEqual({
      outcomes: ["applied"],
      ...over,
    });
  });
});
