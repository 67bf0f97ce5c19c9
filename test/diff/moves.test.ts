import { describe, expect, test } from "vitest";
import { withMovedPlaces } from "../../src/diff/moved-places.ts";
import { withMoves } from "../../src/diff/moves.ts";
import { desiredOf, network, ssid } from "../properties/declared.ts";
import { stage } from "../servers/virtual-time/run.ts";

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

  test("is followed by what has the same own key in it, also where that is called otherwise by now", () => {
    const declared = (key: string, ...names: readonly string[]) =>
      desiredOf(
        network(key, { name: "Berlin" }),
        ...names.map((identity, at) => ssid(`${key}.${at}`, {}, { identity })),
      );
    const movesFrom = (...names: readonly string[]) =>
      withMoves(declared("hq", "Visitors", "Staff"), declared("berlin", ...names)).moves.map(
        ({ address, was }) => `${was} to ${address}`,
      );
    const first = "cloud/network/berlin to cloud/network/hq";
    expect(movesFrom("Guests", "Staff")).toEqual([
      first,
      "cloud/ssid/berlin.0 to cloud/ssid/hq.0",
      "cloud/ssid/berlin.1 to cloud/ssid/hq.1",
    ]);
    // A name is stronger than a key: the SSID with the same name has moved, and the other SSID is new.
    expect(movesFrom("Guests", "Visitors")).toEqual([first, "cloud/ssid/berlin.1 to cloud/ssid/hq.0"]);
  });

  test("is none between organizations: that is another network", () => {
    const other = load({
      "desired-state/a.yaml": "target: cloud\norganization: Globex\nnetworks:\n  b: { name: B }\n",
    });
    expect(withMoves(other, acme("  a: { name: B }\n")).moves).toEqual([]);
  });

  test("takes with it what is left behind in it: that is in the parent's key of now", () => {
    const two = "{ name: Berlin, ssids: { 0: { name: Corp }, 1: { name: Guest } } }";
    const one = "{ name: Berlin, ssids: { 0: { name: Corp } } }";
    const { base, moves } = withMoves(acme(`  hq: ${one}\n`), acme(`  berlin: ${two}\n`));
    expect(moves.map(({ was }) => was)).toEqual(["cloud/network/berlin", "cloud/ssid/berlin.0"]);
    expect(base.resources.get("cloud/ssid/berlin.1")).toMatchObject({
      address: "cloud/ssid/berlin.1",
      parent: "cloud/network/hq",
      scope: { organization: "Acme", network: "hq" },
      value: { name: "Guest" },
    });
  });

  test("leaves the rest of base as it is, and is in address order with others", () => {
    const before = acme(`  z: { name: Oslo }\n  a: { name: Rome }\n  paris: ${berlin}\n`);
    const after = acme(`  b: { name: Oslo }\n  c: { name: Rome }\n  paris: ${berlin}\n`);
    const { base, moves } = withMoves(after, before);
    expect(moves).toEqual([
      { address: "cloud/network/b", was: "cloud/network/z" },
      { address: "cloud/network/c", was: "cloud/network/a" },
    ]);
    expect([...base.resources.keys()]).toEqual([...base.resources.keys()].sort());
    for (const address of ["cloud/network/paris", "cloud/ssid/paris.0"] as const)
      expect(base.resources.get(address)).toEqual(before.resources.get(address));
  });

  test("of an earlier apply, with something left behind in it, is found again and is no second one", () => {
    const behind = acme("  berlin: { name: Berlin, ssids: { 1: { name: Guest } } }\n");
    const now = acme("  hq: { name: Berlin }\n");
    const before = { ...behind, resources: new Map([...behind.resources, ...now.resources]) };
    const { base, moves } = withMoves(now, before);
    expect(moves).toEqual([]);
    expect(base.resources.get("cloud/ssid/berlin.1")).toMatchObject({
      parent: "cloud/network/hq",
      scope: { network: "hq" },
    });
  });

  test("leaves what is in something else where it is, though that has got the other's name", () => {
    const before = acme("  a: { name: A, ssids: { 1: { name: Guest } } }\n  b: { name: B }\n");
    const { base, moves } = withMoves(acme("  b: { name: A }\n  c: { name: C }\n"), before);
    expect(moves).toEqual([]);
    expect(base.resources.get("cloud/ssid/a.1")).toMatchObject({ parent: "cloud/network/a" });
  });

  test("is followed by what names it by its key: that is no change of its own", () => {
    const device = (network: string) => `devices:\n  ap: { serial: Q2-1, name: ap, network: ${network} }\n`;
    const { base } = withMoves(
      acme(`  hq: ${berlin}\n  o: { name: Oslo }\n${device("hq")}`),
      acme(`  berlin: ${berlin}\n  o: { name: Oslo }\n${device("berlin")}`),
    );
    expect(base.resources.get("cloud/dashboardDevice/ap")?.value).toMatchObject({ network: "hq" });
    const other = acme(`  berlin: ${berlin}\n  o: { name: Oslo }\n${device("o")}`);
    const { base: same } = withMoves(acme(`  hq: ${berlin}\n  o: { name: Oslo }\n${device("o")}`), other);
    expect(same.resources.get("cloud/dashboardDevice/ap")).toEqual(
      other.resources.get("cloud/dashboardDevice/ap"),
    );
  });
});

test("a place that another resource declares by now is beside the moves that were known, in order of addresses", () => {
  const [was, now] = [network("whole", { name: "A", tags: "x", note: "y" }), network("part", { name: "A" })];
  const left = { ...was, value: { name: "A", tags: "x" } };
  const earlier = { address: "cloud/network/z", was: "cloud/network/y" } as const;
  const place = { address: now.address, was: was.address };
  const before = { base: desiredOf(was), moves: [earlier] };
  const asked: string[] = [];
  const found = withMovedPlaces(desiredOf(now), before, (target) => {
    asked.push(target);
    return { known: [now], moves: [place], left: [left] };
  });
  expect(asked).toEqual(["cloud"]);
  expect(found.moves).toEqual([place, earlier]);
  expect([...found.base.resources]).toEqual([[now.address, now]]);
  expect(found.released).toEqual([{ address: was.address, path: "/note" }]);
  expect(withMovedPlaces(desiredOf(now), before, () => undefined)).toBe(before);
});
