/**
 * Waves: the next wave begins when the changes of the previous one exist and are readable, and every site is healthy.
 */

import { describe, expect, test } from "vitest";
import { problem } from "../../src/model/problem.ts";
import type { Reply } from "../../src/model/reply.ts";
import { applyText } from "../../src/report/apply/apply-text.ts";
import { plain } from "../../src/report/text/style.ts";
import { network } from "../properties/declared.ts";
import { applied, item, type Lists, type Script } from "./cloud.ts";

const lost: Reply = { meaning: "lost", detail: "504" };
const refused: Reply = { meaning: "refused", problem: problem("refused", "no") };
const live = (name: string, tz: string) => item("network", name, { id: name, value: { name, tz } });
const score = (site: string, value: number) => ({
  ...{ kind: "site", identity: site, id: site },
  value: { score: value },
});

/** Updates three networks, each at the site with its name, in two waves: first `a` and `b`, then `c`. */
async function rolledOut(
  more: Partial<Script> & { readonly answers?: Readonly<Record<string, Reply>> } = {},
) {
  const towns = ["a", "b", "c"];
  const { lists = {} } = more;
  lists["networks o1"] ??= towns.map((name) => live(name, "old"));
  const told = await applied({
    desired: towns.map((name) => network(name, { name, tz: "new" }, { site: name })),
    waves: [
      { name: "first", keys: ["a", "b"] },
      { name: "second", keys: ["c"] },
    ],
    replies: [
      ({ identity }) => {
        const answer = more.answers?.[identity];
        if (answer) return answer;
        const now = lists["networks o1"];
        if (Array.isArray(now))
          lists["networks o1"] = now.map((each) =>
            each.identity === identity ? live(identity, "new") : each,
          );
        return { meaning: "accepted" };
      },
    ],
    ...more,
    lists,
  });
  const ended = (name: string) => {
    const outcome = told.outcome(`cloud/network/${name}`);
    return outcome?.state === "skipped" ? outcome.because : outcome?.state;
  };
  return { ...told, ended: towns.map(ended), halted: told.result.halted };
}

const well = { a: 90, b: 90, c: 90 };
const wellNow = [score("a", 90), score("b", 90), score("c", 90)];

describe("a wave", () => {
  test("begins when the one before it was written and read again", async () => {
    const { asked, ended, halted, result } = await rolledOut();
    expect(ended).toEqual(["applied", "applied", "applied"]);
    expect(asked).toEqual([
      ...["networks o1", "update cloud/network/a", "update cloud/network/b", "networks o1"],
      ...["update cloud/network/c", "networks o1"],
    ]);
    expect(halted).toBeUndefined();
    expect(result).toMatchObject({ nonConvergent: [], unverified: [] });
  });

  test("never begins after one in which a step was refused", async () => {
    const { ended, halted, writes } = await rolledOut({ answers: { b: refused } });
    expect(ended).toEqual(["applied", "failed", "wave"]);
    expect(halted).toEqual({ wave: "first", because: "failed", ailments: [] });
    expect(writes).toHaveLength(2);
  });

  test("never begins once somebody has asked to stop after the one before it, which is carried out", async () => {
    const stop = new AbortController();
    const lists: Lists = {};
    const reading = () => stop.abort();
    const asked = await rolledOut({ lists, reading, afterWave: stop.signal, rollbackOnFailure: true });
    expect(asked.ended).toEqual(["applied", "applied", "asked"]);
    expect(asked.halted).toEqual({ wave: "first", because: "asked", ailments: [] });
    expect(asked.result).toMatchObject({ interrupted: false, rolledBack: undefined });
    expect(applyText(asked.result, plain, asked.plan)).toContain(
      "Stopped after wave first as requested: 1 step",
    );
  });

  test("never begins after one in which nobody knows how a step ended", async () => {
    const lists: Lists = {};
    let reads = 0;
    const reading = () => {
      reads += 1;
      if (reads === 2)
        lists["networks o1"] = [live("a", "new"), live("b", "x"), live("b", "y"), live("c", "old")];
    };
    const { ended, halted } = await rolledOut({ lists, reading, answers: { b: lost } });
    expect(ended).toEqual(["applied", "unknown", "wave"]);
    expect(halted).toMatchObject({ wave: "first", because: "failed" });
  });

  test("never begins while what the one before it wrote cannot be read", async () => {
    const lists: Lists = {};
    let reads = 0;
    const reading = () => {
      reads += 1;
      if (reads === 2) lists["networks o1"] = "unreadable";
    };
    const { ended, halted, result } = await rolledOut({ lists, reading });
    expect(ended).toEqual(["applied", "applied", "wave"]);
    expect(halted).toEqual({ wave: "first", because: "failed", ailments: [] });
    expect(result.unverified.map(({ address }) => address)).toEqual(["cloud/network/a", "cloud/network/b"]);
  });

  test("begins though a server spells what was written in its own way", async () => {
    const { ended, halted, result } = await rolledOut({ answers: { a: { meaning: "accepted" } } });
    expect(ended).toEqual(["applied", "applied", "applied"]);
    expect(halted).toBeUndefined();
    expect(result.nonConvergent).toMatchObject([{ address: "cloud/network/a", path: "/tz" }]);
  });

  test("that is the last one stops nothing when a step of it fails", async () => {
    const { ended, halted } = await rolledOut({ answers: { c: refused } });
    expect(ended).toEqual(["applied", "applied", "failed"]);
    expect(halted).toBeUndefined();
  });

  test("tells of each step that it begins and how it ended, and goes the same way when nobody listens", async () => {
    const { events, ...heard } = await rolledOut({ health: well, lists: { health: wellNow } });
    const step = "update cloud/network/a";
    expect(events).toContainEqual({ type: "stepStarted", target: "cloud", step });
    const outcome = { state: "applied", id: "a" };
    expect(events).toContainEqual({ type: "stepSettled", target: "cloud", step, outcome });
    expect(events).toContainEqual({ type: "verifying", target: "cloud", addresses: 2 });
    const unheard = await rolledOut({ health: well, lists: { health: wellNow }, isSilent: true });
    expect(unheard.events).toEqual([]);
    expect(unheard.ended).toEqual(heard.ended);
    expect(unheard.asked).toEqual(heard.asked);
  });
});

