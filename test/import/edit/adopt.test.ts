/** Drift that is adopted into the files: the next plan is empty, and nothing else has changed. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { adopt } from "../../../src/import/edit/adopt.ts";
import { driftOf } from "../../../src/report/drift/drift.ts";
import type { LiveChange } from "../../../src/simulator/live-change.ts";
import { cases } from "../../long-forms.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const files = {
  "desired-state/defaults.yaml": `target: cloud
organization: Acme
defaults:
  networks: { timeZone: Europe/Berlin, tags: [branch] }
`,
  "desired-state/a.yaml": `# the offices
networks:
  bonn:      # first
    name: Bonn
    netflow: { enabled: true, collectorIp: 10.20.0.9, collectorPort: 2055 }   # flows
    ssids:
      0: { name: Corp, vlan: 20 }
      1: { name: "Guest" }
  cork: { name: Cork, tags: [branch, 'west'] }  # in the west

  graz:
    # by the book
    name: Graz
    tags:
      - branch
      - south   # sunny
`,
  "desired-state/routers.yaml": `target: routers
devices:
  r1:
    host: 10.20.0.1
    hostname: r1   # short
    keys: { "/Vendor-native:native/ntp/server": ip }
    interfaces:
      GigabitEthernet 1/0/1: { description: one }
    config:
      /Vendor-native:native/ntp: { server: [{ ip: 10.0.0.5 }, { ip: 10.0.0.6 }] }
`,
};

/** Applies the declarations, lets somebody change the live state by hand, and adopts the change. */
async function adopted(
  change: (on: ReturnType<typeof stage>) => void,
  declared: Readonly<Record<string, string>> & typeof files = files,
) {
  const on = stage({ files: declared, settings: { readinessMs: 0 } });
  await on.apply(await on.plan());
  change(on);
  const base = on.load(declared);
  const { plan } = await on.plan({ base });
  const texts = Object.entries(declared).map(([path, text]) => ({ path, text }));
  const reload = (now: readonly { path: string; text: string }[]) => {
    try {
      return on.load(Object.fromEntries(now.map(({ path, text }) => [path, text])));
    } catch {
      return undefined;
    }
  };
  const { drifted } = driftOf(plan);
  const repeatsSecret = () => false;
  const adoption = adopt({
    ...{ files: texts, desired: on.context.desired, changes: drifted },
    ...{ repeatsSecret, reload },
  });
  const now = { ...declared, ...Object.fromEntries(adoption.files.map(({ path, text }) => [path, text])) };
  Object.assign(on.context, { desired: on.load(now) });
  return { adoption, now, after: (await on.plan()).plan };
}

const dashboard = (network: string, set: Extract<LiveChange, { network: string }>["set"]): LiveChange => ({
  interface: "dashboard",
  network,
  ...(set && { set }),
});

test("fields are set where they stand, or added to the entry where a default says otherwise", async () => {
  const { adoption, now, after } = await adopted(({ network }) => {
    network.change(
      dashboard("Bonn", {
        timeZone: "Europe/Paris",
        netflow: { enabled: false, collectorIp: "10.20.0.9", collectorPort: 2055 },
      }),
    );
    network.change(dashboard("Cork", { tags: ["branch", "north"] }));
    network.change(dashboard("Graz", { tags: ["x"] }));
    network.change({ interface: "dashboard", network: "Bonn", ssid: 1, set: { name: "Guests" } });
  });
  expect(adoption.notAdopted).toEqual([]);
  expect(after.changes).toEqual([]);
  expect(adoption.files.map(({ path }) => path)).toEqual(["desired-state/a.yaml"]);
  expect(now["desired-state/a.yaml"]).toBe(
    files["desired-state/a.yaml"]
      .replace("enabled: true", "enabled: false")
      .replace('"Guest" }\n', '"Guests" }\n    timeZone: Europe/Paris\n')
      .replace("[branch, 'west']", "[branch, north]")
      .replace("tags:\n      - branch\n      - south   # sunny", "tags: [x]"),
  );
});

test("what defaults alone declare is left as it is, and it is said where they stand", async () => {
  const defaults = files["desired-state/defaults.yaml"].replace(
    "tags: [branch] }",
    "tags: [branch], ssids: { 2: { name: Things, vlan: 40 } } }",
  );
  const { adoption } = await adopted(
    ({ network }) => network.change({ interface: "dashboard", network: "Cork", ssid: 2, set: { vlan: 41 } }),
    { ...files, "desired-state/defaults.yaml": defaults },
  );
  expect(adoption.files).toEqual([]);
  expect(adoption.notAdopted).toMatchObject([
    {
      address: "cloud/ssid/cork.2",
      reason:
        "only defaults declare it, at desired-state/defaults.yaml:4: change them, or declare it in an entry of its own",
    },
  ]);
});

