/**
 * Choices of YANG (RFC 7950, 7.9). No write contains nodes of two cases, and the plan names the nodes that a write
 * displaces.
 */

import { describe, expect, test } from "vitest";
import { withModules } from "../../../src/drivers/yang/with-modules.ts";
import { load } from "../../../src/load/load.ts";
import type { Difference } from "../../../src/model/change.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { drivers } from "../../../src/project/drivers.ts";
import { planHtml } from "../../../src/report/plan/plan-html.ts";
import { planMarkdown } from "../../../src/report/plan/plan-markdown.ts";
import { planText } from "../../../src/report/plan/plan-text.ts";
import { plain } from "../../../src/report/text/style.ts";
import { netconfDefaults } from "../../../src/simulator/netconf/settings.ts";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import type { WorldSeed } from "../../../src/simulator/world.ts";
import { Schema } from "../../../src/yang/schema/schema.ts";
import { stage } from "../../servers/virtual-time/run.ts";
import { moduleOf } from "../../yang/modules.ts";

const host = "10.20.0.1";

const box = moduleOf(
  "Box",
  `grouping way { choice way {
    case dynamic { leaf dhcp { type empty; } leaf client { type string; } }
    case static { leaf address { type string; } leaf length { type uint8; default 24; } }
  } }
  container top {
    leaf name { type string; }
    uses way;
    choice transport {
      container tcp { leaf port { type uint16; } }
      case udp { choice how { leaf fixed { type uint16; } leaf-list range { type uint16; } } leaf ttl { type uint8; } }
    }
    choice access { container restconf { leaf on { type string; } } leaf none { type empty; } }
    choice mode { default quiet; case quiet { leaf level { type uint8; default 3; } } leaf loud { type empty; } }
    list port { key id; leaf id { type string; } leaf note { type string; } uses way; }
    list rule { key seq; ordered-by user; leaf seq { type uint32; } leaf act { type string; } uses way; }
  }`,
);
const more = moduleOf(
  "More",
  `import Box { prefix b; } augment "/b:top/b:transport" { container quic { leaf alpn { type string; } } }`,
);
const schema = new Schema([box, more].map((text, at) => ({ path: `${at}.yang`, text })));
const among = withModules(drivers, new Map([["yang", () => schema]]));

const way = [
  ["dhcp", "client"],
  ["address", "length"],
];
const choices = {
  "/Box:top": [
    way,
    [["tcp"], ["fixed", "range", "ttl"], ["More:quic"]],
    [["fixed"], ["range"]],
    [["level"], ["loud"]],
    [["restconf"], ["none"]],
  ],
  "/Box:top/port": [way],
  "/Box:top/rule": [way],
};

const specimen: JsonObject = {
  ...{ name: "x", dhcp: [null], client: "x", address: "x", length: 1, level: 1, loud: [null] },
  ...{ restconf: { on: "x" }, none: [null] },
  ...{ tcp: { port: 1 }, fixed: 1, range: [1], ttl: 1, "More:quic": { alpn: "x" } },
  port: [{ id: "x", note: "x", dhcp: [null], client: "x", address: "x", length: 1 }],
  rule: [{ seq: 1, act: "x", dhcp: [null], client: "x", address: "x", length: 1 }],
};

function seedWith(data: JsonObject): WorldSeed {
  const keys = { port: ["id"], rule: ["seq"] };
  const model = { "Box:top": specimen };
  return { routers: { [host]: { data: { "Box:top": data }, model, keys, choices } } };
}

const rfc8040 = "interface: restconf, dialect: rfc8040, url: 'https://routers.example.net/devices/{host}'";
const restconf = { restconfMode: "rfc8040" } as const;
const ways: Readonly<
  Record<string, { readonly target: string; readonly set: string; readonly on: Partial<SimulatorSettings> }>
> = {
  "RESTCONF by PATCH": { target: rfc8040, set: "", on: restconf },
  "RESTCONF by PUT": { target: rfc8040, set: ", write: put", on: restconf },
  "YANG Patch": {
    target: rfc8040,
    set: ", write: yang-patch",
    on: { ...restconf, restconfYangPatch: true },
  },
  NETCONF: {
    target: "interface: netconf, url: 'ssh://{host}'",
    set: "",
    on: { netconf: netconfDefaults },
  },
};
type Way = keyof typeof ways;

interface Case {
  readonly live: JsonObject;
  readonly declared: Json;
  readonly ownership?: "exclusive";
  readonly path?: string;
  readonly modelled?: boolean;
}

