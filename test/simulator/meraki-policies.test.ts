/** Policy objects in the mode `meraki`, and the firewall rules that refer to them, as the vendor describes them. */

import { describe, expect, test } from "vitest";
import type { Json } from "../../src/model/json.ts";
import { dashboard } from "./meraki-dashboard.ts";

const objects = "/api/v1/organizations/O_1/policyObjects";
const l3 = "/api/v1/networks/N_1/appliance/firewall/l3FirewallRules";
const vpn = "/api/v1/organizations/O_1/appliance/vpn/vpnFirewallRules";
const web = { name: "Web", category: "network", type: "cidr", cidr: "10.1.0.0/24" };
const rules = (srcCidr: string, destCidr = "Any"): Json => ({
  rules: [{ policy: "deny", protocol: "any", srcCidr, destCidr }],
});

/** Creates a policy object, and a group that contains it. */
function withObjects() {
  const on = dashboard();
  const made = [
    on.send(`POST ${objects}`, web),
    on.send(`POST ${objects}/groups`, { name: "Servers", objectIds: ["1000001"] }),
  ];
  expect(made.map(({ status }) => status)).toEqual([201, 201]);
  return on;
}

describe("policy objects", () => {
  test("are made, listed, renamed and removed; groups have numbers of objects", () => {
    const { send } = withObjects();
    expect(send(`GET ${objects}`).body).toEqual([{ id: "1000001", groupIds: [], ...web }]);
    const group = { id: "1000002", category: "NetworkObjectGroup", name: "Servers", objectIds: [1_000_001] };
    expect(send(`GET ${objects}/groups/1000002`).body).toEqual(group);
    expect(send(`PUT ${objects}/1000001`, { name: "Website" }).body).toMatchObject({
      id: "1000001",
      name: "Website",
    });
    const statuses = ["groups/1000002", "1000001", "1000001"].map(
      (id) => send(`DELETE ${objects}/${id}`).status,
    );
    expect(statuses).toEqual([204, 204, 404]);
  });

  test.each([
    [`POST ${objects}`, { ...web, name: "Web" }, 400],
    [`POST ${objects}`, { name: "Mail", category: "network" }, 400],
    [`POST ${objects}/groups`, { name: "Other", objectIds: ["42"] }, 400],
    [`DELETE ${objects}/1000001`, null, 400],
    ["GET /api/v1/organizations/O_9/policyObjects", null, 404],
    ["GET /api/v1/organizations/O_2/policyObjects/1000001", null, 404],
  ])("answers %s of %o with %s", (line, body, status) => {
    expect(withObjects().send(line, body).status).toBe(status);
  });
});

describe.each([l3, vpn])("the rules of %s", (path) => {
  test("name objects and groups beside subnets, and end with the default rule", () => {
    const { send } = withObjects();
    const text = "OBJ(1000001),10.0.0.0/8,GRP(1000002)";
    expect(send(`PUT ${path}`, rules(text)).status).toBe(200);
    const shown = [{ srcCidr: text, comment: "", srcPort: "Any" }, { comment: "Default rule" }];
    expect(send(`GET ${path}`).body).toMatchObject({ rules: shown });
    expect(send(`DELETE ${objects}/groups/1000002`).status).toBe(400);
  });

  test.each(["OBJ(42)", "GRP(1000001)", "10.0.0.0/8, OBJ(1000002)", "OBJ(../../x)", "OBJ()"])(
    "are 400 as a whole where one names %s",
    (text) => {
      const { send } = withObjects();
      send(`PUT ${path}`, rules("10.0.0.0/8"));
      const refused = send(`PUT ${path}`, rules("Any", text));
      expect(refused.status).toBe(400);
      expect(JSON.stringify(refused.body)).toContain(
        "references to Network Objects or Groups which don't exist",
      );
      expect(send(`GET ${path}`).body).toMatchObject({ rules: [{ srcCidr: "10.0.0.0/8" }, {}] });
    },
  );
});

test("a removed network names nothing any more", () => {
  const { send } = withObjects();
  send(`PUT ${l3}`, rules("GRP(1000002)"));
  const paths = [`${objects}/groups/1000002`, "/api/v1/networks/N_1", `${objects}/groups/1000002`];
  expect(paths.map((path) => send(`DELETE ${path}`).status)).toEqual([400, 204, 204]);
});
