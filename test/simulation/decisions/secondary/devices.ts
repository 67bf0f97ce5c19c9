/**
 * Simulates resources that a device does not show. Before trueup creates one, another read must prove that it is
 * absent: a read of its container, of another resource of its kind, or of the device's library of modules.
 */

import type { JsonObject } from "../../../../src/model/json.ts";
import type { Plan } from "../../../../src/model/plan/plan.ts";
import type { Fault } from "../../../../src/simulator/faults.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { stage } from "../../../servers/virtual-time/run.ts";
import { type Draw, maybe, pick } from "../../draw.ts";
import { differ } from "../judges.ts";

type Way = "auto" | "container" | "resource";

/** A declared resource of the device. */
interface Part {
  readonly address: string;
  readonly kind: "interface" | "setting" | "box";
  readonly isLive: boolean;
  readonly isDrifted: boolean;
}

/** What the device reports about its modules: all of them, only others, only imports, nothing, or an error. */
type Library = "whole" | "others" | "imports" | "none" | "failing";

interface Drawn {
  readonly way: Way;
  /** True if everything declared is in a container that a device may lack. */
  readonly isApart: boolean;
  readonly parts: readonly Part[];
  /** True if `isApart` is true and the device has the mandatory container, in which nothing is declared. */
  readonly isRooted: boolean;
  /** True if the mandatory container cannot be read. */
  readonly isRootFailing: boolean;
  readonly library: Library;
}

const host = "10.20.0.1";
const root = "Vendor-native:native";
const box = "Acme-box:box";
const pathOf = { interface: "x", setting: "ntp", box: "name" } as const;

/** The scenario runs in every n-th seed. */
const playedEvery = 4;

/** Reports creates without proven absence, and creates that are missing although absence is proven. */
export async function judgeDevices(seed: number, lie: (plan: Plan) => Plan): Promise<readonly string[]> {
  if (seed % playedEvery > 0) return [];
  const drawn = drawnOf(seeded(seed * 16 + 25));
  const on = stage(settingOf(drawn));
  for (const fault of faultsOf(drawn)) on.network.fault(fault);
  const { plan: made } = await on.plan({});
  const plan = lie(made);
  const { parts, way, library } = drawn;
  const isKnown = isToldBy(drawn);
  const wanted = parts.flatMap(({ address, isLive, isDrifted }) => {
    if (!isKnown || (isLive && !isDrifted)) return [];
    return [`${isLive ? "update" : "create"} ${address}`];
  });
  return [
    ...differ(
      "change",
      plan.changes.map(({ action, address }) => `${action} ${address}`),
      wanted,
    ),
    ...differ(
      "unknown",
      plan.unknown.map(({ address }) => address),
      isKnown ? [] : parts.map(({ address }) => address),
    ),
  ].map((line) => `device: by ${way}, library ${library}: ${line}`);
}

/**
 * | the declared things               | read by container    | read by resource                          |
 * | --------------------------------- | -------------------- | ----------------------------------------- |
 * | all exist                         | known                | known                                     |
 * | one is missing in its container   | known                | by another of its kind, or by the library |
 * | the container is missing          | by the mandatory one | by the library                            |
 * | the same, the mandatory one fails | unknown              | by the library                            |
 * | all containers are missing        | by the library       | by the library                            |
 *
 * By another of its kind: known if another resource of the kind exists. By the library: known if the library says that
 * the device implements the module.
 */
function isToldBy({ way, isApart, parts, isRooted, isRootFailing, library }: Drawn): boolean {
  const missing = parts.filter(({ isLive }) => !isLive);
  if (missing.length === 0) return true;
  const isListed = library === "whole";
  if (way === "resource") {
    const isShown = ({ kind }: Part) => parts.some((one) => one.isLive && one.kind === kind);
    return isListed || missing.every(isShown);
  }
  if (parts.some(({ isLive }) => isLive)) return true;
  if (isApart && isRootFailing) return false;
  return (isApart && isRooted) || isListed;
}

