import fc from "fast-check";
import { expect, test } from "vitest";
import { isVariableName, library } from "../../../src/load/expressions/compile.ts";
import { evaluate, variablesOf } from "../../../src/load/expressions/evaluate.ts";
import type { Bounds } from "../../../src/model/meter.ts";

const variables = variablesOf({
  site: { name: "Berlin", number: "17", vlan: 20, share: 0.5, tags: ["pilot", "south"], constructor: 1 },
  hosts: Array.from({ length: 50_000 }, (_, at) => `host ${at}`),
});

function resultOf(expression: string): unknown {
  const evaluation = evaluate(expression, variables);
  return "value" in evaluation ? evaluation.value : evaluation.problems;
}

function problemsOf(expression: string): readonly string[] {
  const evaluation = evaluate(expression, variables);
  if ("value" in evaluation) return [`gives ${JSON.stringify(evaluation.value)}`];
  return evaluation.problems.map(
    ({ message, hint = "", start, end }) => `${expression.slice(start, end)} | ${message} | ${hint}`,
  );
}

test.each(library.flatMap(({ functions }) => functions.map(({ example }) => example)))(
  "%s is %s",
  (expression, value) => {
    expect(JSON.stringify(resultOf(expression))).toBe(value);
  },
);

test.each([
  ["100 + int(site.number)", 117],
  ["site.vlan / 3", 6],
  ["site.share * 3.0", 1.5],
  ["site.tags + ['north']", ["pilot", "south", "north"]],
  ["site.tags.exists(t, t == 'pilot') ? 'early' : 'late'", "early"],
  ["has(site.region) ? site.region : 'south'", "south"],
  ["site.constructor", 1],
  ["{'constructor': site.vlan, 'toString': null}", { constructor: 20, toString: null }],
  ["[1, 2.5, 'mixed', true]", [1, 2.5, "mixed", true]],
  ["'abc'.matches('^a.c$')", true],
  ["unique([1, '1', 1])", [1, "1"]],
  ["overlaps(['10.0.0.0/24', '10.0.1.0/24', '2001:db8::/32'])", []],
  [
    "overlaps(['10.0.3.0/24', '10.0.0.0/16', '10.0.2.0/23'])",
    [
      ["10.0.0.0/16", "10.0.2.0/23"],
      ["10.0.0.0/16", "10.0.3.0/24"],
    ],
  ],
  ["cidr.host('2001:db8::/64', -1)", "2001:db8::ffff:ffff:ffff:ffff"],
  ["cidr.subnet('2001:db8::/32', 16, 65535)", "2001:db8:ffff::/48"],
  ["cidr.contains('10.0.0.0/8', '11.0.0.1')", false],
  ["cidr.contains('10.0.0.0/8', '::1')", false],
  ["cidr.netmask('10.0.0.1/0')", "0.0.0.0"],
])("%s is %j", (expression, value) => {
  expect(resultOf(expression)).toEqual(value);
});

test.each([
  ["site.nubmer", "nubmer | there is no `nubmer` here | Did you mean `number`?"],
  ["sit.number", "sit | there is no variable `sit` | Did you mean `site`?"],
  ["true ? 1 : sit.number", "sit | there is no variable `sit` | Did you mean `site`?"],
  ["var.city", "reserved identifier: var | Write `${city}`: variables have no prefix."],
  ["'a' + vars.city", "vars | there is no variable `vars` | Write `${city}`: variables have no prefix."],
  ["[1].map(x, y)", "y | there is no variable `y` | Known: hosts, site."],
  ["slgu('a')", "slgu('a') | there is no function `slgu` | Did you mean `slug`?"],
  ["site.number + 1", "these types cannot be combined: string + int"],
  ["lower(site.vlan)", "`lower` does not take (int)"],
  ["1 / 0", "1 / 0 | division by zero | "],
  ["1 +", " | the expression ends too early | "],
  ["cidr.host('10.0.0.0/33', 1)", "`10.0.0.0/33` is not a network"],
  ["cidr.host('010.0.0.0/8', 1)", "`010.0.0.0/8` is not a network"],
  ["cidr.host('10.0.0.1/24', 1)", "Write 10.0.0.0/24"],
  ["cidr.host('10.0.0.0/30', 4)", "has 4 addresses: there is no number 4"],
  ["cidr.subnet('10.0.0.0/30', 3, 0)", "no subnets with 3 more bits: 2 are left"],
  ["cidr.subnet('10.0.0.0/24', 1, 2)", "0 to 1, not 2"],
  ["9007199254740993", "too large"],
  ["1.0 / 0.0", "the result is Infinity"],
  ["timestamp('2026-01-01T00:00:00Z')", "the result is a timestamp"],
  ["b'bytes'", "the result is bytes"],
  ["cidr", "a type or a function"],
  ["{'__proto__': 1}", "`__proto__` cannot be a key"],
  ["{1.5: 1}", "the keys of a map must be texts"],
  ["'a'.matches('(?=a)')", "is not a regular expression"],
])("what is wrong with %s is said at its place: %s", (expression, words) => {
  expect(problemsOf(expression).join("\n").toLowerCase()).toContain(words.toLowerCase());
});

