/**
 * Random trees of a device with every YANG leaf type, declared in every possible form. After an apply, the device has
 * the tree, and the next plan is empty. A change of one leaf needs one write. A failure names its seed.
 */

import { describe, expect, test } from "vitest";
import { withModules } from "../../src/drivers/yang/with-modules.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../src/model/json.ts";
import { drivers } from "../../src/project/drivers.ts";
import { netconfDefaults } from "../../src/simulator/netconf/settings.ts";
import type { SimulatorSettings } from "../../src/simulator/wire/settings.ts";
import { times } from "../long-forms.ts";
import { seeded } from "../servers/virtual-time/clock.ts";
import { type Stage, stage } from "../servers/virtual-time/run.ts";
import { schemaOf } from "../yang/modules.ts";
import { declaredAs } from "./device-trees/forms.ts";
import { Draw, drawn, leafTypes, modules, specimen, top } from "./device-trees/model.ts";

const host = "10.20.0.1";
const schema = schemaOf(...modules);
const among = withModules(drivers, new Map([["yang", () => schema]]));

interface Way {
  readonly target: string;
  readonly settings?: string;
  readonly simulated: Partial<SimulatorSettings>;
}

const restconf = "interface: restconf, dialect: rfc8040, url: 'https://routers.example.net/devices/{host}'";
const netconf = "interface: netconf, url: 'ssh://{host}'";
const ways: Readonly<Record<string, Way>> = {
  "RESTCONF that shows lists": { target: restconf, simulated: { restconfMode: "rfc8040" } },
  "RESTCONF that shows no list as a whole": {
    target: restconf,
    simulated: { restconfMode: "rfc8040", restconfLists: "refused" },
  },
  "RESTCONF with YANG Patch": {
    target: restconf,
    settings: "write: yang-patch, ",
    simulated: { restconfMode: "rfc8040" },
  },
  "NETCONF with a candidate": { target: netconf, simulated: { netconf: netconfDefaults } },
  "NETCONF without one": {
    target: netconf,
    simulated: { netconf: { ...netconfDefaults, base11: false, candidate: false, confirmedCommit: false } },
  },
};

const keys = {
  entry: ["k"],
  "by-text": ["name"],
  sub: ["a", "kind"],
  steps: ["n"],
  more: ["name", "number"],
};

interface Setting {
  readonly way: Way;
  readonly config: JsonObject;
  readonly live: JsonObject;
}

const fileOf = (config: JsonObject) => ({
  "a.yaml": `target: boxes\ndevices:\n  one:\n    host: ${host}\n    hostname: beside\n    config: ${JSON.stringify(config)}\n`,
});

function deviceWith({ way, config, live }: Setting): Stage {
  const credential = "{ username: { secret: env:USER }, password: { secret: env:PASSWORD } }";
  const settings = `{ ${way.settings ?? ""}module: Every, container: top, yang: yang }`;
  return stage({
    project: `version: 1
environment: virtual
targets:
  boxes: { ${way.target}, hosts: [10.20.0.0/16], credential: ${credential}, settings: ${settings} }
`,
    seed: {
      routers: {
        [host]: {
          data: { "Every:top": live },
          model: { "Every:top": { hostname: "x", ...asObject(specimen(top)) } },
          keys,
          instanceIdentifiers: { ii: ["kind"] },
        },
      },
    },
    files: fileOf(config),
    settings: way.simulated,
    drivers: among,
  });
}

const asObject = (value: Json): JsonObject => (isObject(value) ? value : {});
const liveOf = ({ network }: Stage): JsonObject =>
  asObject(network.world.restconf.routers.get(host)?.data["Every:top"] ?? {});

/**
 * Returns a tree in a form for comparison. Each leaf is a text, defaults and empty containers are left out, and sets
 * are sorted.
 */
