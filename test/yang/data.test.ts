/** Configuration is checked against the modules of its device before any request to the device. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isObject, type Json, type JsonObject } from "../../src/model/json.ts";
import type { KindProblem } from "../../src/model/problem.ts";
import { meant } from "../../src/yaml/did-you-mean.ts";
import { nodeProblems } from "../../src/yang/data/check-data.ts";
import type { Schema } from "../../src/yang/schema/schema.ts";
import { acmeFolder, acmeSchema, moduleOf, schemaOf } from "./modules.ts";
import { hasYanglint, noYanglint } from "./other-readers.ts";

const schema = acmeSchema("acme-types", "acme-device", "acme-extra");

/** Returns all problems in the top-level nodes of a configuration. */
function dataProblems(
  schema: Schema,
  data: JsonObject,
  options?: Parameters<typeof nodeProblems>[2],
): readonly KindProblem[] {
  return Object.entries(data).flatMap(([member, value]) => {
    const [module = "", name = ""] = member.split(":");
    const node = schema.top(module, name);
    if (node === undefined) throw new Error(`no module has ${member}`);
    const found = nodeProblems(schema, { node, value }, options);
    return found.map((each) => ({ ...each, path: `/${member}${each.path}` }));
  });
}

function problemsOf(data: JsonObject, isWhole = false): readonly string[] {
  const found = dataProblems(schema, data, { hint: meant, isWhole });
  return found.map(({ code, path, message, hint }) =>
    [code, path, message, hint].filter(Boolean).join(" | "),
  );
}

const whole: JsonObject = {
  "acme-device:system": { "host-name": "r1", dns: ["192.0.2.1"], "acme-extra:radio": { channel: 3 } },
  "acme-device:vlan": [{ id: 10, zone: "a", label: "users", title: "Users", owner: { team: "it" } }],
  "acme-device:access": { user: "root", level: "auto" },
  "acme-device:ports": {
    port: [
      {
        name: "p1",
        medium: "acme-types:cable",
        peer: "p1",
        vlan: 10,
        "acme-extra:gain": "1.5",
        "acme-extra:on": false,
      },
    ],
  },
};

/** Cases of faulty data. Each has a title, the part of the data that is replaced, and the resulting problems. */
const wrong: readonly (readonly [string, JsonObject, readonly string[]])[] = [
  [
    "a node that is not there",
    { "acme-device:system": { ...part("system"), "host-nam": "r1" } },
    [
      "unknown-field | /acme-device:system/host-nam | the modules have no `host-nam` here | Did you mean `host-name`?",
    ],
  ],
  [
    "a node without its module",
    { "acme-device:system": { ...part("system"), motto: "A.1" } },
    [
      "unknown-field | /acme-device:system/motto | the modules have no `motto` here | Did you mean `acme-extra:motto`?",
    ],
  ],
  [
    "a value of another type",
    { "acme-device:system": { ...part("system"), load: 101 } },
    ["invalid-value | /acme-device:system/load | must be within 0..100"],
  ],
  [
    "a list where a map belongs",
    { "acme-device:system": [] },
    ["wrong-type | /acme-device:system | must be a map"],
  ],
  [
    "a map where a list belongs",
    { "acme-device:vlan": {} },
    ["wrong-type | /acme-device:vlan | must be a list"],
  ],
  [
    "state",
    { "acme-device:system": { ...part("system"), uptime: 5 } },
    [
      "not-configurable | /acme-device:system/uptime | `uptime` is state data of the device, which cannot be configured",
    ],
  ],
  [
    "an entry without a key",
    { "acme-device:vlan": [{ id: 10, label: "x" }] },
    ["missing-key | /acme-device:vlan/0 | an entry of `vlan` needs its key `zone`"],
  ],
  [
    "an entry twice",
    {
      "acme-device:vlan": [
        { id: 10, zone: "a", label: "x" },
        { id: 10, zone: "a", label: "y" },
      ],
    },
    ["repeated-element | /acme-device:vlan/1 | has the same key as the entry at 0"],
  ],
  [
    "what must be unique, twice",
    {
      "acme-device:vlan": [
        { id: 10, zone: "a", label: "x", title: "t", area: { number: 1 } },
        { id: 11, zone: "a", label: "y", title: "t", area: { number: 1 } },
      ],
    },
    ["repeated-element | /acme-device:vlan/1 | has the same `title` and `area/number` as the entry at 0"],
  ],
  [
    "a value twice",
    { "acme-device:system": { "host-name": "r1", dns: ["a", "b", "a"] } },
    ["repeated-element | /acme-device:system/dns/2 | has the same key as the entry at 0"],
  ],
  [
    "too many values",
    { "acme-device:system": { "host-name": "r1", dns: ["a", "b", "c", "d"] } },
    ["invalid-value | /acme-device:system/dns | must have at least 1 and at most 3 entries, not 4"],
  ],
  [
    "two cases of a choice",
    { "acme-device:access": { user: "root", guest: [null] } },
    [
      "conflicting-cases | /acme-device:access/guest | `user` and `guest` belong to different cases of the choice `source`: a device can have only one of them",
    ],
  ],
];

