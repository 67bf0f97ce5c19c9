import { expect, test } from "vitest";
import { meant, nearest } from "../../src/yaml/did-you-mean.ts";

test.each([
  ["timezone", "timeZone"],
  ["tmieZone", "timeZone"],
  ["timeZones", "timeZone"],
  ["netlfow", "netflow"],
  ["nam", "name"],
  ["n", undefined],
  ["description", undefined],
  ["", undefined],
])("`%s` was probably meant to be %s", (wrong, right) => {
  expect(nearest(wrong, ["name", "timeZone", "tags", "netflow"])).toBe(right);
});

test("of two names the closer one is meant", () => {
  expect(nearest("netwok", ["netflow", "network", "networks"])).toBe("network");
});

test("when nothing is close, what there is to choose from is listed, unless that is too much", () => {
  expect(meant("xyz", ["tags", "name"])).toBe("Known: name, tags.");
  expect(
    meant(
      "xyz",
      Array.from({ length: 30 }, (_, n) => `field${n}`),
    ),
  ).toBeUndefined();
  expect(meant("xyz", [])).toBeUndefined();
});
