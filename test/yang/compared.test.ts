/**
 * If trueup knows the YANG modules of a device, values are compared by their meaning, over both RESTCONF and NETCONF.
 */

import { describe, expect, test } from "vitest";
import { withModules } from "../../src/drivers/yang/with-modules.ts";
import type { Json, JsonObject } from "../../src/model/json.ts";
import { drivers } from "../../src/project/drivers.ts";
import { netconfDefaults } from "../../src/simulator/netconf/settings.ts";
import type { WorldSeed } from "../../src/simulator/world.ts";
import { Schema } from "../../src/yang/schema/schema.ts";
import { seeded } from "../servers/virtual-time/clock.ts";
import { inTurn } from "../servers/virtual-time/in-turn.ts";
import { stage } from "../servers/virtual-time/run.ts";
import { moduleOf } from "./modules.ts";

const host = "10.20.0.1";

/** A module with every type of leaf, and with every kind of configuration node. */
const box = moduleOf(
  "Box",
  "import Kinds { prefix k; }",
  `container top {
    leaf tiny { type int8; } leaf count { type uint32; } leaf big { type uint64; } leaf low { type int64; }
    leaf ratio { type decimal64 { fraction-digits 3; } }
    leaf on { type boolean; default true; }
    leaf level { type enumeration { enum low; enum high; } default low; }
    leaf flags { type bits { bit a; bit b; bit c; } }
    leaf blob { type binary; }
    leaf text { type string; }
    leaf medium { type identityref { base k:medium; } }
    leaf off { type empty; }
    leaf mixed { type union { type uint16; type enumeration { enum auto; } } }
    leaf main { type leafref { path "../entry/name"; } }
    leaf-list tag { type string; }
    leaf-list number { type uint64; }
    leaf-list step { type string; ordered-by user; }
    list entry { key name; leaf name { type string; } leaf value { type int64; } leaf on { type boolean; default true; } }
    list pair { key "a b"; leaf a { type uint8; } leaf b { type string; } container more { leaf x { type string; } } }
    list rule { key name; ordered-by user; leaf name { type string; } leaf allow { type empty; } }
    container quiet { leaf volume { type uint8; default 3; } }
    container marked { presence yes; leaf x { type uint8; } }
    choice way { leaf left { type string; } leaf right { type uint8; } }
    container loose { anydata data; }
  }`,
);
const kinds = moduleOf(
  "Kinds",
  "identity medium; identity wire { base medium; } identity air { base medium; }",
);
const schema = new Schema([box, kinds].map((text, at) => ({ path: `${at}.yang`, text })));
const among = withModules(drivers, new Map([["yang", () => schema]]));

/** An object with a value for every node of the module. The simulated device stores it. */
const specimen: JsonObject = {
  tiny: 1,
  count: 1,
  big: "1",
  low: "1",
  ratio: "1.5",
  on: true,
  level: "low",
  flags: "a",
  blob: "AA==",
  text: "x",
  medium: "Kinds:wire",
  off: [null],
  mixed: "auto",
  main: "x",
  tag: ["x"],
  number: ["1"],
  step: ["x"],
  entry: [{ name: "x", value: "1", on: true }],
  pair: [{ a: 1, b: "x", more: { x: "x" } }],
  rule: [{ name: "x", allow: [null] }],
  quiet: { volume: 3 },
  marked: { x: 1 },
  left: "x",
  right: 1,
  loose: { data: { foo: { bar: "x" }, "Kinds:baz": { "Box:foo": "x", more: { a: "x" } } } },
};

function seedWith(data: JsonObject): WorldSeed {
  const keys = { entry: ["name"], pair: ["a", "b"], rule: ["name"] };
  return { routers: { [host]: { data: { "Box:top": data }, model: { "Box:top": specimen }, keys } } };
}

const ways = {
  restconf: "interface: restconf, dialect: rfc8040, url: 'https://routers.example.net/devices/{host}'",
  netconf: "interface: netconf, url: 'ssh://{host}'",
} as const;
type Way = keyof typeof ways;

function projectOver(way: Way): string {
  const credential = "{ username: { secret: env:USER }, password: { secret: env:PASSWORD } }";
  const settings = "{ module: Box, container: top, yang: yang }";
  return `version: 1
environment: virtual
targets:
  boxes: { ${ways[way]}, hosts: [10.20.0.0/16], credential: ${credential}, settings: ${settings} }
`;
}

