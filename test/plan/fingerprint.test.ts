/** The fingerprint of a plan. It changes exactly if the planned writes change. */

import { describe, expect, test } from "vitest";
import type { Change, Difference, TakenOverSecret } from "../../src/model/change.ts";
import type { Json } from "../../src/model/json.ts";
import { fingerprintOf, withoutTakenOver } from "../../src/plan/fingerprint.ts";
import { absent, present } from "../properties/compared.ts";
import { network, organization, port, ssid } from "../properties/declared.ts";
import { digest, factsOf, planOf } from "../properties/planned.ts";

const acme = organization("Acme");
const here = { environment: "test", targetOf: () => ({}) };
const seen = (value: Json, id = "n1") => ({ "cloud/network/berlin": present(value, { id }) });
const update = (value: Json, live: Json) =>
  planOf({ desired: [network("berlin", value)], live: seen(live) }).fingerprint;

test("it is 64 hexadecimal digits, and the same for the same changes", () => {
  expect(update({ tz: "a" }, { tz: "b" })).toMatch(/^[0-9a-f]{64}$/);
  expect(update({ tz: "a" }, { tz: "b" })).toBe(update({ tz: "a" }, { tz: "b" }));
});

test("another desired or another live value makes another one", () => {
  const all = [
    update({ tz: "a" }, { tz: "b" }),
    update({ tz: "c" }, { tz: "b" }),
    update({ tz: "a" }, { tz: "c" }),
  ];
  expect(new Set(all).size).toBe(3);
});

test("what is live and not declared does not move it", () => {
  expect(update({ tz: "a" }, { tz: "b", clients: 1 })).toBe(update({ tz: "a" }, { tz: "b", clients: 2 }));
});

test("cost, reads, counts and the order of keys do not move it", () => {
  const desired = [network("berlin", { tz: "a", x: 1 })];
  const one = planOf({ desired, live: seen({ tz: "b" }), reads: new Map([["cloud", 1]]) });
  const other = planOf({
    desired: [network("berlin", { x: 1, tz: "a" })],
    base: [network("berlin", { tz: "z" })],
    live: seen({ tz: "b" }),
    reads: new Map([["cloud", 99]]),
  });
  expect(other.cost).not.toEqual(one.cost);
  expect(other.fingerprint).toBe(one.fingerprint);
});

test("a create has one by all its fields and its place; a secret by its reference", () => {
  const create = (value: Json, host = "h1") =>
    planOf({ desired: [port("r1.Gi1", value, { host })], live: { "routers/port/r1.Gi1": absent } })
      .fingerprint;
  const all = [create({ up: true }), create({ up: false }), create({ up: true }, "h2")];
  expect(new Set(all).size).toBe(3);
  const wireless = (secret: string) =>
    planOf({
      desired: [ssid("berlin.0", { password: { secret } })],
      live: { "cloud/ssid/berlin.0": absent },
    }).fingerprint;
  expect(wireless("env:A")).not.toBe(wireless("env:B"));
});

test("a removal has one by what is removed: its id, and what is live of what base declared", () => {
  const base = [acme, network("berlin", { tz: "a", netflow: { port: 1 } })];
  const remove = (value: Json, id = "n1") =>
    planOf({ desired: [acme], base, live: seen(value, id) }).fingerprint;
  const first = remove({ tz: "a", netflow: { port: 1 } });
  expect(remove({ tz: "a", netflow: { port: 1, clients: 9 }, other: 1 })).toBe(first);
  expect(remove({ tz: "b", netflow: { port: 1 } })).not.toBe(first);
  expect(remove({ tz: "a", netflow: { port: 2 } })).not.toBe(first);
  expect(remove({ tz: "a" })).not.toBe(first);
  expect(remove({ tz: "a", netflow: { port: 1 } }, "n2")).not.toBe(first);
});

test("what is kept is not in it, since nothing is done about it", () => {
  const kept = planOf({ desired: [acme], base: [acme, network("berlin", {})], live: seen({}), prune: false });
  expect(kept.fingerprint).toBe(planOf({ desired: [acme], live: {} }).fingerprint);
});

test("the order in which changes are given does not move it", () => {
  const desired = [network("berlin", { tz: "a" }), network("oslo", { tz: "a" })];
  const live = { "cloud/network/berlin": absent, "cloud/network/oslo": absent };
  const { changes } = planOf({ desired, live });
  expect(changes).toHaveLength(2);
  const of = (given: typeof changes) =>
    fingerprintOf({ ...here, changes: given, secretsTakenOver: [] }, digest);
  expect(of(changes.toReversed())).toBe(of(changes));
});