function setUp(by: Way, { live, declared, ownership, path = "/Box:top", modelled = true }: Case) {
  const { target = "", set = "", on = {} } = ways[by] ?? {};
  const credential = "{ username: { secret: env:USER }, password: { secret: env:PASSWORD } }";
  const project = `version: 1
environment: virtual
targets:
  boxes: { ${target}, hosts: [10.20.0.0/16], credential: ${credential}, settings: { module: Box, container: top${modelled ? ", yang: yang" : ""}${set} } }
`;
  const devices = { one: { host, ...(ownership && { ownership }), config: { [path]: declared } } };
  const files = { "a.yaml": `target: boxes\ndevices: ${JSON.stringify(devices)}\n` };
  return stage({ project, seed: seedWith(live), settings: on, files, drivers: among });
}

/**
 * Plans and applies, and checks that the next plan is empty. Returns the displaced nodes in the plan, by path, and the
 * device's content afterwards.
 */
async function applied(by: Way, of: Case) {
  const on = setUp(by, of);
  const made = await on.plan();
  expect(made.plan.unknown).toEqual([]);
  const differences = made.plan.changes.flatMap((change): readonly Difference[] =>
    change.action === "update" ? change.differences : [],
  );
  const { settled } = await on.apply(made);
  expect(settled.map(({ outcome }) => outcome)).toEqual([expect.objectContaining({ state: "applied" })]);
  expect((await on.plan()).plan.changes).toEqual([]);
  const gone = differences.flatMap(({ path, desired, live }) =>
    desired === undefined ? [[path, live]] : [],
  );
  return { gone, data: on.network.world.restconf.routers.get(host)?.data["Box:top"] };
}

test("without modules a plan says what it cannot see, where something new comes, and without that nothing", async () => {
  for (const [by, modelled] of [
    ["RESTCONF by PATCH", false],
    ["NETCONF", false],
    ["NETCONF", true],
  ] as const) {
    const planOf = async (declared: Json) =>
      (await setUp(by, { live: { name: "n", dhcp: [null] }, declared, modelled }).plan()).plan;
    const comes = await planOf({ address: "10.0.0.1" });
    expect(comes.choicesUnknown).toEqual(modelled ? undefined : { boxes: 1 });
    const said = "1 change may also remove nodes of another case of a choice";
    for (const shown of [planText(comes, plain), planMarkdown(comes), planHtml(comes)])
      expect(shown.replaceAll("&#39;", "'").includes(said)).toBe(!modelled);
    expect(await planOf({ name: "m" })).not.toHaveProperty("choicesUnknown");
  }
});

