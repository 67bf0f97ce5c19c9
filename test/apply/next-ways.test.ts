/** Invariants of every path through a step's state table, for any answers of servers and any content of lists. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { newExecution, type StepEvent, type StepExecution } from "../../src/apply/execute/execution.ts";
import type { StepFacts } from "../../src/apply/execute/facts.ts";
import { next } from "../../src/apply/execute/next.ts";
import type { Change } from "../../src/model/change.ts";
import type { Step } from "../../src/model/plan/step.ts";
import { problem } from "../../src/model/problem.ts";
import type { Reply, Task } from "../../src/model/reply.ts";
import type { TaskEnd } from "../../src/pace/tasks.ts";
import { network } from "../properties/declared.ts";

const desired = network("berlin", { name: "Berlin", tz: "Berlin" });
const { address } = desired;
const create = { action: "create", address, desired, cause: "pending" } as const;
const visibleMs = 15_000;
const why = problem("server-error", "no");
const task: Task = {
  id: "t",
  path: "/t",
  kind: "network",
  operation: "create",
  everyMs: 1000,
  withinMs: 60_000,
};

function updateOf(tz: string): Extract<Change, { action: "update" }> {
  const live = { value: { name: "Berlin", tz }, id: "n1" };
  const differences = [{ path: "/tz", cause: "pending", live: tz, desired: "Berlin" }] as const;
  return { action: "update", address, desired, live, differences };
}

/** Draws numbers from a given sequence. The same sequence leads to the same path. */
class Chance {
  readonly #draws: readonly number[];
  #at = 0;

  constructor(draws: readonly number[]) {
    this.#draws = draws;
  }

  of<T>(first: T, ...others: readonly T[]): T {
    const all = [first, ...others];
    const draw = this.#draws[this.#at % this.#draws.length] ?? 0;
    this.#at += 1;
    return all[draw % all.length] ?? first;
  }
}

/**
 * Draws the answers of servers, and the results of reads: anything is possible. Each wait and each read takes virtual
 * time.
 */
class World {
  now = 0;
  readonly facts: StepFacts;
  readonly #chance: Chance;
  /** If true, every reply is lost, and a created resource never becomes visible. */
  readonly #isDark: boolean;

  constructor(chance: Chance) {
    this.#chance = chance;
    this.#isDark = chance.of(false, false, true);
    const isUnguarded = chance.of(false, true);
    const setsRest = chance.of(false, true);
    const isInNew = chance.of(false, true);
    const settledAt = chance.of(undefined, 0, 30_000);
    this.facts = {
      now: () => this.now,
      random: () => 0.5,
      freshMs: chance.of(5000, 0),
      visibleMs,
      lostVisibleMs: visibleMs,
      isReadByItself: chance.of(false, true),
      mayDuplicate: ({ action }) => action === "create",
      isInNew: () => isInNew,
      parentSettledAt: () => settledAt,
      mayBeCreatedImplicitly: () => false,
      isUnguarded: () => isUnguarded,
      guardOf: () => undefined,
      boundsOf: () => ({
        again: 4,
        waits: { notReady: 5000, locked: 5000, throttled: 0, unavailable: 5000 },
      }),
      updateAfter: () => (setsRest ? updateOf("none") : undefined),
    };
  }

