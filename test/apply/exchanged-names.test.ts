/**
 * Two resources that exchange their names in Git. Once both are written, each is recognized by its id, and nothing is
 * reverted.
 */

import { expect, test } from "vitest";
import { network } from "../properties/declared.ts";
import { applied, item, type Lists } from "./cloud.ts";

test("two networks that exchange their names are as declared once both are renamed", async () => {
  const called = (id: string, name: string) => item("network", name, { id, value: { name, tz: id } });
  const lists: Lists = { "networks o1": [called("n1", "One"), called("n2", "Two")] };
  let writes = 0;
  const { result, outcome } = await applied({
    desired: [network("a", { name: "Two", tz: "n1" }), network("b", { name: "One", tz: "n2" })],
    base: [network("a", { name: "One", tz: "n1" }), network("b", { name: "Two", tz: "n2" })],
    lists,
    replies: [1, 2].map(() => () => {
      writes += 1;
      if (writes === 2) lists["networks o1"] = [called("n1", "Two"), called("n2", "One")];
      return { meaning: "accepted" } as const;
    }),
  });
  for (const key of ["a", "b"]) expect(outcome(`cloud/network/${key}`)).toMatchObject({ state: "applied" });
  expect(result).toMatchObject({ nonConvergent: [], unverified: [] });
});
