/**
 * The next plan uses what an apply has noted about lists, unless something was written there afterwards, or the log was
 * wrong.
 */

import { expect, test } from "vitest";
import { withChangedSince } from "../../../src/observe/change-log/changed-since.ts";

const kinds = [
  { name: "network", collection: { name: "networks" } },
  { name: "ssid", collection: { name: "ssids", within: "network" } },
];
const facts = { within: "organization", of: "network", part: "ssid", daysBack: 9, lateSeconds: 300 };
const scope = { organization: "Acme" };
const item = { kind: "ssid", identity: "0", id: "N_1/0", value: { name: "New" } };
const noted = {
  ...{ collection: "ssids", scope, parentId: "N_1", madeAt: 1000 },
  resources: [
    { kind: "ssid", identity: "0", shown: { value: item.value, id: item.id }, declared: item.value },
  ],
  entries: [{ at: 1500, by: "A", of: "N_1", part: "0" }],
};
/** Another network, whose list has the oldest read. This list is always read. */
const oldest = { ...noted, parentId: "N_0", madeAt: 500, entries: [] };
const other = { kind: "ssid", identity: "1", scope, parentId: "N_1" };

const network = { kind: "network", value: {} };

type Run = ReturnType<typeof withChangedSince>;

/**
 * Plays two runs in turn: the first one notes and does something, and the second one reads. Returns the number of lists
 * that the second run reads.
 */
async function readsAfter(does: (run: Run) => unknown, wanted: object = {}): Promise<number> {
  const stored = new Map<string, string>();
  let reads = 0;
  const meaning = { accepted: { meaning: "accepted" }, lost: { meaning: "lost" } };
  const session = {
    read: async ({ collection }: { collection: string }) => {
      if (collection === "networks")
        return { state: "whole", items: ["N_0", "N_1"].map((id) => ({ ...network, identity: id, id })) };
      reads += 1;
      return { state: "whole", items: [item] };
    },
    write: async ({ operation }: { operation: keyof typeof meaning }) => meaning[operation],
    batching: { send: async () => ({ meaning: "tasks", tasks: [] }) },
    changes: async () => ({ state: "whole", changes: noted.entries, serverAt: 2000 }),
  };
  const open = () =>
    withChangedSince({
      ...{ session, driver: { kinds }, facts, kinds: ["ssid"], basis: "b", now: () => 2000 },
      store: {
        load: async () => stored.get("it"),
        save: async (text: string) => void stored.set("it", text),
      },
    } as never);
  const signal = new AbortController().signal;
  const networks = { collection: "networks", scope, wanted: [], unchanged: true as const };
  const first = open();
  first.changes.begin();
  await first.session.read(networks, signal);
  for (const each of [oldest, noted]) first.changes.noteShown(each as never);
  await does(first);
  await first.changes.save();
  const second = open();
  second.changes.begin();
  await second.session.read(networks, signal);
  const query = { kind: "ssid", identity: "0", scope, declared: [item.value], ...wanted };
  const asked = { ...networks, collection: "ssids", parentId: "N_1", wanted: [query] };
  await second.session.read(asked, signal);
  return reads;
}

const signal = new AbortController().signal;

test("is not read, until something else is wanted there", async () => {
  expect(await readsAfter(() => {})).toBe(0);
  expect(await readsAfter(() => {}, { id: "N_1/0" })).toBe(0);
  for (const wanted of [
    { id: "N_1/7" },
    { identity: "1" },
    { exclusive: true },
    { isDropped: true },
    { declared: [{ name: "Other" }] },
    { declared: [{ name: "New", enabled: true }] },
  ])
    expect([wanted, await readsAfter(() => {}, wanted)]).toEqual([wanted, 1]);
});

test("is read where the run wrote again, whatever came of it, or where the log was wrong", async () => {
  expect(await readsAfter(({ session }) => session.batching?.send([other] as never, signal))).toBe(1);
  for (const operation of ["accepted", "lost"])
    expect(await readsAfter(({ session }) => session.write({ ...other, operation } as never, signal))).toBe(
      1,
    );
  expect(await readsAfter(({ changes }) => changes.forgetShown())).toBe(1);
});
