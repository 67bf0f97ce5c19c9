/**
 * Follows the page on facts line by line: from a small description to a catalog, and then to the next version of both.
 */

import { expect, test } from "vitest";
import { follow } from "./guides/follower.ts";

test("a newer description becomes facts, and these become a catalog", async () => {
  expect(await follow({ file: "docs/renewing-facts.md" })).toBe(4);
});
