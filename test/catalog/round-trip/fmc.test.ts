/**
 * Round trips of every kind in the Firewall Management Center's catalog against a server built from another client's
 * facts about it.
 */

import { describe, expect, test } from "vitest";
import { spread, times } from "../../long-forms.ts";
import { chosenKinds } from "./changed-kinds.ts";
import { firewallLives, fixedOnce } from "./lives/fmc.ts";
import { plantsEnough, withError } from "./planted-errors.ts";
import { plantedFirewall } from "./planted-firewall.ts";

const { catalog, names, lifeOf } = firewallLives;

describe("a kind of the Firewall Management Center's catalog goes round", () => {
  const some = chosenKinds("fmc", names, { wanted: times("clientKinds") });
  test.for(some)("%s", async (kind) => {
    const { faults, changed } = await lifeOf(kind);
    expect(faults).toEqual([]);
    expect(changed > 0 || fixedOnce.includes(kind)).toBe(true);
  });
});

test("at least 110 kinds can be read and changed", () => {
  const whole = catalog.kinds.filter(
    ({ list, item, update }) => (list ?? item) && typeof update === "object" && !("none" in update),
  );
  expect(whole.length).toBeGreaterThanOrEqual(110);
});

plantsEnough(plantedFirewall);
test.for(spread(plantedFirewall, times("plantedInClients")))("is noticed: $name", async (error) => {
  expect((await lifeOf(error.kind, withError(catalog, error))).faults).not.toEqual([]);
});