function declared(config: Readonly<Record<string, Json>>, ownership = "declared") {
  const devices = { one: { host, ownership, config } };
  return { "a.yaml": `target: boxes\ndevices: ${JSON.stringify(devices)}\n` };
}

/**
 * Plans for a device with this live value and this declaration. Returns the paths that would be updated, and the names
 * of all other actions.
 */
async function planned(
  way: Way,
  live: JsonObject,
  config: Readonly<Record<string, Json>>,
  ownership = "declared",
): Promise<readonly string[]> {
  const settings = way === "restconf" ? { restconfMode: "rfc8040" as const } : { netconf: netconfDefaults };
  const files = declared(config, ownership);
  const on = stage({ project: projectOver(way), seed: seedWith(live), files, settings, drivers: among });
  const { plan } = await on.plan();
  expect(plan.unknown).toEqual([]);
  return plan.changes.flatMap((change) =>
    change.action === "update" ? change.differences.map(({ path }) => path) : [change.action],
  );
}

const same: readonly (readonly [string, JsonObject, Json])[] = [
  ["numbers as texts", { tiny: 5, count: 65002, big: "7" }, { tiny: "5", count: "65002", big: 7 }],
  ["64 bits beyond what a number holds", { big: "18446744073709551615" }, { big: "18446744073709551615" }],
  ["decimals", { ratio: "1.5" }, { ratio: "1.500" }],
  ["a decimal as a number", { ratio: "1.5" }, { ratio: 1.5 }],
  ["booleans as texts", { on: false }, { on: "false" }],
  ["bits in another order", { flags: "a c" }, { flags: "c a" }],
  ["members with their module", { text: "x" }, { "Box:text": "x" }],
  [
    "names in anydata",
    { loose: { data: { foo: { bar: "1" } } } },
    { loose: { data: { "Box:foo": { "Box:bar": "1" } } } },
  ],
  [
    "names of other modules in anydata",
    { loose: { data: { "Kinds:baz": { "Box:foo": "1", more: { a: "2" } } } } },
    { loose: { data: { "Kinds:baz": { "Box:foo": "1", "Kinds:more": { "Kinds:a": "2" } } } } },
  ],
  ["type empty", { off: [null] }, { off: [null] }],
  ["a union's number as a text", { mixed: 10 }, { mixed: "10" }],
  ["a set", { tag: ["b", "a"], number: ["10", "9"] }, { tag: ["a", "b"], number: [9, 10] }],
  [
    "a list by its keys, as they are typed",
    {
      pair: [
        { a: 1, b: "x" },
        { a: 2, b: "y", more: { x: "z" } },
      ],
    },
    {
      pair: [
        { a: "2", b: "y" },
        { a: 1, b: "x" },
      ],
    },
  ],
  ["a default that is hidden", { text: "x" }, { text: "x", on: true, level: "low", quiet: { volume: "3" } }],
  ["a default in an entry", { entry: [{ name: "x" }] }, { entry: [{ name: "x", on: true }] }],
  ["a default that is shown", { text: "x", on: true }, { text: "x" }],
];

