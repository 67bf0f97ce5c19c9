/** Functions on lists, texts and rows: their results in edge cases, and their errors for unsuitable values. */

import { expect, test } from "vitest";
import { evaluate, variablesOf } from "../../../../src/load/expressions/evaluate.ts";

const variables = variablesOf({
  rows: [
    { name: "a", net: "10.0.0.0/24" },
    { name: "b", net: 5 },
  ],
  mixed: [{ name: "a" }, "b"],
});

function told(expression: string): unknown {
  const evaluation = evaluate(expression, variables);
  return "value" in evaluation ? evaluation.value : evaluation.problems.map(({ message }) => message).join();
}

test.each([
  ["sorted(['b', 'a', 'b'])", ["a", "b", "b"]],
  ["sorted([3, 1, 2, 1])", [1, 1, 2, 3]],
  ["sorted([2.5, 0.5])", [0.5, 2.5]],
  ["sorted([])", []],
  ["slug('Łódź, Straße 7')", "lodz-strasse-7"],
  ["slug('***')", ""],
])("%s is %j", (expression, value) => {
  expect(told(expression)).toEqual(value);
});

test.each([
  ["sorted([true, false])", "sorted(...) is for texts or numbers"],
  ["sorted([1, 'a'])", "sorted(...) is for a list of one type"],
  ["count([[1]])", "count(...) is for texts, numbers and booleans"],
  ["groupBy(rows, 'city')", "groupBy(...) is for maps that all have `city`"],
  ["groupBy(mixed, 'name')", "groupBy(...) is for maps that all have `name`"],
  ["overlapping(rows, 'net', [])", "overlapping(...) is for maps with networks in `net`"],
])("%s: %s", (expression, message) => {
  expect(told(expression)).toContain(message);
});
