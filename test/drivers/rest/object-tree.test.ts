/** The codec of trees of objects, by itself: both ways, and what it takes for no answer. */

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
