/** Blanks that devices add or remove: at both ends of a text, and at the ends of its lines. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { trimmedText } from "../../../src/model/spelling/texts.ts";

test("blanks at the ends of lines do not count, those at their beginnings do", () => {
  expect(trimmedText("****  \n*  exec \r\n****\n")).toBe("****\n*  exec\n****");
  expect(trimmedText("a\r\rb")).toBe("a\n\nb");
  expect(trimmedText("a\n  b")).not.toBe(trimmedText("a\nb"));
});

test("a text is the same when it is trimmed twice", () => {
  const text = fc
    .array(fc.constantFrom("a", " ", "\t", "\r", "\n", "\u00a0", "b "))
    .map((parts) => parts.join(""));
  fc.assert(fc.property(text, (each) => trimmedText(trimmedText(each)) === trimmedText(each)));
});
