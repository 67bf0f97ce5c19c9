/**
 * Every field of every section of each mapping. It is created, is then equal to its declaration, and is removed. The
 * paths of the fields were compared with the vendor's modules when they were written.
 */

import { expect, test } from "vitest";
import { stringify } from "yaml";
import { plainPath, sectionPaths } from "../../../scripts/shares/section-paths.ts";
import { declaredPart } from "../../../src/drivers/yang/device/declared-part.ts";
import type { DeviceModel } from "../../../src/drivers/yang/device/model.ts";
import { mergedTrees, wrapped } from "../../../src/drivers/yang/device/overlay.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import { isSecretReference } from "../../../src/model/secret.ts";
import { builtInData } from "../../../src/project/mappings.ts";
import { mappingFolder } from "../../../src/runtime/files/catalog-files.ts";
import { netconfDefaults } from "../../../src/simulator/netconf/settings.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";
import { sampleDevices } from "./sample-fields.ts";

const ways = {
  netconf: 'interface: netconf\n    url: "ssh://{host}"',
  rfc8040: 'interface: restconf\n    dialect: rfc8040\n    url: "https://routers.example.net/devices/{host}"',
} as const;
type Way = keyof typeof ways;

function kindsOf(mapping: string) {
  const folder = mappingFolder();
  if (folder === undefined) throw new Error("there is no folder of mappings");
  return builtInData(folder, mapping).kinds;
}

/** Returns the kinds of a mapping, and devices that together have all fields of these kinds. */
function sampled(mapping: string) {
  // `system` of RFC 7317 contains its users, so the two kinds cannot be declared together for one device.
  const kinds = kindsOf(mapping).filter(({ kind }) => mapping !== "ietf" || kind !== "deviceUser");
  return { mapping, kinds, devices: sampleDevices(kinds) };
}
type Sampled = ReturnType<typeof sampled>;

const hostOf = (at: number) => `10.20.0.${at + 1}`;

/** Returns the tree of a device without configuration: empty top-level containers. */
function emptyTree(mapping: string): JsonObject {
  const tops = kindsOf(mapping).flatMap(({ places }) => places.map(({ path }) => path.split("/")[1] ?? ""));
  return Object.fromEntries([...new Set(tops)].map((top) => [top, {}]));
}

interface Situation {
  readonly live?: Live;
  readonly model?: Live;
  /** If true, nothing is declared. */
  readonly empty?: boolean;
}

function staged({ mapping, devices }: Sampled, way: Way, { live, model, empty = false }: Situation): Stage {
  const declared = devices.map(({ sections }, at) => [
    `d${at}`,
    { host: hostOf(at), hostname: "x", ...(empty ? {} : sections) },
  ]);
  const routers = devices.map(({ keys }, at) => [
    hostOf(at),
    { data: live?.[at] ?? emptyTree(mapping), model: model?.[at] ?? {}, keys },
  ]);
  return stage({
    project: `version: 1
environment: virtual
secrets: { allow: ["env:SAMPLE"] }
targets:
  boxes:
    ${ways[way]}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:USER }, password: { secret: env:PASSWORD } }
    settings: { mapping: ${mapping} }
`,
    files: { "a.yaml": stringify({ target: "boxes", devices: Object.fromEntries(declared) }) },
    secrets: { "env:SAMPLE": "canary" },
    seed: { routers: Object.fromEntries(routers) },
    settings: way === "rfc8040" ? { restconfMode: "rfc8040" } : { netconf: netconfDefaults },
  });
}
type Live = readonly JsonObject[];

function isOfDevices(dialect: object): dialect is DeviceModel {
  return "container" in dialect && "interfaceType" in dialect;
}

function withoutSecrets(value: Json): Json {
  if (isSecretReference(value)) return "x";
  if (isArray(value)) return value.map(withoutSecrets);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutSecrets(each)]));
}

/** Returns the content of each device's model: everything that is declared for the device. */
function modelsOf({ devices }: Sampled, { context }: Stage): Live {
  const { dialect } = context.targets.get("boxes") ?? {};
  if (dialect === undefined || !isOfDevices(dialect)) throw new Error("no devices");
  return devices.map((_, at) => {
    const own = [...context.desired.resources.values()].filter(({ scope }) => scope.host === hostOf(at));
    return mergedTrees(
      own.map((resource) => {
        const { path, value } = declaredPart(dialect, resource);
        return wrapped(path, withoutSecrets(value));
      }),
    );
  });
}

const liveOf = ({ devices }: Sampled, { network }: Stage): Live =>
  devices.map((_, at) => network.world.restconf.routers.get(hostOf(at))?.data ?? {});

/** Returns the path of every node in a tree. List keys are left out, so all entries of a list have the same path. */
function pathsIn(tree: Json, above = ""): readonly string[] {
  if (isArray(tree)) return [above, ...tree.flatMap((each) => (isObject(each) ? pathsIn(each, above) : []))];
  if (!isObject(tree)) return [above];
  return [above, ...Object.entries(tree).flatMap(([name, each]) => pathsIn(each, `${above}/${name}`))];
}

const keptReason = /^the device (?:never removes|keeps) /;

const cases: readonly Way[] = ["rfc8040", "netconf"];

test.each(["ios-xe", "openconfig", "ietf"].flatMap((mapping) => cases.map((way) => [mapping, way] as const)))(
  "every field of %s is made over %s, agrees, and goes",
  (mapping, way) => goesRound(sampled(mapping), way),
);

async function goesRound(of: Sampled, way: Way) {
  const { kinds } = of;
  const model = modelsOf(of, staged(of, way, {}));
  const made = staged(of, way, { model });

  const creating = await made.plan();
  expect(creating.plan.changes.map(({ action }) => action)).not.toEqual([]);
  const { settled } = await made.apply(creating);
  expect(settled.filter(({ outcome }) => outcome.state !== "applied")).toEqual([]);
  const again = (await made.plan()).plan.changes;
  expect(again.map(({ action, address }) => `${action} ${address}`)).toEqual([]);
  const there = new Set(
    liveOf(of, made)
      .flatMap((tree) => pathsIn(tree))
      .map(plainPath),
  );
  const lost = kinds.flatMap((kind) =>
    [...sectionPaths(kind, "first").paths]
      .filter((path) => !there.has(path))
      .map((path) => `${kind.section} ${path}`),
  );
  expect(lost).toEqual([]);

  const leaving = staged(of, way, { model, live: liveOf(of, made), empty: true });
  const base = made.context.desired;
  const gone = await leaving.apply(await leaving.plan({ base, prune: true }));
  expect(gone.settled.filter(({ outcome }) => outcome.state !== "applied")).toEqual([]);
  const { plan } = await leaving.plan({ base, prune: true });
  expect(plan.steps).toEqual([]);
  expect(plan.unwritable.filter(({ reason }) => !keptReason.test(reason))).toEqual([]);
}
