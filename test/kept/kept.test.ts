/**
 * A stage of cached results. It computes only results that are new, never computes a result twice, and drops results
 * that nobody uses any more.
 */

import { expect, test } from "vitest";
import { KeptResults, Stage } from "../../src/kept/kept.ts";

function counted() {
  const stage = new Stage<string>();
  const made: string[] = [];
  const ask = (kept: KeptResults | undefined, from: readonly unknown[], place = "here") =>
    stage.of(kept, { place, from }, () => {
      made.push(`${place} ${from.length}`);
      return `${from.map(String).join()} ${made.length}`;
    });
  return { stage, made, ask };
}

test("the same objects and equal texts come to the same result, which is made once", () => {
  const { ask, made } = counted();
  const [kept, object] = [new KeptResults(), {}];
  expect(ask(kept, [object, "text", 1])).toBe(ask(kept, [object, ["te", "xt"].join(""), 1]));
  expect(made).toHaveLength(1);
});

test.each([
  { what: "another object with the same members", others: [{}, "text"] },
  { what: "another text", others: [undefined, "texts"] },
  { what: "fewer", others: [undefined] },
  { what: "more", others: [undefined, "text", undefined] },
])("of $what it is made anew", ({ others }) => {
  const { ask, made } = counted();
  const kept = new KeptResults();
  const object = {};
  ask(kept, [object, "text"]);
  ask(
    kept,
    others.map((one, at) => (one === undefined && at === 0 ? object : one)),
  );
  expect(made).toHaveLength(2);
});

test("a place holds its last result, and two places or two memories do not share", () => {
  const { ask, made } = counted();
  const [kept, other] = [new KeptResults(), new KeptResults()];
  for (const from of [["a"], ["b"], ["a"]]) ask(kept, from);
  expect(made).toHaveLength(3);
  ask(kept, ["a"], "there");
  ask(other, ["a"]);
  expect(made).toHaveLength(5);
});

test("without a memory each is made", () => {
  const { ask, made } = counted();
  ask(undefined, ["a"]);
  ask(undefined, ["a"]);
  expect(made).toHaveLength(2);
});

test("what a run and the one before have not asked for is dropped", () => {
  const { ask, made, stage } = counted();
  const kept = new KeptResults();
  const runs = (count: number) => {
    for (let run = 0; run < count; run += 1) {
      kept.begin();
      ask(kept, ["x"], "each time");
    }
  };
  runs(1);
  ask(kept, ["a"], "once");
  runs(1);
  expect(stage.find(kept, { place: "once", from: ["a"] })).toBeDefined();
  runs(2);
  expect(stage.find(kept, { place: "once", from: ["a"] })).toBeUndefined();
  expect(made).toEqual(["each time 1", "once 1"]);
});
