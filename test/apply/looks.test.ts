/** The reads of an apply before and after its writes, and how steps depend on each other. */

import { describe, expect, test } from "vitest";
import type { Reply } from "../../src/model/reply.ts";
import { Exclusive } from "../../src/pace/semaphore.ts";
import { network, ssid } from "../properties/declared.ts";
import { VirtualClock } from "../servers/virtual-time/clock.ts";
import { applied, item } from "./cloud.ts";

const accepted: Reply = { meaning: "accepted" };
const berlin = (tz: string) => network("berlin", { name: "Berlin", tz });
const liveBerlin = (tz: string) => item("network", "Berlin", { id: "n1", value: { name: "Berlin", tz } });
const liveSsid = (vlan: number) => item("ssid", "0", { value: { vlan } });

describe("the pre-write read", () => {
  test("reads each touched collection once, whatever number of steps touch it", async () => {
    const names = ["a", "b", "c", "d"];
    const { asked, plan, result } = await applied({
      desired: names.map((name) => network(name, { name, tz: "x" })),
      lists: { "networks o1": names.map((name) => item("network", name, { id: name })) },
      replies: [accepted],
    });
    expect(asked.filter((one) => one === "networks o1")).toHaveLength(2);
    expect(asked[0]).toBe("networks o1");
    expect(result.requests.get("cloud")).toBe(asked.length);
    expect(plan.cost).toMatchObject([{ target: "cloud", writes: 4, verification: 2 }]);
  });

  test("is taken of what is in a network that this run updates too", async () => {
    const lists = { "networks o1": [liveBerlin("Paris")], "ssids n1": [liveSsid(1)] };
    const reading = (name: string) => {
      if (name === "ssids n1") lists["ssids n1"] = [liveSsid(9)];
    };
    const { outcome, writes } = await applied({
      desired: [berlin("Berlin"), ssid("berlin.0", { vlan: 2 })],
      lists,
      replies: [accepted],
      reading,
    });
    expect(outcome("cloud/network/berlin")).toMatchObject({ state: "applied" });
    expect(outcome("cloud/ssid/berlin.0")).toMatchObject({ state: "failed", problem: { code: "conflict" } });
    expect(writes.map(({ kind }) => kind)).toEqual(["network"]);
  });

  test("is not needed in what this run has just made, and costs what the plan said", async () => {
    const lists = { "networks o1": [] as ReturnType<typeof item>[], "ssids n7": [liveSsid(1)] };
    const make = (): Reply => {
      lists["networks o1"] = [
        item("network", "Berlin", { id: "n7", value: { name: "Berlin", tz: "Berlin" } }),
      ];
      return { meaning: "accepted", id: "n7" };
    };
    const { asked, plan } = await applied({
      desired: [berlin("Berlin"), ssid("berlin.0", { vlan: 1 })],
      lists,
      replies: [make, accepted],
    });
    expect(asked).toEqual([
      "networks o1",
      "create cloud/network/berlin",
      "create cloud/ssid/berlin.0",
      "networks o1",
      "ssids n7",
    ]);
    expect(plan.cost).toMatchObject([{ writes: 2, verification: 3 }]);
  });

  test("is taken of what is in a network that someone else made meanwhile, just as declared", async () => {
    const lists = { "networks o1": [] as ReturnType<typeof item>[], "ssids n9": [liveSsid(4)] };
    const reading = () => {
      lists["networks o1"] = [
        item("network", "Berlin", { id: "n9", value: { name: "Berlin", tz: "Berlin" } }),
      ];
    };
    const { outcome, writes } = await applied({
      desired: [berlin("Berlin"), ssid("berlin.0", { vlan: 1 })],
      lists,
      replies: [accepted],
      reading,
    });
    expect(outcome("cloud/network/berlin")).toEqual({ state: "converged" });
    expect(outcome("cloud/ssid/berlin.0")).toMatchObject({ state: "failed", problem: { code: "conflict" } });
    expect(writes).toEqual([]);
  });

  test("that finds all as desired writes nothing and verifies nothing", async () => {
    const lists = { "networks o1": [liveBerlin("Paris")] };
    const reading = () => {
      lists["networks o1"] = [liveBerlin("Berlin")];
    };
    const { asked, outcome } = await applied({ desired: [berlin("Berlin")], lists, replies: [], reading });
    expect(outcome("cloud/network/berlin")).toEqual({ state: "converged" });
    expect(asked).toEqual(["networks o1"]);
  });
});