/** Cases whose problems occur only if the data must be complete. */
const incomplete: readonly (readonly [string, JsonObject, readonly string[]])[] = [
  [
    "a mandatory leaf lacks",
    { "acme-device:system": { dns: ["a"] } },
    ["missing-field | /acme-device:system | leaf `host-name` is missing"],
  ],
  [
    "a list with too few",
    { "acme-device:system": { "host-name": "r1" } },
    ["missing-field | /acme-device:system | leaf-list `dns` is missing"],
  ],
  [
    "a mandatory choice has no case",
    { "acme-device:access": { secret: "x" } },
    [
      "missing-field | /acme-device:access | one of the cases of `source` is required: `local`, `remote`, `other`, `token`, `card`",
    ],
  ],
  [
    "a mandatory leaf of a container that is there by presence",
    {
      "acme-device:system": { "host-name": "r1", dns: ["a"], "acme-extra:radio": {} },
    },
    ["missing-field | /acme-device:system/acme-extra:radio | leaf `channel` is missing"],
  ],
];

function part(name: string): JsonObject {
  const found = whole[`acme-device:${name}`];
  return isObject(found) ? found : {};
}

test("what is right is taken, whole or in part", () => {
  expect(problemsOf(whole, true)).toEqual([]);
  expect(problemsOf({ "acme-device:system": { load: 5 } })).toEqual([]);
  expect(problemsOf({ "acme-device:ports": { port: [{ name: "p1", "@name": { "a:b": 1 } }] } })).toEqual([]);
});

test.each([...wrong, ...incomplete])("%s: told with its place", (_, change, expected) => {
  expect(problemsOf({ ...whole, ...change }, true)).toEqual(expected);
});

test.each(incomplete)("%s: taken where it is not all of a device", (_, change) => {
  expect(problemsOf({ ...whole, ...change })).toEqual([]);
});

test("what a when may keep away is not missed", () => {
  const text = moduleOf(
    "m",
    'grouping g { leaf b { type string; mandatory true; } } container c { leaf a { when "../x"; type string; mandatory true; } uses g { when "x"; } leaf x { type string; } }',
  );
  expect(dataProblems(schemaOf(text), { "m:c": { x: "1" } }, { isWhole: true })).toEqual([]);
});

test("one node is judged alone, with paths from it on", () => {
  const node = schema.top("acme-device", "vlan");
  expect(
    node &&
      nodeProblems(schema, {
        node,
        value: [
          { id: "10", zone: "a" },
          { id: 0, zone: "a" },
        ],
      }),
  ).toEqual([{ path: "/1/id", code: "invalid-value", message: "must be within 1..4094" }]);
});

test("of very many problems the first 200 are told", () => {
  const node = schema.top("acme-device", "system");
  const value = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`x${at}`, 1]));
  expect(node && nodeProblems(schema, { node, value })).toHaveLength(200);
});

test("yanglint takes and refuses the same configurations", ({ skip }) => {
  skip(!hasYanglint, noYanglint);
  const folder = mkdtempSync(join(tmpdir(), "trueup-yang-"));
  const file = join(folder, "data.json");
  const modules = ["acme-types.yang", "acme-device.yang", "acme-extra.yang"];
  const takes = (data: Json) => {
    writeFileSync(file, JSON.stringify(data));
    return spawnSync("yanglint", ["-t", "config", ...modules, file], { cwd: acmeFolder }).status === 0;
  };
  try {
    expect(takes(whole)).toBe(true);
    for (const [name, change] of [...wrong, ...incomplete])
      expect([name, takes({ ...whole, ...change })]).toEqual([name, false]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
