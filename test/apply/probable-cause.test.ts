import { expect, test } from "vitest";
import { probableCause } from "../../src/apply/probable-cause.ts";

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
