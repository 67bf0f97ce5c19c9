/** The heap that orders steps. It always returns the smallest number next. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { MinHeap } from "../../src/plan/sorting/topological-order.ts";

test("whatever was added and taken before, the smallest number comes next", () => {
  const actions = fc.array(fc.oneof(fc.nat({ max: 50 }), fc.constant("take" as const)), { maxLength: 60 });
  fc.assert(
    fc.property(actions, (actions) => {
      const heap = new MinHeap();
      let held: number[] = [];
      for (const action of [...actions, ...actions.map(() => "take" as const), "take" as const]) {
        if (action === "take") {
          const [first, ...others] = held.toSorted((a, b) => a - b);
          expect(heap.take()).toBe(first);
          held = others;
        } else {
          heap.add(action);
          held.push(action);
        }
      }
    }),
  );
});
