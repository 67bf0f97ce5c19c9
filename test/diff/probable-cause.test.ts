import { expect, test } from "vitest";
import { isMereSpelling, isSpelling, probableCause } from "../../src/diff/probable-cause.ts";

test.each([
  ["Branch", "branch", "case"],
  [["a", "b"], ["b", "a"], "order"],
  [["a", "b"], ["a"], "server default"],
  [["B", "a"], ["a", "b"], "case"],
  [["a", "b"], ["a", "c"], "server default"],
  [2055, "2055", "number format"],
  ["02055", "2055", "number format"],
  ["x", undefined, "not readable"],
  ["x", null, "not readable"],
  [true, false, "server default"],
  [undefined, "x", "server default"],
  ["x", "y", "server default"],
] as const)("%j that comes back as %j is likely a matter of: %s", (desired, live, cause) => {
  expect(probableCause(desired, live)).toBe(cause);
});

test.each([
  ["1.50", 1.5, "number format"],
  ["+7", "7", "number format"],
  ["-7", -7, "number format"],
  [7, "8", "server default"],
  ["7a", 7, "server default"],
  ["v7", "7", "server default"],
  ["", 0, "server default"],
  ["1.", 1, "server default"],
  ["0x10", 16, "server default"],
  ["1e3", "1000", "server default"],
  [true, 1, "server default"],
  [[1], 1, "server default"],
  ["a", ["a"], "server default"],
  [["a"], "a", "server default"],
  [{ a: 1 }, { a: 2 }, "server default"],
  ["A", 7, "server default"],
  [7, "A", "server default"],
  [[1, "A"], ["a", 1], "case"],
] as const)("%j that comes back as %j is likely a matter of its %s", (desired, live, cause) => {
  expect(probableCause(desired, live)).toBe(cause);
});

test.each([
  [" a", "a", "blanks"],
  ["a, b", "a,b", "blanks"],
  ["a\r\nb\n", "a\nb", "blanks"],
  ["e\u0301", "\u00e9", "Unicode form"],
  [" A", "a", "case"],
  [["a ", "b"], ["a", "b"], "blanks"],
  [[{ n: "A", m: 1 }], [{ n: "a", m: 1, more: true }], "case"],
  [[{ n: "A", m: 1 }], [{ n: "a", m: 2 }], "server default"],
  [[{ n: "A" }], [{}], "server default"],
  ["12345678901234567890", "12345678901234567891", "server default"],
  ["0.50", ".5", "server default"],
  ["-0", "0", "number format"],
  ["a b", "ab", "server default"],
  ["", undefined, "empty"],
  ["", null, "empty"],
  [[], "", "empty"],
  [{}, undefined, "empty"],
  [[], ["a"], "server default"],
  ["a", undefined, "not readable"],
] as const)("%j that comes back as %j is likely a matter of %s", (desired, live, cause) => {
  expect(probableCause(desired, live)).toBe(cause);
});

test.each([
  ["order", false],
  ["case", true],
  ["blanks", true],
  ["Unicode form", true],
  ["number format", true],
  ["empty", true],
  ["server default", false],
] as const)("%s is a mere spelling: %s", (likely, expected) => {
  expect(isMereSpelling({ likely })).toBe(expected);
});

test.each([
  ["case", true],
  ["blanks", true],
  ["Unicode form", true],
  ["order", true],
  ["number format", true],
  ["server default", false],
  ["not readable", false],
  ["not there yet", false],
] as const)("%s is only another spelling: %s", (likely, expected) => {
  expect(isSpelling({ likely })).toBe(expected);
});
