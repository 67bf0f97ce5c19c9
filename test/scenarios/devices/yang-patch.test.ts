/**
 * All changes of a device over RESTCONF are sent in one YANG Patch (RFC 8072), in virtual time against the simulator's
 * routers.
 */

import { describe, expect, test } from "vitest";
import { isArray, isObject } from "../../../src/model/json.ts";
import type { WireRequest } from "../../../src/model/wire.ts";
import { planText } from "../../../src/report/plan/plan-text.ts";
import { plain } from "../../../src/report/text/style.ts";
import type { Fault } from "../../../src/simulator/faults.ts";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import type { WorldSeed } from "../../../src/simulator/world.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";
import { routersProject } from "./projects.ts";
import { containerOf, native, outcomes } from "./seen.ts";

const other = "Vendor-other:other";
const host = "10.20.0.1";
const begun = {
  hostname: "r",
  interface: {
    GigabitEthernet: [
      { name: "1/0/1", description: "free", mtu: 9000 },
      { name: "1/0/3", description: "old" },
    ],
  },
  ntp: { port: 123, source: "lo0", server: ["10.0.0.9", "10.0.0.7"] },
  dns: ["10.0.0.1", "10.0.0.2"],
  banner: { motd: "x" },
  limits: { cpu: 1, memory: 2 },
};
const seed: WorldSeed = {
  routers: {
    [host]: {
      data: { [native]: begun, [other]: { mode: "a" } },
      model: { [native]: { zone: [{ name: "a", rate: 1, inner: [{ name: "b", rate: 1 }] }] } },
    },
  },
};

/** The first declarations, which equal the live state. */
const before = `
    hostname: r
    interfaces:
      GigabitEthernet 1/0/1: { description: free }
      GigabitEthernet 1/0/3: { description: old }
    config:
      /${native}/ntp: { port: 123, server: [10.0.0.9, 10.0.0.7] }
      /${native}/dns: [10.0.0.1, 10.0.0.2]
      /${native}/banner: { motd: x }
`;
/**
 * The declarations after several changes: two removals, a new entry, a new entry inside an entry, and changes that need
 * single replacements without YANG Patch.
 */
const after = `
    hostname: r2
    interfaces:
      GigabitEthernet 1/0/1: { description: up }
      GigabitEthernet 1/0/2: { description: new }
    config:
      /${native}/ntp: { port: 124, server: [10.0.0.7, 10.0.0.9] }
      /${native}/dns: [10.0.0.2, 10.0.0.3]
      /${native}/zone=z/inner=i: { rate: 5 }
`;
const file = (declared: string) => ({
  "edge.yaml": `target: edge\ndevices:\n  r1:\n    host: ${host}\n    keys: { /${native}/zone: name, /${native}/zone/inner: name }${declared}`,
});
const wanted = {
  hostname: "r2",
  interface: {
    GigabitEthernet: [
      { name: "1/0/1", description: "up", mtu: 9000 },
      { name: "1/0/2", description: "new" },
    ],
  },
  ntp: { port: 124, source: "lo0", server: ["10.0.0.7", "10.0.0.9"] },
  dns: ["10.0.0.2", "10.0.0.3"],
  limits: { cpu: 1, memory: 2 },
  zone: [{ name: "z", inner: [{ name: "i", rate: 5 }] }],
};

interface Setting {
  readonly settings?: string;
  readonly simulated?: Partial<SimulatorSettings>;
  readonly declared?: string;
  readonly seed?: WorldSeed;
  /** Runs before a request is sent. */
  readonly before?: (network: Stage["network"], request: WireRequest) => void;
  /** Runs after a request has been answered. */
  readonly answered?: (request: WireRequest) => void;
}

