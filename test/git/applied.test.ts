/** The record of what was applied: read whole or not at all, and moved from what the run began with. */

import { describe, expect, test } from "vitest";
import { appliedRef, moveApplied, readApplied } from "../../src/git/record.ts";
import type { ApplyRecord } from "../../src/model/record.ts";
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

/** A repository whose applied ref says this; undefined: there is none. */
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
        message: `${prefix}/applied was written by trueup 9.9.9, in a form that this version cannot read.`,
        hint: expect.stringContaining("Leave the ref as it is"),
      },
    });
  });

  test.each(["{", "hello", "[]", '{ "format": "trueup.record" }', '{ "format": "other", "tool": "1" }'])(
    "that is %s was written by something else, and may be deleted",
    async (text) => {
      expect(await readApplied(saying(text).on, prefix)).toMatchObject({
        problem: {
          code: "record-unreadable",
          message: `${prefix}/applied is not a record that this version of trueup can read.`,
          hint: expect.stringContaining("delete it"),
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
