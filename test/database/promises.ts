/** The promises that every implementation of the database keeps. For each, there are steps that reveal a violation. */

import { expect, vi } from "vitest";
import { journalOn } from "../../src/apply/journal.ts";
import { longestAnswer } from "../../src/database/answers.ts";
import type {
  AskedCall,
  CallerRows,
  LeaveRequest,
  Ownership,
  RunRows,
  WorkerRows,
  WorkersNow,
} from "../../src/database/contract.ts";
import { databaseJournal } from "../../src/database/journal.ts";
import { terms } from "../../src/database/terms.ts";
import type { ApplyEvent } from "../../src/engine/recorded-apply/events.ts";
import { openJournal } from "../../src/engine/recorded-apply/run-journal.ts";
import { address as addressOf } from "../../src/model/address.ts";
import { NotOwned } from "../../src/model/journal.ts";
import { clock } from "../../src/runtime/clock.ts";
import { digest } from "../../src/runtime/digest.ts";
import { runId } from "../../src/runtime/random.ts";

/** A database under test, whose time can be moved. */
export interface DatabaseWorld {
  readonly caller: CallerRows;
  readonly first: WorkerRows;
  readonly second: WorkerRows;
  /** Returns the rows of a worker that gets only calls for these targets. */
  bound(only: readonly string[]): WorkerRows;
  /** Returns the rows of a worker that gets calls for all targets except these. */
  others(except: readonly string[]): WorkerRows;
  now(): Promise<WorkersNow>;
  readonly run: RunRows;
  /** Makes the last heartbeat of an owner this much older. */
  age(owner: Ownership, ms: number): Promise<void>;
  /** Makes all jobs and calls this much older. */
  later(ms: number): Promise<void>;
  /** Takes jobs away from owners that no longer send heartbeats. */
  supervise(): Promise<void>;
}

const mine = { calls: [], waiting: [], isTaking: true };

async function asked({ caller }: DatabaseWorld, isWrite = true, shard = "a"): Promise<AskedCall> {
  const call = { bundle: "b", shard, target: "t", ask: { n: 1 }, isWrite };
  const each: AskedCall = { id: runId(), priority: "apply", call };
  await caller.ask(each);
  return each;
}

/** Sends a call to a target, with a bundle of its own. Returns the call's id. */
async function askedOf({ caller }: DatabaseWorld, target: string, shard: string): Promise<string> {
  const id = runId();
  const call = { bundle: `of ${target}`, shard, target, ask: null, isWrite: false };
  await caller.ask({ id, priority: "asked", call });
  return id;
}

async function claimed(worker: WorkerRows): Promise<Ownership> {
  const [owner] = await worker.claim(1);
  if (!owner) throw new Error("nothing to claim");
  return owner;
}

async function askedToLeave(world: DatabaseWorld) {
  const { id } = await asked(world);
  const owner = await claimed(world.first);
  await world.first.look(owner, mine);
  const write: LeaveRequest = { fence: { ...owner, call: runId() }, call: id, index: 0 };
  await world.first.wait(write);
  return { id, owner, write, fence: write.fence };
}

/** Makes the heartbeat of an owner old, so that the job becomes available to others. */
async function expire({ age, supervise }: DatabaseWorld, owner: Ownership): Promise<void> {
  await age(owner, 11_000);
  await supervise();
}

const nothing = { events: [], answers: [] };
const answered = { is: "answered", answer: "fine", requests: 1 } as const;
const event = (call: string, number: number) => ({ call, number, body: JSON.stringify({ number }) });

