/**
 * Writes whose answers show what is stored, so that no verifying read is needed, and reads that contradict such
 * answers.
 */

import { describe, expect, test } from "vitest";
import type { ApplyRun } from "../../src/apply/run.ts";
import { readAfterAll, type VerificationFindings, verifiedBy } from "../../src/apply/verified-by.ts";
import type { Address } from "../../src/model/address.ts";
import { problem } from "../../src/model/problem.ts";

const at = (name: string): Address => `cloud/${name.startsWith("s") ? "ssid" : "network"}/${name}`;
const [n1, n2, n3, s1, s2] = ["n1", "n2", "n3", "s1", "s2"].map(at) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];

/**
 * Returns a run in which the answers to the writes of these addresses have shown what is stored. All resources of a
 * kind are in one list.
 */
function runWith(stored: readonly Address[], more: Partial<Pick<ApplyRun, "borneOut" | "doubted">> = {}) {
  const run = {
    logged: new Set(),
    stored: new Map(stored.map((address) => [address, {}])),
    borneOut: new Set<string>(),
    doubted: new Set<string>(),
    collectionOf: (address: Address) => address.split("/")[1] ?? "",
    ...more,
  };
  return run as unknown as ApplyRun;
}

const differing = (
  of: keyof VerificationFindings,
  ...addresses: readonly Address[]
): VerificationFindings => ({
  ...{ nonConvergent: [], missing: [], unverified: [] },
  [of]: addresses.map((address) => ({ address, problem: problem("x", "x") })),
});
const nothing = differing("missing");

describe("what was written", () => {
  test("is read where no answer has shown it, and nothing else is read for that", () => {
    const { reads, replies, samples } = verifiedBy(runWith([]), [n1, s1], nothing);
    expect({ reads, replies, samples }).toEqual({ reads: [n1, s1], replies: [], samples: [] });
  });

  test("and shown is not read, but for the first list of a target whose answers nobody has checked", () => {
    const first = verifiedBy(runWith([n1, n2, s1]), [n1, n2, s1], nothing);
    expect(first).toEqual({ reads: [n1, n2], samples: [n1, n2], replies: [s1] });
    const later = runWith([n1, n2, s1], { borneOut: new Set(["cloud"]) });
    expect(verifiedBy(later, [n1, n2, s1], nothing)).toEqual({
      reads: [],
      samples: [],
      replies: [n1, n2, s1],
    });
    const elsewhere = runWith([n1], { borneOut: new Set(["fabric"]) });
    expect(verifiedBy(elsewhere, [n1], nothing).samples).toEqual([n1]);
  });

  test("and shown is read with what is in the same list and must be read: no other list is", () => {
    expect(verifiedBy(runWith([n1, s1, s2]), [n1, n2, s1, s2], nothing)).toEqual({
      ...{ reads: [n2, n1], samples: [n1], replies: [s1, s2] },
    });
    expect(verifiedBy(runWith([s1, n1]), [s1, n1, n2], nothing)).toEqual({
      ...{ reads: [n2, n1], samples: [n1], replies: [s1] },
    });
  });

  test.each(["nonConvergent", "missing", "unverified"] as const)(
    "and shown otherwise than declared (%s) is read",
    (of) => {
      const run = runWith([n1, s1], { borneOut: new Set(["cloud"]) });
      const { reads, replies } = verifiedBy(run, [n1, s1], differing(of, n1));
      expect(reads).toEqual([n1]);
      expect(replies).toEqual([s1]);
    },
  );

  test("is read at a target whose answers were not true before", () => {
    const run = runWith([n1, s1], { doubted: new Set(["cloud"]) });
    expect(verifiedBy(run, [n1, s1], nothing)).toEqual({ reads: [n1, s1], samples: [], replies: [] });
  });
});

describe("a read of what answers have shown", () => {
  const by = { samples: [n1, n2], replies: [s1], reads: [n3, n1, n2] };

  test("bears the others out where it shows the same, and whatever it says of those that were not shown", () => {
    const run = runWith([n1, n2, s1]);
    expect(readAfterAll(run, by, differing("nonConvergent", n3))).toEqual([]);
    expect([[...run.borneOut], [...run.doubted]]).toEqual([["cloud"], []]);
  });

  test.each(["nonConvergent", "missing", "unverified"] as const)(
    "has the others read after all where one of them differs (%s)",
    (of) => {
      const run = runWith([n1, n2, s1]);
      expect(readAfterAll(run, by, differing(of, n2))).toEqual([s1]);
      expect([[...run.borneOut], [...run.doubted]]).toEqual([[], ["cloud"]]);
    },
  );

  test("says nothing where none was read", () => {
    const run = runWith([s1], { borneOut: new Set() });
    expect(readAfterAll(run, { ...by, samples: [] }, nothing)).toEqual([]);
    expect(run.borneOut.size + run.doubted.size).toBe(0);
  });
});
