/** Answers that lead a client astray which takes them at their word, or its own haste for leave to send again. */

import { describe, expect, test } from "vitest";
import type { Fault } from "../../src/simulator/faults.ts";
import { type Stage, stage } from "../virtual/run.ts";

const files = {
  "desired-state/cloud.yaml": `target: cloud
organization: Acme
networks:
  berlin: { name: Berlin Office, tags: [branch, emea, new] }
  leipzig: { name: Leipzig, ssids: { 0: { name: Corp, vlan: 20 } } }
`,
  "desired-state/fabric.yaml":
    "target: fabric\ntenants:\n  Blue: { description: blue }\n  Red: { description: red }\n",
};
const settings = { readinessMs: 0 };
const hour = 3_600_000;
const writes = (on: Stage) => on.network.log().filter(({ write }) => write);
const answer = (status: number, body = "", headers = {}): Fault["effect"] => ({
  kind: "answer",
  status,
  body,
  headers,
});

describe("tenants of a fabric that answers everything", () => {
  test.each([404, 500, 503])("with %i are unknown, and none is created", async (status) => {
    const on = stage({ files, settings });
    on.network.fault({ interface: "fabric", methods: ["GET"], forMs: hour, effect: answer(status) });
    const { plan } = await on.plan({ only: (address) => address.startsWith("fabric/") });
    expect(plan.unknown.map(({ address }) => address)).toEqual(["fabric/tenant/Blue", "fabric/tenant/Red"]);
    expect(plan.steps).toEqual([]);
  });
});

test("SSIDs of networks that could not be listed are unknown, and none is created", async () => {
  const on = stage({ files, settings });
  on.network.fault({
    interface: "dashboard",
    methods: ["GET"],
    path: "/api/v1/organizations/*/networks",
    forMs: hour,
    effect: { kind: "down" },
  });
  const { plan } = await on.plan();
  expect(plan.unknown.map(({ address }) => address)).toContain("cloud/ssid/leipzig.0");
  expect(plan.steps.filter(({ target }) => target === "cloud")).toEqual([]);
});

test("two live networks of one name: which one is meant is not guessed, and nothing is written", async () => {
  const on = stage({ files, settings });
  on.network.change({ interface: "dashboard", network: "Twin", organizationId: "O_1001", set: { tags: [] } });
  on.network.change({ interface: "dashboard", network: "Twin", set: { name: "Berlin Office" } });
  const { plan } = await on.plan({ only: (address) => address === "cloud/network/berlin" });
  expect(plan.unknown).toMatchObject([{ problem: { code: "ambiguous" } }]);
  expect(plan.steps).toEqual([]);
});

describe("a 429 with Retry-After: 40", () => {
  test("is obeyed by everything that waits for the same limit, not by one request", async () => {
    const on = stage({ files, settings });
    const made = await on.plan();
    const since = on.clock.now();
    on.network.fault({ interface: "dashboard", times: 1, effect: answer(429, "", { "retry-after": "40" }) });
    await on.apply(made);
    const sent = on.network.log().filter((one) => one.interface === "dashboard" && one.at >= since);
    const refused = sent.find(({ status }) => status === 429)?.at ?? 0;
    const gone = sent.filter(({ at }) => at > refused + 1000).map(({ at }) => at - refused);
    expect(gone.length).toBeGreaterThan(3);
    expect(Math.min(...gone)).toBeGreaterThanOrEqual(40_000 - 10);
  });

  test("does not hold up another controller", async () => {
    const on = stage({ files, settings });
    const made = await on.plan();
    const since = on.clock.now();
    on.network.fault({ interface: "dashboard", times: 1, effect: answer(429, "", { "retry-after": "40" }) });
    await on.apply(made);
    const fabric = writes(on).filter((one) => one.interface === "fabric");
    expect(fabric).toHaveLength(2);
    expect(Math.max(...fabric.map(({ at }) => at))).toBeLessThan(since + 10_000);
  });
});

test("200 with errors is no success: the step fails with those words, and is sent once", async () => {
  const on = stage({ files, settings });
  const made = await on.plan();
  const body = JSON.stringify({ errors: ["a tag may have 3 letters at most"] });
  on.network.fault({
    interface: "dashboard",
    methods: ["PUT"],
    path: "*/networks/*",
    effect: answer(200, body),
  });
  const { settled } = await on.apply(made);
  const berlin = settled.find(({ address }) => address === "cloud/network/berlin")?.outcome;
  expect(berlin).toMatchObject({
    state: "failed",
    problem: { message: expect.stringContaining("a tag may have 3 letters at most") },
  });
});
