/** Imports a simulated APIC, including everything below its tenants. A plan of the imported files is empty. */

import { expect, test } from "vitest";
import type { WorldSeed } from "../../../src/simulator/world.ts";
import { imported, nothingApplied } from "../../import/live.ts";

const project = `version: 1
environment: virtual
targets:
  dc:
    interface: fabric
    dialect: apic
    url: https://apic.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
`;

const object = (className: string, attributes: Readonly<Record<string, string>> = {}) => ({
  class: className,
  attributes,
});
const inTenant = (name: string) => ({
  [`uni/tn-${name}`]: object("fvTenant", { name, descr: `of ${name}` }),
  [`uni/tn-${name}/ctx-main`]: object("fvCtx", { name: "main" }),
  [`uni/tn-${name}/BD-servers`]: object("fvBD", { name: "servers", arpFlood: "yes" }),
  [`uni/tn-${name}/BD-servers/rsctx`]: object("fvRsCtx", { tnFvCtxName: "main" }),
  [`uni/tn-${name}/BD-servers/subnet-[10.1.0.1/24]`]: object("fvSubnet", {
    ip: "10.1.0.1/24",
    scope: "public,shared",
  }),
  [`uni/tn-${name}/flt-web`]: object("vzFilter", { name: "web" }),
  [`uni/tn-${name}/flt-web/e-https`]: object("vzEntry", { name: "https", prot: "tcp", dFromPort: "https" }),
  [`uni/tn-${name}/brc-web`]: object("vzBrCP", { name: "web" }),
  [`uni/tn-${name}/brc-web/subj-web`]: object("vzSubj", { name: "web" }),
  [`uni/tn-${name}/brc-web/subj-web/rssubjFiltAtt-web`]: object("vzRsSubjFiltAtt", { tnVzFilterName: "web" }),
  [`uni/tn-${name}/ap-shop`]: object("fvAp", { name: "shop" }),
  [`uni/tn-${name}/ap-shop/epg-front`]: object("fvAEPg", { name: "front" }),
  [`uni/tn-${name}/ap-shop/epg-front/rsprov-web`]: object("fvRsProv", { tnVzBrCPName: "web" }),
  [`uni/tn-${name}/out-campus`]: object("l3extOut", { name: "campus" }),
  [`uni/tn-${name}/out-campus/instP-any`]: object("l3extInstP", { name: "any" }),
  [`uni/tn-${name}/out-campus/instP-any/extsubnet-[0.0.0.0/0]`]: object("l3extSubnet", { ip: "0.0.0.0/0" }),
});
const seed: WorldSeed = { managedObjects: { ...inTenant("Blue"), ...inTenant("Red") } };
const of = { project, target: "dc", seed, settings: { fabricMode: "apic" }, base: nothingApplied } as const;

const inBlue = [
  ...[
    "applicationProfile/Blue.shop",
    "bridgeDomain/Blue.servers",
    "contract/Blue.web",
    "epg/Blue.shop.front",
  ],
  ...["externalEpg/Blue.campus.any", "filter/Blue.web", "l3Out/Blue.campus", "tenant/Blue", "vrf/Blue.main"],
].map((each) => `dc/${each}`);

test("all tenants but the APIC's own, with all that is in them", async () => {
  const { plan, problems, leftOut, unknown, addresses, texts } = await imported(of);
  expect([problems, leftOut, unknown, plan.changes, plan.unknown, plan.unmanaged]).toEqual([
    [],
    [],
    [],
    [],
    [],
    {},
  ]);
  const inRed = inBlue.map((each) => each.replace("Blue", "Red"));
  const inTenants = addresses.filter((each) => /\/(?:Blue|Red)(?:\.|$)/.test(each));
  expect(inTenants.toSorted()).toEqual([...inBlue, ...inRed].toSorted());
  // The settings of the whole fabric always exist, so they are imported too.
  expect(addresses).toContain("dc/fabricWideSettings/");
  expect(Object.values(texts).join()).toContain("scope: [public, shared]");
});

test("one tenant, by its name", async () => {
  const { plan, addresses } = await imported({ ...of, only: ["dc/tenant/Blue", "dc/*/Blue.*"] });
  expect([plan.changes, addresses.toSorted()]).toEqual([[], inBlue.toSorted()]);
});

test("any object, by its path", async () => {
  const path = "uni/tn-Blue/BD-servers/rsigmpsn";
  const { plan, texts } = await imported({ ...of, only: [`dc/managedObject/${path}`] });
  expect(plan.changes).toEqual([]);
  expect(Object.values(texts).join()).toContain(`${path}:`);
});
