/**
 * Plans and applies in the dialect `catalyst-center`, against the simulator's mode of the same name, which was written
 * separately.
 */

import { describe, expect, test } from "vitest";
import type { Wire, WireReply } from "../../src/model/wire.ts";
import { stage } from "../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  campus:
    interface: controller
    dialect: catalyst-center
    url: https://campus.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
secrets: { allow: ["env:*_PSK"] }
`;

const room = (name: string, number: number) =>
  `{ name: ${name}, floorNumber: ${number}, rfModel: Free Space, width: 100, length: 200, height: 9.5 }`;

const declared = `target: campus
areas:
  global: { name: Global }
  europe:
    name: Europe
    parent: global
    dhcp: { servers: [10.0.0.3, 10.0.0.2] }
    dns: { domainName: example.net, dnsServers: [10.0.0.4] }
    ntp: { servers: [10.0.0.5] }
    timeZone: { identifier: Europe/Berlin }
    banner: { type: Custom, message: Keep out }
    telemetry:
      enableWiredDataCollection: true
      enableWirelessTelemetry: false
      useBuiltinTrapServer: true
      useBuiltinSyslogServer: false
      externalSyslogServers: [10.0.0.9]
      collectorType: TelemetryBrokerOrUDPDirector
      collectorAddress: 10.0.0.8
      collectorPort: 2055
      enableOnWiredAccessDevices: true
  berlin: { name: Berlin, parent: europe }
buildings:
  hq:
    name: HQ
    parent: berlin
    country: Germany
    address: Platz 1
    floors:
      ground: ${room("Ground", 0)}
      first: ${room("First", 1)}
  lab: { name: Lab, parent: europe, country: Germany, floors: { ground: ${room("Ground", 0)} } }
ipPools:
  lab: { name: Lab, poolType: Generic, subnet: 10.9.0.0, prefixLength: 16, gateway: 10.9.0.1 }
`;

/** Declarations of those derived kinds that the simulator supports. */
const derived = `target: campus
areas:
  global: { name: Global }
  europe:
    name: Europe
    parent: global
    aaa: { aaaNetwork: { serverType: AAA, protocol: RADIUS, primaryServerIp: 10.0.0.9 } }
tags:
  edge: { name: edge, description: all edges }
credentials:
  cli:
    operators: { description: Operators, username: ops, password: { secret: env:CORP_PSK } }
  snmpv2Read:
    probes: { description: Probes, readCommunity: { secret: env:GUEST_PSK } }