  /** Draws an event that can follow in the current state of the step. */
  event(on: StepExecution): StepEvent {
    const chance = this.#chance;
    const { state } = on;
    switch (state.is) {
      case "awaitingEarlierTask":
        return { is: "earlierEnded", end: chance.of("done" as const, "failed" as const, undefined) };
      case "queued":
        return { is: "inTurn" };
      case "checking":
      case "confirming":
      case "looking":
        return this.#seen(on);
      case "sending":
        if (on.late < 2 && chance.of(false, false, true)) return { is: "tooLate" };
        this.now += 100;
        return {
          ...{ is: "replied", reply: this.#reply(), guard: undefined },
          departure: { sent: on.sent + 1, leftAt: this.now - 100, leftAfter: 0 },
        };
      case "awaitingTask":
        return { is: "taskEnded", end: this.#taskEnd(on) };
      case "awaitingParent":
      case "waiting":
      case "lostUnseen":
      case "acceptedUnseen":
        this.now += state.ms;
        return { is: "waited" };
      case "ended":
        throw new Error("It has ended.");
    }
  }

  #seen({ planned }: StepExecution): StepEvent {
    const chance = this.#chance;
    this.now += chance.of(10, 2000, 20_000);
    const change =
      planned.action === "create" ? chance.of<Change>(create, create, updateOf("x")) : updateOf("x");
    if (this.#isDark && planned.action === "create")
      return { is: "seen", verdict: { is: "write", change: create }, at: this.now };
    const verdict = chance.of(
      { is: "write", change } as const,
      { is: "write", change } as const,
      { is: "unknown", problem: why } as const,
      { is: "converged" } as const,
      { is: "conflict", problem: why } as const,
    );
    return { is: "seen", verdict, at: this.now };
  }

  #reply(): Reply {
    if (this.#isDark) return { meaning: "lost", detail: "504" };
    return this.#chance.of<Reply>(
      { meaning: "lost", detail: "504" },
      { meaning: "accepted", id: "n1" },
      { meaning: "pending", task },
      { meaning: "conflict", detail: "409" },
      { meaning: "conflict", detail: "409", perhapsLocked: true },
      { meaning: "conflict", detail: "404", unexplained: true },
      { meaning: "refused", problem: this.#chance.of(why, problem("refused", "later")), unexplained: true },
      { meaning: "busy", reason: this.#chance.of("locked", "notReady", "unavailable"), detail: "busy" },
    );
  }

  #taskEnd({ undone }: StepExecution): TaskEnd {
    const chance = this.#chance;
    const cause = chance.of("it" as const, "another" as const, "unknown" as const);
    const again: TaskEnd = { is: "undone", detail: "", cause };
    const over = chance.of<TaskEnd>({ is: "done" }, { is: "failed", problem: why }, { is: "late" });
    return undone > 5 ? over : chance.of<TaskEnd>(over, again, { ...again, inPart: true });
  }
}

/** A point on a path: the state of the step before an event, the event, and the state after it. */
interface Moment {
  readonly before: StepExecution;
  readonly event: StepEvent;
  readonly after: StepExecution;
  readonly now: number;
}

/** Returns the complete path of a step: all points until the step has ended. */
function wayOf(draws: readonly number[]): readonly Moment[] {
  const chance = new Chance(draws);
  const world = new World(chance);
  const planned = chance.of<Change>(create, create, updateOf("Paris"));
  const step = { id: `${planned.action} ${address}`, address, target: "cloud", operation: planned.action };
  let before: StepExecution = {
    ...newExecution(step as unknown as Step, planned),
    state: { is: chance.of("queued" as const, "queued" as const, "awaitingEarlierTask" as const) },
  };
  const way: Moment[] = [];
  while (before.state.is !== "ended") {
    const event = world.event(before);
    const after = next(before, event, world.facts).to;
    way.push({ before, event, after, now: world.now });
    if (way.length > 500) throw new Error("It never ends.");
    before = after;
  }
  return way;
}

const draws = fc.array(fc.nat(1000), { minLength: 7, maxLength: 97 });
const always = (holds: (way: readonly Moment[]) => void) =>
  fc.assert(
    fc.property(draws, (drawn) => {
      holds(wayOf(drawn));
    }),
    { numRuns: 3000 },
  );

const isLost = ({ event }: Moment) => event.is === "replied" && event.reply.meaning === "lost";

test("comes to an end, and nothing that has ended goes on", () => {
  always((way) => expect(way.at(-1)?.after.state.is).toBe("ended"));
});

test("after a lost reply, and after a conflict, nothing is sent without a look", () => {
  always((way) => {
    let mustLook = false;
    for (const moment of way) {
      const { before, event, after } = moment;
      if (isLost(moment) || (event.is === "replied" && event.reply.meaning === "conflict")) mustLook = true;
      if (before.state.is === "looking" && event.is === "seen") mustLook = false;
      if (after.state.is === "sending") expect(mustLook).toBe(false);
    }
  });
});

test("no second create leaves while one may be under way, and at most two whose replies were lost", () => {
  always((way) => {
    let leftAt: number | undefined;
    let lost = 0;
    for (const moment of way) {
      const { before, event, after, now } = moment;
      const { state, change } = before;
      if (isLost(moment) && change.action === "create") {
        leftAt = after.leftAt;
        lost += 1;
      }
      // After a read has shown the result, the write is no longer in flight.
      const isThere =
        event.is === "seen" && event.verdict.is === "write" && event.verdict.change.action !== "create";
      if (state.is === "looking" && isThere) [leftAt, lost] = [undefined, 0];
      // If a task may have been carried out in part, a read follows. If a task still runs, the step waits for it.
      if (event.is === "replied" && event.reply.meaning === "pending")
        expect(after.state.is).toBe("awaitingTask");
      if (after.state.is !== "sending" || after.change.action !== "create") continue;
      expect(state.is).not.toBe("awaitingTask");
      expect(lost).toBeLessThan(2);
      if (leftAt !== undefined) expect(now - leftAt).toBeGreaterThanOrEqual(visibleMs);
    }
  });
});

test("a lost create is not sent again where one of the looks for it told nothing", () => {
  always((way) => {
    let isUnclear = false;
    for (const { before, event, after } of way) {
      const isSearch = before.state.is === "looking" && before.state.search !== undefined;
      if (isSearch && event.is === "seen" && event.verdict.is === "unknown") isUnclear = true;
      if (
        isSearch &&
        event.is === "seen" &&
        event.verdict.is === "write" &&
        event.verdict.change.action !== "create"
      )
        isUnclear = false;
      if (after.state.is === "sending" && after.change.action === "create") expect(isUnclear).toBe(false);
    }
  });
});

test("what was accepted is never created again, and is looked for while it may appear", () => {
  always((way) => {
    for (const { before, event, after } of way) {
      if (before.created !== undefined && after.state.is === "sending")
        expect(after.change.action).not.toBe("create");
      if (after.state.is === "acceptedUnseen") expect(after.created).toBe(create);
      const isGone =
        event.is === "seen" && event.verdict.is === "write" && event.verdict.change.action === "create";
      if (before.created !== undefined && isGone)
        expect(["acceptedUnseen", "looking", "ended"]).toContain(after.state.is);
    }
  });
});

test("a write leaves from a check, a look or a wait, and never from where it was sent", () => {
  always((way) => {
    for (const { before, after } of way)
      if (after.state.is === "sending")
        expect(["queued", "checking", "confirming"]).toContain(before.state.is);
  });
});

test("every state is on some way", () => {
  const seen = new Set<string>();
  always((way) => {
    for (const { after } of way) seen.add(after.state.is);
  });
  expect([...seen].sort()).toEqual([
    ...["acceptedUnseen", "awaitingParent", "awaitingTask", "checking", "confirming", "ended", "looking"],
    ...["lostUnseen", "queued", "sending", "waiting"],
  ]);
});
