/**
 * Tests that a failing seed is reduced to the fewest parts with which it still fails, and that these parts are printed.
 */

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type Answer, shrunk } from "../../../scripts/seeds/shrink.ts";
import { wordsOf } from "../../../scripts/seeds/words.ts";
import { decide } from "../decisions/decide.ts";
import { asked } from "../reduced/parts.ts";
import { simulate } from "../simulate.ts";

/**
 * Returns a simulation that fails in one way if all parts in `needed` are kept, and in another way if some of them are
 * missing. If none is kept, it succeeds.
 */
function worldOf(needed: readonly string[]) {
  return async (parts: readonly string[]): Promise<Answer> => {
    const has = needed.filter((one) => parts.includes(one));
    if (has.length === needed.length) return { broken: ["world: too much: network Office 3"], parts };
    return { broken: has.length > 0 ? ["outcome: missing: create cloud/network/n3"] : [], parts };
  };
}

/** The number of seeds that the last test runs in each of the two simulations. */
const worlds = 10;

const hundred = Array.from({ length: 100 }, (_, number) => `part-${number}`);

describe("a world is reduced", () => {
  test("to the parts that it takes, and nothing can be left out of them", async () => {
    const needed = ["part-3", "part-50", "part-99"];
    const ask = worldOf(needed);
    const least = await shrunk({ ask, whole: await ask(hundred), most: 600 });
    expect(least.parts).toEqual(needed);
    expect(least.broken).toEqual(["world: too much: network Office 3"]);
    expect(least.isLeast).toBe(true);
    expect(least.asks).toBeLessThan(100);
  });

  test("to nothing where it is broken without any", async () => {
    const ask = worldOf([]);
    expect(await shrunk({ ask, whole: await ask(hundred), most: 600 })).toMatchObject({
      ...{ parts: [], isLeast: true },
    });
  });

  test("together with what goes with a part", async () => {
    const inner = ["parent", "in-it-1", "in-it-2", "needed"];
    const ask = async (parts: readonly string[]): Promise<Answer> => ({
      broken: parts.includes("needed") ? ["P1: it is so"] : [],
      parts: parts.includes("parent") ? parts : parts.filter((part) => !part.startsWith("in-it")),
    });
    const least = await shrunk({ ask, whole: { broken: ["P1: it is so"], parts: inner }, most: 600 });
    expect(least.parts).toEqual(["needed"]);
  });

  test("as far as the worlds go that may be asked, and says so", async () => {
    const ask = worldOf(hundred);
    const least = await shrunk({ ask, whole: await ask(hundred), most: 20 });
    expect(least).toMatchObject({ asks: 20, isLeast: false });
    expect(least.parts).toEqual(hundred);
  });
});

describe("the words of a judge are those of its line without names and values", () => {
  test.each([
    [
      "after trouble: world: too much: network Office 9 again",
      "after trouble: world: too much: network … again",
    ],
    ['world: missing: room Room 4 /name = "a room: 3"', "world: missing: room …"],
    [
      "blind: /api/v1/organizations/O_1 answer: step: missing: remove cloud/network/n0",
      "blind: … answer: step: missing: remove …",
    ],
    ['again: another plan of the same: {"format":"trueup.plan"}', "again: another plan of the same: …"],
    [
      "after trouble: chat/member/r7.User8@Example.net is said to be accepted and not seen",
      "after trouble: … is said to be accepted and not seen",
    ],
    ["P5: 7 reads, and 6 were foreseen", "p5: … reads, and … were foreseen"],
    [
      "history: network: run 5: unclear: remove cloud/network/k2",
      "history: network: run …: unclear: remove …",
    ],
    [
      "The run threw: TypeError: x is not a function\n    at there",
      "the run threw: TypeError: x is not a function",
    ],
  ])("%s", (line, words) => {
    expect(wordsOf(line)).toBe(words);
  });
});

const script = fileURLToPath(new URL("./odd-seeds.ts", import.meta.url));
const ask = (...args: readonly string[]) =>
  spawnSync(process.execPath, [script, "--patience-seconds", "1", ...args], { encoding: "utf8" });

describe("a script that asks seeds", () => {
  test("prints the least world of a broken seed in words, and what shows it again", () => {
    const { stdout, status } = ask("--seed", "5", "--shrink");
    expect(stdout).toMatch(
      /^20 parts are 2 after \d+ worlds: none of them can be left out\nnode \S+odd-seeds\.ts --seed 5 --with thing-4,thing-17\n/,
    );
    expect(stdout).toContain("\nthings\n  thing-4\n  thing-17\n");
    expect(stdout).toContain("seed 5: world: too much: thing 4\n");
    expect(status).toBe(1);
    const again = ask("--seed", "5", "--with", "thing-4,thing-17");
    expect(again.stdout).toContain("seed 5: world: too much: thing 4\n");
    expect(again.status).toBe(1);
    expect(ask("--seed", "5", "--with", "thing-4").status).toBe(0);
  });

  test("reduces a seed that never ends, one that waits for nothing, and one that throws", () => {
    expect(ask("--seed", "6", "--shrink").stdout).toContain("--with loops\n");
    expect(ask("--seed", "7", "--shrink").stdout).toContain("--with waits\n");
    expect(ask("--seed", "8", "--shrink").stdout).toContain("--with throws\n");
  });

  test("says that a seed holds which is to be reduced, and what else is asked without a seed", () => {
    expect(ask("--seed", "1", "--shrink")).toMatchObject({ stdout: "1 seeds, 0 broken\n", status: 0 });
    expect(ask("--shrink").stderr).toContain("add --seed S");
  });
});

test("whatever single part a world is without, it holds: each of what is left could have been drawn so", {
  timeout: 1_800_000,
}, async () => {
  const broken: string[] = [];
  for (let seed = 1; seed <= worlds; seed += 1)
    for (const simulation of [decide, simulate]) {
      const parts: string[] = [];
      const met = (part: string) => void parts.push(part);
      // The first run also imports modules, which takes time.
      await simulation(seed);
      const { trace } = await simulation(seed);
      expect((await asked({ met }, () => simulation(seed))).trace).toBe(trace);
      expect(parts.length).toBeGreaterThan(10);
      for (const part of parts) {
        const only = new Set(parts.filter((one) => one !== part));
        const told = await asked({ only }, () => simulation(seed));
        broken.push(...told.broken.map((line) => `seed ${seed} without ${part}: ${line}`));
      }
    }
  expect(broken).toEqual([]);
});
