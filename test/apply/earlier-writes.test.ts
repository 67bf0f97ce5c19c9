/** What an earlier run left open is in the journal of this one before anything else, with one flush. */

import { expect, test } from "vitest";
import type { FinishIntent, Intent, JournalRecord } from "../../src/model/journal.ts";
import type { Task } from "../../src/model/reply.ts";
import { network } from "../properties/declared.ts";
import { applied, type Lists } from "./cloud.ts";

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

/** The records up to the first flush, in an apply that is told of all that, and is stopped early. */
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
