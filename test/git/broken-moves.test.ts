/** Refs and locks if a remote loses replies, refuses or hangs, or if another run is faster. */

import { describe, expect, test } from "vitest";
import { findLock, type LockLocation, renewLock, takeLock } from "../../src/git/lock.ts";
import { fetchRefs, moveRef, readRef, writeTag } from "../../src/git/refs.ts";
import { ended, fails, head, isLate, notAsked, type Reply, saysNo, scripted, those } from "./scripted.ts";

const name = "refs/trueup/test/applied";
const [one, two, other] = ["1".repeat(40), "2".repeat(40), "3".repeat(40)];
const refs = (id: string) => `${other}\trefs/copy/${name}\n${id}\t${name}\n${other}\t${name}/x\n`;
const rejects = ended(1, "! [rejected] (stale info)");

describe("a push that did not end well", () => {
  const pushed = (push: Reply, listed: Reply, becomes: string | undefined = two) => {
    const { on, asked } = scripted((command) =>
      command.startsWith("push") ? push : command.startsWith("ls-remote") ? listed : "",
    );
    return { asked, result: moveRef(on, { name, was: one, becomes }) };
  };

  test.each([
    ["has moved the ref where the remote has it so", isLate, refs(two), { is: "moved" }],
    ["was another's where the remote has something else", rejects, refs(other), { is: "other" }],
    ["was another's where the remote has none any more", rejects, "", { is: "other" }],
    [
      "was refused where the remote has it as it was",
      rejects,
      refs(one),
      {
        problem: {
          code: "ref-refused",
          message: `the remote origin refuses to move ${name}: ! [rejected] (stale info)`,
          hint: expect.stringContaining("permission to write"),
        },
      },
    ],
    [
      "may yet move it where it hung",
      isLate,
      refs(one),
      {
        problem: {
          code: "push-unanswered",
          message: `it is unknown whether the remote origin moved ${name}: git did not end within 30 s, and trueup stopped it`,
          hint: expect.stringContaining("git ls-remote"),
        },
      },
    ],
    [
      "may yet move it where the remote says nothing",
      isLate,
      isLate,
      { problem: { code: "push-unanswered" } },
    ],
    [
      "has moved nothing where git says why, and the remote says nothing",
      fails,
      fails,
      { problem: { code: "remote-unreachable", hint: expect.stringContaining("credential") } },
    ],
  ])("%s", async (_, push, listed, result) => {
    expect(await pushed(push, listed).result).toMatchObject(result);
  });

  test("has removed the ref where the remote has none", async () => {
    const { on } = scripted((command) => (command.startsWith("push") ? isLate : ""));
    expect(await moveRef(on, { name, was: one, becomes: undefined })).toEqual({ is: "moved" });
  });

  test("that was not even begun is not looked after", async () => {
    const { asked, result } = pushed(notAsked, refs(two));
    expect(await result).toMatchObject({ is: "failed", problem: { code: "remote-unreachable" } });
    expect(asked).toHaveLength(1);
  });

  test("changes nothing here; one that did, whatever this clone has", async () => {
    const bad = pushed(rejects, refs(other));
    await bad.result;
    expect(those(bad.asked, "update-ref")).toEqual([]);
    const good = pushed("", "");
    expect(await good.result).toEqual({ is: "moved" });
    expect(good.asked).toEqual([
      `push --quiet --no-verify --no-signed --no-follow-tags --no-recurse-submodules --force-with-lease=${name}:${one} origin ${two}:${name}`,
      `update-ref --no-deref ${name} ${two}`,
    ]);
  });
});

