/** The lock, in real repositories: only one run holds it at a time, on any machine, and never forever. */

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { findLock, type LockLocation, removeLock, renewLock, takeLock } from "../../src/git/lock.ts";
import { repositoryOf } from "../../src/project/work-tree.ts";
import { times } from "../long-forms.ts";
import { git, remoteOf, repository, shallowClone } from "./repositories.ts";

async function placeIn(folder: string): Promise<LockLocation> {
  const found = await repositoryOf(folder, undefined);
  if (!found || "problem" in found) throw new Error("there is no repository");
  return { repository: found.repository, head: found.repository.head ?? "", prefix: "refs/trueup/test" };
}

const noon = "2026-01-02T12:00:00.000Z";
const request = (run: string, now = noon) => ({ run, owner: `${run} on host`, now, lifetimeMs: 300_000 });

async function twoClones(): Promise<readonly [LockLocation, LockLocation]> {
  const { url } = remoteOf(repository());
  return [await placeIn(shallowClone(url)), await placeIn(shallowClone(url))];
}

describe("the lock", () => {
  test("is one run's alone until it gives it back; the other is told who has it, since when and until when", async () => {
    const [one, two] = await twoClones();
    const taken = await takeLock(one, request("ada"));
    expect(taken.is).toBe("taken");
    expect(await takeLock(two, request("bob"))).toEqual({
      is: "held",
      by: expect.objectContaining({ owner: "ada on host", since: noon, expires: "2026-01-02T12:05:00.000Z" }),
    });
    if (taken.is === "taken") await removeLock(one, taken.lock.id);
    expect((await takeLock(two, request("bob"))).is).toBe("taken");
  });

  test("can be renewed while it is held, and keeps its beginning", async () => {
    const [one, two] = await twoClones();
    const taken = await takeLock(one, request("ada"));
    if (taken.is !== "taken") throw new Error("not taken");
    const renewed = await renewLock(taken.lock, request("ada", "2026-01-02T12:04:00.000Z"));
    expect(renewed).toMatchObject({ lock: { record: { since: noon, expires: "2026-01-02T12:09:00.000Z" } } });
    expect((await takeLock(two, request("bob", "2026-01-02T12:09:59.000Z"))).is).toBe("held");
  });

  test("is taken over a minute after it has expired, no sooner; who had it then cannot renew it", async () => {
    const [one, two] = await twoClones();
    const taken = await takeLock(one, request("ada"));
    if (taken.is !== "taken") throw new Error("not taken");
    expect((await takeLock(two, request("bob", "2026-01-02T12:06:00.000Z"))).is).toBe("held");
    const over = await takeLock(two, request("bob", "2026-01-02T12:06:00.001Z"));
    expect(over).toMatchObject({ is: "taken", stale: { owner: "ada on host" } });
    expect(await renewLock(taken.lock, request("ada"))).toEqual({ is: "other" });
    expect(await removeLock(one, taken.lock.id)).toEqual({ is: "other" });
    expect(await findLock(one)).toMatchObject({ lock: { record: { run: "bob" } } });
  });

  test("of a run whose journal is in a database is taken over only by runs with that database", async () => {
    const [one, two] = await twoClones();
    await takeLock(one, { ...request("ada"), journal: "first" });
    const late = "2026-01-02T13:00:00.000Z";
    const left = { is: "left", by: { owner: "ada on host", journal: "first" } };
    expect(await takeLock(two, request("bob", late))).toMatchObject(left);
    expect(await takeLock(two, { ...request("bob", late), journal: "second" })).toMatchObject(left);
    const over = await takeLock(two, { ...request("bob", late), journal: "first" });
    expect(over).toMatchObject({ is: "taken", stale: { run: "ada" } });
  });

  test("that is something else is never taken over, however old", async () => {
    const folder = repository();
    const place = await placeIn(folder);
    git(folder, "update-ref", "refs/trueup/test/lock", "HEAD");
    expect(await takeLock(place, request("ada", "2036-01-02T12:00:00.000Z"))).toEqual({
      is: "held",
      by: undefined,
    });
  });

  test("is in the local repository where there is no remote", async () => {
    const place = await placeIn(repository());
    expect((await takeLock(place, request("ada"))).is).toBe("taken");
    expect((await takeLock(place, request("bob"))).is).toBe("held");
  });
});

async function racer(folder: string, name: string): Promise<(message: string) => Promise<unknown>> {
  const path = fileURLToPath(new URL("racer.ts", import.meta.url));
  const child: ChildProcess = fork(path, [folder, name], { execArgv: [] });
  onTestFinished(() => void child.kill());
  await once(child, "message");
  return async (message) => {
    child.send(message);
    const [answer] = await once(child, "message");
    return answer;
  };
}

test.each(["by a remote, from two clones", "in one repository"])(
  "two processes race for the lock: one winner in each round, %s",
  async (where) => {
    const folder = repository();
    const clones =
      where === "in one repository" ? [folder, folder] : [1, 2].map(() => shallowClone(remoteFor(folder)));
    const racers = [await racer(clones[0] ?? "", "ada"), await racer(clones[1] ?? "", "bob")];
    for (let round = 0; round < times("locks"); round++) {
      const answers = await Promise.all(racers.map((tell) => tell(String(round))));
      expect([...answers].sort(), `round ${round}`).toEqual([
        expect.stringMatching(/^held by (?:ada|bob)$/),
        "taken",
      ]);
      await Promise.all(racers.map((tell) => tell("release")));
    }
  },
);

function remoteFor(folder: string): string {
  const known = git(folder, "remote");
  return known === "" ? remoteOf(folder).url : git(folder, "remote", "get-url", "origin");
}
