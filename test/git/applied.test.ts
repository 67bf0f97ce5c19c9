/**
 * The record of what was applied. It is read completely or not at all, and is replaced only if it still has the value
 * with which the run began.
 */

import { describe, expect, test } from "vitest";
import { appliedRef, moveApplied, readApplied } from "../../src/git/record.ts";
import type { Address } from "../../src/model/address.ts";
import type { ApplyRecord } from "../../src/model/record.ts";
import { fewer, isLong } from "../long-forms.ts";
import { fails, head, saysNo, scripted, those } from "./scripted.ts";

const prefix = "refs/trueup/test";
const [one, two] = ["1".repeat(40), "2".repeat(40)];
const address = "net/ssid/office" as const;
const record: ApplyRecord = {
  ...{ format: "trueup.record", version: 1, environment: "test", time: "2026-01-02T03:04:05Z", actor: "ada" },
  ...{ fingerprint: "f", tool: "1.2.3" },
  counts: { applied: 1, converged: 0, failed: 0, unknown: 0, skipped: 0 },
  leftBehind: [{ address, because: "held", commit: null }],
  secrets: { key: "k", of: [{ address, path: "", fingerprint: "x" }] },
};

/** Returns a repository whose applied ref has this text, or that has no applied ref if the text is undefined. */
function saying(text: string | undefined) {
  return scripted((command) => {
    if (command === "mktag") return `${two}\n`;
    if (command.startsWith("cat-file -s")) return "100\n";
    if (command.startsWith("cat-file tag")) return `object ${head}\ntype commit\ntag x\n\n${text}\n`;
    if (command.startsWith("rev-parse --verify")) return text === undefined ? saysNo : `${one}\n`;
    return "";
  });
}

const read = (value: unknown) => readApplied(saying(JSON.stringify(value)).on, prefix);

describe("a record", () => {
  test("is read as it was written, with its commit; fields of later versions are let pass", async () => {
    const applied = { id: one, commit: head, record };
    expect(await read(record)).toEqual({ applied });
    expect(await read({ ...record, later: 1 })).toEqual({ applied });
    const more = {
      ...record,
      leftBehind: [{ address: "network/a/b/c", because: "forgotten", commit: two }],
      secrets: { key: "k", of: [{ address, path: "/a/b", fingerprint: "x" }] },
    };
    expect(await read(more)).toEqual({ applied: { ...applied, record: more } });
    expect(await readApplied(saying(undefined).on, prefix)).toBeUndefined();
  });

  test.each([
    ...["net/ssid", "/net/ssid/x", "net//ssid", "", 5, null, ["net/ssid/x"]].map((each) => ({
      leftBehind: [{ address: each, because: "held", commit: null }],
    })),
    ...["a", "a/b", 5, null, ["/a"], []].map((path) => ({
      secrets: { key: "k", of: [{ address, path, fingerprint: "x" }] },
    })),
    { leftBehind: [{ address, because: "bored", commit: null }] },
    { leftBehind: [{ address, because: "held", commit: "-x" }] },
    { counts: { ...record.counts, failed: -1 } },
    { counts: { ...record.counts, failed: 0.5 } },
    { version: 2 },
    { actor: null },
  ])("with %j is of a form that whoever wrote it knows: the ref is to stay", async (part) => {
    expect(await read({ ...record, ...part, tool: "9.9.9" })).toMatchObject({
      problem: {
        code: "record-unreadable",
        message: `${prefix}/applied was written by trueup 9.9.9, in a format that this version cannot read.`,
        hint: expect.stringContaining("Leave the ref as it is"),
      },
    });
  });

  test.each(["{", "hello", "[]", '{ "format": "trueup.record" }', '{ "format": "other", "tool": "1" }'])(
    "that is %s was written by something else, and nobody is told to delete it",
    async (text) => {
      expect(await readApplied(saying(text).on, prefix)).toMatchObject({
        problem: {
          code: "record-unreadable",
          message: `${prefix}/applied is not a record that this version of trueup can read.`,
          hint: expect.stringContaining("Do not delete the ref"),
        },
      });
    },
  );

  test("is moved from what the run began with, as a tag of the commit that was applied", async () => {
    const { on, asked, calls } = saying(undefined);
    const to = { prefix, commit: two, record };
    expect(await moveApplied(on, { ...to, was: undefined })).toEqual({ is: "moved" });
    expect(await moveApplied(on, { ...to, was: { id: one, commit: head, record } })).toEqual({ is: "moved" });
    const [first, second] = those(asked, "push");
    expect(first).toContain(`--force-with-lease=${appliedRef(prefix)}: origin ${two}:${appliedRef(prefix)}`);
    expect(second).toContain(`--force-with-lease=${appliedRef(prefix)}:${one} origin`);
    const [, commit, tag, text] =
      /^object (\w+)\ntype commit\ntag ([^\n]+)\n[^\n]*\n\n(.+)$/s.exec(calls[0]?.input ?? "") ?? [];
    expect([commit, tag, JSON.parse(text ?? "")]).toEqual([two, "trueup/test/applied", record]);
  });

  test("that git cannot write is not moved", async () => {
    const { on } = scripted(() => fails);
    await expect(moveApplied(on, { prefix, commit: two, record, was: undefined })).rejects.toThrow(
      "no such luck",
    );
  });
});