describe.each<Way>(["restconf", "netconf"])("over %s", (way) => {
  test.each(same)("the same is the same: %s", async (_, live, config) => {
    expect(await planned(way, live, { "/Box:top": config })).toEqual([]);
  });

  test.each<[string, JsonObject, Json, readonly string[]]>([
    ["a number", { count: 65002 }, { count: "65003" }, ["/count"]],
    ["a set", { tag: ["a", "b"] }, { tag: ["a", "c"] }, ["/tag"]],
    ["an order that means something", { step: ["b", "a"] }, { step: ["a", "b"] }, ["/step"]],
    [
      "entries in another order, where it means something",
      { rule: [{ name: "b" }, { name: "a" }] },
      { rule: [{ name: "a" }, { name: "b" }] },
      ["/rule"],
    ],
    ["a leaf that is not at its default", { on: false }, { on: true }, ["/on"]],
    ["a hidden leaf that is declared otherwise", { text: "x" }, { on: false }, ["/on"]],
    ["a presence container", { text: "x" }, { marked: {} }, ["/marked"]],
    ["an identity", { medium: "Kinds:air" }, { medium: "Kinds:wire" }, ["/medium"]],
  ])("what differs differs: %s", async (_, live, config, paths) => {
    expect(await planned(way, live, { "/Box:top": config })).toEqual(paths);
  });

  test("what is to be all there is leaves out what a device shows at its default", async () => {
    const live = { text: "x", on: true, level: "high", quiet: {}, entry: [{ name: "e", on: true }] };
    const config = { text: "x", entry: [{ name: "e" }] };
    expect(await planned(way, live, { "/Box:top": config }, "exclusive")).toEqual(["/level"]);
  });

  test("a leaf of type empty, a set and a default are declared by paths of their own", async () => {
    const live = { off: [null], tag: ["b", "a"], text: "x" };
    const config = { "/Box:top/off": [null], "/Box:top/tag": ["a", "b"], "/Box:top/level": "low" };
    expect(await planned(way, live, config)).toEqual([]);
    const project = projectOver(way);
    const settings = way === "restconf" ? { restconfMode: "rfc8040" as const } : {};
    const setting = { project, seed: seedWith({ text: "x" }), settings, drivers: among };
    const world = await inTurn(setting, [declared({ "/Box:top/off": [null], "/Box:top/tag": ["b", "a"] })]);
    expect(world.restconf.routers.get(host)?.data).toEqual({
      "Box:top": { text: "x", off: [null], tag: ["a", "b"] },
    });
  });

  test("what is removed has gone, though it counts at its default", async () => {
    const project = projectOver(way);
    const settings = way === "restconf" ? { restconfMode: "rfc8040" as const } : {};
    const setting = { project, seed: seedWith({ text: "x" }), settings, drivers: among };
    const both = { "/Box:top/level": "high", "/Box:top/quiet": { volume: 4 } };
    const usual = { "/Box:top/level": "low", "/Box:top/text": "y" };
    const world = await inTurn(setting, [
      declared(both),
      declared(usual),
      declared({ "/Box:top/text": "z" }),
    ]);
    expect(world.restconf.routers.get(host)?.data).toEqual({ "Box:top": { text: "z" } });
  });

  test("whatever is declared is applied, and planned again empty", async () => {
    for (let seed = 1; seed <= 6; seed += 1) {
      const random = seeded(seed);
      const settings = way === "restconf" ? { restconfMode: "rfc8040" as const } : {};
      const states = [1, 2, 3].map(() => declared({ "/Box:top": tree(random) }));
      await inTurn(
        { project: projectOver(way), seed: seedWith(specimen), settings, drivers: among, random: seed },
        states,
      ).catch((error) => {
        throw new Error(`seed ${seed}: ${states.map((each) => each["a.yaml"]).join("")} ${error}`);
      });
    }
  });
});

type Random = () => number;

/** Draws a tree of the module, in any spelling that people may use. */
function tree(random: Random): JsonObject {
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const some = <T>(of: readonly T[]) => of.filter(() => random() < 0.6).sort(() => random() - 0.5);
  const either = (number: number): Json => (random() < 0.5 ? number : String(number));
  const names = () => some(["a", "b", "c", "d"]);
  const all: Readonly<Record<string, () => Json>> = {
    tiny: () => either(pick([-128, 0, 127])),
    count: () => either(pick([0, 65002, 4294967295])),
    big: () => pick<Json>(["18446744073709551615", 5, "5"]),
    low: () => pick<Json>(["-9223372036854775808", -1, "-1"]),
    ratio: () => pick<Json>(["1.500", 1.5, "-0.001", 2]),
    on: () => pick<Json>([true, false, "true"]),
    level: () => pick(["low", "high"]),
    flags: () => some(["a", "b", "c"]).join(" "),
    blob: () => pick(["AA==", "AAEC"]),
    medium: () => pick(["Kinds:wire", "Kinds:air"]),
    off: () => [null],
    mixed: () => pick<Json>([10, "10", "auto"]),
    tag: () => ["z", ...names()],
    number: () => ["7", ...some([1, 2, 3])],
    step: () => ["z", ...names()],
    entry: () =>
      ["z", ...names()].map((name) => ({ name, value: either(pick([1, 2])), on: pick([true, false]) })),
    pair: () => [1, 2].map((a) => ({ b: "x", a: either(a), more: { x: pick(["1", "2"]) } })),
    rule: () => ["z", ...names()].map((name) => (random() < 0.5 ? { name } : { name, allow: [null] })),
    quiet: () => ({ volume: either(pick([3, 4])) }),
    marked: () => pick<Json>([{}, { x: 5 }]),
  };
  const chosen = some(Object.keys(all).filter((name) => name !== "text"));
  const written = chosen.map(
    (name) => [random() < 0.2 ? `Box:${name}` : name, all[name]?.() ?? null] as const,
  );
  return { ...Object.fromEntries(written), text: `<state> & "${Math.floor(random() * 1e9)}" ünï` };
}
