/** The report of an apply about writes that an interrupted run left open. */

import { expect, test } from "vitest";
import type { Intent } from "../../src/model/journal.ts";
import { foundText, interruptedRunText } from "../../src/report/apply/journal-text.ts";

const intents = (count: number): readonly Intent[] =>
  Array.from({ length: count }, (_, n): Intent => {
    const address = `cloud/network/n${n}` as const;
    return { kind: "intent", step: `create ${address}`, operation: "create", address, attempt: 1 };
  });

test("thousands of open writes are some lines, by how they fared, and all are counted", () => {
  const found = intents(3000).map((intent, n) => ({
    intent,
    is: n < 2990 ? "applied" : "not applied",
  }));
  const lines = foundText(found).trimEnd().split("\n");
  expect(lines).toHaveLength(18);
  expect(lines[0]).toBe("  create cloud/network/n0: applied");
  expect(lines[8]).toBe("  and 2982 more: applied");
  expect(lines[9]).toBe("  create cloud/network/n2990: not applied");
  expect(lines[17]).toBe("  and 2 more: not applied");
  expect(interruptedRunText(intents(3000), false)).toContain("it is unknown whether 3000 writes took effect");
});

test("a few are named one by one", () => {
  const [intent] = intents(1);
  if (!intent) throw new Error("there is one");
  expect(foundText([{ intent, is: "applied" }])).toBe("  create cloud/network/n0: applied\n");
  expect(foundText([])).toBe("");
});
