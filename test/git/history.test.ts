/** The history ref. Its size is bounded, it is merged from two clones, and it is read as untrusted input. */

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { namedEntry } from "../../src/engine/history/known-history.ts";
import { entryIn, entryText } from "../../src/git/history/entry-text.ts";
import { type HistoryAddition, keepHistory, readHistory } from "../../src/git/history/history-ref.ts";
import type { HistoryChange, HistoryEntry } from "../../src/model/history/history.ts";
import { repositoryOf } from "../../src/project/work-tree.ts";
import { problemText } from "../../src/report/problems.ts";
import { plain } from "../../src/report/text/style.ts";
import { isLong } from "../long-forms.ts";
import { git, remoteOf, repository, shallowClone } from "./repositories.ts";

const ref = "refs/trueup-history/test";
const commit = "a".repeat(40);

function entry(run: string, more: Partial<HistoryEntry> = {}): HistoryEntry {
  return {
    ...{ format: "trueup.historyEntry", version: 1, run, environment: "test", tool: "0.2.0", actor: "Ada" },
    ...{ started: "2026-11-30T07:00:00.000Z", ended: "2026-11-30T07:01:00.000Z", commit },
    ...{ fingerprint: "f".repeat(64), ending: "applied", leftBehind: 0, changes: [], omitted: 0 },
    counts: { applied: 1, converged: 0, failed: 0, unknown: 0, skipped: 0 },
    ...more,
  };
}

function run(number: number): string {
  return `0000000${number}-aaaa-4aaa-8aaa-aaaaaaaaaaaa`;
}

function addition(number: number, more: Partial<HistoryAddition> = {}): HistoryAddition {
  return { entry: entry(run(number)), changes: () => [], ...more };
}

async function placeOf(folder: string, keep = 200) {
  const found = await repositoryOf(folder, undefined);
  if (!found || "problem" in found) throw new Error("no repository");
  return { repository: found.repository, prefix: "refs/trueup/test", environment: "test", keep };
}

async function runsOf(folder: string): Promise<readonly (string | undefined)[]> {
  const read = await readHistory(await placeOf(folder));
  if ("problem" in read) throw new Error(read.problem.message);
  return read.entries.map((one) => one?.run);
}

/** Creates two clones of one remote. */
function clones(): readonly [string, string, string] {
  const one = repository();
  const { path, url } = remoteOf(one);
  return [one, shallowClone(url), path];
}

describe("an entry", () => {
  test("of a million changes has a bounded text: what failed is listed, the rest is counted", () => {
    const count = 1_000_000;
    function* changes(): Generator<HistoryChange> {
      for (let at = 0; at < count; at += 1)
        yield {
          ...{ address: `cloud/network/n${at}`, action: "update", fields: ["/name"] },
          outcome: at % 100_000 === 99_999 ? "failed" : "applied",
        };
    }
    const text = entryText({ entry: entry(run(1)), changes });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(256 * 1024);
    const read = entryIn(Buffer.from(text));
    expect(read?.changes.filter(({ outcome }) => outcome === "failed")).toHaveLength(10);
    expect(read?.changes[0]?.address).toBe("cloud/network/n0");
    expect(read?.changes.at(-1)?.address).toBe("cloud/network/n999999");
    expect((read?.omitted ?? 0) + (read?.changes.length ?? 0)).toBe(count);
    expect(read?.changes.length).toBeGreaterThan(2_000);
  });

  test("is read again as it was written, long texts cut, and unknown fields of later versions ignored", () => {
    const long = entry(run(1), {
      actor: `Ada ${"😀".repeat(2_000)}`,
      only: ["cloud/*"],
      consents: ["removals"],
    });
    const change: HistoryChange = {
      ...{ address: "cloud/network/a", action: "update", outcome: "takenBack" },
      fields: Array.from({ length: 100 }, (_, at): `/${string}` => `/f${at}`),
    };
    const read = entryIn(Buffer.from(entryText({ entry: long, changes: () => [change] })));
    expect(read).toMatchObject({ run: run(1), only: ["cloud/*"], consents: ["removals"] });
    expect(read?.actor.length).toBeLessThanOrEqual(1_024);
    expect(read?.changes[0]).toMatchObject({ moreFields: 36, outcome: "takenBack" });
    const later = JSON.stringify({ ...entry(run(1)), weather: "fine" });
    expect(entryIn(Buffer.from(later))).toEqual(entry(run(1)));
  });

  test.each([
    ["no JSON", "run"],
    ["another version", JSON.stringify({ ...entry(run(1)), version: 2 })],
    ["a commit that is an option of git", JSON.stringify({ ...entry(run(1)), commit: "--output=x" })],
    ["a number where a text must be", JSON.stringify({ ...entry(run(1)), actor: 7 })],
    ["a link that is a script", JSON.stringify({ ...entry(run(1)), url: "javascript:alert(1)" })],
    ["too deep", `${"[".repeat(100_000)}`],
    ["too long", JSON.stringify({ ...entry(run(1)), more: "x".repeat(300_000) })],
  ])("is none: %s", (_, text) => {
    expect(entryIn(Buffer.from(text))).toBeUndefined();
  });
});