describe("secrets of what is taken over", () => {
  const wireless = ssid("berlin.0", { vlan: 1, password: { secret: "env:A" } });
  const vlan: Difference = { path: "/vlan", cause: "pending", desired: 1, live: 2 };
  const secret: Difference = {
    path: "/password",
    cause: "pending",
    desired: { secret: "env:A" },
    takenOver: true,
  };
  const writing = (...differences: readonly Difference[]): Change => ({
    ...{ action: "update", address: wireless.address, desired: wireless, live: { value: { vlan: 2 } } },
    differences,
  });
  const left = { address: wireless.address, path: "/password", desired: { secret: "env:A" } } as const;
  const of = (changes: readonly Change[], secretsTakenOver: readonly TakenOverSecret[] = []) =>
    fingerprintOf({ ...here, changes, secretsTakenOver }, digest);

  test("count alike, whether they are left or written: a consent names the plan that leaves them", () => {
    expect(of([writing(secret)])).toBe(of([], [left]));
    expect(of([writing(vlan, secret)])).toBe(of([writing(vlan)], [left]));
  });

  test("count by whose they are, which they are and what is declared", () => {
    const all = [
      [],
      [left],
      [{ ...left, address: "cloud/ssid/berlin.1" }],
      [{ ...left, path: "/key" }],
      [{ ...left, desired: { secret: "env:B" } }],
      [left, { ...left, path: "/key" }],
    ] as const;
    expect(new Set(all.map((each) => of([], each))).size).toBe(all.length);
  });

  test("are not what a reviewer sees changed: an update of them alone is no change besides", () => {
    expect(withoutTakenOver(writing(secret))).toEqual({ secrets: [left] });
    expect(withoutTakenOver(writing(vlan, secret))).toEqual({ change: writing(vlan), secrets: [left] });
    expect(withoutTakenOver(writing(vlan))).toEqual({ change: writing(vlan), secrets: [] });
    const made: Change = { action: "create", address: wireless.address, desired: wireless, cause: "pending" };
    expect(withoutTakenOver(made)).toEqual({ change: made, secrets: [] });
  });

  test("that are written another way than by consent count as the fields that they are", () => {
    const { takenOver: _, ...rotated } = secret;
    expect(of([writing(rotated)])).not.toBe(of([writing(secret)]));
  });
});

test("a field that is to go, one that comes and one that changes are three things", () => {
  const changed = (difference: Partial<Difference>) =>
    fingerprintOf(
      {
        ...here,
        changes: [
          {
            ...{ action: "update", address: "cloud/network/berlin", desired: network("berlin", {}) },
            ...{ live: { value: {} }, differences: [{ path: "/tz", cause: "pending", ...difference }] },
          },
        ],
        secretsTakenOver: [],
      },
      digest,
    );
  const all = [
    { desired: "a" },
    { live: "a" },
    { desired: "a", live: "a" },
    { desired: null },
    { live: null },
  ];
  expect(new Set(all.map(changed)).size).toBe(all.length);
});

describe("it says where", () => {
  const desired = [network("berlin", { tz: "a" })];
  const facts = (url: string) =>
    new Map([...factsOf()].map(([name, one]) => [name, { ...one, url: `${url}/${name}` }] as const));
  const at = (more: Partial<Parameters<typeof planOf>[0]>) =>
    planOf({ desired, live: { "cloud/network/berlin": absent }, facts: facts("https://a.example"), ...more })
      .fingerprint;
  const definitions = (own: string, others: string) => () => ({ cloud: own, routers: others });

  test("in another environment, of another URL, or defined otherwise it is another one", () => {
    const all = [
      at({}),
      at({ environment: "production" }),
      at({ facts: facts("https://b.example") }),
      at({ definitions: definitions("1", "1") }),
      at({ definitions: definitions("2", "1") }),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  test("what is defined of a target that nothing changes of does not move it", () => {
    expect(at({ definitions: definitions("1", "1") })).toBe(at({ definitions: definitions("1", "2") }));
  });

  test("a plan of nothing is of its environment too, and asks for no definitions", () => {
    const none = (environment: string) =>
      planOf({
        ...{ desired: [acme], live: {}, environment },
        definitions: () => {
          throw new Error("definitions are asked for");
        },
      }).fingerprint;
    expect(none("staging")).not.toBe(none("production"));
  });
});
