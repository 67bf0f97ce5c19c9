/** Malicious desired state. Evaluating it always ends, and reads only what is declared. */

import { expect, test } from "vitest";
import { evaluate, variablesOf } from "../../../../src/load/expressions/evaluate.ts";
import { Meter } from "../../../../src/model/meter.ts";
import { loadTexts, told } from "../../fixtures.ts";

const head = { "desired-state/defaults.yaml": "target: cloud\norganization: Acme\n" };

function saidOf(texts: Readonly<Record<string, string>>): readonly string[] {
  return told(loadTexts({ ...head, ...texts }));
}

function keysOf(texts: Readonly<Record<string, string>>): readonly string[] {
  const { desired } = loadTexts({ ...head, ...texts });
  return [...desired.resources.keys()].filter((each) => each.startsWith("cloud/network/"));
}

test("what stands in a table is data, and no expression", () => {
  const { desired, problems } = loadTexts({
    ...head,
    "desired-state/sites.csv": 'slug,name\noslo,"${1 + 1} ${key}"\n',
    "desired-state/sites.yaml":
      "each: { site: sites.csv }\nnetworks: { '${site.slug}': { name: '${site.name}' } }\n",
  });
  expect(problems).toEqual([]);
  expect(desired.resources.get("cloud/network/oslo")?.value).toEqual({ name: "${1 + 1} ${key}" });
});

test.each([
  ["../../secrets.csv", "is outside the project"],
  ["/etc/passwd.csv", "is outside the project"],
  ["../other/sites.csv", "there is no file other/sites.csv in desired state"],
])("a table is a file of desired state: %s", (path, said) => {
  const [problem] = saidOf({ "desired-state/x.yaml": `each: { site: ${path} }\nnetworks: {}\n` });
  expect(problem).toContain(said);
});

test("a template cannot make more than a run holds", () => {
  const rows = `a\n${"1\n".repeat(100_001)}`;
  const texts = {
    "desired-state/rows.csv": rows,
    "desired-state/x.yaml": "each: { row: rows.csv }\nnetworks: {}\n",
  };
  expect(saidOf(texts)).toEqual([expect.stringContaining("has 100001 rows, and at most 100000 are allowed")]);
  const wide = `each: { row: rows.csv }\nvars: { numbers: [${"1,".repeat(2000)}1] }\nnetworks: {}\n`;
  const many = { "desired-state/rows.csv": `a\n${"1\n".repeat(20_000)}`, "desired-state/x.yaml": wide };
  expect(saidOf(many)).toEqual([expect.stringContaining("would make more than 1000000 values")]);
});

test("variables that need each other over many steps, or in a circle, are a problem and no endless run", () => {
  const chain = Array.from({ length: 300 }, (_, at) => `v${at}: "\${v${at + 1}}"`).join("\n");
  const texts = {
    "desired-state/vars.yaml": `${chain}\nv300: 1\n`,
    "desired-state/x.yaml": "networks: { x: { name: 'n${v0}' } }\n",
  };
  expect(saidOf(texts)).toEqual([expect.stringContaining("has more than 100 steps")]);
  const doubling = Array.from({ length: 40 }, (_, at) => `v${at + 1}: "\${v${at} + v${at}}"`).join("\n");
  const large = {
    "desired-state/vars.yaml": `v0: "xxxxxxxx"\n${doubling}\n`,
    "desired-state/x.yaml": "networks: { x: { name: '${v40}' } }\n",
  };
  expect(saidOf(large)).toEqual([expect.stringContaining("more than 1,000,000 bytes")]);
});

test("all expressions of a load have an end together, however small each is", () => {
  const budget = new Meter({ steps: 2000, elements: 1000, bytes: 1000 }, "all expressions of desired state");
  const variables = { ...variablesOf({ numbers: [1, 2, 3, 4, 5] }), budget };
  const small = () => evaluate("numbers.filter(x, numbers.exists(y, y == x + 9)).size()", variables);
  const all = Array.from({ length: 50 }, small);
  expect(all[0]).toEqual({ value: 0 });
  const message = "all expressions of desired state together take more than 2,000 steps";
  expect(all.at(-1)).toMatchObject({ problems: [{ message }] });
});

test("keys that mean something to JavaScript, or nothing to anybody, are refused", () => {
  for (const key of ["__proto__", "constructor", ""])
    expect(
      saidOf({ "desired-state/x.yaml": `vars: { k: "${key}" }\nnetworks: { "\${k}": { name: x } }\n` }),
    ).toEqual([expect.stringMatching(/cannot be a key|the key is empty/)]);
  expect(
    keysOf({ "desired-state/x.yaml": "vars: { k: a.b }\nnetworks: { '${k}': { name: x } }\n" }),
  ).toHaveLength(1);
});

test("neither the machine nor the clock can be asked", () => {
  for (const expression of ["env.HOME", "now()", "timestamp()", "process.env", "file('/etc/passwd')"]) {
    const said = saidOf({
      "desired-state/x.yaml": `networks: { x: { name: "\${${expression.replaceAll('"', "'")}}" } }\n`,
    });
    expect(said).toEqual([expect.stringContaining("bad-expression")]);
  }
});