/** Returns a record with these numbers of left-behind resources and of secrets. */
function large({ left = 0, secrets = 0, short = false }): ApplyRecord {
  const at = (n: number): Address => (short ? `a/b/${n}` : `cloud/ssid/branch-office-${n}`);
  const [commit, fingerprint] = [short ? null : "c".repeat(40), "f".repeat(64)];
  const of = Array.from({ length: secrets }, (_, n) => ({
    address: at(n),
    path: "/psk" as const,
    fingerprint,
  }));
  const leftBehind = Array.from({ length: left }, (_, n) => {
    return { address: at(n), because: "excluded", commit } as const;
  });
  return { ...record, leftBehind, secrets: { key: "k", of } };
}

/** Replaces the record in a repository that has one. Returns the result and the git commands. */
async function moving(becomes: ApplyRecord) {
  const { on, asked, calls } = saying(JSON.stringify(record));
  const was = { id: one, commit: head, record };
  const moved = await moveApplied(on, { prefix, was, commit: two, record: becomes });
  return { moved, asked, calls };
}

/** The size, in bytes, up to which every version of trueup reads a tag object. */
const most = 64 * 1024 * 1024;

describe("a record that could not be read again", () => {
  const tooLarge = [
    [
      "500,000 resources left behind",
      large({ left: 500_000 }),
      "is longer than 64 MB",
      "Apply again so that",
    ],
    ["400,000 secrets", large({ secrets: 400_000 }), "is longer than 64 MB", "Divide the project"],
    [
      "many values",
      large({ left: 630_000, short: true }),
      "has more than 2,500,000 values",
      "Apply again so that",
    ],
  ] as const;

  test.each(fewer(tooLarge, 1))(
    "with %s is refused before git is asked for anything",
    async (_, becomes, why, todo) => {
      const { moved, asked } = await moving(becomes);
      const { leftBehind, secrets } = becomes;
      const [left, kept] = [leftBehind, secrets?.of ?? []].map(({ length }) => length.toLocaleString("en"));
      const counts = `${left} resources left behind, ${kept} secrets`;
      const message = `${prefix}/applied stays as it was: the new record ${why} (${counts}), and trueup could not read it back`;
      expect(moved).toMatchObject({ is: "tooLarge", problem: { code: "record-too-large", message } });
      const hint = "problem" in moved ? moved.problem.hint : "";
      expect(hint).toMatch(/^Nothing is lost: .+ the previous record still counts\./);
      expect(hint).toContain(todo);
      expect(asked).toEqual([]);
    },
  );

  test("is refused too where no text can be so long", async () => {
    const toJSON = () => {
      throw new RangeError("Invalid string length");
    };
    const { moved, asked } = await moving(Object.assign({ toJSON }, record));
    expect([moved.is, asked]).toEqual(["tooLarge", []]);
  });

  test("begins with the first byte that readers do not take", async () => {
    const lengthWith = async (actor: string) => {
      const { moved, calls } = await moving({ ...record, actor });
      return { is: moved.is, bytes: Buffer.byteLength(calls[0]?.input ?? "") };
    };
    const { bytes } = await lengthWith("");
    const room = most - bytes;
    expect(await lengthWith("a".repeat(room))).toEqual({ is: "moved", bytes: most });
    expect(await lengthWith(`é${"a".repeat(room - 1)}`)).toEqual({ is: "tooLarge", bytes: 0 });
  });

  if (isLong)
    test("and that an earlier version wrote all the same is read, so that a smaller one can follow", async () => {
      const found = await read(large({ left: 500_000 }));
      expect(found && "applied" in found && found.applied.record.leftBehind.length).toBe(500_000);
    });

  test.each([
    ["is longer than 256 MB", "1000000000", "{}"],
    ["is nested over 20 levels deep", "100", "[".repeat(21)],
  ])("since it %s says so, and nobody is told to delete it", async (why, size, text) => {
    const { on } = scripted((command) => {
      if (command.startsWith("cat-file -s")) return `${size}\n`;
      if (command.startsWith("cat-file tag")) return `object ${head}\ntype commit\ntag x\n\n${text}\n`;
      return `${one}\n`;
    });
    const message = `${prefix}/applied ${why}: this version of trueup does not read it.`;
    const hint = expect.stringContaining("Do not delete the ref");
    expect(await readApplied(on, prefix)).toMatchObject({
      problem: { code: "record-unreadable", message, hint },
    });
  });
});
