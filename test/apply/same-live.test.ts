/**
 * The read right before a write. If the live state has changed since trueup decided on the write, trueup decides again.
 */

import { expect, test } from "vitest";
import { sameLive } from "../../src/apply/execute/looked.ts";
import type { Change } from "../../src/model/change.ts";
import type { LiveResource } from "../../src/model/live/snapshot.ts";
import { network } from "../properties/declared.ts";

const base = network("berlin", { name: "Berlin" });
const { address } = base;
const seen: LiveResource = { value: { name: "Berlin", tags: ["a"] }, id: "n1", version: "v1" };
const remove = (live: Partial<LiveResource> = {}): Change => ({
  ...{ action: "remove", address, base, cause: "pending" },
  live: { ...seen, ...live },
});
const create: Change = { action: "create", address, desired: base, cause: "pending" };

test.each([
  ["the same", true, remove(), remove()],
  [
    "the same with its members in another order",
    true,
    remove(),
    remove({ value: { tags: ["a"], name: "Berlin" } }),
  ],
  ["another version", false, remove(), remove({ version: "v2" })],
  ["another one of the same name", false, remove(), remove({ id: "n2" })],
  ["a field that somebody has changed", false, remove(), remove({ value: { name: "Berlin", tags: ["b"] } })],
  ["still nothing", true, create, create],
  ["something where nothing was", false, create, remove()],
  ["nothing where something was", false, remove(), create],
])("%s is taken for the same: %s", (_, isSame, before, now) => {
  expect(sameLive(before, now)).toBe(isSame);
});