describe("health", () => {
  /** Returns a script in which the controller reports these scores of sites: one list of scores after each wave. */
  const saying = (...scores: readonly (readonly ReturnType<typeof score>[])[]) => {
    const lists: Lists = { health: [] };
    let asked = 0;
    const reading = (name: string) => {
      if (name !== "health") return;
      lists.health = scores[Math.min(asked, scores.length - 1)] ?? [];
      asked += 1;
    };
    return { lists, reading, health: well };
  };

  test("is asked after each wave, a moment later", async () => {
    const { ended, events, asked, ms } = await rolledOut(saying(wellNow));
    expect(ended).toEqual(["applied", "applied", "applied"]);
    expect(asked.filter((one) => one === "health")).toHaveLength(2);
    const settling = events.filter(({ type }) => type === "settling");
    expect(settling).toEqual([1, 2].map(() => ({ type: "settling", target: "cloud", ms: 60_000 })));
    expect(ms).toBeGreaterThanOrEqual(120_000);
  });

  test("that falls where the first wave wrote holds the second back, and says where", async () => {
    const { ended, halted } = await rolledOut(saying([score("a", 90), score("b", 49), score("c", 90)]));
    expect(ended).toEqual(["applied", "applied", "health"]);
    expect(halted).toEqual({
      ...{ wave: "first", because: "health" },
      ailments: [{ site: "b", reason: "site b has health 49, below 50" }],
    });
  });

  test("that falls at a site of an earlier wave after the last one is told", async () => {
    const { ended, halted } = await rolledOut(
      saying(wellNow, [score("a", 10), score("b", 90), score("c", 90)]),
    );
    expect(ended).toEqual(["applied", "applied", "applied"]);
    expect(halted).toMatchObject({ wave: "second", because: "health", ailments: [{ site: "a" }] });
  });

  test("that is low where nothing was written, or was low before, holds nothing back", async () => {
    const low = saying([score("a", 90), score("b", 10), score("c", 10)]);
    const { ended, halted } = await rolledOut({ ...low, health: { ...well, b: 20 } });
    expect(ended).toEqual(["applied", "applied", "applied"]);
    expect(halted).toMatchObject({ wave: "second", ailments: [{ site: "c" }] });
  });

  test("counts where one step was written and another was not, and is the reason that is told", async () => {
    const low = saying([score("a", 10), score("b", 10), score("c", 90)]);
    const { ended, halted } = await rolledOut({ ...low, answers: { b: refused } });
    expect(ended).toEqual(["applied", "failed", "health"]);
    expect(halted).toMatchObject({ because: "health", ailments: [{ site: "a" }] });
    expect(halted?.ailments).toHaveLength(1);
  });

  test("is not asked after a wave that wrote nothing", async () => {
    const { asked, ended } = await rolledOut({ ...saying(wellNow), answers: { a: refused, b: refused } });
    expect(ended).toEqual(["failed", "failed", "wave"]);
    expect(asked).not.toContain("health");
  });

  test("is asked where something was perhaps written", async () => {
    const { lists, reading, health } = saying([score("a", 10), score("b", 90), score("c", 90)]);
    let reads = 0;
    const twice = (name: string) => {
      reading(name);
      if (name !== "health") reads += 1;
      if (reads === 2)
        lists["networks o1"] = [live("a", "x"), live("a", "y"), live("b", "old"), live("c", "old")];
    };
    const { ended, halted } = await rolledOut({
      lists,
      reading: twice,
      health,
      answers: { a: lost, b: refused },
    });
    expect(ended).toEqual(["unknown", "failed", "health"]);
    expect(halted).toMatchObject({ because: "health", ailments: [{ site: "a" }] });
  });
});

test("a bug of ours while it is read again ends the run in good order, and what was written stays told", async () => {
  let reads = 0;
  const reading = () => {
    reads += 1;
    if (reads === 2) throw new Error("a bug");
  };
  const { ended, result } = await rolledOut({ reading });
  expect(ended).toEqual(["applied", "applied", "interrupted"]);
  expect(result).toMatchObject({ nonConvergent: [], unverified: [], crash: { error: new Error("a bug") } });
});
