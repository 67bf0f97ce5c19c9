/**
 * The deeply nested content of a tenant on a simulated APIC: names that contain paths, moved elements, secrets, and
 * removals.
 */

import { describe, expect, test } from "vitest";
import { stage } from "../../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  dc:
    interface: fabric
    dialect: apic
    url: https://apic.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
secrets: { allow: ["env:*_PSK"] }
`;

const declared = `target: dc
tenants:
  Blue:
    securityDomains: [sales]
    vrfs: { main: { provides: [web], consumes: [web] } }
    bridgeDomains: { web: { vrf: main, l3Outs: [wan], subnets: [{ ip: 10.1.0.1/24, scope: [public] }] } }
    contracts:
      web:
        subjects:
          - { name: one, filters: [http, { filter: telnet, action: deny, directives: [log] }] }
          - { name: two, filters: [https] }
    applicationProfiles:
      shop:
        epgs:
          front:
            bridgeDomain: web
            staticPorts: [{ path: "topology/pod-1/paths-101/pathep-[eth1/1]", encapsulation: vlan-10 }]
          back: { bridgeDomain: web }
    l3Outs:
      wan:
        vrf: main
        bgp: true
        ospf: { area: "0" }
        externalEpgs: { any: { consumes: [web], subnets: [{ ip: 0.0.0.0/0 }] } }
        nodeProfiles:
          border:
            nodes:
              - node: topology/pod-1/node-101
                routerId: 10.0.0.1
                staticRoutes:
                  - { prefix: 10.9.0.0/16, nextHops: [10.2.0.2, { ip: 10.2.0.3, trackList: uni/tn-Blue/tracklist-isp }] }
            interfaceProfiles:
              up:
                ospf: { policy: fast, authentication: md5, keyId: 1, key: { secret: env:OSPF_PSK } }
                interfaces:
                  - path: topology/pod-1/paths-101/pathep-[eth1/48]
                    ip: 10.2.0.1/30
                    bgpPeers: [{ ip: 10.2.0.2, remoteAs: 65010, password: { secret: env:PEER_PSK } }]
                  - { path: "topology/pod-1/protpaths-101-102/pathep-[esx/1]", type: ext-svi, encapsulation: vlan-7,
                      sides: [{ side: A, ip: 10.3.0.1/24 }, { side: B, ip: 10.3.0.2/24, secondaryIps: [10.3.0.9/24] }] }
    services:
      importedL4l7Devices: { uni/tn-common/lDevVip-firewall: {} }
      redirectPolicies: { firewall: { destinations: [{ ip: 10.5.0.1, mac: 00:11:22:33:44:55 }] } }
managedObjects:
  uni/tn-Blue/ap-shop/epg-front/rspathAtt-[topology/pod-1/paths-101/pathep-[eth1/1]]/annotationKey-[owner]:
    class: tagAnnotation
    attributes: { value: lab }
