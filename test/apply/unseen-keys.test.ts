/**
 * Creates whose resource is not visible yet, and whose key changes in Git in the meantime. trueup finds the new key,
 * and never guesses it.
 */

import { describe, expect, test } from "vitest";
import type { AnsweredCreate } from "../../src/apply/journal.ts";
import { withCreateKeys, withUnseenKeys } from "../../src/apply/unseen-keys.ts";
import { emptyMemory, type Memory, type UnseenCreate } from "../../src/model/memory.ts";
import { desiredOf, network } from "../properties/declared.ts";

const [lab, labor] = ["cloud/network/lab", "cloud/network/labor"] as const;
const since = "2026-01-02T03:04:05.000Z";
const sent: UnseenCreate = { since, commit: "c0", id: "n7", sent: "Lab", stored: "LAB" };
const memoryOf = (one: UnseenCreate = sent, more: Partial<Memory> = {}): Memory => ({
  ...emptyMemory,
  unseen: new Map([[lab, one]]),
  ...more,
});
const known = { id: "n7", within: [], name: "LAB", commit: "c0" };
const nothing = desiredOf();
const addresses = (memory: Memory | undefined) => [...(memory?.unseen.keys() ?? [])];

describe("a create that is not seen", () => {
  test("is followed to the key that alone has its name, with what is remembered of it", () => {
    const desired = desiredOf(network("labor", { name: "Lab" }), network("other", { name: "Other" }));
    const memory = memoryOf(sent, { resources: new Map([[lab, known]]) });
    const now = withUnseenKeys(memory, { desired, base: nothing });
    expect([...(now?.unseen ?? [])]).toEqual([[labor, sent]]);
    expect([...(now?.resources ?? [])]).toEqual([[labor, known]]);
  });

  test.each([
    [
      "its key is still declared",
      desiredOf(network("lab", { name: "X" }), network("labor", { name: "Lab" })),
    ],
    ["several have its name", desiredOf(network("labor", { name: "Lab" }), network("lab2", { name: "Lab" }))],
    ["nothing has its name", desiredOf(network("labor", { name: "Labor" }))],
  ])("stays where it is while %s", (_, desired) => {
    expect(addresses(withUnseenKeys(memoryOf(), { desired, base: nothing }))).toEqual([lab]);
  });

  test("stays where it is where what has its name was applied before", () => {
    const desired = desiredOf(network("labor", { name: "Lab" }));
    expect(addresses(withUnseenKeys(memoryOf(), { desired, base: desired }))).toEqual([lab]);
  });

  test("is over where it was seen under its new key", () => {
    const desired = desiredOf(network("labor", { name: "Lab" }));
    const memory = memoryOf(sent, { resources: new Map([[labor, known]]) });
    expect(addresses(withUnseenKeys(memory, { desired, base: desired }))).toEqual([]);
  });

  test("stays where it is where it is not known what was sent", () => {
    const desired = desiredOf(network("labor", { name: "Lab" }));
    const { sent: _, ...older } = sent;
    expect(addresses(withUnseenKeys(memoryOf(older), { desired, base: nothing }))).toEqual([lab]);
  });

  test("is followed in a journal too, without Git", () => {
    const intent = {
      kind: "intent",
      step: `create ${lab}`,
      operation: "create",
      address: lab,
      attempt: 1,
    } as const;
    const left: AnsweredCreate = { ...sent, intent, isUnseen: true };
    const desired = desiredOf(network("labor", { name: "Lab" }));
    expect(withCreateKeys([left], { desired, base: undefined, memory: undefined })).toEqual([
      { ...left, intent: { ...intent, address: labor, step: `create ${labor}` } },
    ]);
  });
});