const bodies = new WeakMap<Stage, WireRequest[]>();
const staged = ({
  settings = "{ write: yang-patch }",
  simulated,
  declared = after,
  seed: world = seed,
  before: happens,
  answered,
}: Setting = {}) => {
  const sent: WireRequest[] = [];
  const on: Stage = stage({
    project: routersProject(settings),
    seed: world,
    files: file(declared),
    settings: { restconfMode: "rfc8040", ...simulated },
    between: (wire) => ({
      send: async (request, signal) => {
        sent.push(request);
        happens?.(on.network, request);
        const reply = await wire.send(request, signal);
        answered?.(request);
        return reply;
      },
    }),
  });
  bodies.set(on, sent);
  return on;
};
/** Makes a plan from `before` to the declared state, with removals. */
const planned = (on: Stage) => on.plan({ base: on.load(file(before)), prune: true });
const dataOf = (on: Stage, of = native) => containerOf(on, host, of);
const writes = ({ network }: Stage) =>
  network
    .log()
    .flatMap(({ method, path, status }) => (method === "GET" ? [] : [`${method} ${path} ${status}`]));
const data = `/devices/${host}/restconf/data`;
const inNative = `PATCH ${data}/${native}`;
const status = (answered: number, body: object): Fault => ({
  interface: "restconf",
  methods: ["PATCH"],
  times: 1,
  effect: {
    kind: "answer",
    status: answered,
    headers: { "content-type": "application/yang-data+json" },
    body: JSON.stringify({ "ietf-yang-patch:yang-patch-status": { "patch-id": "1", ...body } }),
  },
});
const error = (tag: string, path?: string) => ({
  errors: { error: [{ "error-tag": tag, "error-message": "not so", ...(path && { "error-path": path }) }] },
});
/** Returns the edits of all patches in order, each with operation, target and value. */
const edits = (on: Stage) =>
  (bodies.get(on) ?? []).flatMap(({ method, body }) => {
    const patch = method === "PATCH" && body && isObject(body) ? body["ietf-yang-patch:yang-patch"] : {};
    const list = patch && isObject(patch) ? patch.edit : [];
    return list && isArray(list) ? list.filter(isObject) : [];
  });
const editIdOf = (on: Stage, target: string) =>
  edits(on).find((each) => String(each.target).endsWith(target))?.["edit-id"];

test("what is made, changed and removed goes in one request, as the plan says, and the next plan is empty", async () => {
  const on = staged();
  const made = await planned(on);
  expect(made.plan.changes.map(({ action }) => action).toSorted()).toEqual([
    ...Array(2).fill("create"),
    ...Array(2).fill("remove"),
    ...Array(4).fill("update"),
  ]);
  expect(made.plan.cost).toMatchObject([{ writes: 1 }]);
  expect(planText(made.plan, plain)).toContain("1 write,");
  expect(planText(made.plan, plain)).not.toContain("not atomic");
  expect(outcomes(await on.apply(made))).toEqual(Array(8).fill("applied"));
  expect(writes(on)).toEqual([`${inNative} 200`]);
  expect(dataOf(on)).toEqual(wanted);
  expect((await planned(on)).plan.changes).toEqual([]);
});

