/**
 * Somebody else writes during an apply, at every possible moment. This change must stay, or the conflict must be
 * reported.
 */

import { describe, expect, test } from "vitest";
import type { PlannedRun, PlanRequest } from "../../src/engine/reconcile.ts";
import { isArray, isObject, type Json, sameJson } from "../../src/model/json.ts";
import type { Wire } from "../../src/model/wire.ts";
import type { LiveChange } from "../../src/simulator/live-change.ts";
import { readPath } from "../../src/simulator/restconf/path.ts";
import type { WorldSeed } from "../../src/simulator/world.ts";
import { spread, times } from "../long-forms.ts";
import { projectText, type Setting, type Stage, stage } from "../servers/virtual-time/run.ts";

const host = "10.20.0.1";
const native = "Vendor-native:native";
const ports = ["1/0/1", "1/0/2", "1/0/3"];
const seed: WorldSeed = {
  routers: {
    [host]: {
      data: {
        [native]: {
          hostname: "old",
          interface: { GigabitEthernet: ports.map((name) => ({ name, description: "old", mtu: 1500 })) },
          ntp: { port: 1, source: "Loopback0" },
        },
      },
    },
  },
};
const declared = `target: routers
devices:
  r1:
    host: ${host}
    hostname: new
    interfaces:
      GigabitEthernet 1/0/1: { description: new }
      GigabitEthernet 1/0/2: { description: new }
    config: { /Vendor-native:native/ntp: { port: 2 } }
`;

/** A change of a router by somebody else: the path and the new value. */
type Theirs = readonly [path: string, value: string | number];
const port = (name: string, field: string) =>
  `${native}/interface/GigabitEthernet=${encodeURIComponent(name)}/${field}`;
const changes: readonly Theirs[] = [
  [port("1/0/1", "mtu"), 9000],
  [port("1/0/1", "description"), "theirs"],
  [port("1/0/2", "mtu"), 9000],
  [port("1/0/2", "description"), "theirs"],
  [port("1/0/3", "description"), "theirs"],
  [`${native}/ntp/source`, "Loopback9"],
  [`${native}/ntp/port`, 3],
  [`${native}/hostname`, "theirs"],
];

const changeOf = ([path, value]: Theirs): LiveChange => ({ interface: "restconf", host, path, value });

function liveAt({ network }: Stage, path: string): Json | undefined {
  const data: Json = network.world.restconf.routers.get(host)?.data ?? {};
  return readPath(path)?.reduce<Json | undefined>((node, { name, module, keys }) => {
    const members = node !== undefined && isObject(node) ? node : {};
    const member = members[name] ?? members[`${module}:${name}`];
    const list = member !== undefined && isArray(member) ? member : [];
    return keys ? list.find((one) => isObject(one) && one.name === keys[0]) : member;
  }, data);
}

/** Returns a stage that runs a function before each request of the apply, and records the requests in order. */
function disturbed(setting: Omit<Setting, "between">) {
  const asked: string[] = [];
  let before: (index: number, call: string) => void = () => {};
  const between = (wire: Wire): Wire => ({
    send: (request, signal) => {
      const call = `${request.method} ${new URL(request.url).pathname}`;
      before(asked.length, call);
      asked.push(call);
      return wire.send(request, signal);
    },
  });
  const on = stage({ ...setting, between });
  const applied = async (happens: typeof before = () => {}, asking: PlanRequest = {}) => {
    const made = await on.plan(asking);
    asked.length = 0;
    before = happens;
    return { made, result: await on.apply(made) };
  };
  return { on, asked, applied };
}

/**
 * Applies while somebody changes a value directly before this request. Returns whether the change is kept, and the
 * result of the apply.
 */
async function outcomeOf(setting: Omit<Setting, "between">, theirs: Theirs, moment: number) {
  const { on, asked, applied } = disturbed(setting);
  const { result } = await applied((index) => {
    if (index === moment) on.network.change(changeOf(theirs));
  });
  const states = result.settled.map(({ address, outcome }) => [address, outcome.state] as const);
  return {
    isKept: sameJson(liveAt(on, theirs[0]) ?? null, theirs[1]),
    /** The request before the change, followed by the request after it. */
    here: asked.slice(Math.max(moment - 1, 0), moment + 1),
    failed: states.flatMap(([address, state]) => (state === "failed" ? [address] : [])),
    told: result.settled.flatMap(({ outcome }) => (outcome.state === "failed" ? [outcome.problem] : [])),
  };
}

