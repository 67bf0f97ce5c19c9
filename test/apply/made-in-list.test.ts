/** A create whose answer does not contain the new id. */

import { describe, expect, test } from "vitest";
import { madeInList } from "../../src/apply/execute/made-in-list.ts";
import type { Item } from "../../src/drivers/contract/contract.ts";
import type { Reply } from "../../src/model/reply.ts";
import { network, ssid } from "../properties/declared.ts";
import { applied, item, type Lists } from "./cloud.ts";

const lab = network("lab", { name: "Lab-1", tz: "Berlin" });
const address = "cloud/network/lab";
const stored = (name: string, id: string, tz = "Berlin") =>
  item("network", name, { id, value: { name, tz } });

describe("what a list has new", () => {
  const found = (
    after: readonly Item[],
    {
      before,
      sought = 1,
      isAccepted = true,
    }: {
      readonly before?: readonly string[];
      readonly sought?: number;
      readonly isAccepted?: boolean;
    } = {},
  ) => madeInList({ created: lab, after, before: new Set(before), sought, isAccepted })?.id;

  test.each<[string, readonly Item[], Parameters<typeof found>[1], string | undefined]>([
    ["nothing", [], {}, undefined],
    ["one thing as declared, but for its name", [stored("LAB-1", "n7")], {}, "n7"],
    ["one thing that was there before", [stored("LAB-1", "n7")], { before: ["LAB-1"] }, undefined],
    ["one new beside an old one", [stored("Old", "n1"), stored("LAB-1", "n7")], { before: ["Old"] }, "n7"],
    ["two new ones", [stored("LAB-1", "n7"), stored("Lab 1", "n8")], {}, undefined],
    ["one with another field", [stored("LAB-1", "n7", "Paris")], {}, undefined],
    ["one, while another create is looked for", [stored("LAB-1", "n7")], { sought: 2 }, undefined],
    ["one of another kind", [{ ...stored("LAB-1", "n7"), kind: "template" }], {}, undefined],
    ["one of a name that no server makes of it", [stored("Theirs", "n7")], {}, undefined],
    ["one whose name is cut off", [stored("LAB", "n7")], {}, "n7"],
    ["one without an id", [{ ...stored("LAB-1", "n7"), id: undefined }], {}, undefined],
  ])("%s", (_, after, more, id) => {
    expect(found(after, more)).toBe(id);
  });

  test.each<[string, readonly Item[], Parameters<typeof found>[1], string | undefined]>([
    ["its name in another spelling", [stored(" LAB-1", "n7")], {}, "n7"],
    ["the same, with another field", [stored("LAB-1", "n7", "Paris")], {}, "n7"],
    ["the same, while another create is looked for", [stored("LAB-1", "n7")], { sought: 2 }, "n7"],
    ["the same, and another thing", [stored("LAB-1", "n7"), stored("Lab 1", "n8")], {}, "n7"],
    ["two of its name", [stored("LAB-1", "n7"), stored("lab-1", "n8")], {}, undefined],
    ["another name", [stored("Lab 1", "n7")], {}, undefined],
    ["what was there before", [stored("LAB-1", "n7")], { before: ["LAB-1"] }, undefined],
  ])("that nobody knows to be carried out: %s", (_, after, more, id) => {
    expect(found(after, { ...more, isAccepted: false })).toBe(id);
  });

  test("that nobody knows to be carried out, in a hierarchy: only what stands below the same", () => {
    const created = { ...lab, identity: "North/Lab-1", below: "parent" };
    const of = (...names: readonly string[]) =>
      madeInList({
        ...{ created, before: new Set<string>(), sought: 1, isAccepted: false },
        after: names.map((name, at) => stored(name, `n${at}`)),
      })?.id;
    expect(of("Global/South/LAB-1")).toBeUndefined();
    expect(of("Global/South/LAB-1", "Global/North/LAB-1")).toBe("n1");
  });
});