test("each change is an edit of the operation that it takes, what goes first", async () => {
  const on = staged();
  await on.apply(await planned(on));
  const sent = edits(on).map(({ operation, target, value }) => [operation, target, value]);
  const port = "/interface/GigabitEthernet=1%2F0%2F";
  expect(sent.slice(0, 3).toSorted()).toEqual([
    ["remove", "/banner", undefined],
    ["remove", "/dns=10.0.0.1", undefined],
    ["remove", `${port}3`, undefined],
  ]);
  expect(sent.slice(3).toSorted()).toEqual(
    [
      ["merge", "/", { [native]: { dns: ["10.0.0.3"] } }],
      ["merge", "/", { [native]: { zone: [{ name: "z", inner: [{ name: "i", rate: 5 }] }] } }],
      ["merge", "/hostname", { "Vendor-native:hostname": "r2" }],
      ["merge", `${port}1`, { "Vendor-native:GigabitEthernet": [{ name: "1/0/1", description: "up" }] }],
      ["create", `${port}2`, { "Vendor-native:GigabitEthernet": [{ name: "1/0/2", description: "new" }] }],
      [
        "replace",
        "/ntp",
        { "Vendor-native:ntp": { port: 124, source: "lo0", server: ["10.0.0.7", "10.0.0.9"] } },
      ],
    ].toSorted(),
  );
  const ids = edits(on).map((each) => each["edit-id"]);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(["node", "device", "none"] as const)(
  "in several containers it is a patch of the datastore, with ETags of each %s",
  async (restconfEtags) => {
    const declared = `${after}      /${other}/mode: b\n`;
    const on = staged({ declared, simulated: { restconfEtags } });
    const made = await planned(on);
    expect(made.plan.cost).toMatchObject([{ writes: 1 }]);
    expect(outcomes(await on.apply(made))).toEqual(Array(9).fill("applied"));
    expect(writes(on)).toEqual([`PATCH ${data} 200`]);
    expect(edits(on).map(({ target }) => target)).toContain(`/${native}/banner`);
    expect([dataOf(on), dataOf(on, other)]).toEqual([wanted, { mode: "b" }]);
  },
);

test("a tree of which nothing else is to be there is replaced, with the rest and at once", async () => {
  const on = staged({
    declared: `
    hostname: r3
    ownership: exclusive
    config: { /${native}/limits: { cpu: 3 }, /${native}/dns: [] }
`,
  });
  const made = await on.plan();
  expect(made.plan.cost).toMatchObject([{ writes: 1 }]);
  expect(outcomes(await on.apply(made))).toEqual(Array(3).fill("applied"));
  expect(writes(on)).toEqual([`${inNative} 200`]);
  expect(dataOf(on)).toMatchObject({ hostname: "r3", limits: { cpu: 3 } });
  expect(dataOf(on)).not.toHaveProperty("limits.memory");
  expect(dataOf(on)).not.toHaveProperty("dns");
});

test("one change alone is a patch too, so that it is whole", async () => {
  const on = staged({ declared: `\n    config: { /${native}/dns: [10.0.0.2, 10.0.0.3] }\n` });
  const made = await on.plan();
  expect(made.plan.cost).toMatchObject([{ writes: 1 }]);
  expect(outcomes(await on.apply(made))).toEqual(["applied"]);
  expect(writes(on)).toEqual([`${inNative} 200`]);
});

test("a plan shows each change as the patch that it would be by itself", async () => {
  const on = staged({ declared: `\n    config: { /${native}/dns: [10.0.0.2] }\n` });
  const made = await on.plan();
  const { session } = on.context.targets.get("edge") ?? {};
  const [change] = made.plan.changes;
  if (change?.action !== "update" || !session) throw new Error("no update");
  const { desired, live, differences, address } = change;
  const { kind, identity, scope, lists, ownership, secrets, value } = desired;
  const write = { operation: "update", kind, identity, scope, lists, ownership, secrets, address } as const;
  const preview = session.preview({ ...write, differences, desired: value, live });
  expect(preview).toMatchObject({
    method: "PATCH",
    headers: { "content-type": "application/yang-patch+json" },
    body: {
      "ietf-yang-patch:yang-patch": { edit: [{ operation: "remove", target: "/dns=10.0.0.1" }] },
    },
  });
});

describe("what a device refuses", () => {
  test("is told of the change whose edit it names; nothing of the device was carried out", async () => {
    const probe = staged();
    await probe.apply(await planned(probe));
    for (const answered of [400, 200]) {
      const on = staged();
      const made = await planned(on);
      const edit = { "edit-id": editIdOf(probe, "/hostname") ?? "", ...error("invalid-value") };
      on.network.fault(status(answered, { "edit-status": { edit: [edit] } }));
      const result = await on.apply(made);
      const told = result.settled.map(({ address, outcome }) => [
        address.split("/")[1],
        "problem" in outcome ? outcome.problem.code : "",
      ]);
      expect(told.filter(([, code]) => code === "refused")).toEqual([["deviceHostname", "refused"]]);
      expect(told.filter(([, code]) => code === "transaction-refused")).toHaveLength(7);
      expect(writes(on)).toHaveLength(1);
      expect(dataOf(on)).toEqual(begun);
    }
  });

  test("is told of the change that the path of an error of the whole leads to", async () => {
    const on = staged();
    const made = await planned(on);
    on.network.fault(status(400, error("invalid-value", `/${native}/ntp/port`)));
    const codes = outcomes(await on.apply(made)).toSorted();
    expect(codes).toEqual(["refused", ...Array(7).fill("transaction-refused")]);
    expect(dataOf(on)).toEqual(begun);
  });

  test("without saying what is told of all, in its words", async () => {
    const on = staged();
    const made = await planned(on);
    on.network.fault(status(400, error("invalid-value")));
    const { settled } = await on.apply(made);
    for (const { outcome } of settled) expect(JSON.stringify(outcome)).toContain("not so");
    expect(dataOf(on)).toEqual(begun);
  });
});

test("an entry that somebody else makes right before is theirs, and the rest is carried out together", async () => {
  const path = `${native}/interface/GigabitEthernet=1%2F0%2F2`;
  const theirs = { name: "1/0/2", description: "theirs" };
  let isMade = false;
  const on = staged({
    simulated: { restconfEtags: "none" },
    before: (network, { method }) => {
      if (isMade || method !== "PATCH") return;
      isMade = true;
      network.change({ interface: "restconf", host, path, value: theirs });
    },
  });
  const codes = outcomes(await on.apply(await planned(on)));
  expect(codes.toSorted()).toEqual([...Array(7).fill("applied"), "conflict"]);
  // The two changes are sent again separately. One is accepted, and the other is refused once more, so its resource is
  // read again.
  expect(writes(on)).toEqual([`${inNative} 409`, `${inNative} 200`, `${inNative} 409`]);
  const { GigabitEthernet: ports } = wanted.interface;
  expect(dataOf(on)).toEqual({ ...wanted, interface: { GigabitEthernet: [ports[0], theirs] } });
});

test("nobody wonders about a patch that was never sent, since somebody has added to what it replaces, and then nobody can look", async () => {
  const path = `${native}/ntp`;
  // The driver itself sends the second read of the run, directly before the patch.
  let reads = Number.NaN;
  const on = staged({
    declared: `\n    ownership: exclusive\n    config: { /${path}: { port: 124 } }\n`,
    simulated: { restconfEtags: "none" },
    before: (network, { method }) => {
      if (method !== "GET") return;
      reads += 1;
      if (reads === 2)
        network.change({ interface: "restconf", host, path, value: { ...begun.ntp, server: ["10.9.9.9"] } });
    },
    answered: ({ method }) => {
      if (method !== "GET" || reads !== 2) return;
      on.network.fault({
        interface: "restconf",
        methods: ["GET"],
        times: 100,
        effect: { kind: "lostBefore" },
      });
    },
  });
  const made = await on.plan();
  expect(made.plan.changes).toMatchObject([{ action: "update" }]);
  reads = 0;
  const { settled } = await on.apply(made);
  expect(settled.map(({ outcome }) => outcome)).toMatchObject([
    { state: "failed", problem: { message: expect.stringContaining("ended the connection") } },
  ]);
  expect(writes(on)).toEqual([]);
});

describe("a port that something refers to", () => {
  const source = `/${native}/ntp/source`;
  const ports = `/${native}/interface/GigabitEthernet/name`;
  const [router] = Object.values(seed.routers ?? {});
  const referring: WorldSeed = {
    routers: {
      [host]: {
        ...router,
        data: { [native]: { ...begun, ntp: { ...begun.ntp, source: "1/0/3" } } },
        references: { [source]: ports },
      },
    },
  };
  const ending = after.replace("port: 124, server", "port: 124, source: 1/0/1, server");

  test("goes with what refers to it then no longer, since all is judged as one", async () => {
    const on = staged({ declared: ending, seed: referring });
    expect(outcomes(await on.apply(await planned(on)))).toEqual(Array(8).fill("applied"));
    expect(writes(on)).toEqual([`${inNative} 200`]);
  });

  test("stays while that still refers to it, and says why; the rest is carried out", async () => {
    const on = staged({ seed: referring });
    const result = await on.apply(await planned(on));
    expect(outcomes(result).toSorted()).toEqual([...Array(7).fill("applied"), "missing-reference"]);
    expect(JSON.stringify(result.settled)).toContain(`because ${source} refers to this resource`);
    expect(JSON.stringify(dataOf(on))).toContain('"name":"1/0/3"');
  });
});

test("a device without YANG Patch takes the changes as over a plain PATCH, and is asked once", async () => {
  const on = staged({ simulated: { restconfYangPatch: false } });
  expect(outcomes(await on.apply(await planned(on)))).toEqual(Array(8).fill("applied"));
  const taken = writes(on);
  expect(taken.filter((each) => each.endsWith(" 415"))).toEqual([`${inNative} 415`]);
  const warned = on.events.flatMap((event) => (event.type === "warned" ? [event.problem.code] : []));
  expect(warned).toEqual(["no-yang-patch"]);
  // The first accepted PATCH merges everything that can be merged. The second one adds values to a list that also loses
  // values.
  expect(taken.filter((each) => each === `${inNative} 204`)).toHaveLength(2);
  expect(taken.filter((each) => each.startsWith("DELETE") && each.endsWith(" 204"))).toHaveLength(3);
  expect(dataOf(on)).toEqual(wanted);
  expect((await planned(on)).plan.changes).toEqual([]);
});

test("a run that is stopped while such a device takes removals one by one says which of them it took", async () => {
  const stop = new AbortController();
  const on = staged({
    declared: `\n    config: { /${native}/limits: { cpu: 1 } }\n`,
    simulated: { restconfYangPatch: false, restconfEtags: "none" },
    answered: ({ method }) => method === "DELETE" && stop.abort(),
  });
  const gone = `\n    config:\n      /${native}/banner: { motd: x }\n      /${native}/ntp: { port: 123 }\n`;
  const made = await on.plan({ base: on.load(file(gone)), prune: true });
  const { settled } = await on.apply(made, { signal: stop.signal });
  expect(settled.map(({ outcome }) => outcome.state).toSorted()).toEqual(["applied", "skipped"]);
  expect(writes(on).filter((each) => each.startsWith("DELETE"))).toHaveLength(1);
});

test("each change goes alone where that is set, and the plan says that they are several", async () => {
  const on = staged({ settings: "{ write: yang-patch, transaction: resource }" });
  const made = await planned(on);
  expect(made.plan.cost).toMatchObject([{ writes: 9 }]);
  expect(outcomes(await on.apply(made))).toEqual(Array(8).fill("applied"));
  expect(dataOf(on)).toEqual(wanted);
});

test("a patch whose reply is lost, before or after it was carried out, is looked at and written once", async () => {
  for (const kind of ["lostBefore", "lostAfter"] as const) {
    const on = staged();
    const made = await planned(on);
    on.network.fault({ interface: "restconf", methods: ["PATCH"], times: 1, effect: { kind } });
    for (const state of outcomes(await on.apply(made))) expect(["applied", "converged"]).toContain(state);
    expect(dataOf(on)).toEqual(wanted);
  }
});

test("what would delete a value that the device shows masked is not sent; the rest is", async () => {
  const on = staged({ simulated: { maskedLeaves: ["source"] } });
  const made = await planned(on);
  const codes = outcomes(await on.apply(made)).toSorted();
  expect(codes).toEqual([...Array(7).fill("applied"), "masked-value"]);
  expect(dataOf(on)).toEqual({ ...wanted, ntp: begun.ntp });
});

test("changes are taken back together, with what was made and what went", async () => {
  const on = staged({ declared: `${after}      /${other}/mode: b\n` });
  const made = await planned(on);
  on.network.fault({
    interface: "restconf",
    methods: ["PATCH"],
    times: 1,
    effect: { kind: "answer", status: 400 },
  });
  const result = await on.apply(made, { rollbackOnFailure: true });
  expect(outcomes(result).filter((code) => code === "applied")).toEqual([]);
  expect(dataOf(on)).toEqual(begun);
});
