/**
 * Round trips of every kind in Catalyst Center's catalog against a server built from another client's facts about the
 * product. Kinds that this client cannot read or does not know are tested against the simulator's mode, which is
 * written from the maker's description.
 */

import { describe, expect, test } from "vitest";
import { spread, times } from "../../long-forms.ts";
import { chosenKinds } from "./changed-kinds.ts";
import { catalystLives, neverChanged } from "./lives/catalyst-center.ts";
import { plantedCatalyst } from "./planted-catalyst.ts";
import { plantsEnough, withError } from "./planted-errors.ts";

const { catalog, names, lifeOf } = catalystLives;

describe("a kind of Catalyst Center's catalog goes round", () => {
  test.for(chosenKinds("catalyst-center", names, { wanted: times("clientKinds") }))("%s", async (kind) => {
    const { faults, changed } = await lifeOf(kind);
    expect(faults).toEqual([]);
    if (!neverChanged.has(kind)) expect(changed).toBeGreaterThan(0);
  });
});

plantsEnough(plantedCatalyst);
test.for(spread(plantedCatalyst, times("plantedInClients")))("is noticed: $name", async (error) => {
  expect((await lifeOf(error.kind, withError(catalog, error))).faults).not.toEqual([]);
});
