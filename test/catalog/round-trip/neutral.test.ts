/**
 * Round trips of every kind in the interfaces' own catalogs against the simulator, which is written from the
 * specification.
 */

import { describe, expect, test } from "vitest";
import { neutralLives } from "./lives/neutral.ts";

const all = neutralLives.flatMap((lives) => lives.names.map((kind) => [lives.product, kind, lives] as const));

describe("a kind of an interface goes round", () => {
  test.each(all)("%s: %s", async (_, kind, lives) => {
    expect((await lives.lifeOf(kind)).faults).toEqual([]);
  });
});
