/** Faults between the built command and the servers: after each mix a clean run, and both compared with the truth. */

import { describe, expect, inject, test } from "vitest";
import { simulatedNames } from "../../src/simulator/wire/settings.ts";
import { times } from "../long-forms.ts";
import { type ChaosResult, chaos } from "./chaos.ts";
import { type Mix, mixOf, troubles } from "./mixes.ts";

/** Those of a short form first: what strikes in them is over soon. */
const quick = [44, 6, 2];
const all = [...new Set([...quick, ...Array.from({ length: 40 }, (_, at) => at + 1)])];
const mixes = all.slice(0, times("mixes")).map(mixOf);
/** Most of a mix is waiting. */
const atOnce = 6;

/** Runs all of them, some at a time. */
async function runAll(): Promise<ReadonlyMap<Mix, ChaosResult>> {
  const command = inject("command");
  const left = [...mixes];
  const results = new Map<Mix, ChaosResult>();
  const worker = async () => {
    for (let mix = left.shift(); mix; mix = left.shift()) results.set(mix, await chaos({ command, mix }));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

test("an apply in trouble says what is true, and a clean run after it makes the network as declared", {
  timeout: 900_000,
}, async () => {
  const results = await runAll();
  const broken = [...results].filter(([, result]) => result.broken.length > 0);
  const lines = broken.map(
    ([{ seed }, result]) => `seed ${seed}: ${result.broken.join("\n")}\n${result.trace}`,
  );
  expect(lines.join("\n")).toBe("");
  expect(results.size).toBe(times("mixes"));
  for (const [{ seed }, { struck }] of results) expect(struck.length, `seed ${seed}`).toBeGreaterThan(0);
});

describe("the mixes", () => {
  test("are the same for the same seed", () => {
    expect(mixOf(7)).toEqual(mixOf(7));
    expect(mixOf(7)).not.toEqual(mixOf(8));
  });

  test("are led by everything that can go wrong, with TLS and without, at every interface", () => {
    const forty = Array.from({ length: 40 }, (_, at) => mixOf(at + 1));
    const led = new Set(forty.map(({ faults }) => faults[0]?.effect));
    expect(troubles.filter(({ effect }) => !led.has(effect))).toEqual([]);
    expect(new Set(forty.map(({ tls }) => tls))).toEqual(new Set([true, false]));
    const everywhere = forty.flatMap(({ faults }) => faults).filter(({ at }) => !at);
    expect(everywhere.length).toBeGreaterThan(20);
    const named = new Set(forty.flatMap(({ faults }) => faults.flatMap(({ at = simulatedNames }) => at)));
    expect(simulatedNames.filter((name) => !named.has(name))).toEqual([]);
  });
});