`;

const staged = (text: string) =>
  stage({ project, files: { "a.yaml": text }, settings: { controllerMode: "catalyst-center" } });
const simulated = () => staged(declared);
type Staged = ReturnType<typeof simulated>;

const states = ({ settled }: Awaited<ReturnType<Staged["apply"]>>) =>
  new Set(settled.map(({ outcome }) => outcome.state));

async function made(): Promise<Staged> {
  const on = simulated();
  expect(states(await on.apply(await on.plan()))).toEqual(new Set(["applied"]));
  return on;
}

describe("a simulated Catalyst Center", () => {
  test("becomes what is declared, what is in something after it, and a second plan has nothing to do", async () => {
    const on = simulated();
    const first = await on.plan();
    expect(first.plan.unknown).toEqual([]);
    expect(first.plan.steps.map(({ id }) => id)).toEqual(
      [
        ...["area/europe", "area/berlin", "building/hq", "building/lab", "ipPool/lab"],
        ...[
          "areaBanner/europe",
          "areaDhcp/europe",
          "areaDns/europe",
          "areaNtp/europe",
          "areaTelemetry/europe",
          "areaTimeZone/europe",
        ],
        ...["floor/hq.first", "floor/hq.ground", "floor/lab.ground"],
      ].map((each) => `create campus/${each}`),
    );
    const result = await on.apply(first);
    expect(states(result)).toEqual(new Set(["applied"]));
    expect(result.nonConvergent).toEqual([]);
    expect((await on.plan()).plan).toMatchObject({ steps: [], unknown: [] });
  });

  test("has changed what is declared otherwise, and floors of one name told apart by their buildings", async () => {
    const on = await made();
    const other = declared
      .replace("10.0.0.3, ", "")
      .replace("name: HQ\n    parent: berlin", "name: HQ\n    parent: europe")
      .replace(`floors: { ground: ${room("Ground", 0)} }`, `floors: { ground: ${room("Ground", 2)} }`);
    const desired = { files: { "a.yaml": other } };
    const next = stage({ project, ...desired, settings: { controllerMode: "catalyst-center" } });
    next.network.world = on.network.world;
    const change = await next.plan({ base: next.load({ "a.yaml": declared }) });
    expect(change.plan.steps.map(({ id }) => id)).toEqual([
      "update campus/building/hq",
      "update campus/areaDhcp/europe",
      "update campus/floor/lab.ground",
    ]);
    expect(states(await next.apply(change))).toEqual(new Set(["applied"]));
    expect((await next.plan()).plan).toMatchObject({ steps: [], unknown: [] });
  });

  test("loses floors and pools that are declared no longer, and settings go back to what is inherited", async () => {
    const on = await made();
    const less = declared
      .replace(/ {6}first: .*\n/, "")
      .replace(/ {4}dns: .*\n/, "")
      .replace(/ {4}timeZone: .*\n/, "");
    const next = stage({
      ...{ project, files: { "a.yaml": less } },
      settings: { controllerMode: "catalyst-center" },
    });
    next.network.world = on.network.world;
    const request = { base: next.load({ "a.yaml": declared }), prune: true };
    const change = await next.plan(request);
    expect(change.plan.steps.map(({ id }) => id).toSorted()).toEqual([
      "remove campus/areaDns/europe",
      "remove campus/areaTimeZone/europe",
      "remove campus/floor/hq.first",
    ]);
    expect(states(await next.apply(change))).toEqual(new Set(["applied"]));
    expect((await next.plan()).plan).toMatchObject({ steps: [], unknown: [] });
  });

  test("gets tags, credentials and the AAA of an area too, which it shows without their secrets", async () => {
    const on = staged(derived);
    const first = await on.plan();
    expect(first.plan.unknown).toEqual([]);
    expect(states(await on.apply(first))).toEqual(new Set(["applied"]));
    expect((await on.plan()).plan).toMatchObject({ steps: [], unknown: [] });
    const other = derived
      .replace("all edges", "all")
      .replace("username: ops", "username: op")
      .replace("10.0.0.9", "10.0.0.8");
    const then = staged(other);
    then.network.world = on.network.world;
    const change = await then.plan();
    expect(change.plan.steps.map(({ id }) => id).toSorted()).toEqual([
      "update campus/areaAaa/europe",
      "update campus/cliCredential/operators",
      "update campus/tag/edge",
    ]);
    // CLI credentials and an area's AAA settings are used for logins to devices, so a change of them needs a consent.
    expect(change.plan.guards).toMatchObject([
      { guard: "lockout", addresses: ["campus/cliCredential/operators", "campus/areaAaa/europe"] },
    ]);
    expect(states(await then.apply(change))).toEqual(new Set(["applied"]));
    expect((await then.plan()).plan).toMatchObject({ steps: [], unknown: [] });
  });

  test("is logged in to once, and once more where the token has ended", async () => {
    const on = simulated();
    await on.plan();
    const logins = () => on.network.log().filter(({ path }) => path.endsWith("/auth/token")).length;
    expect(logins()).toBe(1);
    on.network.fault({ path: "*/sites*", times: 1, effect: { kind: "answer", status: 401 } });
    const { plan } = await on.plan();
    expect([plan.unknown, logins()]).toEqual([[], 2]);
  });

  test("is told where it refuses: at once by its message, of a task by its reason", async () => {
    const on = simulated();
    const plan = await on.plan();
    const message = "NCGR00001: there is no licence for this";
    const body = JSON.stringify({ response: { errorCode: "NCGR00001", message }, version: "1.0" });
    const path = "*/globalIpAddressPools";
    on.network.fault({ path, methods: ["POST"], times: 1, effect: { kind: "answer", status: 400, body } });
    const reason = "NCND00016: the name is taken";
    const ended = JSON.stringify({ response: { isError: true, endTime: 1, failureReason: reason } });
    on.network.fault({ path: "*/task/*", times: 1, effect: { kind: "answer", status: 200, body: ended } });
    const failed = (await on.apply(plan)).settled.filter(({ outcome }) => outcome.state === "failed");
    expect(failed.map(({ address }) => address)).toEqual(["campus/area/europe", "campus/ipPool/lab"]);
    expect(JSON.stringify(failed)).toContain(reason);
    expect(JSON.stringify(failed)).toContain(message);
  });

  test("that has too many requests at once is waited for", async () => {
    const on = simulated();
    const body = '{"response":{"errorCode":"REJECTED_ABOVE_MAX_CONCURRENCY_LIMIT"}}';
    on.network.fault({ times: 3, effect: { kind: "answer", status: 429, body } });
    const plan = await on.plan();
    expect(plan.plan.unknown).toEqual([]);
    expect(states(await on.apply(plan))).toEqual(new Set(["applied"]));
  });
});

describe("a task that another write was in the way of", () => {
  const failureReason =
    "NCSP11051: Error occurred while processing the 'modify' request. A different version of the same user intent " +
    "already exists in the database.";
  const pool =
    "target: campus\nipPools:\n  lab: { name: Lab, poolType: Generic, subnet: 10.9.0.0, prefixLength: 16 }\n";

  /** Applies a pool. The first `times` creates become tasks that fail for this reason and create nothing. */
  async function appliedAfter(times: number, reason: string) {
    let busy = 0;
    const answered = (body: object): WireReply => ({
      outcome: "answered",
      status: 200,
      headers: {},
      text: JSON.stringify(body),
    });
    const between = (inner: Wire): Wire => ({
      send: async (request, signal) => {
        if (request.method === "POST" && /[pP]ools$/.test(request.url) && busy < times) {
          busy += 1;
          return answered({ response: { taskId: `busy-${busy}` } });
        }
        if (request.url.includes("/task/busy-"))
          return answered({ response: { isError: true, failureReason: reason, endTime: 1 } });
        return inner.send(request, signal);
      },
    });
    const on = stage({
      project,
      files: { "a.yaml": pool },
      settings: { controllerMode: "catalyst-center" },
      between,
    });
    const { settled } = await on.apply(await on.plan());
    return { busy, outcomes: settled.map(({ outcome }) => outcome) };
  }

  test("is waited for as a lock, looked at and sent again", async () => {
    const { busy, outcomes } = await appliedAfter(2, failureReason);
    expect({ busy, states: outcomes.map(({ state }) => state) }).toEqual({ busy: 2, states: ["applied"] });
  });

  test("is given up once the bound is reached; any other failure is final", async () => {
    const { outcomes } = await appliedAfter(1000, failureReason);
    expect(outcomes).toMatchObject([{ state: "failed", problem: { code: "still-locked" } }]);
    const other = await appliedAfter(2, "NCND00016: the pool overlaps another");
    expect(other).toMatchObject({
      busy: 1,
      outcomes: [{ state: "failed", problem: { code: "task-failed" } }],
    });
  });
});