test("an entry that was removed live goes, with what is in it; its neighbours stay as they are", async () => {
  const { adoption, now, after } = await adopted(({ network }) => {
    network.change({ interface: "dashboard", network: "Cork", remove: true });
  });
  expect(adoption).toMatchObject({
    notAdopted: [],
    adopted: [{ address: "cloud/network/cork", fields: [] }],
  });
  expect(after.changes).toEqual([]);
  expect(now["desired-state/a.yaml"]).toBe(
    files["desired-state/a.yaml"].replace(
      "  cork: { name: Cork, tags: [branch, 'west'] }  # in the west\n",
      "",
    ),
  );
});

test("a device's hostname, and an element of a list with identity", async () => {
  const { adoption, now, after } = await adopted(({ network }) => {
    network.change({
      interface: "restconf",
      host: "10.20.0.1",
      path: "Vendor-native:native/hostname",
      value: "core",
    });
    network.change({
      interface: "restconf",
      host: "10.20.0.1",
      path: "Vendor-native:native/ntp/server",
      value: [{ ip: "10.0.0.5", prefer: true }],
    });
  });
  expect(adoption.notAdopted).toEqual([]);
  expect(after.changes).toEqual([]);
  expect(now["desired-state/routers.yaml"]).toContain("hostname: core   # short\n");
  expect(now["desired-state/routers.yaml"]).toContain("{ server: [{ ip: 10.0.0.5 }] }\n");
});

test("any drift of any field is adopted: the next plan is empty, comments stay", async () => {
  const tags = fc.uniqueArray(
    fc.stringMatching(/^[a-z#:'" ]{1,8}$/).filter((tag) => tag.trim() === tag),
    { maxLength: 3 },
  );
  const zone = fc.constantFrom("Europe/Paris", "America/New_York", "Europe/Berlin");
  const name = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text.trim() === text);
  const change = fc.record({ tags, timeZone: zone, vlan: fc.integer({ min: 1, max: 4094 }), ssid: name });
  await fc.assert(
    fc.asyncProperty(change, fc.constantFrom("Bonn", "Cork", "Graz"), async (to, which) => {
      const { adoption, now, after } = await adopted(({ network }) => {
        network.change(dashboard(which, { tags: to.tags, timeZone: to.timeZone }));
        network.change({
          interface: "dashboard",
          network: "Bonn",
          ssid: 0,
          set: { name: to.ssid, vlan: to.vlan },
        });
      });
      expect(adoption.notAdopted).toEqual([]);
      expect(after.changes).toEqual([]);
      const comments = (text: string) => [...text.matchAll(/ # ?.*$/gm)].map(([one]) => one.trim());
      expect(comments(now["desired-state/a.yaml"])).toEqual(
        expect.arrayContaining(["# first", "# flows", "# by the book"]),
      );
    }),
    { numRuns: cases(60) },
  );
});

test("of two fields that are gone live, one with a default and one without, the one becomes null and the other goes", () => {
  const declared = {
    "desired-state/defaults.yaml": `target: cloud
organization: Acme
defaults: { networks: { tags: [branch] } }
`,
    "desired-state/a.yaml": `networks:
  bonn:
    name: Bonn
    tags: [one]
    netflow: { enabled: true, collectorIp: 10.20.0.9 }
`,
  };
  const on = stage({ files: declared });
  const { desired } = on.context;
  const resource = desired.resources.get("cloud/network/bonn");
  if (!resource) throw new Error("it is not declared");
  const value = { name: "Bonn", netflow: { enabled: true } };
  const differences = ["/tags", "/netflow/collectorIp"].map((path) => ({ path, cause: "drift" as const }));
  const { files: written, notAdopted } = adopt({
    files: Object.entries(declared).map(([path, text]) => ({ path, text })),
    desired,
    changes: [
      { action: "update", address: resource.address, desired: resource, live: { value }, differences },
    ],
    repeatsSecret: () => false,
    reload: (texts) => {
      try {
        return on.load(Object.fromEntries(texts.map(({ path, text }) => [path, text])));
      } catch {
        return undefined;
      }
    },
  });
  expect(notAdopted).toEqual([]);
  expect(written.map(({ text }) => text)).toEqual([
    `networks:
  bonn:
    name: Bonn
    tags: null
    netflow: { enabled: true }
`,
  ]);
});