describe.each(Object.keys(ways))("over %s", (by) => {
  test("a switch to another case names what goes, and leaves all else", async () => {
    const live = { name: "n", dhcp: [null], client: "h", loud: [null] };
    const declared = { name: "n", address: "10.9.9.9" };
    const { gone, data } = await applied(by, { live, declared });
    expect(gone).toEqual([
      ["/client", "h"],
      ["/dhcp", [null]],
    ]);
    expect(data).toEqual({ name: "n", address: "10.9.9.9", loud: [null] });
  });

  test("so it does where an ordered list makes it a replacement", async () => {
    const rules = [
      { seq: 1, act: "permit" },
      { seq: 2, act: "permit" },
    ];
    const live = { name: "n", dhcp: [null], client: "h", rule: rules, ttl: 4, range: [1] };
    const declared = { address: "10.9.9.9", rule: rules.toReversed() };
    const { gone, data } = await applied(by, { live, declared });
    expect(gone.map(([path]) => path)).toEqual(["/client", "/dhcp"]);
    expect(data).toEqual({ name: "n", address: "10.9.9.9", rule: rules.toReversed(), ttl: 4, range: [1] });
  });

  test("a nested choice takes its own case away, an outer one all of it", async () => {
    const inner = await applied(by, { live: { range: [1, 2], ttl: 3 }, declared: { fixed: 7 } });
    expect(inner).toEqual({ gone: [["/range", [1, 2]]], data: { fixed: 7, ttl: 3 } });
    const outer = await applied(by, { live: { range: [1, 2], ttl: 3 }, declared: { tcp: { port: 1 } } });
    expect(outer.gone.map(([path]) => path)).toEqual(["/range", "/ttl"]);
    expect(outer.data).toEqual({ tcp: { port: 1 } });
  });

  test("cases that other modules add are cases too", async () => {
    const to = await applied(by, { live: { tcp: { port: 1 } }, declared: { "More:quic": { alpn: "h3" } } });
    expect(to).toEqual({ gone: [["/tcp", { port: 1 }]], data: { "More:quic": { alpn: "h3" } } });
    const back = await applied(by, { live: { "More:quic": { alpn: "h3" } }, declared: { tcp: { port: 1 } } });
    expect(back).toEqual({ gone: [["/More:quic", { alpn: "h3" }]], data: { tcp: { port: 1 } } });
  });

  test("each entry of a list has its own case", async () => {
    const live = {
      port: [
        { id: "a", dhcp: [null], note: "x" },
        { id: "b", dhcp: [null], note: "y" },
        { id: "c", address: "10.0.0.1" },
      ],
    };
    const declared = {
      port: [
        { id: "a", address: "10.0.0.2" },
        { id: "b", note: "z" },
      ],
    };
    const { gone, data } = await applied(by, { live, declared });
    expect(gone).toEqual([["/port/a/dhcp", [null]]]);
    expect(data).toEqual({
      port: [
        { id: "a", address: "10.0.0.2", note: "x" },
        { id: "b", dhcp: [null], note: "z" },
        { id: "c", address: "10.0.0.1" },
      ],
    });
  });

  test("an entry by its own path, and an entry in order, have theirs", async () => {
    const live = { port: [{ id: "a", dhcp: [null], client: "h" }], rule: [{ seq: 1, dhcp: [null] }] };
    const entry = await applied(by, { live, path: "/Box:top/port", declared: [{ id: "a", address: "1" }] });
    expect(entry.gone.map(([path]) => path)).toEqual(["/client", "/dhcp"]);
    expect(entry.data).toEqual({ port: [{ id: "a", address: "1" }], rule: [{ seq: 1, dhcp: [null] }] });
    const ordered = await applied(by, { live, declared: { rule: [{ seq: 1, length: 8 }] } });
    expect(ordered.gone).toEqual([["/rule/1/dhcp", [null]]]);
    expect(ordered.data).toMatchObject({ rule: [{ seq: 1, length: 8 }] });
  });

  test("a tree that is all there is to be names them too, each once", async () => {
    const live = { name: "n", dhcp: [null], tcp: { port: 1 } };
    const { gone, data } = await applied(by, { live, declared: { address: "1" }, ownership: "exclusive" });
    expect(gone.map(([path]) => path)).toEqual(["/dhcp", "/name", "/tcp"]);
    expect(data).toEqual({ address: "1" });
  });

  test("a default counts in the case that is taken, and in the default one of none", async () => {
    const usual = async (live: JsonObject, declared: JsonObject) => {
      const { plan } = await setUp(by, { live: { name: "n", ...live }, declared }).plan();
      expect(plan.unknown).toEqual([]);
      return plan.changes.length;
    };
    expect(await usual({ address: "1" }, { length: 24 })).toBe(0);
    expect(await usual({}, { length: 24 })).toBe(1);
    expect(await usual({ dhcp: [null] }, { length: 24 })).toBe(1);
    expect(await usual({}, { level: 3 })).toBe(0);
    expect(await usual({ loud: [null] }, { level: 3 })).toBe(1);
  });

  test("an empty container selects no case, and nothing goes for it", async () => {
    const of = { live: { name: "n", ttl: 3 }, declared: { name: "m", tcp: {} } };
    expect(await applied(by, of)).toEqual({ gone: [], data: expect.objectContaining({ name: "m", ttl: 3 }) });
  });
});