const rfc8040 = projectText().replace("interface: restconf\n", "interface: restconf\n    dialect: rfc8040\n");
const files = { "r1.yaml": declared };
const tagged = (
  restconfEtags: "device" | "node" | "none",
  text = declared,
  write: "patch" | "put" | "patch, transaction: resource" = "put",
): Omit<Setting, "between"> => ({
  seed,
  files: { "r1.yaml": text },
  project: rfc8040.replace("dialect: rfc8040\n", `$&    settings: { write: ${write} }\n`),
  settings: { restconfMode: "rfc8040", restconfEtags },
});
// Declarations with one more interface. It is created first, so a write without a tag comes before the writes with
// tags.
const making = declared.replace(
  "    config:",
  "      GigabitEthernet 1/0/0: { description: made }\n    config:",
);
const modes: readonly (readonly [string, Omit<Setting, "between">, boolean])[] = [
  ["of the specification", { seed, files }, false],
  ["with one tag", tagged("device"), true],
  ["with one tag, beside what is made", tagged("device", making), true],
  ["with tags for each node", tagged("node"), true],
  ["without tags", tagged("none"), false],
  ["with one tag, which takes a PATCH", tagged("device", declared, "patch"), true],
  ["with one tag, which takes a PATCH with what is made", tagged("device", making, "patch"), true],
  ["with tags for each node, which takes a PATCH", tagged("node", declared, "patch"), true],
  ["with one tag, a PATCH each", tagged("device", declared, "patch, transaction: resource"), true],
];

describe.each(modes)("a device %s", (_, setting, isGuarded) => {
  test("keeps what somebody else sets before any request of the apply, or the conflict is told", async () => {
    const { asked, applied } = disturbed(setting);
    expect(new Set((await applied()).result.settled.map(({ outcome }) => outcome.state))).toEqual(
      new Set(["applied"]),
    );
    for (const theirs of spread(changes, times("otherWriters"))) {
      for (let moment = 0; moment < asked.length; moment += 1) {
        const { isKept, here, failed, told } = await outcomeOf(setting, theirs, moment);
        for (const problem of told) expect(problem).toMatchObject({ code: "conflict" });
        const where = [theirs[0], moment, ...here];
        if (isKept) continue;
        // A change is overwritten only if it came between a read of the resource and the write that follows the read.
        const [read = "", write = ""] = here;
        expect([...where, isGuarded]).toEqual([...where, false]);
        expect([...where, read.slice(4)]).toEqual([...where, write.slice(4)]);
        expect([read.slice(0, 4), write.slice(0, 4), failed]).toEqual(["GET ", "PUT ", []]);
      }
    }
  }, 60_000);

  test("is told as a conflict where it is a field that was to be written, and is not touched", async () => {
    const { isKept, failed, told } = await outcomeOf(setting, [port("1/0/2", "description"), "theirs"], 1);
    expect([isKept, failed]).toEqual([true, ["routers/deviceInterface/r1.GigabitEthernet 1/0/2"]]);
    expect(told).toMatchObject([{ code: "conflict", message: expect.stringContaining("theirs") }]);
  });
});

const costOf = ({ plan }: PlannedRun) => plan.cost.find(({ target }) => target === "routers");

test("each write of a device is read for right before, by its own path, and the plan's cost says so", async () => {
  const { asked, applied } = disturbed({ seed, files });
  const { made, result } = await applied();
  const writes = asked.filter((call) => call.startsWith("PUT"));
  expect(writes).toHaveLength(4);
  for (const write of writes) expect(asked[asked.indexOf(write) - 1]).toBe(write.replace("PUT", "GET"));
  expect(asked).toHaveLength(4 + 4 + 1);
  expect(costOf(made)).toMatchObject({ writes: 4, verification: 5 });
  expect(result.requests.get("routers")).toBe(9);
});

test("where the device has tags, no write needs a read of its own, and the cost says that too", async () => {
  const { asked, applied } = disturbed(tagged("device"));
  const { made } = await applied();
  expect(asked.filter((call) => call.startsWith("GET"))).toHaveLength(2);
  expect(costOf(made)).toMatchObject({ writes: 4, verification: 2 });
});

test("a write that waits for its turn after a 429 is read for anew: in the pause somebody else may write", async () => {
  const { on, asked, applied } = disturbed({ seed, files });
  on.network.fault({
    interface: "restconf",
    methods: ["PUT"],
    times: 3,
    effect: { kind: "answer", status: 429, headers: { "retry-after": "20" } },
    change: changeOf([port("1/0/2", "mtu"), 9000]),
  });
  const { result } = await applied();
  expect(new Set(result.settled.map(({ outcome }) => outcome.state))).toEqual(new Set(["applied"]));
  expect(liveAt(on, port("1/0/2", "mtu"))).toBe(9000);
  expect(liveAt(on, port("1/0/2", "description"))).toBe("new");
  for (const [index, call] of asked.entries())
    if (call.startsWith("PUT")) expect(asked[index - 1]).toBe(call.replace("PUT", "GET"));
  expect(on.clock.now()).toBeGreaterThan(60_000);
});

