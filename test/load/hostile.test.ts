/** Malicious text in declarations: remote includes, and patterns whose evaluation does not end. */

import { expect, test } from "vitest";
import { load } from "../../src/load/load.ts";
import { loadProject } from "../../src/load/project-file/project.ts";
import { matches } from "../../src/model/listed/glob.ts";
import { drivers } from "../../src/project/drivers.ts";

const project = loadProject({
  file: {
    path: "trueup.yaml",
    text: `version: 1
environment: test
targets:
  cloud: { interface: dashboard, url: "https://cloud.example.net", credential: { apiKey: { secret: env:KEY } } }
`,
  },
  folder: "/project",
  drivers,
}).project;

test.each([
  "include: https://files.example.net/more.yaml",
  "networks: { berlin: { name: Berlin, include: ../../etc/passwd } }",
  "networks: !include more.yaml",
  "networks: { berlin: { $ref: 'https://files.example.net/berlin.yaml' } }",
  "extends: git::https://files.example.net/more.git",
])("nothing is fetched from elsewhere: %s is a problem at its place", (line) => {
  if (!project) throw new Error("The project of this test has a fault.");
  const text = `target: cloud\norganization: Acme\n${line}\n`;
  const { problems } = load({ project, files: [{ path: "desired-state/a.yaml", text }], drivers });
  expect(problems.map(({ at }) => at?.line)).toEqual(problems.map(() => 3));
  expect(problems.length).toBeGreaterThan(0);
});

test("a pattern that would keep a backtracking matcher busy for years is matched at once", () => {
  const glob = `${"*a".repeat(200)}*b`;
  expect(matches(glob, "a".repeat(20_000))).toBe(false);
  expect(matches(glob, `${"a".repeat(20_000)}b`)).toBe(true);
});
