/**
 * The values of JSON are counted before it is parsed. The number equals that after parsing, however the bytes arrive.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { isArray, isObject, type Json, JsonMeter, jsonExcess, parseJson } from "../../../src/model/json.ts";

/** Returns the number of values in parsed JSON, by the meter's way of counting. */
function valuesIn(value: Json): number {
  const members = isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  if (!isArray(value) && !isObject(value)) return 0;
  return 1 + Math.max(0, members.length - 1) + members.reduce<number>((sum, one) => sum + valuesIn(one), 0);
}

function depthOf(value: Json): number {
  if (!isArray(value) && !isObject(value)) return 0;
  return 1 + Math.max(0, ...Object.values(value).map((member: Json) => depthOf(member)));
}

test("a text is too much by its values, its levels and its bytes, exactly, in pieces of any size", () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 5 }),
      fc.integer({ min: 1, max: 9 }),
      fc.nat(2),
      (made, size, indent) => {
        const text = JSON.stringify(made, undefined, indent);
        const value = parseJson(text) ?? null;
        const bytes = new TextEncoder().encode(text);
        const exact = { bytes: bytes.length, values: valuesIn(value), depth: depthOf(value) };
        const excess = (bounds: typeof exact) => {
          const meter = new JsonMeter(bounds);
          for (let at = 0; at < bytes.length; at += size) {
            const found = meter.take(bytes.subarray(at, at + size));
            if (found !== undefined) return found;
          }
          return undefined;
        };
        expect(excess(exact)).toBeUndefined();
        expect(excess({ ...exact, bytes: exact.bytes - 1 })).toBeDefined();
        if (exact.values > 0) expect(excess({ ...exact, values: exact.values - 1 })).toContain("values");
        if (exact.depth > 0) expect(excess({ ...exact, depth: exact.depth - 1 })).toContain("levels");
        expect(jsonExcess(text, exact)).toBeUndefined();
      },
    ),
    { numRuns: 2000 },
  );
});

test.each(['{"__proto__":1,"a":[{"\\u005f_proto__":{}}]}', '{"_\\u005Fpro\\u0074o__":{"b":1},"a":[{}]}'])(
  "%s has no such key, however it is written",
  (text) => {
    expect(JSON.stringify(parseJson(text))).toBe('{"a":[{}]}');
  },
);