/** Applies a create that is answered with `reply` and creates `made`, which the list shows at once. */
function creating(reply: Reply, made: readonly Item[], before: readonly Item[] = []) {
  const lists: Lists = { "networks o1": before, "ssids n7": [] };
  const make = (one: { readonly kind: string }): Reply => {
    if (one.kind === "ssid") {
      lists["ssids n7"] = [item("ssid", "0", { value: { vlan: 1 } })];
      return { meaning: "accepted" };
    }
    lists["networks o1"] = [...before, ...made];
    return reply;
  };
  return applied({ desired: [lab, ssid("lab.0", { vlan: 1 })], lists, replies: [make] });
}

const withoutId: Reply = { meaning: "lost", accepted: true, detail: "no id" };

describe("a create that is accepted without an id, and stored under another name", () => {
  test("is what the list has new, and what is in it is written there", async () => {
    const { asked, outcome, result } = await creating(
      withoutId,
      [stored("LAB-1", "n7")],
      [stored("Old", "n1")],
    );
    expect(asked.filter((one) => one.startsWith("create"))).toEqual([
      `create ${address}`,
      "create cloud/ssid/lab.0",
    ]);
    expect(outcome(address)).toEqual({ state: "applied", id: "n7" });
    expect(result.acceptedUnseen).toBeUndefined();
    expect(result.storedAs).toEqual([{ address, declared: "Lab-1", stored: "LAB-1" }]);
  });

  test("is not seen yet where two things are new", async () => {
    const { asked, outcome, result } = await creating(withoutId, [
      stored("LAB-1", "n7"),
      stored("Lab 1", "n8"),
    ]);
    expect(asked.filter((one) => one.startsWith("create"))).toEqual([`create ${address}`]);
    expect(outcome(address)).toMatchObject({ state: "unknown", problem: { code: "accepted-unseen" } });
    expect(result.acceptedUnseen).toMatchObject([{ address }]);
  });
});

test("a create whose reply was lost, stored in another spelling, is found by that and sent once", async () => {
  const { asked, outcome, result } = await creating(
    { meaning: "lost", detail: "504" },
    [stored("LAB-1", "n7")],
    [stored("Old", "n1")],
  );
  expect(asked.filter((one) => one.startsWith("create"))).toEqual([
    `create ${address}`,
    "create cloud/ssid/lab.0",
  ]);
  expect(outcome(address)).toEqual({ state: "applied", id: "n7" });
  expect(result.storedAs).toEqual([{ address, declared: "Lab-1", stored: "LAB-1" }]);
});

test("a create whose reply was lost, and two things are called so in other spellings, is not sent again", async () => {
  const { asked, outcome } = await creating({ meaning: "lost", detail: "504" }, [
    stored("LAB-1", "n7"),
    stored("lab-1", "n8"),
  ]);
  expect(asked.filter((one) => one.startsWith("create"))).toEqual([`create ${address}`]);
  const ended = outcome(address);
  expect(ended).toMatchObject({ state: "unknown", problem: { code: "outcome-unknown" } });
  for (const id of ["n7", "n8"]) expect(JSON.stringify(ended)).toContain(id);
});

test("the name of such a create is known though nothing can be read any more: it is no rename by somebody", async () => {
  const lists: Lists = { "networks o1": [] };
  const make = (): Reply => {
    lists["networks o1"] = [stored("LAB-1", "n7")];
    return { meaning: "lost", detail: "504" };
  };
  let reads = 0;
  const reading = () => {
    reads += 1;
    if (reads === 3) lists["networks o1"] = "unreadable";
  };
  const { result } = await applied({ desired: [lab], lists, replies: [make], reading });
  expect(result.storedAs).toEqual([{ address, declared: "Lab-1", stored: "LAB-1" }]);
});

test("a create whose answer needs no id is found by what the list has new when it is read again", async () => {
  const lists: Lists = { "networks o1": [] };
  const make = (): Reply => {
    lists["networks o1"] = [stored("LAB-1", "n7")];
    return { meaning: "accepted" };
  };
  const { result } = await applied({ desired: [lab], lists, replies: [make] });
  expect(result).toMatchObject({ nonConvergent: [], storedAs: [{ address, stored: "LAB-1" }] });
  expect(result.acceptedUnseen).toBeUndefined();
});
