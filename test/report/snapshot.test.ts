/** A published snapshot: what it contains, and the preview that is made from it. */

import { describe, expect, test } from "vitest";
import { loadSnapshot } from "../../src/load/documents/snapshot.ts";
import type { Address } from "../../src/model/address.ts";
import type { Desired, Resource } from "../../src/model/desired.ts";
import type { Json } from "../../src/model/json.ts";
import type { LiveResource, Observation, Snapshot } from "../../src/model/live/snapshot.ts";
import { problem } from "../../src/model/problem.ts";
import { snapshotDocument } from "../../src/report/snapshot.ts";
import { resource } from "./plans.ts";

const address = "cloud/network/a";
const sideOf = (...resources: readonly Resource[]): Desired => ({
  resources: new Map(resources.map((one) => [one.address, one])),
  locate: () => undefined,
});
const taken = (observations: Readonly<Record<Address, Observation<LiveResource>>>): Snapshot => ({
  takenAt: "2026-11-21T10:00:00.000Z",
  observations: new Map(Object.entries(observations) as [Address, Observation<LiveResource>][]),
  unmanaged: [{ target: "cloud", kind: "network", identity: "somebody's" }],
  requests: new Map([["cloud", 3]]),
});
const present = (value: Json): Observation<LiveResource> => ({
  state: "present",
  value: { value, id: "N_1", version: "v1", raw: { everything: "raw" } },
});

function published(live: Json, declared: readonly Resource[]): Json {
  const [desired, base] = declared;
  const sides = { desired: sideOf(...(desired ? [desired] : [])), ...(base && { base: sideOf(base) }) };
  const text = JSON.stringify(
    snapshotDocument(taken({ [address]: present(live) }), { ...sides, environment: "test" }),
  );
  expect(text).not.toMatch(/N_1|everything|somebody's/);
  return JSON.parse(text).observations[0].value;
}

describe("a snapshot", () => {
  test("holds the fields that desired or base declares, and no others", () => {
    const live = {
      name: "A",
      timeZone: "Europe/Berlin",
      notes: "private",
      netflow: { enabled: true, secretPort: 1 },
    };
    const desired = resource(address, { name: "B", netflow: { enabled: false } });
    expect(published(live, [desired])).toEqual({ name: "A", netflow: { enabled: true } });
    expect(published(live, [desired, resource(address, { timeZone: "UTC" })])).toEqual({
      name: "A",
      timeZone: "Europe/Berlin",
      netflow: { enabled: true },
    });
  });

  test("holds of a list with identity the declared elements with their declared fields", () => {
    const lists = { lists: { "/users": ["name"] } };
    const live = {
      users: [
        { name: "admin", role: 15, hash: "$9$x" },
        { name: "private", role: 1 },
      ],
    };
    const desired = resource(address, { users: [{ name: "admin", role: 1 }] }, lists);
    expect(published(live, [desired])).toEqual({ users: [{ name: "admin", role: 15 }] });
  });

  test("never holds a field that is a secret, wherever it stands", () => {
    const secrets = { secrets: ["/password", "/users/*/key"] };
    const live = { password: "p", users: [{ name: "a", key: "k" }], name: "A" };
    const declared = {
      password: { secret: "env:P" },
      users: [{ name: "a", key: { secret: "env:K" } }],
      name: "A",
    };
    expect(published(live, [resource(address, declared, secrets)])).toEqual({
      users: [{ name: "a" }],
      name: "A",
    });
  });
});

describe("a preview", () => {
  const desired = sideOf(
    resource("cloud/organization/acme", { name: "Acme" }, { observed: true }),
    resource("cloud/network/a", { name: "A" }),
    resource("cloud/network/new", { name: "New" }),
    resource("cloud/network/hidden", { name: "H" }),
    resource("cloud/ssid/hidden.0", { name: "S" }, { parent: "cloud/network/hidden" }),
  );
  const document = snapshotDocument(
    taken({
      "cloud/network/a": present({ name: "Old" }),
      "cloud/network/hidden": { state: "unknown", problem: problem("timeout", "no answer", { address }) },
    }),
    { desired, environment: "test" },
  );
  const text = JSON.stringify(document);
  const input = { text, path: "snapshot.json", environment: "test", desired };

  test("knows what the snapshot knows; what it says nothing of was not declared then", () => {
    const loaded = loadSnapshot(input);
    if ("problem" in loaded) throw new Error(loaded.problem.message);
    const states = [...loaded.snapshot.observations].map(([of, { state }]) => [of, state]);
    expect(Object.fromEntries(states)).toEqual({
      "cloud/organization/acme": "present",
      "cloud/network/a": "present",
      "cloud/network/new": "absent",
      "cloud/network/hidden": "unknown",
      "cloud/ssid/hidden.0": "unknown",
    });
    expect(loaded.snapshot.takenAt).toBe("2026-11-21T10:00:00.000Z");
  });

  test("what was declared since in something unknown is unknown, however deep", () => {
    const deep = resource("cloud/rule/hidden.0.1", {}, { parent: "cloud/ssid/hidden.0" });
    const since = sideOf(...desired.resources.values(), deep);
    const loaded = loadSnapshot({ ...input, desired: since });
    if ("problem" in loaded) throw new Error(loaded.problem.message);
    expect(loaded.snapshot.observations.get(deep.address)).toMatchObject({ state: "unknown" });
  });

  test.each([
    ["no JSON", "{"],
    ["another document", '{"format":"trueup.plan","version":1}'],
    ["a later version", text.replace('"version":1', '"version":2')],
    ["no date", text.replace("2026-11-21", "once")],
    ["nested without end", `{"a":${"[".repeat(100_000)}`],
  ])("is not made of %s", (_, bad) => {
    expect(loadSnapshot({ ...input, text: bad })).toMatchObject({ problem: { code: "bad-snapshot" } });
  });

  test("is not made of one that is too large, and says so", () => {
    const { problem: found } = {
      problem: undefined,
      ...loadSnapshot({ ...input, text: `[${"0,".repeat(2_500_000)}0]` }),
    };
    expect(found?.message).toBe(
      "snapshot.json has more than 2,500,000 values: this version of trueup does not read it.",
    );
    expect(found?.hint).toContain("Divide the project into environments");
  });

  test("is not made of another environment's snapshot", () => {
    const other = loadSnapshot({ ...input, environment: "production" });
    expect(other).toMatchObject({ problem: { code: "foreign-snapshot" } });
  });
});
