/** Reads after a write: which ones, how often, and what is reported about their results. */

import { describe, expect, test } from "vitest";
import type { Reply } from "../../src/model/reply.ts";
import { network, ssid } from "../properties/declared.ts";
import { applied, item, type Lists, type Script } from "./cloud.ts";

const town = (name: string, tz: string) => item("network", name, { id: name, value: { name, tz } });
const towns = ["a", "b"];
const desired = towns.map((name) => network(name, { name, tz: "new" }));
const inside = ssid("c.0", { vlan: 1 });
const c = network("c", { name: "c", tz: "x" });
const wifi = (vlan: number) => item("ssid", "0", { value: { vlan } });
const verifying = ({ events }: { readonly events: readonly { readonly type: string }[] }) =>
  events.filter(({ type }) => type === "verifying");

/** Updates two networks and an SSID; the answers show them as declared. `live` contains the live values afterwards. */
function updating(
  live: { readonly a?: string; readonly b?: string; readonly vlan?: number | "unreadable" },
  more: Partial<Script> = {},
) {
  const lists: Lists = {
    "networks o1": [town("a", "old"), town("b", "old"), town("c", "x")],
    "ssids c": [wifi(9)],
  };
  const { a = "new", b = "new", vlan = 1 } = live;
  const answer = ({ kind, identity }: { readonly kind: string; readonly identity: string }): Reply => {
    lists["networks o1"] = [town("a", a), town("b", b), town("c", "x")];
    lists["ssids c"] = vlan === "unreadable" ? vlan : [wifi(vlan)];
    const value = kind === "ssid" ? { vlan: 1 } : { name: identity, tz: "new" };
    return { meaning: "accepted", stored: { value, ...(kind !== "ssid" && { id: identity }) } };
  };
  return applied({ desired: [...desired, c, inside], lists, replies: [answer], ...more });
}

describe("where answers show what is stored", () => {
  test("one list is read to see whether they are true, and nothing else", async () => {
    const told = await updating({});
    const { asked, result } = told;
    expect(asked.slice(5)).toEqual(["networks o1"]);
    expect(verifying(told)).toEqual([{ type: "verifying", target: "cloud", addresses: 2 }]);
    expect(result).toMatchObject({ nonConvergent: [], unverified: [] });
  });

  test("and one of them was not true, everything else is read after all", async () => {
    const told = await updating({ a: "theirs", vlan: 7 });
    expect(told.asked.slice(5)).toEqual(["networks o1", "ssids c"]);
    expect(verifying(told)).toEqual(
      [2, 1].map((addresses) => ({ type: "verifying", target: "cloud", addresses })),
    );
    expect(told.result.nonConvergent).toEqual([
      { address: "cloud/network/a", path: "/tz", desired: "new", live: "theirs", likely: "server default" },
      { address: inside.address, path: "/vlan", desired: 1, live: 7, likely: "server default" },
    ]);
  });

  test("and one of them was not true, what cannot be read is told as such", async () => {
    const { result } = await updating({ b: "theirs", vlan: "unreadable" });
    expect(result.nonConvergent).toMatchObject([{ address: "cloud/network/b" }]);
    expect(result.unverified).toMatchObject([{ address: inside.address }]);
  });
});

describe("what was made and does not appear", () => {
  const making = (shownAt: number | undefined, more: Partial<Script> = {}) => {
    const lists: Lists = { "networks o1": [] };
    let reads = 0;
    const reading = () => {
      reads += 1;
      if (shownAt === undefined || reads < shownAt) return;
      lists["networks o1"] = [town("a", "new"), ...(reads > shownAt ? [town("b", "new")] : [])];
    };
    const made = ({ identity: id }: { readonly identity: string }): Reply => ({ meaning: "accepted", id });
    return applied({ desired, lists, replies: [made], reading, ...more });
  };

  test("is looked for again, and no more once all of it is there", async () => {
    const told = await making(3);
    expect(told.result.nonConvergent).toEqual([]);
    expect(told.asked.filter((one) => one === "networks o1")).toHaveLength(4);
    expect(verifying(told)).toEqual(
      [2, 2, 1].map((addresses) => ({ type: "verifying", target: "cloud", addresses })),
    );
    expect(told.ms).toBe(100 + 1000 + 2000);
  });

  test("is told once its time is over, each once", async () => {
    const { result, ms } = await making(undefined, { limits: { createVisibleSeconds: 5 } });
    expect(result.nonConvergent.map(({ address, likely }) => [address, likely])).toEqual(
      towns.map((name) => [`cloud/network/${name}`, "not there yet"]),
    );
    expect(ms).toBe(100 + 5000);
  });

  test("is looked for when nobody listens, too", async () => {
    const { result } = await making(3, { isSilent: true });
    expect(result).toMatchObject({ nonConvergent: [], unverified: [], crash: undefined });
  });
});

describe("what always exists", () => {
  const removing = (isSetBack: (value: unknown) => boolean) => {
    const lists: Lists = { "networks o1": [town("c", "x")], "ssids c": [wifi(1)] };
    return applied({
      ...{ desired: [c], base: [c, inside], lists, replies: [{ meaning: "accepted" }] },
      kind: ({ name }) => (name === "ssid" ? { isSetBack } : {}),
    });
  };

  test("is removed where it is as a removal leaves it", async () => {
    const { result, outcome } = await removing(() => true);
    expect(outcome(inside.address)).toMatchObject({ state: "applied" });
    expect(result.nonConvergent).toEqual([]);
  });

  test("and is not as a removal leaves it is told as still there", async () => {
    const { result } = await removing(() => false);
    expect(result.nonConvergent).toEqual([
      { address: inside.address, path: "", live: { vlan: 1 }, likely: "server default" },
    ]);
  });
});

test("an interruption before anything is read again says of each what to do", async () => {
  const { result } = await updating({}, { abortAt: 50 });
  expect(result.unverified).not.toEqual([]);
  for (const { address, problem } of result.unverified)
    expect(problem).toMatchObject({ code: "interrupted", address, hint: expect.any(String) });
  expect(result.nonConvergent).toEqual([]);
});
