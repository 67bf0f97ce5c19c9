/**
 * Plans, applies and imports in the dialect `apic`, against the simulator's mode of the same name, which was written
 * separately.
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
    settings: { removals: [tenant] }
`;

/** A project that sends each object separately. */
const oneByOne = project.replace("removals: [tenant]", "removals: [tenant], batches: 'off'");

const declared = `target: dc
tenants:
  Production:
    description: what sells
    vrfs:
      main: { enforcement: enforced, preferredGroup: true }
    bridgeDomains:
      servers:
        vrf: main
        arpFlood: true
        l3Outs: [campus]
        subnets:
          - { ip: 10.1.0.1/24, scope: [shared, public], preferred: true }
          - { ip: 10.1.1.1/24 }
    filters:
      web:
        entries:
          - { name: https, etherType: ip, protocol: tcp, destinationFrom: "443", destinationTo: "443" }
          - { name: other, etherType: ip, protocol: tcp, destinationFrom: "8443", destinationTo: "8443" }
    contracts:
      web:
        scope: tenant
        subjects: [{ name: https, filters: [web] }]
    applicationProfiles:
      shop:
        epgs:
          front:
            bridgeDomain: servers
            provides: [web]
            domains: [uni/phys-lab]
            staticPorts: [{ path: "topology/pod-1/paths-101/pathep-[eth1/1]", encapsulation: vlan-10 }]
          back: { bridgeDomain: servers, consumes: [web], intraEpgIsolation: true }
    l3Outs:
      campus:
        vrf: main
        domain: uni/l3dom-campus
        externalEpgs:
          any: { consumes: [web], subnets: [{ ip: 0.0.0.0/0 }] }
managedObjects:
  uni/tn-Production/BD-servers/rsigmpsn: { class: fvRsIgmpsn, attributes: { tnIgmpSnoopPolName: quiet } }
  uni/tn-Production/BD-servers/subnet-[10.1.1.1/24]/annotationKey-[owner]:
    class: tagAnnotation
    attributes: { value: lab }
`;

const simulated = (text = declared, inProject = project) =>
  stage({ project: inProject, seed: {}, files: { "a.yaml": text }, settings: { fabricMode: "apic" } });
type Staged = ReturnType<typeof simulated>;

const note = "uni/tn-Production/BD-servers/subnet-[10.1.1.1/24]/annotationKey-[owner]";

/** Returns a stage with the same fabric but other declarations. */
function next(on: Staged, text: string): Staged {
  const then = simulated(text);
  then.network.world = on.network.world;
  return then;
}

const states = ({ settled }: Awaited<ReturnType<Staged["apply"]>>) =>
  new Set(settled.map(({ outcome }) => outcome.state));
const ids = ({ plan }: Awaited<ReturnType<Staged["plan"]>>) => plan.steps.map(({ id }) => id);

async function made(): Promise<Staged> {
  const on = simulated();
  const result = await on.apply(await on.plan());
  expect(result.settled.filter(({ outcome }) => !["applied", "converged"].includes(outcome.state))).toEqual(
    [],
  );
  return on;
}

const refused = (text: string) =>
  JSON.stringify({ totalCount: "1", imdata: [{ error: { attributes: { code: "1", text } } }] });