test("what goes in as JSON comes out as it was", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const json: unknown = JSON.parse(JSON.stringify(value).replaceAll("__proto__", "proto"));
      const given = variablesOf({ value: JSON.parse(JSON.stringify(json)) });
      expect(evaluate("value", given)).toEqual({ value: json });
    }),
  );
});

/** One expression for each operator and macro of the language. Each of them must count steps. */
const everyOperator = [
  "1 + 1",
  "2 - 1",
  "2 * 1",
  "2 / 1",
  "2 % 1",
  "-site.vlan",
  "!(site.vlan == 1)",
  "1 == 1",
  "1 != 1",
  "1 < 2",
  "1 <= 2",
  "1 > 2",
  "1 >= 2",
  "1 in [1]",
  "true && false",
  "false || true",
  "true ? 1 : 2",
  "site.vlan",
  "site['vlan']",
  "[1, 2]",
  "{'a': 1}",
  "lower('A')",
  "'a'.size()",
  "'a'.matches('a')",
  "has(site.vlan)",
  "[1].all(x, x > 0)",
  "[1].exists(x, x > 0)",
  "[1].exists_one(x, x > 0)",
  "[1].map(x, x)",
  "[1].map(x, x > 0, x)",
  "[1].filter(x, x > 0)",
  "cel.bind(x, 1, x)",
  "cidr.prefix('10.0.0.0/8')",
  "dyn(1)",
  "string(1)",
];

test.each(everyOperator)("%s takes steps, and ends where there are none left", (expression) => {
  const generous: Bounds = { steps: 1000, elements: 1000, bytes: 1000 };
  expect(evaluate(expression, variables, generous)).toHaveProperty("value");
  expect(evaluate(expression, variables, { ...generous, steps: 1 })).toHaveProperty("problems");
});

/**
 * Returns an expression that nests `times` lists and has the result of `last`. Each list is twice as large as the
 * previous one, so the largest has 2 to the power of `times` values.
 */
function doubled(times: number, last: string): string {
  let text = "@";
  for (let at = 0; at < times; at += 1)
    text = text.replace("@", `cel.bind(v${at}, ${at === 0 ? "[1, 1]" : `[v${at - 1}, v${at - 1}]`}, @)`);
  return text.replace("@", last);
}

test.each([
  ["hosts.map(a, hosts.map(b, a))", "100,000 elements"],
  ["hosts.map(a, hosts.map(b, a + b))", "1,000,000 bytes"],
  ["hosts.exists(a, hosts.exists(b, a == b && a != b))", "1,000,000 steps"],
  ["hosts.all(a, hosts.exists(b, b == a + 'x') || true)", "1,000,000 steps"],
  ["hosts.map(a, hosts.join(a))", "1,000,000 bytes"],
  ["hosts.all(a, hosts == hosts)", "1,000,000 steps"],
  ["hosts.all(a, hosts.size() > 0)", "1,000,000 steps"],
  ["hosts.all(a, unique(hosts).size() > 0)", "1,000,000 steps"],
  ["cel.bind(t, hosts.join(''), t.contains(t))", "1,000,000 steps"],
  [doubled(28, "v27 == v27"), "1,000,000 steps"],
  [doubled(28, "v27"), "100,000 elements"],
  [`'${"a".repeat(9_000)}'.matches('${"(a?)".repeat(100)}${"a".repeat(100)}$')`, ""],
])("nothing makes an evaluation long: %s", (expression, words) => {
  const [problem = ""] = problemsOf(expression);
  expect(problem).toContain(words);
});

test("an expression of more than 10,000 characters is not read", () => {
  expect(problemsOf(`1${" + 1".repeat(2_500)}`)[0]).toContain("at most 10,000 characters");
  expect(problemsOf(`${"(".repeat(300)}1${")".repeat(300)}`)[0]).toContain("more than 64 levels");
});

test.each([
  ["site", true],
  ["a_1", true],
  ["list", false],
  ["in", false],
  ["cidr", false],
  ["cel", false],
  ["a-b", false],
  ["__proto__", false],
  ["", false],
])("a variable can be called %s: %s", (name, can) => {
  expect(isVariableName(name)).toBe(can);
});
