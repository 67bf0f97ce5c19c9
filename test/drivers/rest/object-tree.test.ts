/** The codec for object trees: it is tested in both directions, with values that it rejects. */

import { describe, expect, test } from "vitest";
import { type KindFile, kindFile } from "../../../src/catalog/schema/kind.ts";
import { objectTree } from "../../../src/drivers/rest/codecs/fabric/object-tree.ts";

const set = { type: "array", set: true } as const;
const text = { type: "string" } as const;
const file: KindFile = kindFile.parse({
  ...{ kind: "bed", title: "bed", section: "beds", form: "collection", codec: "objectTree" },
  ...{ source: "made up", verified: "assumed" },
  fields: {
    note: { ...text, wire: "descr" },
    flags: { ...set, items: text },
    soil: { ...text, wire: "gdSoil.name" },
    tools: { ...set, wire: "gdRsTool.tool", items: text },
    plants: {
      ...{ ...set, wire: "gdPlant" },
      items: {
        type: "object",
        required: ["name"],
        properties: {
          name: text,
          height: { ...text, default: "low" },
          pots: { ...set, wire: "gdPot.id", items: text },
        },
      },
    },
  },
});

const plant = (name: string, more: object = {}, pots: readonly string[] = []) => ({
  gdPlant: {
    attributes: { name, ...more },
    ...(pots.length > 0 && { children: pots.map((id) => ({ gdPot: { attributes: { id } } })) }),
  },
});

describe("what is shown", () => {
  test("is a record of attributes and of children by their class, in all depths", () => {
    const children = [
      { gdSoil: { attributes: { name: "clay", depth: "2" } } },
      { gdRsTool: { attributes: { tool: "spade" } } },
      plant("rose", { height: "high", uid: "1" }, ["a", "b"]),
      { gdUnknown: { attributes: { name: "made by itself" } } },
    ];
    expect(
      objectTree.record(file, { attributes: { descr: "x", flags: "sun,wind", dn: "d" }, children }),
    ).toEqual({
      ...{ descr: "x", flags: ["sun", "wind"], dn: "d" },
      gdSoil: { name: "clay" },
      gdRsTool: { tool: ["spade"] },
      gdPlant: [{ name: "rose", height: "high", gdPot: { id: ["a", "b"] } }],
    });
  });

  test("of lists that are not there is empty lists, and of an only child nothing", () => {
    expect(objectTree.record(file, { attributes: { flags: "" } })).toEqual({
      ...{ flags: [], gdRsTool: { tool: [] }, gdPlant: [] },
    });
  });

  test.each([
    {},
    { attributes: "x" },
    { attributes: {}, children: {} },
    { attributes: {}, children: ["x"] },
    { attributes: {}, children: [{ a: { attributes: {} }, b: { attributes: {} } }] },
    { attributes: {}, children: [{ gdPlant: { attributes: [] } }] },
    { attributes: {}, children: [{ gdPlant: { children: [7] } }] },
  ])("is no object: %j", (shown) => {
    expect(objectTree.record(file, shown)).toBeUndefined();
  });
});

describe("what is sent", () => {
  test("is what is declared, and the end of what is live besides in a list that is sent", () => {
    const object = {
      status: "modified",
      flags: ["sun"],
      gdRsTool: { tool: ["rake"] },
      gdPlant: [{ name: "rose", height: "high", gdPot: { id: ["b"] } }],
    };
    const live = {
      gdSoil: { name: "clay" },
      gdRsTool: { tool: ["spade", "rake"] },
      gdPlant: [
        { name: "rose", gdPot: { id: ["a", "b"] } },
        { name: "weed", height: "low" },
      ],
    };
    const gone = { status: "deleted" };
    expect(objectTree.body(file, { object, live })).toEqual({
      attributes: { status: "modified", flags: "sun" },
      children: [
        { gdRsTool: { attributes: { tool: "spade", ...gone } } },
        { gdRsTool: { attributes: { tool: "rake" } } },
        { gdPlant: { attributes: { name: "weed", ...gone } } },
        {
          gdPlant: {
            attributes: { name: "rose", height: "high" },
            children: [
              { gdPot: { attributes: { id: "a", ...gone } } },
              { gdPot: { attributes: { id: "b" } } },
            ],
          },
        },
      ],
    });
  });

  test("of a list that is not declared is nothing, whatever is live in it", () => {
    const live = { gdPlant: [{ name: "weed" }], gdRsTool: { tool: ["spade"] } };
    expect(objectTree.body(file, { object: { descr: "x" }, live })).toEqual({ attributes: { descr: "x" } });
  });
});

