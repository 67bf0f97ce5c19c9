/** Writes in batches, whose replies do not show the stored state: they are verified by the change log, or by reads. */

import { describe, expect, test } from "vitest";
import { times } from "../../long-forms.ts";
import { declared, type Entry, isLogRead, judgeVerified, ssidsOf, world } from "./logged-writes.ts";

const ofFirst = ({ networkId }: Entry) => networkId === "N_3";

describe("SSIDs that were written in batches", () => {
  test("are verified by one read of the log, and one list in fifty bears it out", async () => {
    const { made, result, afterwards } = await world({ networks: 60 }).applied();
    expect(afterwards.filter(isLogRead)).toHaveLength(1);
    expect(ssidsOf(afterwards)).toHaveLength(2);
    expect(result).toMatchObject({ nonConvergent: [], unverified: [] });
    expect(result.settled.filter(({ outcome }) => outcome.state === "applied")).toHaveLength(60);
    const cost = made.plan.cost.find(({ target }) => target === "cloud");
    expect(cost?.verification).toBe(60 + 1 + 2);
  });

  test("are read where they are in so few lists that a log would save nothing", async () => {
    const { afterwards } = await world({ networks: 2 }, undefined, [0, 1, 2]).applied();
    expect(afterwards.filter(isLogRead)).toHaveLength(0);
    expect(ssidsOf(afterwards)).toHaveLength(2);
  });

  test.each<[string, (entry: Entry) => readonly Entry[]]>([
    ["leaves out what was written", (entry) => [{ ...entry, newValue: '{"enabled":true}' }]],
    ["shows another value", (entry) => [{ ...entry, newValue: '{"name":"Else"}' }]],
    ["shows the value of one field as a text", (entry) => [{ ...entry, newValue: declared }]],
    ["is about another SSID", (entry) => [{ ...entry, ssidNumber: 1 }]],
    [
      "is of a time before the write",
      (entry) => [{ ...entry, ts: new Date(Date.parse(entry.ts) - 30_000).toISOString() }],
    ],
    [
      "stands beside another one of the same moment",
      (entry) => [{ ...entry, newValue: '{"name":"Else"}' }, entry],
    ],
  ])("whose entry %s: that one is read, and the read decides", async (_, told) => {
    const log = (entries: readonly Entry[]) => entries.flatMap((one) => (ofFirst(one) ? told(one) : [one]));
    const { result, afterwards } = await world({ networks: 10, log }).applied();
    expect(new Set(ssidsOf(afterwards)).has("GET networks/N_3/wireless/ssids")).toBe(true);
    // A second list is read to check whether the log's entries about all other SSIDs can be trusted.
    expect(ssidsOf(afterwards)).toHaveLength(2);
    expect(result).toMatchObject({ nonConvergent: [], unverified: [] });
  });

  test("are all read once a read shows something else than the log", async () => {
    const echo = (entries: readonly Entry[]) =>
      entries.map((one) => ({ ...one, newValue: JSON.stringify({ name: declared }) }));
    const { result, afterwards } = await world({
      networks: 10,
      log: echo,
      stores: () => "Trimmed",
    }).applied();
    expect(new Set(ssidsOf(afterwards)).size).toBe(10);
    expect(result.nonConvergent.map(({ live }) => live)).toEqual(Array(10).fill("Trimmed"));
  });

  test.each([
    ["cannot be read", () => 403],
    ["fails", () => 500],
  ])("are all read if the log %s, and it is not read again", async (_, log) => {
    const { result, afterwards } = await world({ networks: 10, log }).applied();
    expect(new Set(ssidsOf(afterwards)).size).toBe(10);
    expect(result).toMatchObject({ nonConvergent: [], unverified: [] });
  });

  test("with a secret among what was written are read: no log is asked to show one", async () => {
    const ssid = `{ name: ${declared}, password: { secret: env:CORP_PSK } }`;
    const { afterwards } = await world({ networks: 6 }, ssid).applied();
    expect(afterwards.filter(isLogRead)).toHaveLength(0);
    expect(new Set(ssidsOf(afterwards)).size).toBe(6);
  });
});

test.each(Array.from({ length: times("verifications") }, (_, seed) => seed))(
  "what a run concludes is the same by the log and by reads alone (%i)",
  async (seed) => {
    expect(await judgeVerified(seed)).toEqual([]);
  },
);