/** The promises by name. Each function throws if the database breaks its promise. */
export const promises: Readonly<Record<string, (world: DatabaseWorld) => Promise<void>>> = {
  "a shard has one owner, and the next one once it was given back": async (world) => {
    await asked(world);
    const owner = await claimed(world.first);
    await asked(world);
    expect(await world.second.claim(10)).toEqual([]);
    await world.first.complete(owner);
    await world.caller.sweep([]);
    expect((await claimed(world.second)).shard).toBe("a");
  },
  "a shard that two jobs are for has one owner": async (world) => {
    const call = { bundle: "b", shard: "a", target: "t", ask: null, isWrite: false };
    await world.caller.ask({ id: runId(), priority: "schedule", call });
    await world.caller.ask({ id: runId(), priority: "apply", call });
    expect(await world.first.claim(10)).toHaveLength(1);
    expect(await world.second.claim(10)).toEqual([]);
  },
  "a worker gets as many shards as the others, and what waits longer goes to anyone": async (world) => {
    const { first, second } = world;
    await first.hello({ name: "first", version: "0" }, 0);
    await second.hello({ name: "second", version: "0" }, 0);
    // On a busy machine, these steps can take longer than a shard waits for a worker that has fewer shards.
    for (let round = 0; ; round += 1) {
      const shards = Array.from({ length: 6 }, (_, at) => `${round}-${at}`);
      const begun = clock.now();
      await Promise.all(shards.map((shard) => asked(world, false, shard)));
      const own = await first.claim(10);
      const isInTime = clock.now() - begun < terms.fair;
      const none = isInTime ? await first.claim(10) : [];
      if (clock.now() - begun < terms.fair) {
        expect([own.length, none.length]).toEqual([3, 0]);
        await world.later(terms.fair);
        expect(await first.claim(2)).toHaveLength(2);
        expect(await second.claim(10)).toHaveLength(1);
        return;
      }
      for (const each of [...own, ...none, ...(await first.claim(10))]) await first.complete(each);
    }
  },
  "a worker is told which calls have waited for long": async (world) => {
    const { id: old } = await asked(world);
    await world.later(terms.fresh + 10);
    const { id: young } = await asked(world);
    const { calls } = await world.first.look(await claimed(world.first), mine);
    expect(calls.map((each) => [each.id, each.isOld])).toEqual([
      [old, true],
      [young, undefined],
    ]);
  },
  "a write that wants to leave may, and its caller hears of it once": async (world) => {
    const { owner, write, fence } = await askedToLeave(world);
    expect((await world.caller.news(nothing)).waiting).toMatchObject([write]);
    expect(await world.caller.grant([fence])).toEqual(new Set([fence.call]));
    expect((await world.caller.news(nothing)).waiting).toEqual([]);
    const view = await world.first.look(owner, { ...mine, waiting: [fence.call] });
    expect(view.decided.map(({ id, problem }) => [id, problem])).toEqual([[fence.call, undefined]]);
  },
  "a write that is refused is told why, and cannot leave afterwards": async (world) => {
    const { owner, fence } = await askedToLeave(world);
    await world.caller.refuse(fence.call, "why");
    expect(await world.caller.grant([fence])).toEqual(new Set());
    const view = await world.first.look(owner, { ...mine, waiting: [fence.call] });
    expect(view.decided).toEqual([{ id: fence.call, problem: "why" }]);
  },
  "nothing leaves with an old heartbeat": async (world) => {
    const { owner, fence } = await askedToLeave(world);
    await world.age(owner, 4000);
    expect((await world.caller.grant([fence])).size).toBe(1);
    await world.age(owner, 2000);
    expect((await world.caller.grant([fence])).size).toBe(0);
  },
  "nothing leaves by an earlier attempt of the same job": async (world) => {
    const { owner, fence } = await askedToLeave(world);
    await expire(world, owner);
    const next = await claimed(world.second);
    expect(next).toEqual({ ...owner, attempt: owner.attempt + 1 });
    await world.second.look(next, mine);
    expect((await world.caller.grant([fence])).size).toBe(0);
  },
  "nothing leaves by a job that has ended": async (world) => {
    const { owner, fence } = await askedToLeave(world);
    await world.first.complete(owner);
    expect((await world.caller.grant([fence])).size).toBe(0);
  },
  "nothing leaves that nobody waits for": async (world) => {
    const { id, fence } = await askedToLeave(world);
    expect(await world.caller.withdraw(id)).toBe(true);
    expect((await world.caller.grant([fence])).size).toBe(0);
  },
  "what may have left cannot be called back, and nothing more of it leaves": async (world) => {
    const { id, owner, fence } = await askedToLeave(world);
    await world.caller.grant([fence]);
    expect(await world.caller.withdraw(id)).toBe(false);
    const again = { ...fence, call: runId() };
    await world.first.wait({ fence: again, call: id, index: 0 });
    expect((await world.caller.grant([again])).size).toBe(0);
    expect((await world.first.look(owner, { ...mine, calls: [id] })).gone).toEqual([id]);
  },
  "what an owner had not begun to write, the next one is asked": async (world) => {
    const { id, owner } = await askedToLeave(world);
    await expire(world, owner);
    const next = await claimed(world.second);
    expect((await world.second.look(next, mine)).calls.map((each) => each.id)).toEqual([id]);
    expect((await world.first.look(owner, { ...mine, calls: [id] })).gone).toEqual([id]);
  },
  "what an owner may have written is lost, and asked of nobody": async (world) => {
    const { id, owner, fence } = await askedToLeave(world);
    await world.caller.grant([fence]);
    await expire(world, owner);
    const next = await claimed(world.second);
    expect((await world.second.look(next, mine)).calls).toEqual([]);
    const { answers } = await world.caller.news(nothing);
    expect(answers.map(({ call, body }) => [call, JSON.parse(body)])).toMatchObject([
      [id, { is: "lost", sent: true }],
    ]);
  },
  "it is lost too if nobody owns the shard afterwards": async (world) => {
    const { id, owner, fence } = await askedToLeave(world);
    await world.caller.grant([fence]);
    await world.caller.sweep([id]);
    expect((await world.caller.news(nothing)).answers).toEqual([]);
    await expire(world, owner);
    expect(await world.caller.sweep([id])).toEqual([]);
    expect((await world.caller.news(nothing)).answers.map(({ call }) => call)).toEqual([id]);
  },
  "who lost a shard answers nothing of it": async (world) => {
    const { id, owner } = await askedToLeave(world);
    await expire(world, owner);
    await world.second.look(await claimed(world.second), mine);
    await world.first.report(owner, { events: [event(id, 0)], answers: [{ call: id, answer: answered }] });
    expect(await world.caller.news(nothing)).toMatchObject({ events: [], answers: [] });
  },
  "events come before the answer, in order, and are gone once they were read": async (world) => {
    const { id, owner } = await askedToLeave(world);
    await world.first.report(owner, { events: [event(id, 0), event(id, 1)], answers: [] });
    const { events } = await world.caller.news(nothing);
    expect(events.map(({ number }) => number)).toEqual([0, 1]);
    await world.first.report(owner, { events: [event(id, 2)], answers: [{ call: id, answer: answered }] });
    const second = await world.caller.news({ events: events.map((each) => each.id), answers: [] });
    expect(second.events.map(({ number }) => number)).toEqual([2]);
    expect(second.answers).toEqual([{ call: id, body: JSON.stringify(answered) }]);
    const third = await world.caller.news({ events: second.events.map((each) => each.id), answers: [id] });
    expect(third).toEqual({ waiting: [], events: [], answers: [] });
    expect(await world.caller.sweep([id])).toEqual([id]);
  },
  "an answer that is too long is lost, and said to be": async (world) => {
    const { id, owner } = await askedToLeave(world);
    const long = { ...answered, answer: "x".repeat(longestAnswer + 1) };
    await world.first.report(owner, { events: [], answers: [{ call: id, answer: long }] });
    const { answers } = await world.caller.news(nothing);
    expect(answers.map(({ body }) => JSON.parse(body))).toMatchObject([
      {
        ...{ is: "lost", sent: true },
        problem: { code: "worker-answer-large", hint: "Divide the target into several environments." },
      },
    ]);
  },
  "an apply stands before what is on schedule": async (world) => {
    const call = { bundle: "b", target: "t", ask: null, isWrite: false };
    await world.caller.ask({ id: runId(), priority: "schedule", call: { ...call, shard: "later" } });
    await world.caller.ask({ id: runId(), priority: "apply", call: { ...call, shard: "now" } });
    expect((await claimed(world.first)).shard).toBe("now");
  },
  "a worker that is bound to targets gets their shards, and no others": async (world) => {
    await askedOf(world, "cloud", "a");
    await askedOf(world, "plant-7_x", "b");
    const id = await askedOf(world, "plant-7-mes", "c");
    const bound = world.bound(["plant-7-*"]);
    const all = await bound.claim(10);
    expect(all.map(({ shard }) => shard)).toEqual(["c"]);
    for (const each of all) expect((await bound.look(each, mine)).calls.map((call) => call.id)).toEqual([id]);
    expect((await world.others(["plant-7-*"]).claim(10)).map(({ shard }) => shard).sort()).toEqual([
      "a",
      "b",
    ]);
  },
  "of a shard of several workers' targets each gets its own calls, one after the other": async (world) => {
    const [ours, theirs] = [await askedOf(world, "plant-7-mes", "a"), await askedOf(world, "cloud", "a")];
    const [bound, others] = [world.bound(["plant-*"]), world.others(["plant-*"])];
    const owner = await claimed(bound);
    expect(await others.claim(10)).toEqual([]);
    expect((await bound.look(owner, mine)).calls.map(({ id }) => id)).toEqual([ours]);
    await bound.report(owner, { events: [], answers: [{ call: ours, answer: answered }] });
    await bound.complete(owner);
    await world.caller.sweep([ours, theirs]);
    expect(await bound.claim(10)).toEqual([]);
    const next = await claimed(others);
    expect((await others.look(next, mine)).calls.map(({ id }) => id)).toEqual([theirs]);
  },
  "a bundle is for those of whose targets something is asked with it": async (world) => {
    await world.caller.provide("of cloud", "its text");
    await askedOf(world, "cloud", "a");
    expect(await world.bound(["plant-*"]).bundle("of cloud")).toBeUndefined();
    expect(await world.bound(["clo*"]).bundle("of cloud")).toBe("its text");
    expect(await world.first.bundle("of cloud")).toBe("its text");
  },
  "who did not claim a shard has nothing of it": async (world) => {
    await asked(world);
    const owner = await claimed(world.first);
    expect(await world.second.touch([owner])).toEqual(new Set());
    expect((await world.second.look(owner, mine)).calls).toEqual([]);
    await asked(world, true, "b");
    expect((await world.first.look({ ...owner, shard: "b" }, mine)).calls).toEqual([]);
    expect(await world.first.touch([owner])).toEqual(new Set([owner.job]));
    expect((await world.first.look(owner, mine)).calls).toHaveLength(1);
  },
  "workers, shards, owners and what waits are told": async (world) => {
    await world.first.hello({ name: "first", version: "1.2.3" }, 1);
    await asked(world);
    const owner = await claimed(world.first);
    await asked(world, true, "b");
    const now = await world.now();
    const times = [now.at, ...now.workers.flatMap(({ since, seen }) => [since, seen])];
    for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(now.workers).toMatchObject([{ name: "first", version: "1.2.3", shards: 1 }]);
    expect(now.shards).toEqual([
      {
        ...{ shard: "a", owner: "first", ownedSince: expect.stringContaining("Z") },
        ...{ waiting: 1, waitingSince: expect.stringContaining("Z"), targets: ["t"] },
      },
      { shard: "b", waiting: 1, waitingSince: expect.stringContaining("Z"), targets: ["t"] },
    ]);
    await world.first.complete(owner);
    await world.first.goodbye({ name: "first", version: "1.2.3" });
    const { workers, shards } = await world.now();
    expect(workers).toEqual([]);
    expect(shards.map((shard) => shard.owner)).toEqual([undefined, undefined]);
  },
  "one run at a time has an environment, and the next one what it left": async ({ run }) => {
    expect(await run.take("one", 30_000)).toEqual({});
    expect(await run.take("one", 30_000)).toEqual({});
    expect(await run.take("two", 30_000)).toEqual({ by: "one" });
    await run.locked("one", { run: "git", forMs: Number.POSITIVE_INFINITY });
    const journal = runId();
    await run.commit("one", { journal, number: 0, text: "a\n", fences: [] });
    await run.commit("one", { journal, number: 1, text: "b\n", fences: [] });
    await run.release("one");
    expect(await run.take("two", 30_000)).toEqual({});
    expect(await run.read()).toBe("a\nb\n");
    await run.locked("two", { run: "git", forMs: 60_000 });
    await run.commit("two", { journal: runId(), number: 0, text: "c\n", fences: [] });
    expect(await run.read()).toBe("c\n");
    await run.remove("one");
    expect(await run.read()).toBe("c\n");
    await run.remove("two");
    expect(await run.read()).toBe("");
  },
  "who takes over an environment learns to which run Git's lock was left, and after a release nobody does":
    async ({ run }) => {
      // Renews the ownership with a negative duration. It has then expired, as after a kill.
      const killed = async (owner: string) => void (await run.take(owner, -1));
      await run.take("one", 30_000);
      await run.locked("one", { run: "git-1", forMs: 60_000 });
      await killed("one");
      expect(await run.take("two", 30_000)).toEqual({ leftLock: "git-1" });
      await killed("two");
      expect(await run.take("three", 30_000)).toEqual({ leftLock: "git-1" });
      await run.locked("three", { run: "git-3", forMs: 60_000 });
      expect(await run.take("three", 30_000)).toEqual({});
      await run.release("three");
      expect(await run.take("four", 30_000)).toEqual({});
    },
  "a run that could not renew its hold for long goes on, until another run has the environment": async ({
    run,
  }) => {
    const commit = { journal: runId(), fences: [] };
    await run.take("one", -1);
    expect(await run.locked("one", { run: "git", forMs: 60_000 })).toBe(true);
    expect(await run.commit("one", { ...commit, number: 0, text: "a\n" })).toMatchObject({ is: "committed" });
    expect(await run.take("two", -1)).toEqual({ leftLock: "git" });
    expect(await run.locked("one", { run: "git", forMs: 60_000 })).toBe(false);
    expect(await run.commit("one", { ...commit, number: 1, text: "b\n" })).toEqual({ is: "lost" });
    expect(await run.read()).toBe("a\n");
  },
  "lines and the leave of a write are one": async (world) => {
    const { fence } = await askedToLeave(world);
    await world.run.take("one", 30_000);
    await world.run.locked("one", { run: "git", forMs: 60_000 });
    const done = await world.run.commit("one", { journal: runId(), number: 0, text: "x\n", fences: [fence] });
    expect(done).toEqual({ is: "committed", granted: new Set([fence.call]) });
    expect(await world.run.read()).toBe("x\n");
  },
  "without the run nothing is stored and nothing leaves": async (world) => {
    const { fence } = await askedToLeave(world);
    await world.run.take("other", 30_000);
    await world.run.locked("other", { run: "git", forMs: 60_000 });
    const done = await world.run.commit("one", { journal: runId(), number: 0, text: "x\n", fences: [fence] });
    expect(done).toEqual({ is: "lost" });
    expect(await world.run.read()).toBe("");
    expect((await world.caller.news(nothing)).waiting).toHaveLength(1);
  },
  "without Git's lock nothing is stored and nothing leaves": async (world) => {
    const { fence } = await askedToLeave(world);
    await world.run.take("one", 30_000);
    const commit = { journal: runId(), number: 0, text: "x\n", fences: [fence] };
    expect(await world.run.commit("one", commit)).toEqual({ is: "lost" });
    await world.run.locked("one", { run: "git", forMs: -1 });
    expect(await world.run.commit("one", commit)).toEqual({ is: "lost" });
    expect(await world.run.read()).toBe("");
  },
  "what several writers append is stored in order, by few commits, once each has been told so": async (
    world,
  ) => {
    const { journal, commits } = await begun(world);
    const lines = Array.from({ length: 100 }, (_, at) => `${at}\n`);
    await Promise.all(
      lines.map((line) => {
        journal.append(line);
        return journal.flush();
      }),
    );
    expect(await world.run.read()).toBe(lines.join(""));
    expect(commits()).toBe(1);
    await journal.close(true);
    expect(await world.run.read()).toBe(lines.join(""));
  },
  "what nobody waits for is stored soon after, and before the journal is closed": async (world) => {
    const { journal } = await begun(world);
    journal.append("a reply\n");
    await vi.waitFor(async () => expect(await world.run.read()).toBe("a reply\n"), 20_000);
    journal.append("the last reply\n");
    await journal.close(true);
    expect(await world.run.read()).toBe("a reply\nthe last reply\n");
  },
  "what the run before has left stays until something of the new one is stored": async (world) => {
    const { store, journal } = await begun(world);
    journal.append("before\n");
    await journal.close(true);
    const next = await store.begin();
    next.append("begun\n");
    expect(await world.run.read()).toBe("before\n");
    await next.flush();
    expect(await world.run.read()).toBe("begun\n");
    await next.close(false);
    expect(await world.run.read()).toBe("");
  },
  "a write whose shard belongs to somebody else is told so, and its journal goes on": async (world) => {
    const { owner, fence } = await askedToLeave(world);
    const { journal } = await begun(world);
    await expire(world, owner);
    journal.append("intent\n");
    await expect(journal.flush(fence)).rejects.toThrow(NotOwned);
    journal.append("and on\n");
    await journal.flush();
    expect(await world.run.read()).toBe("intent\nand on\n");
    await journal.close(true);
  },
  "once another run has the environment, a journal stores nothing more": async (world) => {
    const { journal, store } = await begun(world);
    const other = databaseJournal({
      id: "d",
      rows: world.run,
      clock,
      newId: runId,
      name: "e",
      owner: "another",
    });
    expect(await other.take()).toMatchObject({ held: false, by: expect.stringContaining("this process") });
    await world.run.release(taken.get(store) ?? "");
    const lock = await other.take();
    expect(lock.held).toBe(true);
    journal.append("late\n");
    await expect(journal.flush()).rejects.toThrow("no longer owns the environment");
    expect(await world.run.read()).toBe("");
    if (lock.held) await lock.release();
  },
  "the next run reads which writes of the last one are open": async (world) => {
    const { store, journal } = await begun(world);
    const address = addressOf("cloud", "network", "bern");
    const lines = journalOn({ disk: journal, digest, run: runId() });
    lines.note({ kind: "begun", environment: "e", fingerprint: "f" });
    await lines.write({
      kind: "intent",
      step: `create ${address}`,
      operation: "create",
      address,
      attempt: 1,
    });
    await journal.close(true);
    await world.run.release(taken.get(store) ?? "");
    const events: ApplyEvent[] = [];
    const next = databaseJournal({
      id: "d",
      rows: world.run,
      clock,
      newId: runId,
      name: "the journal of e",
      owner: "next",
    });
    const opened = await openJournal({ folder: ".", environment: "e" }, (event) => events.push(event), next);
    if (!("journal" in opened)) throw new Error("not opened");
    expect(opened.journal.interrupted.map((intent) => intent.address)).toEqual([address]);
    expect(events).toMatchObject([{ type: "journalRead", path: "the journal of e", isInterrupted: true }]);
    const second = databaseJournal({
      id: "d",
      rows: world.run,
      clock,
      newId: runId,
      name: "e",
      owner: "second",
    });
    const refused = await openJournal({ folder: ".", environment: "e" }, () => {}, second);
    expect(refused).toMatchObject({ is: "refused", refusal: { because: "running" } });
    await opened.journal.release();
  },
};

/** For each store, the owner for which the store has taken its environment. */
const taken = new WeakMap<object, string>();

/** Opens a journal for a run. Also counts the run's commits. */
async function begun({ run }: DatabaseWorld) {
  let count = 0;
  let owner = "";
  const rows: RunRows = {
    ...run,
    take: (by, forMs) => {
      owner = by;
      return run.take(by, forMs);
    },
    commit: (by, commit) => {
      count += 1;
      return run.commit(by, commit);
    },
  };
  const store = databaseJournal({ id: "d", rows, clock, newId: runId, name: "e", owner: "this process" });
  const lock = await store.take();
  if (!lock.held) throw new Error(lock.message);
  taken.set(store, owner);
  await store.locked({ run: "git", forMs: Number.POSITIVE_INFINITY });
  return { store, journal: await store.begin(), commits: () => count };
}
