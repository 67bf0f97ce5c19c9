/**
 * The rollback of a created parent whose content somebody has changed since the create: neither the parent nor the
 * changed content is removed.
 */

import { describe, expect, test } from "vitest";
import type { Resource } from "../../src/model/desired.ts";
import type { Step } from "../../src/model/plan/step.ts";
import { reversal, type WrittenStep } from "../../src/plan/reversal.ts";
import type { LiveChange } from "../../src/simulator/live-change.ts";
import { desiredOf, network, ssid } from "../properties/declared.ts";
import { type Stage, stage } from "../servers/virtual-time/run.ts";

const files = {
  "desired-state/cloud.yaml": `target: cloud
organization: Acme
networks:
  berlin: { name: Berlin Office, tags: [new], timeZone: Europe/Paris }
  leipzig: { name: Leipzig, ssids: { 0: { name: Corp }, 1: { name: Guests } } }
`,
  "desired-state/fabric.yaml": `target: fabric
tenants: { Blue: { description: blue } }
managedObjects:
  uni/tn-Blue/ctx-one: { class: fvCtx, attributes: { description: made } }
  uni/tn-Blue/ctx-two: { class: fvCtx, attributes: { description: made } }
`,
};

/** Applies with a failure, and lets somebody else write when the rollback begins. */
async function takenBack(change: LiveChange | undefined): Promise<{
  readonly on: Stage;
  readonly left: readonly string[];
  readonly steps: Readonly<Record<string, string>>;
}> {
  const on = stage({ files, settings: { readinessMs: 0 } });
  const made = await on.plan();
  on.network.fault({
    interface: "dashboard",
    methods: ["PUT"],
    times: 1,
    effect: { kind: "answer", status: 400 },
  });
  let isRead = false;
  const part = change?.interface === "fabric" ? "ctx" : "ssids";
  on.network.witness = ({ request: { method, path }, after }) => {
    const isMade = part === "ssids" || after.fabric.objects.has("uni/tn-Blue/ctx-one");
    // The change happens at the first read after the create.
    if (isRead || !change || !isMade || method !== "GET" || !path.includes(part)) return;
    isRead = true;
    on.network.change(change);
  };
  const { rolledBack } = await on.apply(made, { rollbackOnFailure: true });
  const settled = (rolledBack?.settled ?? []).map(({ step, outcome }) => [step, outcome.state]);
  const left = (rolledBack?.left ?? []).map(({ address, reason }) => `${address}: ${reason}`).sort();
  return { on, left, steps: Object.fromEntries(settled) };
}

/** Makes every list of the dashboard unreadable from the first removal on. */
function unreadableOnce({ network }: Stage): void {
  let isOut = false;
  network.witness = ({ request: { method } }) => {
    if (isOut || method !== "DELETE") return;
    isOut = true;
    network.fault({ interface: "dashboard", methods: ["GET"], effect: { kind: "answer", status: 403 } });
  };
}

const namesIn = ({ network: { world } }: Stage) => ({
  networks: [...world.dashboard.networks.values()].map(({ fields }) => fields.name),
  objects: [...world.fabric.objects.keys()].filter((path) => path.startsWith("uni/tn-Blue")),
});

describe("a way back", () => {
  test("leaves a tenant in which somebody has changed what this run has made, and takes the rest of it back", async () => {
    const set = { description: "theirs" };
    const { on, left, steps } = await takenBack({ interface: "fabric", path: "uni/tn-Blue/ctx-one", set });
    expect(left).toEqual([
      "fabric/managedObject/uni/tn-Blue/ctx-one: someone has changed it since",
      "fabric/tenant/Blue: fabric/managedObject/uni/tn-Blue/ctx-one was written after it, and is not rolled back",
    ]);
    expect(steps).toMatchObject({ "remove fabric/managedObject/uni/tn-Blue/ctx-two": "applied" });
    expect(namesIn(on).objects).toEqual(["uni/tn-Blue", "uni/tn-Blue/ctx-one"]);
  });

  test.each([
    [{ kind: "answer", status: 400 }, 1, "its parent cloud/network/leipzig stays"],
    [{ kind: "lostAfter" }, 20, "it is unknown whether its parent was removed"],
  ] as const)("names what stays with a network whose removal ends with %j", async (effect, times, reason) => {
    const on = stage({ files, settings: { readinessMs: 0 } });
    const made = await on.plan();
    const refused = { kind: "answer", status: 400 } as const;
    on.network.fault({ interface: "fabric", methods: ["POST"], times: 1, effect: refused });
    on.network.fault({ interface: "dashboard", methods: ["DELETE"], times, effect });
    if (times > 1) unreadableOnce(on);
    const { rolledBack } = await on.apply(made, { rollbackOnFailure: true });
    expect(rolledBack?.left).toContainEqual({ address: "cloud/ssid/leipzig.0", reason });
    expect(rolledBack?.left).toContainEqual({ address: "cloud/ssid/leipzig.1", reason });
  });

  test("leaves a network in which somebody has changed an SSID of this run", async () => {
    const set = { name: "Theirs" };
    const { on, left } = await takenBack({ interface: "dashboard", network: "Leipzig", ssid: 1, set });
    expect(left).toEqual([
      "cloud/network/leipzig: cloud/ssid/leipzig.1 was written after it, and is not rolled back",
      "cloud/ssid/leipzig.0: its parent cloud/network/leipzig stays",
      "cloud/ssid/leipzig.1: someone has changed it since",
    ]);
    expect(namesIn(on).networks).toContain("Leipzig");
  });

  test("takes all of it back where nobody has", async () => {
    const { on, left } = await takenBack(undefined);
    expect(left).toEqual([]);
    expect(namesIn(on).networks).not.toContain("Leipzig");
    expect(namesIn(on).objects).toEqual([]);
  });
});

test("a way back leaves what a task may still make something protected in, and removes what it may make another in", async () => {
  const { plan } = await stage({ files }).plan();
  const outer = network("berlin", { name: "Berlin" });
  const written = (resource: Resource, ...after: readonly Step["id"][]): WrittenStep => {
    const { address, target, kind } = resource;
    const change = { action: "create", address, desired: resource, cause: "pending" } as const;
    const step = { id: `create ${address}`, operation: "create", address, target, kind } as const;
    const because = [address];
    return { step: { ...step, because, after, assumed: false }, changes: [change], certain: true };
  };
  const back = (protect: boolean) => {
    const inner = { ...ssid("berlin.0", { name: "Corp" }), protect };
    const { plan: way, left } = reversal({
      ...{ plan, desired: desiredOf(outer, inner), spelled: [], verified: [], facts: new Map() },
      written: [written(outer)],
      running: [written(inner, `create ${outer.address}`)],
      observed: new Map([[outer.address, { state: "present", value: { value: outer.value } }]]),
    });
    return [way.steps.map(({ id }) => id), left];
  };
  const reason = "cloud/ssid/berlin.0 is protected, and a task may still create it";
  expect(back(true)).toEqual([[], [{ address: outer.address, reason }]]);
  expect(back(false)).toEqual([[`remove ${outer.address}`], []]);
});
