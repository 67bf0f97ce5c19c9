/** Keys that become equal when they are evaluated. The values of one folder, layer or row override those of another. */

import { describe, expect, test } from "vitest";
import { load } from "../../../../src/load/load.ts";
import { drivers, project, told } from "../../fixtures.ts";

const folders = { ...project, desiredState: "production", desiredBelow: ["common"] };

function loaded(files: Readonly<Record<string, string>>) {
  const sources = Object.entries(files).map(([path, text]) => ({ path, text }));
  return load({ project: folders, drivers, files: sources });
}

const common = (network: string) => `target: cloud
organization: Acme
vars: { guest: 1, on: enabled }
networks:
  berlin:
    name: Berlin
${network}`;
const production = (network: string) => `target: cloud
organization: Acme
vars: { wifi: 1 }
networks:
  berlin:
${network}`;

describe("entries inside of others", () => {
  test.each([
    ["an expression below, a number above", '"${guest}"', "1"],
    ["a number below, an expression above", "1", '"${wifi}"'],
    ["two expressions", '"${guest}"', '"${wifi}"'],
  ])("%s", (_, below, above) => {
    const { desired, problems } = loaded({
      "common/a.yaml": common(`    ssids: { ${below}: { name: Guest, vlan: 90 }, 0: { name: Corp } }\n`),
      "production/a.yaml": production(`    ssids:\n      ${above}: { vlan: 91 }\n`),
    });
    expect(problems).toEqual([]);
    expect(desired.resources.get("cloud/ssid/berlin.1")?.value).toEqual({ name: "Guest", vlan: 91 });
    expect(desired.locate("cloud/ssid/berlin.1", "/vlan")).toMatchObject({
      file: "production/a.yaml",
      line: 7,
    });
    expect(desired.locate("cloud/ssid/berlin.1", "/name")).toMatchObject({ file: "common/a.yaml", line: 7 });
  });

  test("null above takes away what comes out alike below", () => {
    const { desired, problems } = loaded({
      "common/a.yaml": common('    ssids: { "${guest}": { name: Guest } }\n'),
      "production/a.yaml": production("    ssids: { 1: null }\n"),
    });
    expect(problems).toEqual([]);
    expect([...desired.resources.keys()].filter((each) => each.startsWith("cloud/ssid/"))).toEqual([]);
  });

  test("two of one file are still a problem", () => {
    const both = loaded({
      "common/a.yaml": common('    ssids: { "${guest}": { name: A }, 1: { name: B } }\n'),
    });
    expect(told(both)).toMatchInlineSnapshot(`
      [
        "7:14 duplicate-address: cloud/ssid/berlin.1 is declared twice, first in common/a.yaml:7:39 (Remove one of them, or give it a key of its own.)",
      ]
    `);
  });
});

describe("fields", () => {
  test.each([
    ["an expression below, a name above", '"${on}"', "enabled"],
    ["a name below, an expression above", "enabled", '"${on}"'],
  ])("%s", (_, below, above) => {
    const { desired, problems } = loaded({
      "common/a.yaml": common(`    netflow: { ${below}: false, collectorPort: 1 }\n`),
      "production/a.yaml": production(`    netflow: { ${above}: true }\n`),
    });
    expect(problems).toEqual([]);
    expect(desired.resources.get("cloud/network/berlin")?.value).toMatchObject({
      netflow: { enabled: true, collectorPort: 1 },
    });
    expect(desired.locate("cloud/network/berlin", "/netflow/enabled")).toMatchObject({
      file: "production/a.yaml",
    });
  });
});

test("null in a later folder takes a value away, not only what the earlier one laid over a default", () => {
  const defaults =
    "defaults: { networks: { timeZone: Europe/Berlin, tags: [branch], netflow: { enabled: true } } }\n";
  const { desired, problems } = loaded({
    "common/a.yaml": `${common("    tags: [own]\n    netflow: { collectorPort: 2055 }\n")}${defaults}`,
    "production/a.yaml": production("    tags: ~\n    netflow: ~\n    timeZone: ~\n"),
  });
  expect(problems).toEqual([]);
  expect(desired.resources.get("cloud/network/berlin")?.value).toEqual({ name: "Berlin" });
});

test("null in a folder further in takes away what a group laid over a default", () => {
  const group = (name: string, fields: string) =>
    `groups: { ${name}: { match: { key: "*" }, networks: ${fields} } }\n`;
  const { desired, problems } = loaded({
    "production/defaults.yaml": `target: cloud\norganization: Acme\n${group("all", "{ tags: [a], timeZone: Europe/Rome }")}defaults: { networks: { tags: [b], timeZone: Europe/Berlin } }\n`,
    "production/north/defaults.yaml": group("few", "{ tags: ~ }"),
    "production/north/a.yaml": "networks: { oslo: { name: Oslo } }\n",
  });
  expect(problems).toEqual([]);
  expect(desired.resources.get("cloud/network/oslo")?.value).toEqual({
    name: "Oslo",
    timeZone: "Europe/Rome",
  });
});
