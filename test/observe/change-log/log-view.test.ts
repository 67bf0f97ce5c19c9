/** When a change log is trusted, and when trueup reads everything instead. */

import { expect, test } from "vitest";
import type { LoggedChange } from "../../../src/drivers/contract/change-log.ts";
import { noReads, type SeenLog } from "../../../src/observe/change-log/kept-reads.ts";
import { changedAfter, entryName, viewOf } from "../../../src/observe/change-log/log-view.ts";

const facts = {
  ...{ within: "organization", of: "network", part: "ssid", assumes: [], tells: ["ssid"] },
  ...{ daysBack: 365, lateSeconds: 300, basis: () => "" },
};
const hour = 3_600_000;
const entry = (at: number, of: string | undefined = "N_1"): LoggedChange => ({
  at,
  by: "Ada",
  label: "x",
  of,
});

function view(
  changes: readonly LoggedChange[],
  { before, wrote }: { before?: SeenLog; wrote?: number } = {},
) {
  const logs = new Map(before ? [["Acme", before]] : []);
  const writes = wrote === undefined ? [] : [{ log: "Acme", of: "N_1", at: wrote }];
  const kept = { ...noReads, logs, writes };
  const at = 10 * hour;
  const reply = { state: "whole", changes, serverAt: at } as const;
  return viewOf({ facts, kept, log: "Acme", from: hour, now: at, reply, known: new Set(["N_1"]) });
}
const because = (found: ReturnType<typeof view>) =>
  found.state === "distrusted" ? found.because : undefined;

test("a log that tells of what is known is believed", () => {
  const found = view([entry(2 * hour)]);
  expect(found).toMatchObject({ state: "believed" });
  const { changed } = found as Extract<typeof found, { state: "believed" }>;
  const read = { at: 2 * hour, log: "Acme", ids: ["O_1", "N_1"], items: [] };
  expect(changedAfter(read, changed)).toBe(true);
  // The clocks may differ by a minute in each direction.
  expect(changedAfter({ ...read, at: 2 * hour + 120_000 }, changed)).toBe(true);
  expect(changedAfter({ ...read, at: 2 * hour + 120_001 }, changed)).toBe(false);
  expect(changedAfter({ ...read, ids: ["O_1", "N_2"] }, changed)).toBe(false);
});

test("an entry that a read includes is no change of it; another one that looks the same is", () => {
  const [one, other] = [entry(2 * hour), { ...entry(2 * hour), by: "Somebody" }];
  const read = { at: 2 * hour, log: "Acme", ids: ["N_1"], items: [], entries: [entryName(one)] };
  const isChangedBy = (told: readonly LoggedChange[]) => {
    const found = view(told);
    return found.state === "believed" && changedAfter(read, found.changed);
  };
  expect(isChangedBy([one])).toBe(false);
  expect(isChangedBy([one, other])).toBe(true);
  expect(isChangedBy([one, one])).toBe(true);
  expect(isChangedBy([other])).toBe(true);
});

test.each([
  ["of nothing that is listed: a template", [entry(2 * hour, "N_9")]],
  ["of no network at all", [{ ...entry(2 * hour), of: undefined }]],
])("a change %s counts against it", (_, changes) => {
  expect(because(view(changes))).toContain("network is not listed");
});

test("an entry that comes later than entries may counts against it; one that is a little late does not", () => {
  const before = { from: hour, at: 5 * hour, entries: [] };
  expect(because(view([entry(4 * hour)], { before }))).toContain("arrived more than 300 s late");
  expect(because(view([entry(5 * hour - 300_000)], { before }))).toBeUndefined();
});

test("what trueup wrote is in it, unless that is too recent", () => {
  expect(because(view([], { wrote: 2 * hour }))).toContain("a change that trueup made");
  expect(because(view([entry(2 * hour + 1000)], { wrote: 2 * hour }))).toBeUndefined();
  expect(because(view([], { wrote: 10 * hour - 1000 }))).toBeUndefined();
});

test("what is yet to come counts against it", () => {
  expect(because(view([entry(11 * hour)]))).toContain("entries from the future");
});
