/** Health and waves in the project file: defaults, and every mistake with its place. */

import { describe, expect, test } from "vitest";
import { loadProject } from "../../../src/load/project-file/project.ts";
import { drivers } from "../fixtures.ts";

const head = `version: 1
environment: production
targets:
  cloud: { interface: dashboard, url: https://d.example.net, credential: { apiKey: { secret: env:KEY } } }
`;

const read = (more: string) =>
  loadProject({ file: { path: "trueup.yaml", text: `${head}${more}\n` }, folder: "/srv/net", drivers });

describe("health in a project", () => {
  test("is a problem at its place when it asks what gives no health, or refers to no target", () => {
    const { problems } = read(
      "health: { controller: cloud, bound: 50, sites: { clout: X }, exempt: [edge] }",
    );
    expect(problems.map(({ code, message, at }) => [code, message, at?.line, at?.column])).toEqual([
      ["invalid-value", "target `cloud` has the dashboard interface, which does not report health", 5, 23],
      ["unknown-target", "there is no target `clout` to assign to a site", 5, 57],
      ["unknown-target", "there is no target `edge` to exempt", 5, 71],
    ]);
  });

  test.each([
    ["bound: 101", "`health.bound` must be within `scale`"],
    ["bound: 11, scale: [0, 10]", "`health.bound` must be within `scale`"],
    ["bound: 5, scale: [10, 0]", "`health.scale` must begin with the lower number"],
    ["bound: 5, scale: [10]", "`health.scale` must be at least 2 entries long"],
    ["bound: 5, settleSeconds: -1", "`health.settleSeconds` must be at least 0"],
    ["bound: high", "`health.bound` must be a number, not text"],
  ])("cannot have %s", (fields, message) => {
    const { problems } = read(`health: { controller: cloud, ${fields} }`);
    expect(problems.map((one) => one.message)).toContain(message);
  });
});

describe("waves in a project", () => {
  test.each([
    ["- { name: a }", "must have `sites`, `tags` or `keys`"],
    ["- { name: the rest, sites: [A] }", "must be at most 63 letters, digits"],
    ["- { name: a, sites: [] }", "must be at least 1"],
    ["- { name: a, site: [A] }", "no field `site`"],
    ["- { name: a, sites: [A] }\n  - { name: a, tags: [b] }", "two waves have the name `a`"],
  ])("cannot be %s", (text, message) => {
    const { problems } = read(`waves:\n  ${text}`);
    expect(problems.map((one) => one.message).join("\n")).toContain(message);
  });

  test("are as they are written, in their order", () => {
    const { project, problems } = read(
      "waves: [{ name: b, sites: [B] }, { name: a, tags: [t], keys: ['k*'] }]",
    );
    expect(problems).toEqual([]);
    expect(project?.waves).toEqual([
      { name: "b", sites: ["B"] },
      { name: "a", tags: ["t"], keys: ["k*"] },
    ]);
  });
});
