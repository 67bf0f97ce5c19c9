/** Fields that a product accepts only in a create. A change to such a field is reported and never sent. */

import { expect, test } from "vitest";
import type { Wire } from "../../../src/model/wire.ts";
import { json } from "../../servers/scripted-wire.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  cloud:
    interface: dashboard
    dialect: meraki
    url: https://api.meraki.com
    credential: { apiKey: { secret: env:KEY } }
`;

const declared = (fields: string) => `target: cloud
organization: Acme
policyObjects: { server: { name: Server, ${fields} } }
`;

/** Plans and applies a change of the policy object 10.0.0.0/24 of the category network. Returns the requests. */
async function changed(fields: string) {
  const live = { id: "7", name: "Server", category: "network", type: "cidr", cidr: "10.0.0.0/24" };
  const sent: unknown[] = [];
  const wire: Wire = {
    send: async ({ method, url, body }) => {
      const { pathname } = new URL(url);
      if (pathname === "/api/v1/organizations") return json(200, [{ id: "1", name: "Acme" }]);
      const isOne = pathname.endsWith("/7");
      if (method !== "GET") sent.push([method, pathname.replace("/api/v1/organizations/1", ""), body]);
      return json(200, isOne ? live : [live]);
    },
  };
  const set = stage({ project, files: { "a.yaml": declared(fields) }, between: () => wire });
  const before = "category: network, type: cidr, cidr: 10.0.0.0/24";
  const made = await set.plan({ base: set.load({ "a.yaml": declared(before) }) });
  await set.apply(made);
  return { plan: made.plan, sent };
}

test("a change of a field that only a create takes is not written, and the plan says why", async () => {
  const { plan, sent } = await changed("category: network, type: fqdn, cidr: 10.0.1.0/24");
  expect(plan.steps).toEqual([]);
  expect(plan.unwritable).toMatchObject([
    {
      address: "cloud/policyObject/server",
      action: "update",
      reason:
        "/type can only be set by a create: declare the live value, or remove the resource and recreate it",
    },
  ]);
  expect(sent).toEqual([]);
});

test("a change of other fields is written", async () => {
  const { plan, sent } = await changed("category: network, type: cidr, cidr: 10.0.1.0/24");
  expect(plan.unwritable).toEqual([]);
  expect(sent).toEqual([["PUT", "/policyObjects/7", { cidr: "10.0.1.0/24" }]]);
});
