/** Round trips of every kind in Meraki's catalog against a server of the maker's whole description. */

import { describe, expect, test } from "vitest";
import { isLong, longForms, times } from "../../long-forms.ts";
import { chosenKinds } from "./changed-kinds.ts";
import { merakiLives } from "./lives/meraki.ts";
import { plantedErrors, plantsEnough, withError } from "./planted-errors.ts";

const { catalog, names, lifeOf } = merakiLives;

describe("a kind of Meraki's catalog goes round", () => {
  const wanted = isLong ? names.length : times("catalogKinds");
  test.for(chosenKinds("meraki", names, { wanted }))("%s", async (kind) => {
    expect((await lifeOf(kind)).faults).toEqual([]);
  });
});

test("the long form takes every one of them", () => {
  expect(names.length).toBeGreaterThanOrEqual(longForms.catalogKinds.long);
});

plantsEnough(plantedErrors);
test.for(plantedErrors)("is noticed: $name", async (error) => {
  expect((await lifeOf(error.kind)).faults).toEqual([]);
  expect((await lifeOf(error.kind, withError(catalog, error))).faults).not.toEqual([]);
});
