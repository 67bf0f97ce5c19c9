/**
 * Adopts values that come from a template, a variable or a default. They are written into the resource's own entry, or
 * into the layer if all users of the layer agree.
 */

import { expect, test } from "vitest";
import { adopt } from "../../../src/import/edit/adopt.ts";
import { driftOf } from "../../../src/report/drift/drift.ts";
import type { LiveChange } from "../../../src/simulator/live-change.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const files = {
  "desired-state/defaults.yaml":
    "target: cloud\norganization: Acme\ndefaults:\n  networks: { timeZone: Europe/Berlin } # where we are\n",
  "desired-state/vars.yaml": "guests: 90\n",
  "desired-state/sites.csv": "slug,name\nbonn,Bonn\ncork,Cork\ngraz,Graz\n",
  "desired-state/sites.yaml": `each: { site: sites.csv }
networks:
  "\${site.slug}":
    name: \${site.name}
    ssids: { 0: { name: Corp, vlan: 20 }, 1: { name: "Guests \${site.name}", vlan: "\${guests}" } }
`,
};

/**
 * Applies everything declared, changes live resources by hand, and adopts the changes. Returns the resulting files and
 * the next plan.
 */
async function adopted(changes: readonly LiveChange[], into: "entry" | "layer") {
  const on = stage({ files, settings: { readinessMs: 0 } });
  await on.apply(await on.plan());
  for (const change of changes) on.network.change(change);
  const { plan } = await on.plan({ base: on.load(files) });
  const reload = (texts: readonly { path: string; text: string }[]) => {
    try {
      return on.load(Object.fromEntries(texts.map(({ path, text }) => [path, text])));
    } catch {
      return undefined;
    }
  };
  const adoption = adopt({
    files: Object.entries(files).map(([path, text]) => ({ path, text })),
    desired: on.context.desired,
    changes: driftOf(plan).drifted,
    repeatsSecret: () => false,
    into,
    reload,
  });
  const now = { ...files, ...Object.fromEntries(adoption.files.map(({ path, text }) => [path, text])) };
  Object.assign(on.context, { desired: on.load(now) });
  return { adoption, now: new Map(Object.entries(now)), after: (await on.plan()).plan };
}

const vlan = (network: string, to: number, ssid = 1): LiveChange => ({
  interface: "dashboard",
  network,
  ssid,
  set: { vlan: to },
});
const zone = (network: string, timeZone: string): LiveChange => ({
  interface: "dashboard",
  network,
  set: { timeZone },
});

test("what a template makes gets an entry of its own beside it, with what it is instead of", async () => {
  const { adoption, now, after } = await adopted(
    [vlan("Bonn", 7), zone("Bonn", "Europe/Rome"), vlan("Cork", 8, 0)],
    "entry",
  );
  expect(adoption.notAdopted).toEqual([]);
  expect(after.changes).toEqual([]);
  expect(adoption.files.map(({ path }) => path)).toEqual(["desired-state/sites.overrides.yaml"]);
  expect(
    now.get("desired-state/sites.overrides.yaml"),
  ).toBe(`# Overrides values from desired-state/sites.yaml. Without the overrides, the values are:
#   timeZone: Europe/Berlin (desired-state/defaults.yaml:4)
target: cloud
organization: Acme
networks:
  bonn: { timeZone: Europe/Rome, ssids: { 1: { vlan: 7 } } }
---
# Overrides values from desired-state/sites.yaml. Without the overrides, the values are:
#   vlan: 20 (desired-state/sites.yaml:5)
target: cloud
organization: Acme
networks:
  cork: { ssids: { 0: { vlan: 8 } } }
`);
});

test("where all that take it over agree, the variable, the default or the template is set", async () => {
  const all = ["Bonn", "Cork", "Graz"];
  const changes = all.flatMap((name) => [vlan(name, 91), zone(name, "Europe/Rome"), vlan(name, 21, 0)]);
  const { adoption, now, after } = await adopted(changes, "layer");
  expect(adoption.notAdopted).toEqual([]);
  expect(after.changes).toEqual([]);
  expect(now.get("desired-state/vars.yaml")).toBe("guests: 91\n");
  expect(now.get("desired-state/defaults.yaml")).toContain("timeZone: Europe/Rome } # where we are");
  expect(now.get("desired-state/sites.yaml")).toContain("0: { name: Corp, vlan: 21 }");
  expect(now.size).toBe(Object.keys(files).length);
});

test("where they do not agree, the layer stays, and it is said why", async () => {
  const one = await adopted([vlan("Bonn", 91)], "layer");
  expect(one.adoption).toMatchObject({ files: [], adopted: [] });
  expect(one.adoption.notAdopted[0]?.reason).toContain("other resources inherit the same value");
  const two = await adopted([vlan("Bonn", 91), vlan("Cork", 92)], "layer");
  expect(two.adoption.notAdopted.map(({ reason }) => reason)).toEqual([
    "the live values of the resources that inherit it differ: adopt it with --into entry",
    "the live values of the resources that inherit it differ: adopt it with --into entry",
  ]);
  const name: LiveChange = { interface: "dashboard", network: "Bonn", ssid: 1, set: { name: "Visitors" } };
  const three = await adopted([name], "layer");
  expect(three.adoption.notAdopted[0]?.reason).toContain(
    "its value is computed in desired-state/sites.yaml:5",
  );
});
