/** The plain documents of resources. They omit values that the surrounding document contains. */

import { expect, test } from "vitest";
import { plainDocuments } from "../../../src/load/render/documents.ts";
import type { Address } from "../../../src/model/address.ts";
import { drivers, loadTexts, project, told } from "../fixtures.ts";

function plain(texts: Readonly<Record<string, string>>, keep: (address: Address) => boolean = () => true) {
  const loaded = loadTexts(texts);
  expect(told(loaded)).toEqual([]);
  const resources = [...loaded.desired.resources.values()].filter(({ address }) => keep(address));
  return { resources, documents: plainDocuments({ project, drivers, resources }) };
}

const cloud = (organization: string, more: string) => `target: cloud\norganization: ${organization}\n${more}`;

test("there is a document for each target and organization, in the order of their headers", () => {
  const { documents } = plain({
    "desired-state/c.yaml": "target: fabric-east\ntenants: { t: { description: T } }\n",
    "desired-state/b.yaml": cloud("Globex", "networks: { b: { name: B } }\n"),
    "desired-state/a.yaml": cloud("Acme", "networks: { a: { name: A } }\n"),
    "desired-state/d.yaml": cloud("Acme", "networks: { d: { name: D } }\n"),
  });
  expect(documents).toEqual([
    { target: "cloud", organization: "Acme", networks: { a: { name: "A" }, d: { name: "D" } } },
    { target: "cloud", organization: "Globex", networks: { b: { name: "B" } } },
    { target: "fabric-east", tenants: { t: { description: "T" } } },
  ]);
});

test("an organization with nothing in it is its header alone", () => {
  expect(plain({ "desired-state/a.yaml": cloud("Acme", "") }).documents).toEqual([
    { target: "cloud", organization: "Acme" },
  ]);
});

test("what the entry around says already is not said again, and what differs from it is", () => {
  const { documents } = plain({
    "desired-state/a.yaml": cloud(
      "Acme",
      "networks: { a: { name: A, site: HQ, protect: true, ssids: { 0: {}, 1: { protect: false }, 2: { vlan: 7, protect: true } } } }\n",
    ),
  });
  expect(documents).toEqual([
    {
      target: "cloud",
      organization: "Acme",
      networks: {
        a: {
          name: "A",
          site: "HQ",
          protect: true,
          ssids: { 0: {}, 1: { protect: false }, 2: { vlan: 7 } },
        },
      },
    },
  ]);
});

test("a device says for what is in it what that cannot say: its host, ownership, protection and lists' keys", () => {
  const { documents } = plain({
    "desired-state/r.yaml": `target: routers
devices:
  r1:
    host: 10.20.0.1
    ownership: exclusive
    protect: true
    keys: { /ntp/servers: name }
    config: { /ntp: { servers: [{ name: a }] } }
  r2: { host: 10.20.0.2, site: Lab, hostname: r2 }
`,
  });
  expect(documents).toEqual([
    {
      target: "routers",
      devices: {
        r1: {
          host: "10.20.0.1",
          ownership: "exclusive",
          protect: true,
          keys: { "/ntp/servers": ["name"] },
          config: { "/ntp": { servers: [{ name: "a" }] } },
        },
        r2: { host: "10.20.0.2", site: "Lab", hostname: "r2" },
      },
    },
  ]);
});

test("resources of a target that the project has no longer are left out", () => {
  const { resources } = plain({
    "desired-state/a.yaml": cloud("Acme", "networks: { a: { name: A } }\n"),
    "desired-state/c.yaml": "target: fabric-east\ntenants: { t: {} }\n",
  });
  const targets = new Map([...project.targets].filter(([name]) => name !== "cloud"));
  expect(plainDocuments({ project: { ...project, targets }, drivers, resources })).toEqual([
    { target: "fabric-east", tenants: { t: {} } },
  ]);
});

test("of a part of what is declared it is that part, under the keys that it is in", () => {
  const { documents } = plain(
    {
      "desired-state/a.yaml": cloud(
        "Acme",
        "networks: { a: { name: A, ssids: { 0: { vlan: 5 }, 1: {} } } }\n",
      ),
    },
    (address) => address === "cloud/ssid/a.0",
  );
  expect(documents).toEqual([
    { target: "cloud", organization: "Acme", networks: { a: { ssids: { 0: { vlan: 5 } } } } },
  ]);
});

test("words that are meant as they are stay so", () => {
  const text = cloud(
    "Acme",
    "networks: { a: { name: A, allowUnknown: [Opne], ssids: { 0: { allowUnknown: [x] } } } }\n",
  );
  const { documents } = plain({ "desired-state/a.yaml": text });
  expect(documents).toEqual([
    {
      target: "cloud",
      organization: "Acme",
      networks: { a: { name: "A", allowUnknown: ["Opne"], ssids: { 0: { allowUnknown: ["x"] } } } },
    },
  ]);
});