function drawnOf(draw: Draw): Drawn {
  const isApart = maybe(draw, 0.5);
  const share = pick(draw, [0, 0, 0.5, 0.8]);
  const part = (kind: Part["kind"], address: string): Part => {
    return { kind, address, isLive: maybe(draw, share), isDrifted: maybe(draw, 0.5) };
  };
  const parts = isApart
    ? [part("box", `lab/deviceConfiguration/one./${box}/${pathOf.box}`)]
    : [
        part("interface", "lab/deviceInterface/one.GigabitEthernet 1/0/1"),
        part("interface", "lab/deviceInterface/one.GigabitEthernet 1/0/2"),
        part("setting", `lab/deviceConfiguration/one./${root}/${pathOf.setting}`),
      ];
  return {
    ...{ isApart, parts, way: pick<Way>(draw, ["auto", "container", "resource"]) },
    ...{ isRooted: maybe(draw, 0.4), isRootFailing: isApart && maybe(draw, 0.3) },
    library: pick<Library>(draw, ["whole", "whole", "others", "imports", "none", "failing", "failing"]),
  };
}

function settingOf({ way, parts, isApart, isRooted, library }: Drawn) {
  const restconf = `interface: restconf, dialect: rfc8040, url: 'https://routers.example.net/devices/{host}'`;
  const credential = "{ username: { secret: env:USER }, password: { secret: env:PASSWORD } }";
  const settings = way === "auto" ? "" : `, settings: { read: ${way} }`;
  const project = `version: 1
environment: virtual
targets:
  lab: { ${restconf}, hosts: [10.20.0.0/16]${settings}, credential: ${credential} }
`;
  const interfaces = {
    "GigabitEthernet 1/0/1": { description: "declared" },
    "GigabitEthernet 1/0/2": { description: "declared" },
  };
  const ntp = { [`/${root}/ntp`]: { server: ["10.0.0.5"] } };
  const own = isApart ? { config: { [`/${box}/name`]: "declared" } } : { interfaces, config: ntp };
  const files = { "a.yaml": JSON.stringify({ target: "lab", devices: { one: { host, ...own } } }) };
  const model = {
    [root]: {
      hostname: "x",
      interface: { GigabitEthernet: [{ name: "x", description: "x" }] },
      ntp: { server: ["x"] },
    },
    [box]: { name: "x" },
  };
  const module = (name: string) => ({ name, revision: "2026-01-01", text: `module ${name} {}` });
  const all = [module("Vendor-native"), module("Acme-box")];
  const modules = {
    ...{ whole: all, failing: all, others: [module("Other")], none: undefined },
    imports: all.map((one) => ({ ...one, importOnly: true })),
  }[library];
  const data = liveOf(parts, isApart && isRooted);
  return {
    ...{ project, files, settings: { restconfMode: "rfc8040" as const } },
    seed: { routers: { [host]: { data, model, ...(modules && { modules }) } } },
  };
}

function liveOf(parts: readonly Part[], isRooted: boolean): JsonObject {
  const there = parts.filter(({ isLive }) => isLive);
  const says = ({ isDrifted }: Part) => (isDrifted ? "changed by hand" : "declared");
  const interfaces = there.filter(({ kind }) => kind === "interface");
  const setting = there.find(({ kind }) => kind === "setting");
  const own = there.find(({ kind }) => kind === "box");
  const native = {
    ...(interfaces.length > 0 && {
      interface: {
        GigabitEthernet: interfaces.map((one) => ({ name: one.address.slice(-5), description: says(one) })),
      },
    }),
    ...(setting && { ntp: { server: [setting.isDrifted ? "10.0.0.9" : "10.0.0.5"] } }),
  };
  return {
    ...(isRooted && { [root]: { hostname: "one" } }),
    ...(Object.keys(native).length > 0 && { [root]: native }),
    ...(own && { [box]: { name: says(own) } }),
  };
}

function faultsOf({ isRootFailing, library }: Drawn): readonly Fault[] {
  const failing = (path: string): Fault => {
    const effect = { kind: "answer", status: 500 } as const;
    return { interface: "restconf", path, methods: ["GET"], times: 10_000, effect };
  };
  return [
    ...(isRootFailing ? [failing(`/devices/${host}/*/data/${root}*`)] : []),
    ...(library === "failing" ? [failing(`/devices/${host}/*/data/ietf-yang-library*`)] : []),
  ];
}