describe("the verification", () => {
  test("reads nothing in what this run has removed, and costs what the plan said", async () => {
    const lists: Record<string, ReturnType<typeof item>[]> = {
      "networks o1": [liveBerlin("Berlin")],
      "ssids n1": [liveSsid(1)],
    };
    const { asked, plan, result } = await applied({
      desired: [],
      base: [berlin("Berlin"), ssid("berlin.0", { vlan: 1 })],
      lists,
      replies: [
        accepted,
        () => {
          lists["networks o1"] = [];
          return accepted;
        },
      ],
    });
    // Each list is read when the wave begins, and again right before something is removed from it.
    expect(asked).toEqual([
      "ssids n1",
      "ssids n1",
      "remove cloud/ssid/berlin.0",
      "networks o1",
      "networks o1",
      "remove cloud/network/berlin",
      "networks o1",
    ]);
    expect(result).toMatchObject({ nonConvergent: [], unverified: [] });
    expect(plan.cost).toMatchObject([{ writes: 2, verification: 5 }]);
  });

  test("names what was removed and still is there, and what was created and is not", async () => {
    const { result } = await applied({
      desired: [network("oslo", { name: "Oslo" })],
      base: [berlin("Berlin")],
      lists: { "networks o1": [liveBerlin("Berlin")] },
      replies: [{ meaning: "accepted", id: "n7" }],
    });
    expect(result.nonConvergent).toMatchObject([
      { address: "cloud/network/berlin", path: "", live: { name: "Berlin" } },
      { address: "cloud/network/oslo", path: "", desired: { name: "Oslo" }, likely: "not there yet" },
    ]);
  });

  test("does not name a secret, which nobody can read", async () => {
    const at = (name: string) => ssid("berlin.0", { vlan: 1, password: { secret: `env:${name}` } });
    const { result, writes } = await applied({
      desired: [berlin("x"), at("NEW")],
      base: [berlin("x"), at("OLD")],
      lists: { "networks o1": [liveBerlin("x")], "ssids n1": [liveSsid(1)] },
      replies: [accepted],
    });
    expect(writes).toHaveLength(1);
    expect(result.nonConvergent).toEqual([]);
  });
});

test("what needs a step that failed is skipped, by its name; the rest is carried out", async () => {
  const refused: Reply = {
    meaning: "refused",
    problem: { code: "refused", severity: "error", message: "no" },
  };
  const lists = { "networks o1": [item("network", "Oslo", { id: "n2" })] };
  const { outcome } = await applied({
    desired: [berlin("x"), ssid("berlin.0", { vlan: 1 }), network("oslo", { name: "Oslo", tz: "x" })],
    lists,
    replies: [(write) => (write.operation === "create" ? refused : accepted)],
  });
  expect(outcome("cloud/network/berlin")).toMatchObject({ state: "failed" });
  expect(outcome("cloud/ssid/berlin.0")).toEqual({
    state: "skipped",
    because: "create cloud/network/berlin",
  });
  expect(outcome("cloud/network/oslo")).toMatchObject({ state: "applied" });
});

describe("tasks with the same key", () => {
  test("run one after the other, in the order of asking, even after one that failed", async () => {
    const clock = new VirtualClock();
    const exclusive = new Exclusive();
    const course: string[] = [];
    const task =
      (name: string, ms: number, fails = false) =>
      async () => {
        course.push(`${name} begins`);
        await clock.wait(ms);
        course.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      };
    const all = [
      exclusive.run("r1", task("first", 30, true)).catch(() => "failed"),
      exclusive.run("r1", task("second", 10)),
      exclusive.run("r2", task("other", 20)),
      exclusive.run(undefined, task("free", 5)),
    ];
    expect(await clock.run(Promise.all(all))).toEqual(["failed", "second", "other", "free"]);
    expect(course.filter((one) => /first|second/.test(one))).toEqual([
      "first begins",
      "first ends",
      "second begins",
      "second ends",
    ]);
    expect(clock.now()).toBe(40);
  });
});
