/** Which ranks depend on each other in a circle. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { partsOf } from "../../src/plan/sorting/circles.ts";
import type { Edge } from "../../src/plan/sorting/topological-order.ts";

const edge = (before: number, after: number): Edge => ({ before, after });

test("two circles, and what leads from the one to the other", () => {
  const parts = partsOf(6, [edge(0, 1), edge(1, 0), edge(1, 2), edge(2, 3), edge(3, 4), edge(4, 3)]);
  expect(parts[0]).toBe(parts[1]);
  expect(parts[3]).toBe(parts[4]);
  expect(new Set(parts).size).toBe(4);
});

test("a chain of a hundred thousand is no circle, and its circle is one", () => {
  const size = 100_000;
  const chain = Array.from({ length: size - 1 }, (_, at) => edge(at, at + 1));
  expect(new Set(partsOf(size, chain)).size).toBe(size);
  expect(new Set(partsOf(size, [...chain, edge(size - 1, 0)])).size).toBe(1);
});

test("two ranks are in one part where each can be reached from the other, and only there", () => {
  const size = 7;
  const edges = fc.array(
    fc.tuple(fc.nat(size - 1), fc.nat(size - 1)).map(([a, b]) => edge(a, b)),
    { maxLength: 14 },
  );
  fc.assert(
    fc.property(edges, (own) => {
      const parts = partsOf(size, own);
      const reached = (from: number) => {
        const seen = new Set([from]);
        for (const rank of seen) for (const { before, after } of own) if (before === rank) seen.add(after);
        return seen;
      };
      for (let a = 0; a < size; a += 1)
        for (let b = 0; b < size; b += 1)
          expect(parts[a] === parts[b]).toBe(reached(a).has(b) && reached(b).has(a));
    }),
  );
});
