import { describe, expect, test } from "vitest";
import { withMoves } from "../../src/diff/moves.ts";
import { stage } from "../virtual/run.ts";

const { load } = stage({ files: {} });
const acme = (networks: string) =>
  load({ "desired-state/a.yaml": `target: cloud\norganization: Acme\nnetworks:\n${networks}` });

const berlin = "{ name: Berlin, timeZone: Europe/Berlin, ssids: { 0: { name: Corp } } }";

describe("a move", () => {
  test("is a new key for the same name, with all that is in it", () => {
    const { base, moves } = withMoves(acme(`  hq: ${berlin}\n`), acme(`  berlin: ${berlin}\n`));
    expect(moves).toEqual([
      { address: "cloud/network/hq", was: "cloud/network/berlin" },
      { address: "cloud/ssid/hq.0", was: "cloud/ssid/berlin.0" },
    ]);
    expect(base.resources.get("cloud/ssid/hq.0")).toMatchObject({
      address: "cloud/ssid/hq.0",
      key: "hq.0",
      parent: "cloud/network/hq",
      scope: { network: "hq" },
    });
    expect(base.locate("cloud/network/hq", "/name")).toMatchObject({ line: 4 });
  });

  test.each([
    ["the name is another one too", "  hq: { name: HQ }\n", "  berlin: { name: Berlin }\n"],
    [
      "the old key is still declared",
      "  hq: { name: Berlin }\n  berlin: { name: HQ }\n",
      "  berlin: { name: Berlin }\n",
    ],
    [
      "two keys exchange their names",
      "  a: { name: B }\n  b: { name: A }\n",
      "  a: { name: A }\n  b: { name: B }\n",
    ],
    ["nothing changed", "  a: { name: A }\n", "  a: { name: A }\n"],
  ])("is none when %s", (_, desired, base) => {
    const before = acme(base);
    expect(withMoves(acme(desired), before)).toEqual({ base: before, moves: [] });
  });

  test("is none between organizations: that is another network", () => {
    const other = load({
      "desired-state/a.yaml": "target: cloud\norganization: Globex\nnetworks:\n  b: { name: B }\n",
    });
    expect(withMoves(other, acme("  a: { name: B }\n")).moves).toEqual([]);
  });
});
