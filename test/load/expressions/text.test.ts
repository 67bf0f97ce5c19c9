// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how expressions are written.

import { expect, test } from "vitest";
import { variablesOf } from "../../../src/load/expressions/evaluate.ts";
import { hasExpression, valueOfText } from "../../../src/load/expressions/text.ts";

const variables = variablesOf({ site: { name: "Berlin", vlan: 20, tags: ["a"], open: true } });

test.each([
  ["plain", "plain"],
  ["", ""],
  ["${site.vlan}", 20],
  ["${site.tags}", ["a"]],
  ["${site.open}", true],
  ["${null}", null],
  [" ${site.vlan}", " 20"],
  ["vlan ${site.vlan} of ${site.name}", "vlan 20 of Berlin"],
  ["${site.name}${site.vlan}", "Berlin20"],
  ["${site.tags}, ${null}, ${1.5}, ${true}", '["a"], null, 1.5, true'],
  ["$${site.name}", "${site.name}"],
  ["$$${site.vlan}", "$${site.vlan}"],
  ["costs $5 {x}", "costs $5 {x}"],
  ["${ {'a': {'b': '}'}}['a'].b }!", "}!"],
  ["${'it\\'s }'}", "it's }"],
  ["${'''a'}b'''}", "a'}b"],
  ["${r'\\d'} and ${site.vlan}", "\\d and 20"],
])("%s becomes %j", (text, value) => {
  expect(valueOfText(text, variables)).toEqual({ value });
});

test.each([
  ["a ${site.vlan", "${site.vlan", "the expression does not end"],
  ["a ${'x}", "${'x}", "the expression does not end"],
  ["a ${site.nmae} b ${sit}", "nmae sit", "there is no `nmae` here"],
  ["${}", "", "the expression ends too early"],
])("what is wrong with %s is told at its place in the text", (text, where, message) => {
  const resolved = valueOfText(text, variables);
  const problems = "problems" in resolved ? resolved.problems : [];
  expect(problems.map(({ start, end }) => text.slice(start, end)).join(" ")).toBe(where);
  expect(problems[0]?.message).toBe(message);
});

test("only a text with ${ is more than it says", () => {
  expect(["a", "$", "{a}", "$ {a}"].map(hasExpression)).toEqual([false, false, false, false]);
  expect(["${a}", "$${a}", "x${"].map(hasExpression)).toEqual([true, true, true]);
});