const whole = { type: "object" } as const;
const nested: KindFile = kindFile.parse({
  ...{ kind: "garden", title: "garden", section: "gardens", form: "collection", codec: "objectTree" },
  ...{ source: "made up", verified: "assumed" },
  fields: {
    fenced: {
      type: "boolean",
      wire: "gdFence.status",
      values: { true: "created,modified", false: "deleted" },
    },
    pump: { ...text, wire: "gdPond.gdPump.power", nullable: true },
    fish: { ...set, wire: "gdPond.gdFish.kind", items: text },
    shed: {
      ...{ ...whole, wire: "gdShed", nullable: true },
      properties: { colour: text, keys: { ...set, wire: "gdKey.id", items: text } },
    },
    beds: {
      ...{ ...set, wire: "gdBed" },
      items: {
        ...{ ...whole, required: ["name"] },
        properties: { name: text, drip: { ...text, default: "no", sendsDefault: false } },
      },
    },
  },
});
const body = (object: Parameters<typeof objectTree.body>[1]["object"], live: typeof object = {}) =>
  objectTree.body(nested, { object, live });

describe("children that are the only ones of their class", () => {
  test("are shown at any depth, and whether they are there", () => {
    const pond = {
      gdPond: {
        attributes: { depth: "1" },
        children: [{ gdPump: { attributes: { power: "9" } } }, { gdFish: { attributes: { kind: "koi" } } }],
      },
    };
    expect(objectTree.record(nested, { attributes: {}, children: [pond] })).toEqual({
      ...{
        gdFence: { status: "deleted" },
        gdPond: { gdPump: { power: "9" }, gdFish: { kind: ["koi"] } },
        gdBed: [],
      },
    });
    const fence = { gdFence: { attributes: { status: "" } } };
    expect(objectTree.record(nested, { attributes: {}, children: [fence] })).toMatchObject({
      gdFence: { status: "created,modified" },
    });
  });

  test("are made by what is in them, or by nothing but that they are there", () => {
    expect(body({ gdFence: { status: "created,modified" }, gdPond: { gdPump: { power: "3" } } })).toEqual({
      attributes: {},
      children: [
        { gdFence: { attributes: {} } },
        { gdPond: { attributes: {}, children: [{ gdPump: { attributes: { power: "3" } } }] } },
      ],
    });
  });

  test.each([
    ["is null", { gdShed: null }, { gdShed: { colour: "red" } }, "gdShed"],
    [
      "is said not to be there",
      { gdFence: { status: "deleted" } },
      { gdFence: { status: "created,modified" } },
      "gdFence",
    ],
    [
      "has nothing but null",
      { gdPond: { gdPump: { power: null } } },
      { gdPond: { gdPump: { power: "3" } } },
      "gdPond",
    ],
  ])("go where what is declared %s, and are not named where they are not there", (_, object, live, name) => {
    expect(body(object, live)).toEqual({
      attributes: {},
      children: [{ [name]: { attributes: { status: "deleted" } } }],
    });
    expect(body(object)).toEqual({ attributes: {} });
  });

  test("stay where something else of them is live", () => {
    const live = { gdPond: { gdPump: { power: "3" }, gdFish: { kind: ["koi"] } } };
    expect(body({ gdPond: { gdPump: { power: null } } }, live)).toEqual({
      attributes: {},
      children: [
        { gdPond: { attributes: {}, children: [{ gdPump: { attributes: { status: "deleted" } } }] } },
      ],
    });
  });

  test("lose what is declared no longer of the lists in them, and are not made for empty ones", () => {
    const live = { gdShed: { colour: "red", gdKey: { id: ["a", "b"] } } };
    expect(body({ gdShed: { colour: "red", gdKey: { id: ["b"] } } }, live)).toEqual({
      attributes: {},
      children: [
        {
          gdShed: {
            attributes: { colour: "red" },
            children: [
              { gdKey: { attributes: { id: "a", status: "deleted" } } },
              { gdKey: { attributes: { id: "b" } } },
            ],
          },
        },
      ],
    });
    expect(body({ gdPond: { gdFish: { kind: [] } } })).toEqual({ attributes: {} });
  });
});

test.each([
  ["no", undefined, {}],
  ["no", "no", {}],
  ["no", "yes", { drip: "no" }],
  ["yes", undefined, { drip: "yes" }],
])("a default that older versions do not know is sent where live differs: %s, live %s", (drip, is, sent) => {
  const live = is === undefined ? {} : { gdBed: [{ name: "a", drip: is }] };
  expect(body({ gdBed: [{ name: "a", drip }] }, live)).toEqual({
    attributes: {},
    children: [{ gdBed: { attributes: { name: "a", ...sent } } }],
  });
});