describe("a ref without a remote", () => {
  const moved = (now: Reply, move: { readonly was?: string; readonly becomes?: string }) => {
    const { on, asked } = scripted((command) => (command.startsWith("update-ref") ? undefined : now), {
      remote: undefined,
    });
    return { asked, result: moveRef(on, { name, was: move.was, becomes: move.becomes }) };
  };

  test.each([
    [
      "is moved where it stands there although git failed",
      `${two}\n`,
      { was: one, becomes: two },
      { is: "moved" },
    ],
    ["is removed where it is gone although git failed", saysNo, { was: one }, { is: "moved" }],
    ["is removed where it never was", saysNo, {}, { is: "moved" }],
    ["was moved by another where it is elsewhere", `${other}\n`, { was: one, becomes: two }, { is: "other" }],
    ["was removed by another where it is gone", saysNo, { was: one, becomes: two }, { is: "other" }],
    ["was made by another where there was none", `${other}\n`, { becomes: two }, { is: "other" }],
  ])("%s", async (_, now, move, result) => {
    expect(await moved(now, move).result).toEqual(result);
  });

  test("cannot be written where it stands as it was, or still is not there", async () => {
    const problem = {
      code: "ref-refused",
      message: `${name} cannot be moved in this repository: fatal: no such luck`,
      hint: expect.stringContaining(".git folder"),
    };
    expect(await moved(`${one}\n`, { was: one, becomes: two }).result).toMatchObject({
      is: "failed",
      problem,
    });
    expect(await moved(`${one}\n`, { was: one }).result).toMatchObject({ is: "failed", problem });
    const first = moved(saysNo, { becomes: "4".repeat(64) });
    expect(await first.result).toMatchObject({ is: "failed", problem });
    expect(first.asked[0]).toBe(`update-ref --no-deref ${name} ${"4".repeat(64)} ${"0".repeat(64)}`);
  });

  test("is fetched from nowhere; with one, pruned and by its folder", async () => {
    const none = scripted(() => fails, { remote: undefined });
    expect(await fetchRefs(none.on, "refs/trueup/test")).toBeUndefined();
    expect(none.asked).toEqual([]);
    const { on, asked } = scripted(() => "false\n");
    expect(await fetchRefs(on, "refs/trueup/test")).toBeUndefined();
    const fetch = "fetch --quiet --no-tags --no-write-fetch-head --no-recurse-submodules --prune origin";
    expect(asked.at(-1)).toBe(`${fetch} +refs/trueup/test/*:refs/trueup/test/*`);
  });
});

describe("what a ref says", () => {
  const tag = (text: string) => `object ${head}\ntype commit\ntag x\ntagger y\n${text}`;
  const reads = (object: Reply | undefined, size = "100\n") => {
    const { on } = scripted((command) => {
      if (command.startsWith("rev-parse")) return `${one}\n`;
      return command === `cat-file -s ${one}` ? size : object;
    });
    return readRef(on, name, 100);
  };

  test("is read up to the bound, and is not beyond", async () => {
    const text = "first\n\nsecond";
    expect(await reads(tag(`\n${text}`))).toEqual({ id: one, commit: head, text });
    expect(await reads(tag(`\n${text}`), "101\n")).toEqual({ id: one, bytes: 101 });
  });

  test.each([
    ["a tag without a text", tag("")],
    [
      "a tag of something else than a commit",
      `object ${head}\ntype tree\ntag x\n\nobject ${head}\ntype commit\n`,
    ],
    ["no tag", undefined],
    ["an empty object", ""],
  ])("is an id alone where it is %s", async (_, object) => {
    expect(await reads(object)).toEqual({ id: one });
  });

  test("is nothing where git cannot say what it points at", async () => {
    expect(await readRef(scripted(() => fails).on, name)).toBeUndefined();
  });

  test("is written with its time to the second", async () => {
    const { on, calls } = scripted(() => `${one}\n`);
    const time = "2026-01-02T03:04:05.999Z";
    expect(await writeTag(on, { tag: "t", commit: head, text: "text", time })).toBe(one);
    expect(calls[0]?.input).toBe(
      `object ${head}\ntype commit\ntag t\ntagger trueup <trueup@localhost> 1767323045 +0000\n\ntext\n`,
    );
  });
});

