/**
 * What a change log shows about a list after a run's writes. The list is known if the log has shown every write in it.
 */

import { describe, expect, test } from "vitest";
import type { LoggedChange, ShownByLog } from "../../../src/drivers/contract/change-log.ts";
import { entryName } from "../../../src/observe/change-log/log-view.ts";
import { RunReads } from "../../../src/observe/change-log/run-reads.ts";

const driver = {
  kinds: ["ssid", "netflow"].map((name) => ({ name, collection: { name: `${name}s` } })),
} as never;
const fields = { fields: new Set(["name", "enabled"]), log: "Acme" };
const entry: LoggedChange = { at: 9, by: "A", of: "N_1", part: "0" };
const shown = (identity: string, value: object) =>
  ({ kind: "ssid", identity, shown: { value, id: `N_1/${identity}` }, declared: {} }) as never;
const told: ShownByLog = {
  collection: "ssids",
  scope: { organization: "Acme" },
  parentId: "N_1",
  resources: [shown("0", { name: "New", secretHint: "x" })],
  entries: [entry],
};
const key = JSON.stringify(["ssids", [["organization", "Acme"]], "N_1"]);
const ssid = (identity: string, value: { name: string; enabled: boolean }) => ({
  ...{ kind: "ssid", identity, id: `N_1/${identity}`, value },
});
const list = {
  ...{ at: 5, log: "Acme", wanted: "", ids: ["N_1"] },
  items: [ssid("0", { name: "Old", enabled: true }), ssid("1", { name: "Other", enabled: false })],
};
const write = (kind: string, identity: string) => ({ kind, identity, parentId: "N_1" });

describe("a list that the run has read", () => {
  const read = () => {
    const run = new RunReads(driver);
    run.listed(key, list);
    return run;
  };

  test("has the fields that were shown over those that were read, and stays as old as that read", () => {
    const run = read();
    run.written(write("ssid", "0"));
    run.written(write("netflow", "N_1"));
    const after = run.afterWrites(told, fields);
    expect(after?.items).toEqual([ssid("0", { name: "New", enabled: true }), list.items[1]]);
    expect(after).toMatchObject({ at: 5, ids: ["N_1"], log: "Acme", entries: [entryName(entry)] });
    expect([after?.wanted, after?.isPart]).toEqual([undefined, undefined]);
  });

  test("is not known where something else in it was written and not shown", () => {
    const run = read();
    run.written(write("ssid", "1"));
    run.written(write("ssid", "0"));
    expect(run.afterWrites(told, fields)).toBeUndefined();
  });

  test("is not known to the next plan of the same process", () => {
    const run = read();
    run.clear();
    expect(run.afterWrites(told, fields)).toBeUndefined();
  });
});

describe("a list that nobody has read", () => {
  test("is not known where its parent was there before", () => {
    expect(new RunReads(driver).afterWrites(told, fields)).toBeUndefined();
  });

  test("is known in part where the run has made its parent: what was shown, without other fields", () => {
    const after = new RunReads(driver).afterWrites({ ...told, madeAt: 7 }, fields);
    expect(after).toMatchObject({ at: 7, isPart: true });
    expect(after?.items).toEqual([{ kind: "ssid", identity: "0", id: "N_1/0", value: { name: "New" } }]);
  });
});
