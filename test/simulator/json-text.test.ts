import fc from "fast-check";
import { expect, test } from "vitest";
import { positionText, readJson } from "../../src/simulator/wire/json-text.ts";

test.each([
  ["", 0],
  ["nope", 0],
  ['{"a":1', 6],
  ['{"a":1,}', 7],
  ['{"a" 1}', 5],
  ['{"a":[1,2}', 9],
  ["[1,]", 3],
  ["[01]", 2],
  ['"\u0001"', 0],
  ["{} x", 3],
  ["]", 0],
  ['{"a":"unfinished}', 5],
])("%j stops being JSON at %i", (text, faultAt) => {
  expect(readJson(text)).toEqual({ faultAt });
});

test("lines and columns are counted from 1", () => {
  expect(positionText('{\n  "a": x\n}', 9)).toBe("line 2 column 8 (position 9)");
});

test("what is JSON is read as JSON, and cut short it is at fault in what is left of it", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(), (value, cut) => {
      const text = JSON.stringify({ value });
      expect(readJson(text)).toEqual({ value: JSON.parse(text) });
      const short = text.slice(0, cut % text.length);
      const read = readJson(short);
      expect("faultAt" in read && read.faultAt).toBeLessThanOrEqual(short.length);
    }),
  );
});

test("a hundred thousand brackets are at fault at their end, without a stack that overflows", () => {
  expect(readJson("[".repeat(100_000))).toEqual({ faultAt: 100_000 });
});
