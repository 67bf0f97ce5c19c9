/**
 * Lock-out of people and devices from a product. It is found by the kinds and fields that the product's catalog names.
 */

import { describe, expect, test } from "vitest";
import type { Wire } from "../../../src/model/wire.ts";
import { json, text } from "../../servers/scripted-wire.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  cloud:
    interface: dashboard
    dialect: meraki
    url: https://api.meraki.com
    credential: { apiKey: { secret: env:KEY } }
    settings: { removals: [admin] }
`;

const vlan = { name: "Users", subnet: "10.1.0.0/24", applianceIp: "10.1.0.1" };

const answers: Readonly<Record<string, Parameters<typeof json>[1]>> = {
  "/api/v1/organizations": [{ id: "1", name: "Acme" }],
  "/api/v1/organizations/1/admins": [
    { id: "7", email: "ann@example.net", name: "Ann", orgAccess: "full", tags: [], networks: [] },
  ],
  "/api/v1/organizations/1/networks": [{ id: "N_1", name: "Berlin", productTypes: ["appliance"], tags: [] }],
  "/api/v1/networks/N_1/appliance/singleLan": vlan,
};

const wire: Wire = {
  send: async ({ url }) => {
    const answer = answers[new URL(url).pathname];
    return answer === undefined ? text(404, "") : json(200, answer);
  },
};

const head = "target: cloud\norganization: Acme\n";
const ann = (access: string) =>
  `${head}admins: { ann: { email: ann@example.net, name: Ann, orgAccess: ${access} } }\n`;
const lan = (fields: object) =>
  `${head}networks: { berlin: { name: Berlin, appliance: { singleLan: ${JSON.stringify(fields)} } } }\n`;

/** Returns the findings of the guards for a change from one file to another. */
async function found(file: string, base: string) {
  const set = stage({ project, files: { "a.yaml": file }, between: () => wire });
  const { plan } = await set.plan({ base: set.load({ "a.yaml": base }), prune: true });
  return { guards: plan.guards, steps: plan.steps.length, consent: `lockout@${plan.fingerprint}` };
}

describe("the lock-out guard asks for a consent before", () => {
  test("an administrator is changed, in whatever field", async () => {
    const { guards, consent } = await found(ann("none"), ann("full"));
    expect(guards).toEqual([
      {
        guard: "lockout",
        message: "users or devices could be locked out, because this plan changes: admin",
        addresses: ["cloud/admin/ann"],
        hint: `If that is intended, add: --allow ${consent}`,
        consent,
      },
    ]);
  });

  test("an administrator is removed", async () => {
    expect((await found(head, ann("full"))).guards).toMatchObject([
      { guard: "lockout", addresses: ["cloud/admin/ann"] },
    ]);
  });

  test("a field changes that the kind names", async () => {
    const { guards } = await found(lan({ applianceIp: "10.1.0.2" }), lan({ applianceIp: "10.1.0.1" }));
    expect(guards).toMatchObject([{ guard: "lockout" }]);
  });
});

describe("the lock-out guard lets pass", () => {
  test("a new administrator", async () => {
    const bob = "admins: { bob: { email: bob@example.net, name: Bob, orgAccess: full } }\n";
    expect(await found(head + bob, head)).toMatchObject({ steps: 1, guards: [] });
  });

  test("a change of a field that the kind does not name", async () => {
    const ipv6 = await found(lan({ ipv6: { enabled: true } }), lan({}));
    expect(ipv6).toMatchObject({ steps: 1, guards: [] });
  });
});