describe("a simulated APIC", () => {
  test("becomes what is declared, a few trees at a time, and a second plan has nothing to do", async () => {
    const on = simulated();
    const first = await on.plan();
    expect(first.plan.unknown).toEqual([]);
    expect(ids(first).map((id) => id.replace(/^create dc\/(\w+)\/.*$/, "$1"))).toEqual([
      ...["tenant", "filter", "contract", "vrf", "l3Out", "bridgeDomain", "managedObject", "managedObject"],
      ...["applicationProfile", "epg", "epg", "externalEpg"],
    ]);
    expect(first.plan.steps).toHaveLength(12);
    const result = await on.apply(first);
    expect(result.settled.filter(({ outcome }) => outcome.state !== "applied")).toEqual([]);
    expect((await on.plan()).plan).toMatchObject({ steps: [], unknown: [] });
    const posted = on.network.log().filter(({ method, path }) => method === "POST" && path.includes("/mo/"));
    expect(posted.length).toBeLessThan(12);
  });

  test("tells what has drifted, in a tree and in what is below it, and sets it right", async () => {
    const on = await made();
    const { objects } = on.network.world.fabric;
    const changed = new Map(objects);
    const path = "uni/tn-Production/BD-servers";
    const set = (at: string, attributes: Readonly<Record<string, string>>) => {
      const before = objects.get(at) ?? {
        class: "fvSubnet",
        attributes: objects.get(`${path}/subnet-[10.1.0.1/24]`)?.attributes ?? {},
      };
      changed.set(at, { class: before.class, attributes: { ...before.attributes, ...attributes } });
    };
    set(path, { arpFlood: "no", mac: "00:22:BD:F8:19:FE" });
    set(`${path}/rsctx`, { tnFvCtxName: "other" });
    set(`${path}/subnet-[10.9.9.1/24]`, { ip: "10.9.9.1/24" });
    on.network.world = { ...on.network.world, fabric: { ...on.network.world.fabric, objects: changed } };
    const then = next(on, declared);
    const drift = await then.plan();
    const [change] = drift.plan.changes;
    expect(ids(drift)).toEqual(["update dc/bridgeDomain/Production.servers"]);
    expect(change?.action === "update" && change.differences.map((each) => each.path)).toEqual([
      "/arpFlood",
      "/subnets",
      "/vrf",
    ]);
    expect(states(await then.apply(drift))).toEqual(new Set(["applied"]));
    const after = then.network.world.fabric.objects;
    expect(after.has(`${path}/subnet-[10.9.9.1/24]`)).toBe(false);
    // Undeclared fields keep the values that somebody has set.
    expect(after.get(path)?.attributes).toMatchObject({ arpFlood: "yes", mac: "00:22:BD:F8:19:FE" });
  });

  test("has changed what is declared otherwise, and loses what is declared no longer", async () => {
    const on = await made();
    const other = declared
      .replace("{ ip: 10.1.1.1/24 }", "{ ip: 10.1.2.1/24, scope: [public] }")
      .replace("provides: [web]", "provides: [api]")
      .replace(/ {10}- \{ name: other.*\n/, "")
      .replace("filters: [web]", "filters: [web, default]")
      .replace(/ {10}back: .*\n/, "")
      .replace(/ {2}uni\/tn-Production\/BD-servers\/subnet.*\n.*\n.*\n/, "");
    const then = next(on, other);
    const change = await then.plan({ base: then.load({ "a.yaml": declared }), prune: true });
    expect(new Set(ids(change))).toEqual(
      new Set([
        "update dc/bridgeDomain/Production.servers",
        "update dc/contract/Production.web",
        "update dc/filter/Production.web",
        "update dc/epg/Production.shop.front",
        "remove dc/epg/Production.shop.back",
        `remove dc/managedObject/${note}`,
      ]),
    );
    const settled = (await then.apply(change)).settled.map(({ address, outcome }) => [
      address,
      outcome.state,
    ]);
    // The removal of the subnet has also removed the ownership note. The note still existed when it was read before its
    // own removal.
    expect(new Set(settled.map(([, state]) => state))).toEqual(new Set(["applied"]));
    expect((await then.plan()).plan).toMatchObject({ steps: [], unknown: [] });
    const left = [...then.network.world.fabric.objects.keys()].filter((each) =>
      each.includes("/BD-servers/subnet"),
    );
    expect(left.toSorted()).toEqual([
      "uni/tn-Production/BD-servers/subnet-[10.1.0.1/24]",
      "uni/tn-Production/BD-servers/subnet-[10.1.2.1/24]",
    ]);
  });

  test("loses a whole tenant where its settings allow that, with all that is in it", async () => {
    const on = await made();
    const then = next(on, "target: dc\ntenants: {}\n");
    const base = then.load({ "a.yaml": declared });
    // A field of the bridge domain also shows the removed object. After the removal, the planned change of the bridge
    // domain no longer fits its live state, so it fails.
    const first = await then.apply(await then.plan({ base, prune: true }));
    expect(states(first)).toEqual(new Set(["applied", "failed", "skipped"]));
    const change = await then.plan({ base, prune: true });
    expect(states(await then.apply(change))).toEqual(new Set(["applied"]));
    expect(
      [...then.network.world.fabric.objects.keys()].filter((each) => each.includes("Production")),
    ).toEqual([]);
    expect((await then.plan()).plan).toMatchObject({ changes: [], unmanaged: {} });
  });

  test("has tenants of its own, which are nobody's until they are declared", async () => {
    const on = simulated("target: dc\ntenants: { common: { description: shared } }\n");
    const change = await on.plan();
    expect([ids(change), change.plan.unmanaged]).toEqual([["update dc/tenant/common"], {}]);
    expect(states(await on.apply(change))).toEqual(new Set(["applied"]));
  });

  test("has pages of tenants, each of which is read", async () => {
    const more = Array.from({ length: 1200 }, (_, index) => `T${index}`);
    const managedObjects = Object.fromEntries(
      more.map((name) => [`uni/tn-${name}`, { class: "fvTenant", attributes: { name } }]),
    );
    const files = { "a.yaml": "target: dc\ntenants: { T1199: { description: last } }\n" };
    const on = stage({ project, seed: { managedObjects }, files, settings: { fabricMode: "apic" } });
    const change = await on.plan();
    expect([ids(change), change.plan.unmanaged]).toEqual([["update dc/tenant/T1199"], { "dc/tenant": 1199 }]);
    const pages = on.network.log().filter(({ path }) => path.startsWith("/api/class/fvTenant.json"));
    expect(pages).toHaveLength(3);
  });

  test("never makes an object one of another class: that is told, and not written", async () => {
    const on = await made();
    const then = next(
      on,
      declared.replace(
        "class: fvRsIgmpsn, attributes: { tnIgmpSnoopPolName",
        "class: fvRsMldsn, attributes: { tnMldSnoopPolName",
      ),
    );
    const { plan } = await then.plan();
    expect([plan.steps, plan.unwritable.map(({ address }) => address)]).toEqual([
      [],
      ["dc/managedObject/uni/tn-Production/BD-servers/rsigmpsn"],
    ]);
  });

  test("has each object once, whichever way it is declared", () => {
    const twice = `target: dc
tenants: { A: { vrfs: { main: {} } } }
managedObjects: { uni/tn-A/ctx-main: { class: fvCtx } }
`;
    expect(() => simulated(twice)).toThrow("both declare");
  });

  test("that answers with another name than was asked for has not answered", async () => {
    const on = await made();
    for (const dn of ["uni/tn-Production/ap-Shop/epg-front", "uni/tn-Production/ap-shop/epg-Front"]) {
      const attributes = { dn, name: "front" };
      const body = JSON.stringify({ totalCount: "1", imdata: [{ fvAEPg: { attributes } }] });
      const path = "*/ap-shop.json";
      on.network.fault({ path, methods: ["GET"], times: 1, effect: { kind: "answer", status: 200, body } });
      const { plan } = await on.plan();
      expect(plan.unknown.map(({ address, problem }) => [address, problem.code])).toEqual([
        ["dc/epg/Production.shop.back", "unexpected-shape"],
        ["dc/epg/Production.shop.front", "unexpected-shape"],
      ]);
    }
  });

  test("has objects that are read each by itself: an answer that says nothing leaves the others as they are", async () => {
    const on = await made();
    on.network.fault({ path: "*/rsigmpsn.json", times: 99, effect: { kind: "answer", status: 500 } });
    const { plan } = await on.plan();
    expect(plan.unknown.map(({ address }) => address)).toEqual([
      "dc/managedObject/uni/tn-Production/BD-servers/rsigmpsn",
    ]);
  });

  test.each([
    ["whose answer to a create is lost", { kind: "lostAfter" }],
    ["which a create does not reach", { kind: "lostBefore" }],
    ["that is busy", { kind: "answer", status: 503, body: refused("Server is busy") }],
    ["whose create was there before its answer", { kind: "carriedOut" }],
  ] as const)("%s has each tree once in the end", async (_, effect) => {
    const on = simulated(declared, oneByOne);
    const plan = await on.plan();
    on.network.fault({ path: "*/BD-servers.json", methods: ["POST"], times: 1, effect });
    const failed = (await on.apply(plan)).settled.filter(({ outcome }) => outcome.state === "failed");
    // It is unknown who created the bridge domain, and so it is unknown who set the object that comes with it. This is
    // reported, and the next run writes the object.
    const told =
      effect.kind === "carriedOut" ? [] : ["dc/managedObject/uni/tn-Production/BD-servers/rsigmpsn"];
    expect(failed.map(({ address }) => address)).toEqual(told);
    const next = await on.plan();
    expect(ids(next)).toEqual(told.map((address) => `update ${address}`));
    await on.apply(next);
    expect((await on.plan()).plan).toMatchObject({ steps: [], unknown: [] });
  });

  test("says why it refuses, in its own words", async () => {
    const on = simulated(declared, oneByOne);
    const plan = await on.plan();
    const text = "Validation failed: mac is not valid";
    const body = JSON.stringify({
      totalCount: "1",
      imdata: [{ error: { attributes: { code: "801", text } } }],
    });
    const path = "*BD-servers.json";
    on.network.fault({ path, methods: ["POST"], times: 1, effect: { kind: "answer", status: 400, body } });
    const failed = (await on.apply(plan)).settled.filter(({ outcome }) => outcome.state === "failed");
    expect(failed.map(({ address }) => address)).toEqual(["dc/bridgeDomain/Production.servers"]);
    expect(JSON.stringify(failed)).toContain(text);
  });

  test("is logged in to once, and once more where the token has ended", async () => {
    const on = await made();
    const logins = () => on.network.log().filter(({ path }) => path.endsWith("/aaaLogin.json")).length;
    expect(logins()).toBe(1);
    on.network.world = { ...on.network.world, fabric: { ...on.network.world.fabric, sessions: new Map() } };
    const { plan } = await on.plan();
    expect([plan.unknown, plan.steps, logins()]).toEqual([[], [], 2]);
  });

  test.each([
    [400, refused("unresolved class for fvX"), "refused"],
    [400, refused("Unable to process the query, result dataset is too big"), "refused"],
    [403, refused("Access denied"), "forbidden"],
    [503, refused("Unable to process the query, result dataset is too big"), "server-error"],
    [404, "<html><body>starting</body></html>", "not-found"],
  ])("that answers %i %s is not there to be planned against: %s", async (status, body, code) => {
    const on = await made();
    on.network.fault({ path: "*/ap-shop.json", times: 99, effect: { kind: "answer", status, body } });
    const { plan } = await on.plan();
    expect(plan.steps).toEqual([]);
    expect(new Set(plan.unknown.map(({ problem }) => problem.code))).toEqual(new Set([code]));
  });
});