/** Makes a change directly before the first request that contains this text. Returns the result of the run. */
async function struck(
  setting: Omit<Setting, "between">,
  request: PlanRequest,
  at: string,
  change: LiveChange,
) {
  const { on, asked, applied } = disturbed(setting);
  let isDone = false;
  const { result } = await applied((_, call) => {
    if (isDone || !call.includes(at)) return;
    isDone = true;
    on.network.change(change);
  }, request);
  const failed = result.settled.flatMap(({ outcome }) =>
    outcome.state === "failed" ? [outcome.problem] : [],
  );
  return { on, asked, result, failed };
}

const exclusive = declared
  .replace("hostname: new", "ownership: exclusive")
  .replace(/ {4}interfaces:\n.*\n.*\n/, "");

test("an exclusive tree of a netconf device is read for right before it is replaced", async () => {
  const project = projectText()
    .replace("interface: restconf", "interface: netconf")
    .replace("https://routers.example.net/devices/{host}", "ssh://{host}");
  const setting = { project, seed, files: { "r1.yaml": exclusive } };
  const calm = await disturbed(setting).applied();
  expect(calm.result.settled).toMatchObject([{ outcome: { state: "applied" } }]);
  const theirs = changeOf([`${native}/ntp/prefer`, "theirs"]);
  const { on, failed } = await struck(setting, {}, "GET", theirs);
  expect(failed).toMatchObject([{ code: "conflict", message: expect.stringContaining("/prefer") }]);
  expect(liveAt(on, `${native}/ntp/prefer`)).toBe("theirs");
});

test("a device that is read over NETCONF and written over RESTCONF is read over both right before", async () => {
  const project =
    `${projectText().replace("    limits: {}\nsecrets", "    limits: {}\n    readVia: edge\nsecrets")}`.replace(
      "secrets: {",
      "  edge: { interface: netconf, url: 'ssh://{host}', hosts: [10.20.0.0/16], credential: { username: { secret: env:USER }, password: { secret: env:PASSWORD } } }\nsecrets: {",
    );
  const setting = { project, seed, files };
  const read = "GET /devices/10.20.0.1/restconf";
  const mtu = await struck(setting, {}, read, changeOf([port("1/0/2", "mtu"), 9000]));
  expect([mtu.failed, liveAt(mtu.on, port("1/0/2", "mtu"))]).toEqual([[], 9000]);
  const text = await struck(setting, {}, read, changeOf([port("1/0/2", "description"), "theirs"]));
  expect(text.failed).toMatchObject([{ code: "conflict" }]);
  expect(liveAt(text.on, port("1/0/2", "description"))).toBe("theirs");
});

const offices = ["Bonn", "Cork", "Oslo"];
const dashboard: WorldSeed = {
  organizations: [
    {
      id: "O_1",
      name: "Acme",
      networks: offices.map((name) => ({ name, timeZone: "Europe/Berlin", netflow: { enabled: false } })),
    },
  ],
};
const cloud = (offices: readonly string[]) =>
  `target: cloud\norganization: Acme\nnetworks:\n${offices
    .map((name) => `  ${name}: { name: ${name}, netflow: { enabled: true } }\n`)
    .join("")}`;

test("the part of a record that is sent whole is read for right before: what nobody declares in it stays", async () => {
  const netflow = { enabled: false, collectorIp: "10.0.0.9", collectorPort: 2055 };
  const change: LiveChange = { interface: "dashboard", network: "Oslo", set: { netflow } };
  const setting = { seed: dashboard, files: { "a.yaml": cloud(offices) } };
  const { on, asked, failed } = await struck(setting, {}, "PUT", change);
  expect(failed).toEqual([]);
  const oslo = [...on.network.world.dashboard.networks.values()].find(({ fields }) => fields.name === "Oslo");
  expect(oslo?.fields.netflow).toEqual({ ...netflow, enabled: true });
  expect(asked.filter((call) => call.startsWith("PUT"))).toHaveLength(3);
});

test("what is to be removed is read for right before: what somebody has changed meanwhile stays, and is told", async () => {
  const change: LiveChange = { interface: "dashboard", network: "Oslo", set: { tags: ["keep"] } };
  const setting = { seed: dashboard, files: { "a.yaml": cloud(["Bonn"]) } };
  const base = stage(setting).load({ "a.yaml": cloud(offices) });
  const { on, failed } = await struck(setting, { base, prune: true }, "DELETE", change);
  expect(failed).toMatchObject([{ code: "conflict", address: "cloud/network/Oslo" }]);
  const names = [...on.network.world.dashboard.networks.values()].map(({ fields }) => fields.name);
  expect(names).toEqual(["Bonn", "Oslo"]);
});
