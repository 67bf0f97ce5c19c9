/** Plans and applies in the dialect `meraki`, against a small dashboard that stores the values that it receives. */

import { expect, test } from "vitest";
import { adopt } from "../../src/import/edit/adopt.ts";
import { isObject, type Json, type JsonObject } from "../../src/model/json.ts";
import type { Wire, WireReply, WireRequest } from "../../src/model/wire.ts";
import { driftOf } from "../../src/report/drift/drift.ts";
import { builtInCompany } from "../../src/simulator/company.ts";
import { imported, meraki } from "../import/live.ts";
import { json, revealed, text } from "../servers/scripted-wire.ts";
import { stage } from "../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  cloud:
    interface: dashboard
    dialect: meraki
    url: https://api.example.net
    credential: { apiKey: { secret: env:KEY } }
    settings: { removals: [network] }
secrets: { allow: ["env:*_PSK"] }
`;

const berlin = `target: cloud
organization: Acme
networks:
  berlin:
    name: Berlin
    netflow: { enabled: true, collectorIp: 10.0.0.9, collectorPort: 2055 }
    ssids:
      0: { name: Corp, password: { secret: env:CORP_PSK }, vlan: 20 }
  bonn: { name: Bonn }
`;

interface Kept {
  readonly id: string;
  record: JsonObject;
  netflow: JsonObject;
  readonly ssids: JsonObject[];
}

/** A dashboard with one organization. It merges sent fields into a record, as the product does. */
class Dashboard {
  readonly asked: string[] = [];
  readonly networks = new Map<string, Kept>();
  /** The replies to the next changes of netflow, which are not carried out. */
  readonly inTheWay: WireReply[] = [];

  readonly wire: Wire = {
    send: async (request) => {
      const [, , , ...parts] = new URL(request.url).pathname.split("/");
      this.asked.push(`${request.method} /${parts.join("/")}`);
      return this.#answer(request, parts);
    },
  };

  #answer({ method, body }: WireRequest, parts: readonly string[]): WireReply {
    const [first, id = "", what, , slot] = parts;
    const sent = sentIn(body);
    if (first === "organizations") {
      if (what === undefined) return json(200, [{ id: "1", name: "Acme" }]);
      if (what === "devices") return json(200, []);
      if (method === "POST") return json(201, this.#create(sent).record);
      return json(
        200,
        [...this.networks.values()].map(({ record }) => record),
      );
    }
    const network = this.networks.get(id);
    if (!network) return text(404, "");
    if (what === "netflow") {
      const instead = method === "PUT" ? this.inTheWay.shift() : undefined;
      if (instead) return instead;
      network.netflow = { ...network.netflow, ...sent };
      return json(200, network.netflow);
    }
    if (slot !== undefined) network.ssids[Number(slot)] = { ...network.ssids[Number(slot)], ...sent };
    if (what === "wireless")
      return json(200, slot === undefined ? network.ssids : network.ssids[Number(slot)]);
    if (method === "DELETE") this.networks.delete(id);
    network.record = { ...network.record, ...sent };
    return json(200, network.record);
  }

  #create(sent: JsonObject): Kept {
    const id = `N_${this.networks.size + 1}`;
    const ssids = Array.from({ length: 15 }, (_, number) => ({
      number,
      name: `Unconfigured SSID ${number + 1}`,
      enabled: false,
    }));
    const kept: Kept = { id, record: { ...sent, id }, netflow: { reportingEnabled: false }, ssids };
    this.networks.set(id, kept);
    return kept;
  }
}

function sentIn(body: WireRequest["body"]): JsonObject {
  const sent: Json = JSON.parse(JSON.stringify(revealed(body) ?? {}));
  return isObject(sent) ? sent : {};
}

/** Plans and applies these files at a dashboard. Returns the results, including the differences that remain. */
async function applied(dashboard: Dashboard, files: string, base?: string) {
  const set = stage({ project, files: { "a.yaml": files }, between: () => dashboard.wire });
  const request = base === undefined ? {} : { base: set.load({ "a.yaml": base }), prune: true };
  dashboard.asked.length = 0;
  const made = await set.plan(request);
  const planned = dashboard.asked.splice(0);
  const result = await set.apply(made);
  const sent = dashboard.asked.filter((each) => !each.startsWith("GET"));
  const again = await set.plan(request);
  return { made, planned, sent, result, again };
}

test("everything is made in order, and a second plan has nothing to do", async () => {
  const dashboard = new Dashboard();
  const { sent, result, again } = await applied(dashboard, berlin);
  expect(sent[0]).toBe("POST /organizations/1/networks");
  expect(sent.toSorted()).toEqual([
    "POST /organizations/1/networks",
    "POST /organizations/1/networks",
    "PUT /networks/N_1/netflow",
    "PUT /networks/N_1/wireless/ssids/0",
  ]);
  expect(result.settled.map(({ outcome }) => outcome.state)).toEqual([
    "applied",
    "applied",
    "applied",
    "applied",
  ]);
  expect(result.nonConvergent).toEqual([]);
  expect(again.plan.steps).toEqual([]);
  const made = dashboard.networks.get("N_1");
  expect(made?.record).toMatchObject({ productTypes: ["appliance", "switch", "wireless"] });
  expect(made?.netflow).toEqual({ reportingEnabled: true, collectorIp: "10.0.0.9", collectorPort: 2055 });
  expect(made?.ssids[0]).toMatchObject({ psk: "canary-corp-psk", useVlanTagging: true, defaultVlanId: 20 });
});

test("netflow that a new network brings along is no stranger, when its first write has to be repeated", async () => {
  const dashboard = new Dashboard();
  dashboard.inTheWay.push(text(409, ""));
  const { result, again } = await applied(dashboard, berlin);
  expect(result.settled.every(({ outcome }) => outcome.state === "applied")).toBe(true);
  expect(again.plan.steps).toEqual([]);
});

test("netflow is read for the networks that declare it, and for no other", async () => {
  const dashboard = new Dashboard();
  await applied(dashboard, berlin);
  const { planned } = await applied(dashboard, berlin);
  expect(planned.toSorted()).toEqual([
    "GET /networks/N_1/netflow",
    "GET /networks/N_1/wireless/ssids",
    "GET /organizations",
    "GET /organizations/1/networks",
  ]);
});

test("drift in what is implied is set back: an SSID that somebody opened, a VLAN that no longer counts", async () => {
  const dashboard = new Dashboard();
  await applied(dashboard, berlin);
  const slots = dashboard.networks.get("N_1")?.ssids ?? [];
  slots[0] = { ...slots[0], authMode: "open", useVlanTagging: false };
  const { made, again } = await applied(dashboard, berlin, berlin);
  expect(made.plan.steps.map(({ address }) => address)).toEqual(["cloud/ssid/berlin.0"]);
  expect(slots[0]).toMatchObject({ authMode: "psk", psk: "canary-corp-psk", useVlanTagging: true });
  expect(again.plan.steps).toEqual([]);
});

test("a network that changes in its record and in its netflow is written twice, once for each", async () => {
  const dashboard = new Dashboard();
  await applied(dashboard, berlin);
  const changed = berlin.replace("name: Berlin", "name: Berlin Mitte").replace("2055", "2056");
  const { sent, again } = await applied(dashboard, changed, berlin);
  expect(sent.toSorted()).toEqual(["PUT /networks/N_1", "PUT /networks/N_1/netflow"]);
  expect(again.plan.steps).toEqual([]);
});

test("an SSID that is declared no longer has its slot emptied, and netflow says why it stays", async () => {
  const dashboard = new Dashboard();
  await applied(dashboard, berlin);
  const less =
    "target: cloud\norganization: Acme\nnetworks: { berlin: { name: Berlin }, bonn: { name: Bonn } }\n";
  const { made, sent, again } = await applied(dashboard, less, berlin);
  expect(sent).toEqual(["PUT /networks/N_1/wireless/ssids/0"]);
  expect(dashboard.networks.get("N_1")?.ssids[0]).toMatchObject({
    name: "Unconfigured SSID 1",
    enabled: false,
  });
  expect(made.plan.unwritable).toMatchObject([
    { address: "cloud/networkNetflow/berlin", reason: expect.stringContaining("enabled: false") },
  ]);
  expect(again.plan.steps).toEqual([]);
});

test("a network that is removed takes its netflow and its slots along", async () => {
  const dashboard = new Dashboard();
  await applied(dashboard, berlin);
  const bonn = "target: cloud\norganization: Acme\nnetworks: { bonn: { name: Bonn } }\n";
  const { sent, made } = await applied(dashboard, bonn, berlin);
  expect(made.plan.unwritable).toEqual([]);
  expect(sent.at(-1)).toBe("DELETE /networks/N_1");
  expect(sent).not.toContain("PUT /networks/N_1/netflow");
});

test("what is live can be imported: netflow under its network, and a plan right after it is empty", async () => {
  const dashboard = new Dashboard();
  await applied(dashboard, berlin);
  const found = await imported({
    seed: builtInCompany(),
    project,
    only: meraki.only ?? [],
    between: () => dashboard.wire,
  });
  expect(found.unknown).toEqual([]);
  expect(found.problems).toEqual([]);
  expect(found.plan.steps).toEqual([]);
  expect(found.texts["desired-state/cloud/acme/berlin.yaml"]).toBe(`networks:
  berlin:
    name: Berlin
    productTypes: [appliance, switch, wireless]
    netflow: { collectorIp: 10.0.0.9, collectorPort: 2055, enabled: true }
    ssids:
      0:
        name: Corp
        enabled: true
        authMode: psk
        encryptionMode: wpa
        ipAssignmentMode: Bridge mode
        useVlanTagging: true
        vlan: 20
`);
});

test("fields by their other names are opened, sent and taken over as by their own", async () => {
  const files = { "a.yaml": berlin.replace("password:", "psk:").replace("vlan:", "defaultVlanId:") };
  const dashboard = new Dashboard();
  const set = stage({ project, files, between: () => dashboard.wire });
  await set.apply(await set.plan());
  const [ssid] = dashboard.networks.get("N_1")?.ssids ?? [];
  expect(ssid).toMatchObject({ psk: "canary-corp-psk", defaultVlanId: 20 });
  const ssids = dashboard.networks.get("N_1")?.ssids ?? [];
  ssids[0] = { ...ssid, defaultVlanId: 30 };
  const { plan } = await set.plan({ base: set.load(files) });
  const taken = adopt({
    files: [{ path: "a.yaml", text: files["a.yaml"] }],
    desired: set.load(files),
    changes: driftOf(plan).drifted,
    repeatsSecret: () => false,
    reload: (now) => set.load(Object.fromEntries(now.map(({ path, text }) => [path, text]))),
  });
  expect(taken.notAdopted).toEqual([]);
  expect(taken.files.map((each) => each.text)).toEqual([
    files["a.yaml"].replace("defaultVlanId: 20", "defaultVlanId: 30"),
  ]);
});
