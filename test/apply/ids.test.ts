/** Which live id a step is sent to: the id that this run has learned takes precedence over the id that the plan saw. */

import { expect, test } from "vitest";
import { idOf } from "../../src/apply/execute/facts.ts";
import { address } from "../../src/model/address.ts";

test("what this run has made anew has the id of its create, and not the one that the plan had seen", () => {
  const berlin = address("cloud", "network", "berlin");
  const seen = { state: "present", value: { value: {}, id: "N_before" } } as const;
  const snapshot = { observations: new Map([[berlin, seen]]) };
  expect(idOf({ snapshot, ids: new Map() }, berlin)).toBe("N_before");
  expect(idOf({ snapshot, ids: new Map([[berlin, "N_made"]]) }, berlin)).toBe("N_made");
});
