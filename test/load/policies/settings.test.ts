/** The policy settings of a project file. */

import { describe, expect, test } from "vitest";
import { loadProject } from "../../../src/load/project-file/project.ts";
import { drivers, told } from "../fixtures.ts";

function read(policies: string) {
  const text = `version: 1\nenvironment: test\ntargets: {}\npolicies:\n${policies}`;
  return loadProject({ file: { path: "trueup.yaml", text }, folder: "/p", drivers });
}

const settings = (policies: string) => {
  const loaded = read(policies);
  expect(told(loaded)).toEqual([]);
  return loaded.project?.policySettings;
};

describe("the policies that a project file switches on", () => {
  test("are by their name alone or with how they are used, each with its line", () => {
    const used = settings(`  folder: rules
  use:
    - no-open-ssid
    - { policy: no-address-twice, severity: warning, except: lab/*/* }
    - policy: names-match
      kind: network
      pattern: "[a-z]{2}-.+"
      name: names
      except: [a/*/*, b/*/*]
    - { policy: sites-have, kind: ssid, per: network }
`);
    const at = (line: number) => ({ file: "trueup.yaml", line, column: 7 });
    expect(used).toEqual({
      folder: "rules",
      use: [
        { policy: "no-open-ssid", except: [], at: at(7) },
        { policy: "no-address-twice", severity: "warning", except: ["lab/*/*"], at: at(8) },
        {
          policy: "names-match",
          kind: "network",
          pattern: "[a-z]{2}-.+",
          name: "names",
          except: ["a/*/*", "b/*/*"],
          at: at(9),
        },
        { policy: "sites-have", kind: "ssid", per: "network", except: [], at: at(14) },
      ],
    });
  });

  test("are none where only their folder is named", () => {
    expect(settings("  folder: rules\n")).toEqual({ folder: "rules", use: [] });
    expect(settings("  {}\n")).toEqual({ folder: undefined, use: [] });
  });

  test("must have a pattern that is one, be known, and say what they need", () => {
    const problems = (policies: string) => {
      const loaded = read(policies);
      expect(loaded.project).toBeUndefined();
      return told(loaded);
    };
    expect(
      problems(
        '  use:\n    - { policy: names-match, kind: network, pattern: "a{2" }\n    - no-open-ssid\n    - { policy: names-match, kind: ssid, pattern: "(" }\n',
      ),
    ).toMatchInlineSnapshot(`
      [
        "8:51 invalid-value: \`(\` is not a regular expression (Look-around and back-references are not supported.)",
      ]
    `);
    expect(problems("  use: [no-open-sid]\n")).toMatchInlineSnapshot(`
      [
        "5:9 invalid-value: \`policies.use.0\` must be \`no-address-twice\`, \`no-overlapping-subnets\`, \`no-open-ssid\`, \`names-match\` or \`sites-have\` (Did you mean \`no-open-ssid\`?)",
      ]
    `);
    expect(problems("  use: [{ policy: names-match, kind: network }]\n")).toMatchInlineSnapshot(`
      [
        "5:9 missing-field: \`policies.use.0\` needs \`pattern\` (A regular expression (RE2) for the whole name: [a-z]{2}-[a-z0-9-]+.)",
      ]
    `);
    expect(problems("  use: [{ policy: sites-have }]\n")).toMatchInlineSnapshot(`
      [
        "5:9 missing-field: \`policies.use.0\` needs \`kind\` (The kind whose names must match.)",
      ]
    `);
    expect(problems("  use: [names-match]\n")).toMatchInlineSnapshot(`
      [
        "5:9 missing-field: \`names-match\` needs \`kind\` and \`pattern\` (Write \`{ policy: names-match, kind: network, pattern: "[a-z]{2}-.+" }\`.)",
      ]
    `);
    expect(problems("  use: [sites-have]\n")).toMatchInlineSnapshot(`
      [
        "5:9 missing-field: \`sites-have\` needs \`kind\` (Write \`{ policy: sites-have, kind: ssid }\`.)",
      ]
    `);
    expect(problems("  use: [{ policy: no-open-ssid, kind: ssid }]\n")).toMatchInlineSnapshot(`
      [
        "5:33 unknown-field: \`policies.use.0\` has no field \`kind\`",
      ]
    `);
    expect(problems("  use: [{ polcy: no-open-ssid }]\n")).toMatchInlineSnapshot(`
      [
        "5:9 missing-field: \`policies.use.0\` needs \`policy\` (A policy that comes with trueup: its name, or a map with \`policy\` and how it is used.)",
        "5:11 unknown-field: \`policies.use.0\` has no field \`polcy\` (Did you mean \`policy\`?)",
      ]
    `);
    expect(problems("  folder: ../rules\n")).toMatchInlineSnapshot(`
      [
        "5:11 invalid-value: \`policies.folder\` must be a folder inside the project, without \`..\` (The folder of the project's own policies, beside this file. Default: policies, if it exists.)",
      ]
    `);
  });
});