describe("a lock", () => {
  const now = "2026-01-02T12:00:00.000Z";
  const request = { run: "r", owner: "ada", now, lifetimeMs: 60_000 };
  const record = (owner: string, expires: string) =>
    JSON.stringify({ format: "trueup.lock", version: 1, run: owner, owner, since: expires, expires });
  const stale = record("bob", "2026-01-01T00:00:00.000Z");
  /**
   * Takes a lock. `there` is the value that each read of the ref shows; if undefined, the ref was deleted. `failures`
   * is how often a move of the ref fails before it succeeds.
   */
  const locked = (
    there: string | undefined,
    of: { readonly failures?: number; readonly fetch?: Reply } = {},
  ) => {
    const { failures = 9, fetch = "" } = of;
    let moves = 0;
    const all = scripted((command) => {
      if (command === "mktag") return `${two}\n`;
      if (command.startsWith("fetch")) return fetch;
      if (command.startsWith("push")) return ++moves > failures ? "" : rejects;
      if (command.startsWith("ls-remote")) return `${other}\trefs/trueup/test/lock\n`;
      if (command.startsWith("cat-file -s")) return `${there?.length ?? 0}\n`;
      if (command.startsWith("cat-file tag"))
        return there?.startsWith("{") ? `object ${head}\ntype commit\ntag x\n\n${there}` : undefined;
      return command.startsWith("rev-parse --verify") && there === undefined ? saysNo : `${one}\n`;
    });
    const place: LockLocation = { repository: all.on, head, prefix: "refs/trueup/test" };
    return { ...all, place };
  };

  test("that others take over three times in a row is theirs, and is not tried for ever", async () => {
    const { place, asked } = locked(stale);
    expect(await takeLock(place, request)).toEqual({
      is: "held",
      by: expect.objectContaining({ owner: "bob" }),
    });
    const pushes = those(asked, "push");
    expect(pushes).toHaveLength(3);
    expect(pushes[0]).toContain("--force-with-lease=refs/trueup/test/lock: ");
    expect(pushes[1]).toContain(`--force-with-lease=refs/trueup/test/lock:${one} `);
  });

  test("that is given back whenever it is looked at is not had either", async () => {
    const { place, asked } = locked(undefined);
    expect(await takeLock(place, request)).toEqual({ is: "held", by: undefined });
    expect(those(asked, "push")).toHaveLength(3);
  });

  test("that was given back in the meantime is taken, from nobody", async () => {
    const { place } = locked(undefined, { failures: 1 });
    const taken = await takeLock(place, request);
    expect(taken).toMatchObject({
      is: "taken",
      lock: { id: two, place, record: { owner: "ada", since: now } },
    });
    expect(taken).not.toHaveProperty("stale");
  });

  test("whose time is up is taken, and whose it was is told", async () => {
    const { place } = locked(stale, { failures: 1 });
    expect(await takeLock(place, request)).toMatchObject({ is: "taken", stale: { owner: "bob" } });
  });

  test("that git cannot write is a problem with git's words", async () => {
    const place: LockLocation = { repository: scripted(() => fails).on, head, prefix: "refs/trueup/test" };
    expect(await takeLock(place, request)).toMatchObject({
      problem: { message: "git cannot write a lock: fatal: no such luck" },
    });
  });

  test("is a problem where the remote does not say who has it", async () => {
    const { place } = locked(stale, { fetch: fails });
    const problem = { code: "remote-unreachable" };
    expect(await takeLock(place, request)).toMatchObject({ is: "failed", problem });
    expect(await findLock(place)).toMatchObject({ problem });
  });

  test("is found as what it is: free, somebody's, or no lock", async () => {
    expect(await findLock(locked(undefined).place)).toBeUndefined();
    expect(await findLock(locked(stale).place)).toMatchObject({
      lock: { id: one, record: { owner: "bob" } },
    });
    for (const text of ["a commit", "{", '{ "format": "trueup.lock" }', stale.replace("lock", "look")])
      expect(await findLock(locked(text).place)).toEqual({ lock: { id: one, record: undefined } });
    const large = `${stale}${" ".repeat(64 * 1024)}`;
    expect(await findLock(locked(large).place)).toEqual({ lock: { id: one, record: undefined } });
  });

  test("is renewed from what it was, as often as it takes", async () => {
    const { place, asked } = locked(undefined, { failures: 0 });
    const taken = await takeLock(place, request);
    if (taken.is !== "taken") throw new Error("not taken");
    const renewed = await renewLock(
      { ...taken.lock, id: one },
      { ...request, now: "2026-01-02T12:00:30.000Z" },
    );
    expect(renewed).toEqual({
      lock: { place, id: two, record: { ...taken.lock.record, expires: "2026-01-02T12:01:30.000Z" } },
    });
    expect(those(asked, "push").at(-1)).toContain(`--force-with-lease=refs/trueup/test/lock:${one} `);
  });
});
