/**
 * Runs mixes of faults between the built command and the servers. A clean run follows each mix, and both runs are
 * compared with the servers' data.
 */

import { describe, expect, inject, test } from "vitest";
import { times } from "../long-forms.ts";
import { type ChaosResult, chaos } from "./chaos.ts";
import { type Mix, mixOf, troubles } from "./mixes.ts";
import { companyOf } from "./world/company.ts";

/** The seeds of the mixes in the short form. Their faults take little time. */
const quick = [44, 39, 4];
const seeds = [...new Set([...quick, ...Array.from({ length: troubles.length }, (_, at) => at + 1)])];
const mixes = seeds.slice(0, times("mixes")).map(mixOf);
/** How many mixes run concurrently. A mix mostly waits, so this can be a large number. */
const atOnce = 8;

/** Runs all mixes, a few at a time. */
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
  // The leading fault of a mix cannot strike if another fault ends the run first.
  const idle = [...results].filter(
    ([{ faults }, { struck }]) => !struck.some(({ effect }) => effect === faults[0]?.effect),
  );
  expect(idle.map(([{ seed }]) => seed).slice(1 + results.size / 20)).toEqual([]);
});

describe("the mixes", () => {
  const all = Array.from({ length: troubles.length }, (_, at) => mixOf(at + 1));

  test("are the same for the same seed", () => {
    expect(mixOf(7)).toEqual(mixOf(7));
    expect(mixOf(7)).not.toEqual(mixOf(8));
  });

  test("are led by everything that can go wrong, with TLS and without, at every interface", () => {
    const led = new Set(all.map(({ faults }) => faults[0]?.effect));
    expect(troubles.filter(({ effect }) => !led.has(effect))).toEqual([]);
    expect(new Set(all.map(({ tls }) => tls))).toEqual(new Set([true, false]));
    for (const { faults } of all) expect(faults[0]?.at).toBeUndefined();
  });

  test("have companies in which something is made, changed and removed wherever that can be", () => {
    const items = all.flatMap(({ seed }) => companyOf(seed).items);
    const written = items.flatMap(({ address, before, after }) => {
      if (address === "" || JSON.stringify(before) === JSON.stringify(after)) return [];
      const what = before === undefined ? "create" : after === undefined ? "remove" : "update";
      return [`${address.split("/")[0]} ${what}`];
    });
    expect([...new Set(written)].sort()).toEqual([
      "campus create",
      ...["create", "remove", "update"].map((what) => `chat ${what}`),
      ...["create", "remove", "update"].map((what) => `cloud ${what}`),
      ...["create", "remove", "update"].map((what) => `edge ${what}`),
      ...["create", "remove", "update"].map((what) => `fabric-east ${what}`),
      "routers update",
      ...["create", "update"].map((what) => `servers ${what}`),
    ]);
  });
});
