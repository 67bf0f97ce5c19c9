/** The guard against a base that is not trusted. */

import { expect, test } from "vitest";
import type { BaseDoubt } from "../../../src/model/plan/plan.ts";
import { base } from "../../../src/plan/guards/base.ts";

const address = "cloud/network/berlin";
const input = { changes: [], steps: [], desired: { resources: new Map(), locate: () => undefined } };
const undecided = [{ address, action: "remove", reason: "base is not believed" } as const];
const found = (lineage: BaseDoubt["lineage"]) =>
  base({
    ...{ ...input, facts: new Map(), undecided },
    doubt: { commit: "1".repeat(40), lineage, message: "what was applied is elsewhere" },
  });

test.each(["apart", "unknown"] as const)(
  "a base that is %s holds up what it would decide, and says why",
  (lineage) => {
    expect(found(lineage)).toEqual({
      ...{ guard: "base", message: "what was applied is elsewhere", addresses: [address] },
    });
  },
);

test("going back to an older commit is no danger, and neither is a base that is believed", () => {
  expect(found("ahead")).toBeUndefined();
  expect(base({ ...input, facts: new Map() })).toBeUndefined();
});