`;

const canaries = { OSPF_PSK: "canary-ospf-5d1", PEER_PSK: "canary-peer-9f3" };
const secrets = Object.fromEntries(Object.entries(canaries).map(([name, value]) => [`env:${name}`, value]));

const simulated = (text = declared) =>
  stage({ project, seed: {}, files: { "a.yaml": text }, settings: { fabricMode: "apic" }, secrets });
type Staged = ReturnType<typeof simulated>;

/** Returns a stage with the same fabric but other declarations. */
function next(on: Staged, text: string): Staged {
  const then = simulated(text);
  then.network.world = on.network.world;
  return then;
}

async function made(): Promise<Staged> {
  const on = simulated();
  const { settled } = await on.apply(await on.plan());
  expect(settled.filter(({ outcome }) => outcome.state !== "applied")).toEqual([]);
  return on;
}

/** Applies changed declarations, and checks that the next plan is empty. Returns the stage. */
async function changedTo(on: Staged, text: string) {
  const then = next(on, text);
  const plan = await then.plan({ base: then.load({ "a.yaml": declared }), prune: true });
  const { settled } = await then.apply(plan);
  expect(settled.filter(({ outcome }) => outcome.state !== "applied")).toEqual([]);
  expect((await then.plan()).plan).toMatchObject({ steps: [], unknown: [] });
  return { plan: plan.plan, objects: then.network.world.fabric.objects };
}

const lif = "uni/tn-Blue/out-wan/lnodep-border/lifp-up";
const one = `${lif}/rspathL3OutAtt-[topology/pod-1/paths-101/pathep-[eth1/48]]`;
const two = `${lif}/rspathL3OutAtt-[topology/pod-1/protpaths-101-102/pathep-[esx/1]]`;

describe("a tenant with an L3Out", () => {
  test("is made in few trees, whatever paths are in its names", async () => {
    const on = await made();
    expect((await on.plan()).plan).toMatchObject({ steps: [], unknown: [] });
    const objects = on.network.world.fabric.objects;
    expect(objects.get(`${one}/peerP-[10.2.0.2]/as`)?.attributes).toMatchObject({ asn: "65010" });
    expect(objects.get(`${two}/mem-B/addr-[10.3.0.9/24]`)?.class).toBe("l3extIp");
    expect(objects.get("uni/tn-Blue/lDevIf-[uni/tn-common/lDevVip-firewall]")?.class).toBe("vnsLDevIf");
    const path = "uni/tn-Blue/ap-shop/epg-front/rspathAtt-[topology/pod-1/paths-101/pathep-[eth1/1]]";
    expect(objects.get(`${path}/annotationKey-[owner]`)?.attributes).toMatchObject({ value: "lab" });
    const posted = on.network
      .log()
      .filter(({ method, path: to }) => method === "POST" && to.includes("/mo/"));
    expect(posted.length).toBeLessThan(8);
    expect(posted.filter(({ path: to }) => to.includes("svcCont"))).toEqual([]);
  });

  test("keeps what is moved from one list to another", async () => {
    const on = await made();
    const peer = "bgpPeers: [{ ip: 10.2.0.2, remoteAs: 65010, password: { secret: env:PEER_PSK } }]";
    const port = /\n +staticPorts: (.*)/.exec(declared)?.[1] ?? "";
    const { objects } = await changedTo(
      on,
      declared
        .replace(`                    ${peer}\n`, "")
        .replace("type: ext-svi,", `type: ext-svi, ${peer},`)
        .replace(/staticPorts: .*/, "staticPorts: []")
        .replace("back: { bridgeDomain: web }", `back: { bridgeDomain: web, staticPorts: ${port} }`)
        .replace(", { filter: telnet, action: deny, directives: [log] }", "")
        .replace("filters: [https]", "filters: [https, { filter: telnet, action: deny, directives: [log] }]")
        .replace(/managedObjects:[\s\S]*/, ""),
    );
    const left = [...objects.keys()].filter((each) => /peerP-|epg-\w+\/rspathAtt-|Att-telnet$/.test(each));
    expect(left.toSorted()).toEqual([
      "uni/tn-Blue/ap-shop/epg-back/rspathAtt-[topology/pod-1/paths-101/pathep-[eth1/1]]",
      "uni/tn-Blue/brc-web/subj-two/rssubjFiltAtt-telnet",
      ...[`${two}/peerP-[10.2.0.2]`, `${two}/peerP-[10.2.0.2]/as`, `${two}/peerP-[10.2.0.2]/rspeerPfxPol`],
    ]);
  });

  test("loses what is declared null, and keeps what is declared no longer", async () => {
    const on = await made();
    const { objects } = await changedTo(
      on,
      declared
        .replace('ospf: { area: "0" }', "ospf: null")
        .replace("bgp: true", "bgp: false")
        .replace(/\n +ospf: \{ policy.*/, "")
        .replace(", trackList: uni/tn-Blue/tracklist-isp", ""),
    );
    expect(objects.has("uni/tn-Blue/out-wan/ospfExtP")).toBe(false);
    expect(objects.has("uni/tn-Blue/out-wan/bgpExtP")).toBe(false);
    expect(objects.has(`${lif}/ospfIfP`)).toBe(true);
    expect([...objects.keys()].filter((each) => each.includes("rsNexthopRouteTrack"))).toEqual([]);
  });

  test("loses the L3Out with all below it, though others name it", async () => {
    const on = await made();
    const { plan, objects } = await changedTo(
      on,
      declared.replace(/ {4}l3Outs:\n[\s\S]*(?= {4}services:)/, ""),
    );
    expect(plan.steps.map(({ id }) => id)).toEqual([
      "remove dc/interfaceProfile/Blue.wan.border.up",
      "remove dc/externalEpg/Blue.wan.any",
      "remove dc/nodeProfile/Blue.wan.border",
      "remove dc/l3Out/Blue.wan",
    ]);
    expect([...objects.keys()].filter((each) => each.includes("out-wan"))).toEqual([]);
    expect(objects.has("uni/tn-Blue/BD-web/rsBDToOut-wan")).toBe(true);
  });

  test("shows its secrets to the fabric alone", async () => {
    const on = simulated();
    const planned = await on.plan();
    const result = await on.apply(planned);
    const after = await next(on, declared).plan();
    const said = JSON.stringify([planned.plan, result, after]);
    const sent = JSON.stringify([...on.network.world.fabric.objects.values()]);
    for (const canary of Object.values(canaries)) {
      expect(said).not.toContain(canary);
      expect(sent).toContain(canary);
    }
  });
});