function plain(value: Json | undefined, name = ""): Json {
  if (isArray(value)) {
    const all = value.map((each) => plain(each));
    const isOrdered = name === "steps" || name === "in-order";
    return isOrdered ? all : all.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  if (!isObject(value)) return String(value ?? null);
  const members = Object.entries(value).map(([member, each]): [string, Json] => [
    member,
    plain(each, member),
  ]);
  // A leaf that has its default value may be missing.
  const said = members
    .filter(([member, each]) => member !== "def" || each !== "5")
    .filter(([member, each]) => member === "on" || !isObject(each) || Object.keys(each).length > 0);
  return Object.fromEntries(said.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const whole = { hostname: "beside" };

function treeOf(draw: Draw): JsonObject {
  const tree = asObject(drawn(top, draw) ?? {});
  return Object.keys(tree).length > 0 ? tree : { s: "x" };
}

/**
 * Returns the content of `config:`. Each member of the tree has a path of its own, or is divided further. The hostname
 * is left out, because it is declared outside `config:`.
 */
function configOf(tree: JsonObject, draw: Draw): JsonObject {
  return Object.assign(
    {},
    ...top.children.flatMap((child) => {
      const value = tree[child.name];
      return value === undefined ? [] : [declaredAs(child, `/Every:top/${child.name}`, { value, draw })];
    }),
  );
}

const nothing = { changes: [], unwritable: [], unknown: [], kept: [] };
const shown = ({ plan }: Awaited<ReturnType<Stage["plan"]>>) => ({
  changes: plan.changes.map((change) => [
    ...[change.action, change.address],
    ...(change.action === "update"
      ? change.differences.map(({ path, desired, live }) => ({ path, desired, live }))
      : []),
  ]),
  unwritable: plan.unwritable,
  unknown: plan.unknown,
  kept: plan.kept,
});

const seeds = Array.from({ length: times("deviceTrees") }, (_, seed) => seed);

describe.each(Object.entries(ways))("over %s", (_, way) => {
  test.each(seeds)("what is declared is made, and the next plan is empty: seed %i", async (seed) => {
    const draw = new Draw(seeded(seed));
    const tree = treeOf(draw);
    const config = configOf(tree, draw);
    const device = deviceWith({ way, config, live: { hostname: "before" } });
    const made = await device.plan();
    expect(made.plan.unknown).toEqual([]);
    const { settled } = await device.apply(made);
    expect(settled.filter(({ outcome }) => outcome.state !== "applied")).toEqual([]);
    expect(plain(liveOf(device))).toEqual(plain({ ...tree, ...whole }));
    expect(shown(await device.plan({ base: device.context.desired, prune: true }))).toEqual(nothing);
  });

  test.each(seeds)("one thing that changes is one write, and what goes goes alone: seed %i", async (seed) => {
    const draw = new Draw(seeded(seed + 1_000_000));
    const tree = treeOf(draw);
    const config = configOf(tree, draw);
    const first = deviceWith({ way, config, live: whole });
    await first.apply(await first.plan());

    const [path, value] = changedIn(config, draw);
    const changed: JsonObject = { ...config, [path]: value };
    const second = deviceWith({ way, config: changed, live: liveOf(first) });
    const base = first.context.desired;
    const made = await second.plan({ base, prune: true });
    expect(made.plan.changes.filter(({ action }) => action === "remove")).toEqual([]);
    await second.apply(made);
    expect([path, editsOf(second).length < 2 ? [] : editsOf(second)]).toEqual([path, []]);
    expect(shown(await second.plan({ base: second.context.desired, prune: true }))).toEqual(nothing);

    const [gone, ...others] = Object.keys(changed).toSorted(() => (draw.is() ? 1 : -1));
    const less = Object.fromEntries(others.map((each): [string, Json] => [each, changed[each] ?? null]));
    const third = deviceWith({ way, config: less, live: liveOf(second) });
    const pruned = await third.plan({ base: second.context.desired, prune: true });
    expect([gone, pruned.plan.changes.filter(({ action }) => action !== "remove")]).toEqual([gone, []]);
    const { settled } = await third.apply(pruned);
    expect(settled.flatMap(({ outcome }) => (outcome.state === "applied" ? [] : [outcome]))).toEqual([]);
    const after = await third.plan({ base: second.context.desired, prune: true });
    expect([gone, shown(after)]).toEqual([gone, nothing]);
    expect(after.plan.converged).toBe(third.context.desired.resources.size);
  });
});

/** Returns the edits that were sent: one for each device, and one for each part that must be sent separately. */
function editsOf({ network }: Stage): readonly string[] {
  const edits = network
    .log()
    .filter(({ method }) => ["PUT", "PATCH", "DELETE", "edit-config"].includes(method));
  // The tag of a leaf differs from the tag of the container that was read. So such an edit is refused once and sent
  // again.
  return edits.flatMap(({ method, path, status }) => (status === 412 ? [] : [`${method} ${path}`]));
}

/** Draws another value for one leaf below one of the declared paths. */
function changedIn(config: JsonObject, draw: Draw): readonly [path: string, value: Json] {
  const paths = Object.keys(config);
  const path = paths[draw.below(paths.length)] ?? "";
  return [path, withChange(config[path] ?? null, draw, path.slice(path.lastIndexOf("/") + 1))];
}

function withChange(value: Json, draw: Draw, name: string): Json {
  const type = Object.hasOwn(leafTypes, name) ? leafTypes[name] : undefined;
  if (type && !isObject(value)) return type[2](draw);
  if (isArray(value) && value.every(isObject)) {
    const at = draw.below(value.length);
    return value.map((each: Json, index) => (index === at ? withChange(each, draw, "") : each));
  }
  if (!isObject(value)) return value;
  const names = Object.keys(value).filter(
    (each) => isObject(value[each] ?? null) || isArray(value[each] ?? null) || Object.hasOwn(leafTypes, each),
  );
  const chosen = names[draw.below(names.length)];
  return chosen === undefined
    ? value
    : { ...value, [chosen]: withChange(value[chosen] ?? null, draw, chosen) };
}
