/**
 * Which live site belongs to which declared site if this depends on other sites. Tests circular dependencies, doubts,
 * and lists without parents.
 */

import { expect, test } from "vitest";
import { compileCatalog } from "../../src/drivers/rest/catalogs/catalog-dialect.ts";
import { address } from "../../src/model/address.ts";
import type { Resource } from "../../src/model/desired.ts";
import type { Item, LiveResource, Observation } from "../../src/model/live/snapshot.ts";
import { problem } from "../../src/model/problem.ts";
import { referencesFrom } from "../../src/model/references.ts";
import { matchInHierarchy } from "../../src/observe/hierarchy.ts";
import type { WantedResource } from "../../src/observe/query.ts";
import { catalogsIn } from "../../src/project/catalogs.ts";

const { byName } = compileCatalog(catalogsIn().read("catalyst-center"));

/** One side of a resource: its name, and the key of its parent. */
type Said = readonly [name: string, parent?: string];

function wanted(name: string, key: string, [now, was]: readonly [Said | undefined, Said?]): WantedResource {
  const kind = byName.get(name)?.kind;
  if (!kind) throw new Error(`there is no ${name}`);
  const declaredAs = ([own, parent]: Said) => ({ name: own, ...(parent !== undefined && { parent }) });
  const [value = { name: "" }, ...before] = [now, was].flatMap((said) => (said ? [declaredAs(said)] : []));
  const resource: Resource = {
    ...{ address: address("campus", name, key), target: "campus", kind: name, key, identity: value.name },
    ...{ scope: {}, value, secrets: [], lists: {}, ownership: "declared", protect: false, observed: false },
    refersTo: referencesFrom(kind.refersTo ?? {}),
    below: kind.below,
  };
  const named = { ...(now && { identity: now[0] }), ...(was && { before: was[0] }) };
  return { resource, kind, ...named, declared: [value, ...before] };
}

const area = (key: string, ...said: readonly [Said | undefined, Said?]) => wanted("area", key, said);

/** Returns live areas with these paths. The path of an area is also its id. */
function listed(kind: string, ...paths: readonly string[]): readonly Item[] {
  return paths.map((path) => {
    const end = path.lastIndexOf("/");
    const parent = end === -1 ? {} : { parent: path.slice(0, end) };
    return {
      kind,
      identity: path,
      id: encodeURIComponent(path),
      value: { name: path.slice(end + 1), ...parent },
    };
  });
}

async function matched(
  items: readonly Item[],
  all: readonly WantedResource[],
  elsewhere: Readonly<Record<string, Observation<LiveResource>>> = {},
) {
  const found = await matchInHierarchy(items, all, { elsewhere: async (of) => elsewhere[of] });
  const said = [...found.of].map(([of, seen]) => {
    const is = seen.state === "present" ? decodeURIComponent(seen.value.id ?? "") : seen.state;
    return [of.slice(of.lastIndexOf("/") + 1), is];
  });
  return { found, said: Object.fromEntries(said) };
}

test("an area and the one it was in exchange their places in Git: both are found where they were", async () => {
  const outer = area("outer", ["O", "inner"], ["O", "top"]);
  const inner = area("inner", ["I", "top"], ["I", "outer"]);
  const { said } = await matched(listed("area", "G", "G/O", "G/O/I"), [area("top", ["G"]), outer, inner]);
  expect(said).toEqual({ top: "G", outer: "G/O", inner: "G/O/I" });
});

test("what could be itself or what was in it, by what is live, is unknown: nothing is guessed", async () => {
  const outer = area("outer", ["O", "inner"], ["O", "top"]);
  const inner = area("inner", ["I", "top"], ["I", "outer"]);
  const live = listed("area", "G", "G/O", "G/O/I", "G/O/I/O");
  const { found, said } = await matched(live, [area("top", ["G"]), outer, inner]);
  expect(said).toMatchObject({ top: "G", outer: "unknown" });
  expect(said.inner).not.toBe("absent");
  expect(found.of.get("campus/area/outer")).toMatchObject({
    problem: { code: "ambiguous", address: "campus/area/outer" },
  });
});

test("what stands below something unknown is unknown, and so is what stands below that", async () => {
  const twins = [
    ...listed("area", "G", "G/A"),
    ...listed("area", "G/A").map((one) => ({ ...one, id: "other" })),
  ];
  const all = [area("c", ["C", "b"]), area("b", ["B", "a"]), area("a", ["A", "top"]), area("top", ["G"])];
  const { found, said } = await matched([...twins, ...listed("area", "G/A/B")], all);
  expect(said).toEqual({ top: "G", a: "unknown", b: "unknown", c: "unknown" });
  expect(found.of.get("campus/area/c")).toMatchObject({
    problem: { code: "named-unknown", address: "campus/area/c" },
  });
});

test("what is in an area of another list is found by the id of that, though the list shows no area", async () => {
  const building = wanted("building", "hq", [["HQ", "berlin"]]);
  const item: Item = { kind: "building", identity: "{7}/HQ", id: "b", value: { name: "HQ", parent: "7" } };
  const twin: Item = { kind: "building", identity: "{8}/HQ", id: "c", value: { name: "HQ", parent: "8" } };
  const berlin = { "campus/area/berlin": { state: "present", value: { value: {}, id: "7" } } } as const;
  const { found, said } = await matched([item, twin], [building], berlin);
  expect(said).toEqual({ hq: "b" });
  expect(found.unclaimed).toEqual([twin]);
});

test.each([
  ["unknown", { state: "unknown", problem: problem("unreadable", "nobody answers") }, "unknown"],
  ["absent", { state: "absent" }, "absent"],
  ["not declared any more", undefined, "absent"],
] as const)(
  "where its area is %s, a building is that too, whatever has its path",
  async (_, seen, expected) => {
    const building = wanted("building", "hq", [["HQ", "berlin"]]);
    const { said } = await matched(
      listed("building", "Berlin/HQ"),
      [building],
      seen === undefined ? {} : { "campus/area/berlin": seen },
    );
    expect(said).toEqual({ hq: expected });
  },
);

test("one that is declared no longer is found by what base says of its place", async () => {
  const { said, found } = await matched(listed("area", "G", "G/A", "G/A/X", "G/B", "G/B/X"), [
    ...[area("top", ["G"]), area("a", ["A", "top"]), area("b", ["B", "top"])],
    area("x", undefined, ["X", "b"]),
  ]);
  expect(said).toMatchObject({ x: "G/B/X" });
  expect(found.unclaimed.map(({ identity }) => identity)).toEqual(["G/A/X"]);
});
