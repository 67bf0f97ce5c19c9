/** The cost of finding elements of a long list by their identity. */

import { expect, test } from "vitest";
import type { Json } from "../../src/model/json.ts";
import { counterpart, withIdentities, writtenPath } from "../../src/model/list-identity.ts";

/** Returns a list with this number of elements, and a counter of the reads of one key. */
function counted(count: number) {
  let reads = 0;
  const element = (at: number): Json =>
    Object.defineProperty({ v: 1 } as Record<string, Json>, "k", {
      enumerable: true,
      get: () => {
        reads += 1;
        return at;
      },
    });
  const list = Array.from({ length: count }, (_, at) => element(at));
  return { value: { l: list }, lists: { "/l": ["k"] }, reads: () => reads };
}

test("finding each element of a list takes in proportion to its length", () => {
  const { reads, ...keyed } = counted(1000);
  for (let at = 0; at < 1000; at += 1) {
    expect(writtenPath(keyed, `/l/${at}/v`)).toEqual(["l", String(at), "v"]);
    expect(withIdentities(keyed, `/l/${at}/v`)).toBe(`/l/${at}/v`);
    expect(counterpart(keyed, `/l/${at}/v`, keyed.value)).toBe(`/l/${at}/v`);
  }
  expect(reads()).toBeLessThan(20 * 1000);
});

test("the same list by other leaves has other elements", () => {
  const value = {
    l: [
      { a: 1, b: 2 },
      { a: 2, b: 1 },
    ],
  };
  expect(writtenPath({ value, lists: { "/l": ["a"] } }, "/l/2")).toEqual(["l", "1"]);
  expect(writtenPath({ value, lists: { "/l": ["b"] } }, "/l/2")).toEqual(["l", "0"]);
});
