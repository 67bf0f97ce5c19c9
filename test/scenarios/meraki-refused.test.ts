/** Changes that a Meraki network would refuse. The plan reports them, so the apply gets no 400. */

import { describe, expect, test } from "vitest";
import { builtInCompany } from "../../src/simulator/company.ts";
import { projectText, stage } from "../servers/virtual-time/run.ts";

const project = projectText().replace(
  "interface: dashboard\n",
  "interface: dashboard\n    dialect: meraki\n",
);

/** Returns a dashboard with one network. `more` contains further fields of its record. */
function dashboard(declared: string, more: Record<string, boolean> = {}) {
  const networks = [{ id: "N_1", name: "Berlin", more, ssids: { 0: { name: "Corp" } } }];
  const seed = { ...builtInCompany(), organizations: [{ id: "O_1", name: "Acme", networks }] };
  const text = `target: cloud\norganization: Acme\nnetworks:\n  berlin:\n    name: Berlin\n${declared}`;
  return stage({ project, seed, files: { "a.yaml": text }, settings: { dashboardMode: "meraki" } });
}

async function outcome(on: ReturnType<typeof dashboard>) {
  const made = await on.plan();
  const { settled } = await on.apply(made);
  return {
    steps: made.plan.steps.map(({ id }) => id),
    unwritable: made.plan.unwritable.map(({ address, reason }) => `${address}: ${reason}`),
    unknown: made.plan.unknown.map(({ address }) => address),
    states: settled.map((one) => one.outcome.state),
    refused: on.network.log().filter(({ status, method }) => status === 400 && method !== "GET").length,
  };
}

const vlan = "20: { name: Users, subnet: 10.0.20.0/24, applianceIp: 10.0.20.1 }";

describe("VLANs of an appliance that has them disabled", () => {
  test("cannot be written, and the plan says what to declare", async () => {
    const on = dashboard(`    appliance: { vlans: { ${vlan} } }\n`);
    expect(await outcome(on)).toEqual({
      steps: [],
      unwritable: [
        "cloud/applianceVlan/berlin.20: the appliance of its network has VLANs disabled: " +
          "declare `vlansSettings: { vlansEnabled: true }` for it",
      ],
      unknown: [],
      states: [],
      refused: 0,
    });
  });

  test("are made after their settings, where those enable them", async () => {
    const on = dashboard(`    appliance: { vlansSettings: { vlansEnabled: true }, vlans: { ${vlan} } }\n`);
    expect(await outcome(on)).toMatchObject({
      steps: ["update cloud/applianceVlansSettings/berlin", "create cloud/applianceVlan/berlin.20"],
      unwritable: [],
      states: ["applied", "applied"],
      refused: 0,
    });
    expect((await on.plan()).plan).toMatchObject({ steps: [], unwritable: [], unknown: [] });
  });
});

describe("what a network bound to a config template has none of", () => {
  const declared = `    ssids:
      0:
        name: Corp
        trafficShaping: { rules: { trafficShapingEnabled: false } }
        identityPsks: { door: { name: door, groupPolicyId: { id: "100" }, passphrase: { secret: env:CORP_PSK } } }
`;
  const why = "its network is bound to a config template: unbind it, or change the template";

  test("cannot be written", async () => {
    expect(await outcome(dashboard(declared, { isBoundToConfigTemplate: true }))).toEqual({
      steps: [],
      unwritable: [
        `cloud/ssidIdentityPsk/berlin.0.door: ${why}`,
        `cloud/ssidTrafficShapingRules/berlin.0: ${why}`,
      ],
      unknown: [],
      states: [],
      refused: 0,
    });
  });

  test("is written where the network is bound to none", async () => {
    const { plan } = await dashboard(declared).plan();
    expect(plan.unwritable).toEqual([]);
    expect(plan.steps.map(({ id }) => id)).toContain("update cloud/ssidTrafficShapingRules/berlin.0");
  });
});
