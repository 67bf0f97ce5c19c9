/** The examples of docs/simulator.md can be copied. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { changeLive } from "../../src/simulator/changes.ts";
import { builtInCompany } from "../../src/simulator/company.ts";
import { faultSchema } from "../../src/simulator/faults.ts";
import { habitSchema } from "../../src/simulator/habits/habit.ts";
import { spellingNames } from "../../src/simulator/habits/spellings.ts";
import { liveChangeSchema } from "../../src/simulator/live-change.ts";
import { worldSeedSchema } from "../../src/simulator/seed.ts";
import { createWorld } from "../../src/simulator/world.ts";

const page = readFileSync(new URL("../../docs/simulator.md", import.meta.url), "utf8");

function example(name: string): unknown {
  const text = new RegExp(`\`\`\`json ${name}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1];
  return JSON.parse(text ?? "");
}

describe("docs/simulator.md", () => {
  test("shows a seed with everything that a seed can hold", () => {
    const seed = worldSeedSchema.parse(example("seed"));
    expect(Object.keys(seed).sort()).toEqual(Object.keys(worldSeedSchema.shape).sort());
    expect(createWorld(seed).dashboard.networks.size).toBe(1);
  });

  test("shows faults that can be armed, and names every kind of them", () => {
    expect(z.array(faultSchema).parse(example("faults"))).toHaveLength(4);
    const kinds = faultSchema.shape.effect.options.map(({ shape }) => shape.kind.value);
    expect(kinds.filter((kind) => !page.includes(`\`${kind}\``))).toEqual([]);
  });

  test("shows each habit once, and names every form", () => {
    const habits = z.array(habitSchema).parse(example("habits"));
    expect(habits.map(({ does }) => does).sort()).toEqual(
      habitSchema.options.map(({ shape }) => shape.does.value).sort(),
    );
    expect(spellingNames.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  test("shows changes that the built-in company takes", () => {
    const changes = z.array(liveChangeSchema).parse(example("changes"));
    const world = createWorld(builtInCompany());
    const refused = changes.filter((change) => changeLive(world, change) === undefined);
    expect([changes.length, refused]).toEqual([12, []]);
  });
});

test("a seed is refused with the place of each fault, and with what is there twice", () => {
  const twice = { organizations: [1, 2].map(() => ({ id: "O_1", name: "Acme" })) };
  expect(z.prettifyError(worldSeedSchema.safeParse(twice).error ?? new z.ZodError([]))).toBe(
    "✖ O_1 is there already\n  → at organizations[1].id",
  );
  const wrong = { sites: [{ siteName: "Berlin", healthScore: 101, numberOfClients: 1 }], room: [] };
  const said = worldSeedSchema.safeParse(wrong).error?.issues.map(({ path }) => path.join("."));
  expect(said).toEqual(["sites.0.healthScore", ""]);
});