describe.each(Object.keys(ways))("what stands around a declared path, over %s", (by) => {
  const planned = async (of: Case) => {
    const on = setUp(by, of);
    const made = await on.plan();
    expect(made.plan.unknown).toEqual([]);
    const displaces = made.plan.changes.map((change) =>
      change.action === "create" ? change.displaces : "no create",
    );
    return { on, made, displaces };
  };
  const dataOf = (on: ReturnType<typeof setUp>) =>
    on.network.world.restconf.routers.get(host)?.data["Box:top"];

  test("goes as its case comes: the plan names it in every format and is another one by it", async () => {
    const of = { path: "/Box:top/address", declared: "10.0.0.9" };
    const live = { name: "n", dhcp: [null], client: "h", loud: [null] };
    const { on, made, displaces } = await planned({ ...of, live });
    expect(displaces).toEqual([
      [
        { path: "/Box:top/dhcp", live: [null] },
        { path: "/Box:top/client", live: "h" },
      ],
    ]);
    const { plan } = made;
    for (const shown of [planText(plan, plain), planMarkdown(plan), planHtml(plan)])
      expect(shown).toMatch(/\/Box:top\/client.*h, which this create removes/s);
    const { plan: other } = (await planned({ ...of, live: { name: "n" } })).made;
    expect(other.changes).not.toContainEqual(expect.objectContaining({ displaces: expect.anything() }));
    expect(other.fingerprint).not.toBe(plan.fingerprint);
    const { settled } = await on.apply(made);
    expect(settled.map(({ outcome }) => outcome.state)).toEqual(["applied"]);
    expect(dataOf(on)).toEqual({ name: "n", loud: [null], address: "10.0.0.9" });
    expect((await on.plan()).plan.changes).toEqual([]);
  });

  test("goes further out too, of nested choices, and in an entry of a list", async () => {
    const inner = await planned({ path: "/Box:top/tcp/port", declared: 7, live: { range: [1], ttl: 3 } });
    expect(inner.displaces).toEqual([
      [
        { path: "/Box:top/range", live: [1] },
        { path: "/Box:top/ttl", live: 3 },
      ],
    ]);
    const live = {
      port: [
        { id: "a", dhcp: [null] },
        { id: "b", dhcp: [null] },
      ],
    };
    const entry = await planned({ path: "/Box:top/port=a/address", declared: "10.0.0.9", live });
    expect(entry.displaces).toEqual([[{ path: "/Box:top/port=a/dhcp", live: [null] }]]);
  });

  test("is no part of what stays, of its own case, or of a node that is there", async () => {
    const own = await planned({
      path: "/Box:top/length",
      declared: 9,
      live: { address: "10.0.0.1", loud: [null] },
    });
    expect(own.displaces).toEqual([undefined]);
    const there = await planned({
      path: "/Box:top/address",
      declared: "10.0.0.9",
      live: { address: "10.0.0.1" },
    });
    expect(there.displaces).toEqual(["no create"]);
  });
});

test("the lock-out guard looks at what goes around a declared path", async () => {
  const live = { name: "n", restconf: { on: "yes" } };
  const { plan } = await setUp("NETCONF", { path: "/Box:top/none", declared: [null], live }).plan();
  expect(plan.guards.map(({ guard, message }) => [guard, message])).toEqual([
    [
      "lockout",
      `this change could cut trueup off from ${host}, because it changes the management path: RESTCONF`,
    ],
  ]);
});

describe("two cases of one choice that two declarations take", () => {
  const problemsOf = (config: JsonObject) => {
    const { context } = setUp("NETCONF", { live: {}, declared: { name: "n" } });
    const text = `target: boxes\ndevices: ${JSON.stringify({ one: { host, config } })}\n`;
    const files = [{ path: "a.yaml", text }];
    return load({ project: context.project, files, drivers: among }).problems.map(
      ({ code, severity, message }) => `${severity}[${code}]: ${message}`,
    );
  };

  test.each([
    ["side by side", { "/Box:top/dhcp": [null], "/Box:top/address": "10.0.0.1" }, "way"],
    ["at different depths", { "/Box:top/tcp/port": 1, "/Box:top/ttl": 1 }, "transport"],
    ["in an entry", { "/Box:top/port=a/dhcp": [null], "/Box:top/port=a/address": "10.0.0.1" }, "way"],
    ["of a nested choice", { "/Box:top/fixed": 1, "/Box:top/range": [1] }, "how"],
  ])("%s: an error", (_, config, choice) => {
    const said = `belong to different cases of the choice \`${choice}\`: a device can have only one of them`;
    expect(problemsOf(config)).toEqual([expect.stringMatching(/^error\[conflicting-cases\]: /)]);
    expect(problemsOf(config)[0]).toContain(said);
  });

  test.each([
    ["of one case", { "/Box:top/address": "10.0.0.1", "/Box:top/length": 8 }],
    ["in two entries", { "/Box:top/port=a/dhcp": [null], "/Box:top/port=b/address": "10.0.0.1" }],
    ["of two choices", { "/Box:top/address": "10.0.0.1", "/Box:top/loud": [null] }],
  ])("%s: none", (_, config) => {
    expect(problemsOf(config)).toEqual([]);
  });
});
