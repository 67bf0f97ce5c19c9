/** Policy files: the resulting policies, and mistakes with their places. */

import { describe, expect, test } from "vitest";
import { loadPolicies } from "../../../src/load/policies/policies.ts";
import { told } from "../fixtures.ts";

const load = (...texts: readonly string[]) =>
  loadPolicies(texts.map((text, index) => ({ path: `policies/${index}.yaml`, text })));

function policies(...texts: readonly string[]) {
  const loaded = load(...texts);
  expect(told(loaded)).toEqual([]);
  return loaded.policies;
}

/** Returns the problems of a policy in which these fields are wrong. */
function wrong(fields: Readonly<Record<string, string>>): readonly string[] {
  const all = {
    name: "a",
    about: "{ kind: ssid }",
    assert: "resource.key != ''",
    message: "no",
    ...fields,
  };
  const text = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const loaded = load(`- ${text.join("\n  ")}\n`);
  expect(loaded.policies).toEqual([]);
  return told(loaded);
}

describe("files of policies", () => {
  test("are read in their order, with what is not written by default", () => {
    const one = `- name: one
  about: { kind: ssid, except: [lab/*/*] }
  assert: resource.key != ""
  message: \${resource.key} is wrong
---
- name: two
  about: { address: [cloud/*/*, fabric/*/*] }
  assert: size(resources) < 5
  message: "too many: \${wrong}"
  severity: warning
  fix: Remove some.
`;
    const two = `# Nothing but this
- name: three
  about: plan
  assert: run.weekday != "Friday"
  message: not on Fridays
  timeZone: Europe/Rome
- { name: four, about: plan, assert: "plan.changes.size() < 9", message: "many on \${run.date}" }
- { name: five, about: plan, assert: "true", message: never }
`;
    const byDefault = { severity: "error", fix: undefined, timeZone: "UTC" };
    const ofPlan = (timed: boolean) => ({ is: "plan", timed });
    expect(policies(one, "", two)).toEqual([
      {
        ...byDefault,
        name: "one",
        about: { is: "each", kinds: ["ssid"], addresses: [], except: ["lab/*/*"] },
        assert: 'resource.key != ""',
        message: "${resource.key} is wrong",
        at: { file: "policies/0.yaml", line: 1, column: 3 },
      },
      {
        name: "two",
        about: { is: "all", kinds: [], addresses: ["cloud/*/*", "fabric/*/*"], except: [] },
        assert: "size(resources) < 5",
        message: "too many: ${wrong}",
        severity: "warning",
        fix: "Remove some.",
        timeZone: "UTC",
        at: { file: "policies/0.yaml", line: 6, column: 3 },
      },
      {
        ...byDefault,
        name: "three",
        about: ofPlan(true),
        assert: 'run.weekday != "Friday"',
        message: "not on Fridays",
        timeZone: "Europe/Rome",
        at: { file: "policies/2.yaml", line: 2, column: 3 },
      },
      {
        ...byDefault,
        name: "four",
        about: ofPlan(true),
        assert: "plan.changes.size() < 9",
        message: "many on ${run.date}",
        at: { file: "policies/2.yaml", line: 7, column: 5 },
      },
      {
        ...byDefault,
        name: "five",
        about: ofPlan(false),
        assert: "true",
        message: "never",
        at: { file: "policies/2.yaml", line: 8, column: 5 },
      },
    ]);
  });

  test("judge each resource or all of them, by the variable that is used", () => {
    const about = (assert: string) =>
      policies(`- { name: a, about: { kind: x }, assert: "${assert}", message: no }\n`).map(
        (each) => each.about.is,
      );
    expect(about("resource.key == 'a'")).toEqual(["each"]);
    expect(about("size(resources) == 1")).toEqual(["all"]);
    expect(about("size(subnets) == 1")).toEqual(["all"]);
  });

  test("say what is wrong with a policy, under what is wrong", () => {
    expect(wrong({ assert: '"true"' })).toMatchInlineSnapshot(`
      [
        "3:11 bad-policy: \`assert\` does not say whether it is about one resource or about all of them (Use either \`resource\` (the resource that is judged), or \`resources\` or \`subnets\` (all of them).)",
      ]
    `);
    expect(wrong({ assert: "size(resources) == size(resource)" })).toMatchInlineSnapshot(`
      [
        "3:11 bad-policy: \`assert\` does not say whether it is about one resource or about all of them (Use either \`resource\` (the resource that is judged), or \`resources\` or \`subnets\` (all of them).)",
      ]
    `);
    expect(wrong({ assert: "resorce.key" })).toMatchInlineSnapshot(`
      [
        "3:11 bad-expression: there is no variable \`resorce\` (Did you mean \`resource\`?)",
      ]
    `);
    expect(wrong({ assert: "resource.key ==" })).toMatchInlineSnapshot(`
      [
        "3:26 bad-expression: the expression ends too early",
      ]
    `);
    expect(wrong({ assert: "resource.key == 1", message: "no ${wrong}" })).toMatchInlineSnapshot(`
      [
        "4:17 bad-expression: there is no variable \`wrong\` (Known: environment, resource.)",
      ]
    `);
    expect(wrong({ about: "plan", assert: "plan.x", message: "no ${resource}" })).toMatchInlineSnapshot(`
      [
        "4:17 bad-expression: there is no variable \`resource\` (Known: environment, plan, run, wrong.)",
      ]
    `);
    expect(wrong({ name: "No Good" })).toMatchInlineSnapshot(`
      [
        "1:9 invalid-value: \`0.name\` must be at most 63 lower-case letters, digits and hyphens (The policy's name in findings and consents, such as no-open-ssid.)",
      ]
    `);
    expect(wrong({ about: "{ except: x }" })).toMatchInlineSnapshot(`
      [
        "2:10 invalid-value: \`0.about\` needs \`kind\` or \`address\` (What the policy is about: plan, or resources such as { kind: ssid } or { address: cloud/network/* }.)",
      ]
    `);
    expect(wrong({ timeZone: "Rome" })).toMatchInlineSnapshot(`
      [
        "5:13 invalid-value: \`0.timeZone\` must be an IANA time zone name (The IANA time zone of run.date, run.time and run.weekday. Default: UTC.)",
      ]
    `);
  });

  test("must be lists; the other files are read all the same", () => {
    const good = "- { name: good, about: plan, assert: 'true', message: no }\n";
    const loaded = load("name: a\n", "a: [\n", "7\n", good);
    expect(loaded.policies.map(({ name }) => name)).toEqual(["good"]);
    expect(
      loaded.problems.map(({ at, code, message }) => `${at?.file} ${code}: ${message}`),
    ).toMatchInlineSnapshot(`
      [
        "policies/0.yaml wrong-type: a policy file must be a list of policies, not a map",
        "policies/1.yaml yaml-syntax: the indentation ends before this bracket is closed",
        "policies/2.yaml wrong-type: a policy file must be a list of policies, not a number",
      ]
    `);
  });
});
