/**
 * Random trees of a device with every YANG leaf type, declared in every possible form. After an apply, the device has
 * the tree, and the next plan is empty. One change is one write.
 */

import { withModules } from "../../../src/drivers/yang/with-modules.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import { drivers } from "../../../src/project/drivers.ts";
import { netconfDefaults } from "../../../src/simulator/netconf/settings.ts";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import { seeded } from "../../servers/virtual-time/clock.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";
import { differs } from "../../simulation/differs.ts";
import { schemaOf } from "../../yang/modules.ts";
import { declaredAs } from "./forms.ts";
import { Draw, drawn, leafTypes, modules, specimen, top } from "./model.ts";

const host = "10.20.0.1";
const schema = schemaOf(...modules);
const among = withModules(drivers, new Map([["yang", () => schema]]));

/** An interface of a device, and how the simulated device behaves. */
export interface Way {
  readonly target: string;
  readonly settings?: string;
  readonly simulated: Partial<SimulatorSettings>;
}

const restconf = "interface: restconf, dialect: rfc8040, url: 'https://routers.example.net/devices/{host}'";
const netconf = "interface: netconf, url: 'ssh://{host}'";
/** The ways to reach a device, by name. */
export const ways: Readonly<Record<string, Way>> = {
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
 * Returns a tree in a form for comparison: each leaf is a text, defaults and empty containers are left out, and sets
 * are in one order.
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
  // A leaf with its default value may be missing.
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
 * Returns the content of `config:`, in which each member of the tree has a path of its own, or is divided further. The
 * hostname is declared outside `config:`.
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

/** Falsifies the tree that the device has after an apply, to check whether the judge notices. */
export type TreeLie = (live: JsonObject) => JsonObject;

/** Returns the faults of a seed in which a drawn tree is declared for a device that has nothing of it. */
export async function judgeMade(
  way: Way,
  seed: number,
  lie: TreeLie = (live) => live,
): Promise<readonly string[]> {
  const draw = new Draw(seeded(seed));
  const tree = treeOf(draw);
  const config = configOf(tree, draw);
  const device = deviceWith({ way, config, live: { hostname: "before" } });
  const made = await device.plan();
  const { settled } = await device.apply(made);
  const next = await device.plan({ base: device.context.desired, prune: true });
  return [
    ...differs("unknown", made.plan.unknown, []),
    ...differs("not applied", notApplied(settled), []),
    ...differs("the device's tree", plain(lie(liveOf(device))), plain({ ...tree, ...whole })),
    ...differs("the next plan", shown(next), nothing),
  ];
}

/**
 * Returns the faults of a seed in which one leaf of a drawn tree is changed, and then a declared path is dropped: only
 * these are written, and the next plan is empty each time.
 */
export async function judgeChanged(way: Way, seed: number): Promise<readonly string[]> {
  const draw = new Draw(seeded(seed + 1_000_000));
  const tree = treeOf(draw);
  const config = configOf(tree, draw);
  const first = deviceWith({ way, config, live: whole });
  await first.apply(await first.plan());

  const [path, value] = changedIn(config, draw);
  const changed: JsonObject = { ...config, [path]: value };
  const second = deviceWith({ way, config: changed, live: liveOf(first) });
  const made = await second.plan({ base: first.context.desired, prune: true });
  const { settled: changes } = await second.apply(made);
  const edits = editsOf(second);
  const next = await second.plan({ base: second.context.desired, prune: true });

  const [gone, ...others] = Object.keys(changed).toSorted(() => (draw.is() ? 1 : -1));
  const less = Object.fromEntries(others.map((each): [string, Json] => [each, changed[each] ?? null]));
  const third = deviceWith({ way, config: less, live: liveOf(second) });
  const pruned = await third.plan({ base: second.context.desired, prune: true });
  const { settled } = await third.apply(pruned);
  const after = await third.plan({ base: second.context.desired, prune: true });
  const removals = made.plan.changes.filter(({ action }) => action === "remove");
  const beside = pruned.plan.changes.filter(({ action }) => action !== "remove");
  return [
    ...differs(`removed by a change of ${path}`, removals, []),
    ...differs(`not applied for a change of ${path}`, notApplied(changes), []),
    ...differs(`edits for a change of ${path}`, edits.length < 2 ? [] : edits, []),
    ...differs(`the plan after a change of ${path}`, shown(next), nothing),
    ...differs(`written without ${gone}`, beside, []),
    ...differs(`not applied without ${gone}`, notApplied(settled), []),
    ...differs(`the plan without ${gone}`, shown(after), nothing),
    ...differs("converged", after.plan.converged, third.context.desired.resources.size),
  ];
}

function notApplied(settled: Awaited<ReturnType<Stage["apply"]>>["settled"]) {
  return settled.flatMap(({ outcome }) => (outcome.state === "applied" ? [] : [outcome]));
}

/** Returns the edits that were sent: one for each device, and one for each part that must be sent separately. */
function editsOf({ network }: Stage): readonly string[] {
  const edits = network
    .log()
    .filter(({ method }) => ["PUT", "PATCH", "DELETE", "edit-config"].includes(method));
  // The tag of a leaf differs from that of the container that was read, so such an edit is refused once and sent again.
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
