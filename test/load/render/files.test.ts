/** Plain files: a folder for each target and organization, a file for each section, and unique names. */

import { expect, test } from "vitest";
import { plainFiles } from "../../../src/load/render/files.ts";
import { drivers, loadTexts, project, told } from "../fixtures.ts";

function files(texts: Readonly<Record<string, string>>) {
  const loaded = loadTexts(texts);
  expect(told(loaded)).toEqual([]);
  return plainFiles({ project, drivers, resources: loaded.desired.resources.values() });
}

test("organizations whose names make the same folder have files of their own", () => {
  const cloud = (organization: string, name: string) =>
    `target: cloud\norganization: ${organization}\nnetworks: { ${name}: { name: ${name} } }\n`;
  const found = files({
    "desired-state/a.yaml": cloud("Acme", "a"),
    "desired-state/b.yaml": cloud("ACME", "b"),
    "desired-state/c.yaml": "target: fabric-east\ntenants: { t: { description: T } }\n",
  });
  const paths = found.map(({ path }) => path);
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(3);
  expect(paths.filter((path) => /^cloud\/acme\/networks(?:-2)?\.yaml$/i.test(path))).toHaveLength(2);
  expect(paths).toContain("fabric-east/tenants.yaml");
});

test("a file has 500 entries at most", () => {
  const networks = Array.from({ length: 1001 }, (_, at) => `  n${at}: { name: N${at} }`).join("\n");
  const found = files({
    "desired-state/a.yaml": `target: cloud\norganization: Acme\nnetworks:\n${networks}\n`,
  });
  const counts = found.map(({ document }) => Object.keys(Object(document.networks)).length);
  expect(counts).toEqual([500, 500, 1]);
});