describe("the ref", () => {
  if (isLong)
    test("keeps the newest, in one commit without a parent; what is not kept is no longer reachable", async () => {
      const [one, , bare] = clones();
      for (const number of [1, 2, 3, 4])
        expect(await keepHistory(await placeOf(one, 3), addition(number))).toEqual([]);
      expect(await runsOf(one)).toEqual([run(4), run(3), run(2)]);
      expect(git(bare, "rev-list", "--count", ref)).toBe("1");
      expect(git(bare, "ls-tree", "--name-only", ref).split("\n")).toEqual(
        [2, 3, 4].map((number) => `0000000${number}-${run(number)}.json`),
      );
    });

  test("has what two clones add at the same moment, one of them shallow", async () => {
    const [one, two] = clones();
    const [a, b] = await Promise.all([placeOf(one), placeOf(two)]);
    const done = await Promise.all([keepHistory(a, addition(1)), keepHistory(b, addition(2))]);
    expect(done.flat()).toEqual([]);
    expect((await runsOf(one)).toSorted()).toEqual([run(1), run(2)]);
    expect(await runsOf(two)).toEqual(await runsOf(one));
  });

  test("that somebody moves back or removes loses nothing that a clone knows, and says so", async () => {
    const [one, , bare] = clones();
    for (const number of [1, 2]) await keepHistory(await placeOf(one), addition(number));
    git(bare, "update-ref", "-d", ref);
    const read = await readHistory(await placeOf(one));
    expect(read).toMatchObject({ onlyHere: [true, true] });
    const [said] = await keepHistory(await placeOf(one), addition(3));
    expect(said).toMatchObject({ code: "history-put-back", severity: "warning" });
    expect(said?.message).toContain("2 entries");
    git(one, "update-ref", "-d", ref);
    expect(await runsOf(one)).toEqual([run(3), run(2), run(1)]);
  });

  if (isLong)
    test("that the host refuses stays in this clone, and comes along once it is taken", async () => {
      const [one, , bare] = clones();
      const hook = join(bare, "hooks/update");
      const refusing = `#!/bin/sh\ncase "$1" in refs/trueup-history/*) echo "not this ref" >&2; exit 1;; esac\n`;
      writeFileSync(hook, refusing, { mode: 0o755 });
      const [said] = await keepHistory(await placeOf(one), addition(1));
      expect(said).toMatchObject({ code: "history-not-kept", severity: "warning" });
      expect(said?.message).toMatch(/ was stored only in this clone/);
      writeFileSync(hook, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
      expect((await keepHistory(await placeOf(one), addition(2)))[0]).toMatchObject({
        code: "history-put-back",
      });
      git(one, "update-ref", "-d", ref);
      expect(await runsOf(one)).toEqual([run(2), run(1)]);
    });

  test("of a remote that is away is kept here, and shown with a warning", async () => {
    const [one] = clones();
    await keepHistory(await placeOf(one), addition(1));
    git(one, "remote", "set-url", "origin", "file:///nowhere/at/all.git");
    const [said] = await keepHistory(await placeOf(one), addition(2));
    expect(said).toMatchObject({ code: "history-not-kept", severity: "warning" });
    const read = await readHistory(await placeOf(one));
    expect(read).toMatchObject({ problems: [{ code: "remote-unreachable", severity: "warning" }] });
    expect(await runsOf(one)).toEqual([run(2), run(1)]);
  });

  test("of which this clone has an entry alone, and the remote another, has both after the next apply", async () => {
    const [one, two] = clones();
    const url = git(one, "remote", "get-url", "origin");
    await keepHistory(await placeOf(one), addition(1));
    git(one, "remote", "set-url", "origin", "file:///nowhere/at/all.git");
    await keepHistory(await placeOf(one), addition(2));
    git(one, "remote", "set-url", "origin", url);
    expect(await keepHistory(await placeOf(two), addition(3))).toEqual([]);
    const read = await readHistory(await placeOf(one));
    expect(read).toMatchObject({ onlyHere: [false, true, false], problems: [] });
    expect(await runsOf(one)).toEqual([run(3), run(2), run(1)]);
    const [said] = await keepHistory(await placeOf(one), addition(4));
    expect(said?.message).toContain("lacked an entry that this clone has");
    expect(await runsOf(two)).toEqual([run(4), run(3), run(2), run(1)]);
    expect(await keepHistory(await placeOf(one), addition(5))).toEqual([]);
  });

  test("that is something else stays as it is, and a warning says so", async () => {
    const [one, , bare] = clones();
    const blob = git(bare, "hash-object", "-w", "--stdin", "--literally");
    git(bare, "update-ref", ref, blob);
    const [said] = await keepHistory(await placeOf(one), addition(1));
    expect(said).toMatchObject({ code: "history-unreadable", severity: "warning" });
    expect(git(bare, "rev-parse", ref)).toBe(blob);
    expect(await readHistory(await placeOf(one))).toMatchObject({ problem: { code: "history-unreadable" } });
  });

  test("with hostile files is read without them, and one more entry is added all the same", async () => {
    const [one, , bare] = clones();
    await keepHistory(await placeOf(one), addition(1));
    hostile(one, bare, {
      [`00000002-${run(2)}.json`]: "{",
      [`00000003-${run(3)}.json`]: JSON.stringify(entry(run(3), { environment: "production" })),
      [`00000004-${run(4)}.json`]: "x".repeat(400_000),
      [`99999999-${run(5)}.json`]: JSON.stringify(entry(run(5))),
      "README.md": "hello",
    });
    const read = await readHistory(await placeOf(one));
    expect(read).toMatchObject({ odd: 1, problems: [] });
    expect(await runsOf(one)).toEqual([run(5), undefined, undefined, undefined, run(1)]);
    // The last entry has the highest possible number, so all entries are renumbered.
    for (const number of [6, 7]) expect(await keepHistory(await placeOf(one), addition(number))).toEqual([]);
    const after = (await runsOf(one)).filter((each) => each !== undefined);
    expect(after.slice(0, 3)).toEqual([run(7), run(6), run(5)]);
    expect(existsSync(join(one, ".git/trueup/history"))).toBe(false);
  });

  if (isLong)
    test("gets an entry of what was applied before, once, where its apply left none", async () => {
      const [one] = clones();
      const recorded = "2026-11-30T06:00:00.000Z";
      const earlier = entry("b".repeat(40), { ending: "unknown", recorded, omitted: 3 });
      for (const number of [1, 2]) await keepHistory(await placeOf(one), addition(number, { earlier }));
      expect(await runsOf(one)).toEqual([run(2), run(1), earlier.run]);
      const odd = { ...earlier, run: "c".repeat(40), recorded: "yesterday" };
      expect(await keepHistory(await placeOf(one), addition(3, { earlier: odd }))).toEqual([]);
      expect(await runsOf(one)).toEqual([run(3), run(2), run(1), earlier.run]);
    });
});

/** Pushes a tree with these additional files. */
function hostile(folder: string, bare: string, files: Readonly<Record<string, string>>): void {
  const lines = git(folder, "ls-tree", ref).split("\n");
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, ".git/hostile"), text);
    lines.push(`100644 blob ${git(folder, "hash-object", "-w", ".git/hostile")}\t${name}`);
  }
  writeFileSync(join(folder, ".git/hostile"), `${lines.join("\n")}\n`);
  const tree = git(folder, "-c", "alias.mk=!git mktree < .git/hostile", "mk");
  const made = git(folder, "commit-tree", "-m", "hostile", tree);
  git(folder, "push", "-q", "--force", bare, `${made}:${ref}`);
}

test("what is named by no name is told a few that there are, in characters that are shown as they are", () => {
  const entries = [0, 1, 2, 3, 4, 5, 6].map((back) => {
    return { back, isOnlyHere: false, entry: entry(run(back), { commit: `${back}`.repeat(40) }) };
  });
  const named = namedEntry({ environment: "test", entries, broken: 0 }, "abc");
  const said = "problem" in named ? problemText(named.problem, plain) : "";
  expect(said).toContain("4 (444444444444), and older ones back to 6 (666666666666)");
});
