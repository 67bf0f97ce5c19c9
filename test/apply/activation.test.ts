/** Activation of a target after the last success: which requests are sent, in which order, and what is reported. */

import { describe, expect, test } from "vitest";
import { activateTargets } from "../../src/apply/activation/activate-targets.ts";
import { unfinishedAfter } from "../../src/apply/activation/unfinished.ts";
import type { ApplyRun } from "../../src/apply/run.ts";
import type { FinishFacts, FinishSession, WaitingItem } from "../../src/drivers/contract/activation.ts";
import type { Change } from "../../src/model/change.ts";
import type { JournalRecord } from "../../src/model/journal.ts";
import { type Problem, problem } from "../../src/model/problem.ts";
import type { Target } from "../../src/model/project.ts";
import type { BusyReason, FinishResult, Reply, SettledStep, Task, TaskReply } from "../../src/model/reply.ts";
import { port } from "../properties/declared.ts";
import { VirtualClock } from "../servers/virtual-time/clock.ts";

const waiting = (id: string, more: Partial<WaitingItem> = {}): WaitingItem => ({
  ...{ id, name: `fw-${id}`, version: "v1", isReady: true },
  ...more,
});
const task: Task = {
  ...{
    id: "t1",
    path: "/tasks/t1",
    kind: "deployment",
    operation: "create",
    everyMs: 1000,
    withinMs: 60_000,
  },
};
const asTask: Reply = { meaning: "pending", task };
const accepted: Reply = { meaning: "accepted" };
const lost: Reply = { meaning: "lost", detail: "no answer" };
const busy = (retryAfter?: number, reason: BusyReason = "unavailable"): Reply => ({
  ...{ meaning: "busy", reason, detail: "busy" },
  ...(retryAfter !== undefined && { retryAfter }),
});
const refusal = problem("refused", "no");

interface Script {
  readonly facts?: Partial<FinishFacts>;
  /** The results of the reads, in order. After the last result, each read has that result again. */
  readonly looks?: readonly (readonly WaitingItem[] | Problem)[];
  readonly replies?: readonly Reply[];
  readonly tasks?: readonly TaskReply[];
  /** How the steps ended. Step n concerns device n. */
  readonly states?: readonly SettledStep["outcome"]["state"][];
  readonly run?: Partial<ApplyRun>;
  readonly limits?: Target["limits"];
  readonly isTakenBack?: boolean;
  /** If true, the journal cannot store the intents of activations. */
  readonly full?: boolean;
  readonly abortAt?: number;
}

/** Activates a target. Returns the requests to it with their times, the intents and the reports. */
async function finishing(script: Script) {
  const { looks = [[waiting("a")], []], replies = [accepted], tasks = [], states = ["applied"] } = script;
  const clock = new VirtualClock();
  const controller = new AbortController();
  const asked: string[] = [];
  const notes: JournalRecord[] = [];
  const inTurn = <T>(all: readonly T[], what: string): T | undefined => {
    const before = asked.filter((one) => one.includes(what)).length;
    return all[Math.min(before, all.length - 1)];
  };
  const session: FinishSession = {
    waiting: async () => {
      const items = inTurn(looks, "look") ?? [];
      asked.push(`${clock.now()} look`);
      return "code" in items ? { state: "unknown", problem: items } : { state: "whole", items };
    },
    finish: async (items) => {
      const reply = inTurn(replies, "finish") ?? accepted;
      asked.push(`${clock.now()} finish ${items.map(({ id }) => id).join(" ")}`);
      return reply;
    },
    askFinish: async ({ id }) => {
      const reply = inTurn(tasks, "ask") ?? { state: "done" };
      asked.push(`${clock.now()} ask ${id}`);
      return reply;
    },
  };
  const facts: FinishFacts = {
    ...{
      verb: "deploy",
      done: "deployed",
      isOn: true,
      isListed: true,
      lateMs: 3000,
      isTask: true,
      together: 2,
    },
    ...script.facts,
  };
  const ports = states.map((_, at) => port(`r${at}.1`, {}, { host: `h${at}` }));
  const steps = ports.map(({ address }) => ({ id: `update ${address}`, address, target: "fmc" }));
  const changes = ports.map((one): [string, Change] => [
    one.address,
    { action: "update", address: one.address, desired: one, live: { value: {} }, differences: [] },
  ]);
  const settled = steps.map(({ id, address }, at) => ({
    ...{ step: id, address, outcome: { state: states[at], problem: refusal, because: "interrupted" } },
  }));
  const write = async (record: JournalRecord) => {
    if (script.full) throw new Error("no space");
    notes.push(record);
  };
  const run = {
    ...{ plan: { steps, pending: [] }, changes: new Map(changes), clock, random: () => 0 },
    targets: new Map([
      [
        "fmc",
        {
          target: { name: "fmc", limits: { ...script.limits } },
          dialect: { finishing: facts },
          session: { finishing: session },
        },
      ],
    ]),
    journal: { write, note: (record: JournalRecord) => void notes.push(record) },
    signal: controller.signal,
    ...script.run,
  } as unknown as ApplyRun;
  if (script.abortAt !== undefined)
    void clock.wait(script.abortAt).then(() => controller.abort(new Error("interrupted")));
  const { isTakenBack = false } = script;
  const results = await clock.run(activateTargets(run, settled as never, { isTakenBack }));
  const told = (results ?? []).map(({ state, names, problem: why }: FinishResult) =>
    `${state} ${names.join(" ")}${why ? `: ${why.message.replace("fmc: ", "")}` : ""}`.trim(),
  );
  return { asked, told, notes: notes.map(noteText), results, run };
}

function noteText(record: JournalRecord): string {
  if (record.kind === "finishing")
    return `${record.verb} ${record.names.join(" ")}${record.task ? ` as ${record.task.id}` : ""}`;
  return record.kind === "finished" ? `finished ${record.state}` : record.kind;
}

describe("what waits", () => {
  test("is looked for once a list shows it, noted before it is asked for, and looked at again", async () => {
    const { asked, told, notes, results } = await finishing({});
    expect(asked).toEqual(["3000 look", "3000 finish a", expect.stringContaining("look")]);
    expect(told).toEqual(["done fw-a"]);
    expect(notes).toEqual(["deploy fw-a", "finished done"]);
    expect(results?.[0]).toMatchObject({ target: "fmc", verb: "deploy", done: "deployed" });
  });

  test("becomes a task, which is noted and asked for until it has ended", async () => {
    const tasks: readonly TaskReply[] = [{ state: "running" } as TaskReply, { state: "done" }];
    const { asked, told, notes } = await finishing({ replies: [asTask], tasks });
    expect(asked.filter((one) => one.includes("ask"))).toEqual(["4000 ask t1", "5000 ask t1"]);
    expect(notes).toEqual(["deploy fw-a", "deploy fw-a as t1", "finished done"]);
    expect(told).toEqual(["done fw-a"]);
  });

  test("is sent in as few requests as the product takes, one after the other", async () => {
    const three = ["a", "b", "c"].map((id) => waiting(id));
    const { asked, told } = await finishing({ looks: [three, []] });
    expect(asked.slice(1, 3)).toEqual(["3000 finish a b", "3000 finish c"]);
    expect(told).toEqual(["done fw-a fw-b fw-c"]);
  });

  test("and is not ready is left, and the others are done", async () => {
    const looks = [[waiting("a", { isReady: false }), waiting("b")], [waiting("a", { isReady: false })]];
    const { asked, told } = await finishing({ looks });
    expect(asked[1]).toBe("3000 finish b");
    expect(told).toEqual([
      "done fw-b",
      "left fw-a: not deployed: the product reports that it cannot deploy this at the moment",
    ]);
  });

  test("nothing, is nothing to tell", async () => {
    expect(await finishing({ looks: [[]] })).toMatchObject({ asked: ["3000 look"], results: undefined });
  });

  test("cannot be told where no list can be read: it is unknown", async () => {
    const { told } = await finishing({ looks: [problem("server-error", "answered 500")] });
    expect(told).toEqual(["unknown : answered 500"]);
    const later = await finishing({ looks: [[waiting("a")], problem("server-error", "answered 500")] });
    expect(later.told).toEqual(["done fw-a", "unknown : answered 500"]);
  });
});

describe("what was said to be done", () => {
  test("and is in a list that is late is looked at once more", async () => {
    const { told, asked } = await finishing({ looks: [[waiting("a")], [waiting("a")], []] });
    expect(told).toEqual(["done fw-a"]);
    expect(asked.filter((one) => one.endsWith("look"))).toEqual(["3000 look", "3000 look", "6000 look"]);
  });

  test("and still waits has failed; what waits with another change is left to the next run", async () => {
    const still = await finishing({ looks: [[waiting("a")], [waiting("a")]] });
    expect(still.told).toEqual([
      "failed fw-a: not deployed: it is still waiting to be deployed, although the product reported success",
    ]);
    const again = await finishing({ looks: [[waiting("a")], [waiting("a", { version: "v2" })]] });
    expect(again.told).toEqual(["left fw-a: not deployed: it was changed again in the meantime"]);
    expect(again.asked.filter((one) => one.includes("finish"))).toHaveLength(1);
  });
});

describe("what does not go well", () => {
  test("was refused: it has failed, and is not asked for again", async () => {
    const replies: readonly Reply[] = [{ meaning: "refused", problem: refusal }];
    const { told, asked, notes } = await finishing({ replies, looks: [[waiting("a")]] });
    expect(told).toEqual(["failed fw-a: no"]);
    expect(asked.filter((one) => one.includes("finish"))).toHaveLength(1);
    expect(notes).toEqual(["deploy fw-a", "finished failed"]);
  });

  test("is a busy product: it is asked again, as late as it wants", async () => {
    const { told, asked, notes } = await finishing({
      replies: [busy(20_000), accepted],
      looks: [[waiting("a")], [waiting("a")], []],
    });
    expect(asked.filter((one) => one.includes("finish"))).toEqual(["3000 finish a", "23000 finish a"]);
    expect(told).toEqual(["done fw-a"]);
    expect(notes).toEqual(["deploy fw-a", "finished failed", "deploy fw-a", "finished done"]);
  });

  test("is a product that stays busy: it is asked three times and left", async () => {
    const { told, asked } = await finishing({ replies: [busy()], looks: [[waiting("a")]] });
    expect(asked.filter((one) => one.includes("finish"))).toHaveLength(3);
    expect(told).toEqual(["left fw-a: not deployed: busy"]);
  });

  test("is another one under way: it is waited for as a lock, and asked again until that is over", async () => {
    const locked = busy(undefined, "locked");
    const replies = [locked, locked, locked, locked, locked, accepted];
    const { asked, told } = await finishing({ replies, looks: [...replies.map(() => [waiting("a")]), []] });
    expect(asked.filter((one) => one.includes("finish"))).toHaveLength(6);
    expect(told).toEqual(["done fw-a"]);
  });

  test("is another one that does not end: it is waited for as long as for a lock, and left", async () => {
    const script = { replies: [busy(undefined, "locked")], looks: [[waiting("a")]] };
    const { asked, told } = await finishing(script);
    expect(Number.parseInt(asked.at(-1) ?? "", 10)).toBe(123_000);
    expect(told).toEqual(["left fw-a: not deployed: busy"]);
    const none = await finishing({ ...script, limits: { lockSeconds: 0 } });
    expect(none.asked.filter((one) => one.includes("finish"))).toHaveLength(1);
  });

  test("is one that the list shows under way: nothing is sent before it is over", async () => {
    const under = waiting("a", { isBusy: true, isReady: false });
    const { asked, told } = await finishing({ looks: [[under], [under], [waiting("a")], []] });
    expect(asked.map((one) => one.replace(/^\d+ /, ""))).toEqual([
      "look",
      "look",
      "look",
      "finish a",
      "look",
    ]);
    expect(told).toEqual(["done fw-a"]);
    const always = await finishing({ looks: [[under]] });
    expect(always.asked.some((one) => one.includes("finish"))).toBe(false);
    expect(always.told).toEqual(["left fw-a: not deployed: someone else is doing the same at the moment"]);
  });

  test("is a lock beside a lost reply: each is asked again as often as it may be", async () => {
    const { asked } = await finishing({
      ...{ replies: [lost, busy(undefined, "locked")], looks: [["a", "b", "c"].map((id) => waiting(id))] },
      limits: { lockSeconds: 20 },
    });
    expect(asked.filter((one) => one.includes("finish")).length).toBeLessThan(14);
  });

  test("is one that wants to be left alone for an hour: it waits a minute at most", async () => {
    const { asked } = await finishing({
      replies: [busy(3_600_000), accepted],
      looks: [[waiting("a")], [waiting("a")], []],
    });
    expect(asked.filter((one) => one.includes("finish"))[1]).toBe("63000 finish a");
  });

  test("is a reply that was lost: looked for, and sent again only where it waits still", async () => {
    const gone = await finishing({ replies: [lost], looks: [[waiting("a")], []] });
    expect(gone.told).toEqual([
      "unknown fw-a: the reply was lost. Nothing is pending, so the request was accepted; whether it succeeded is unknown",
    ]);
    expect(gone.notes).toEqual(["deploy fw-a", "finished unknown"]);
    const there = await finishing({ replies: [lost, accepted], looks: [[waiting("a")], [waiting("a")], []] });
    expect(there.told).toEqual(["done fw-a"]);
    expect(there.asked.filter((one) => one.includes("finish"))).toHaveLength(2);
    const always = await finishing({ replies: [lost], looks: [[waiting("a")]] });
    expect(always.told).toEqual(["unknown fw-a: not deployed: no answer"]);
  });

  test("is what somebody else has done while the product was busy: it is done", async () => {
    const { told } = await finishing({ replies: [busy()], looks: [[waiting("a")], []] });
    expect(told).toEqual(["done fw-a"]);
  });

  test("is a task that failed, that is gone or that takes too long", async () => {
    const of = async (...tasks: readonly TaskReply[]) =>
      (await finishing({ replies: [asTask], tasks, looks: [[waiting("a")]] })).told;
    expect(await of({ state: "failed", problem: refusal })).toEqual(["failed fw-a: no"]);
    const late = await of({ state: "running" } as TaskReply);
    expect(late).toEqual([
      "unknown fw-a: the result of task t1 (deploy) is unknown: it had not ended after 60 s",
    ]);
    const gone = await of({ state: "gone", detail: "no such task" });
    expect(gone).toEqual(["unknown fw-a: the result of task t1 (deploy) is unknown: no such task"]);
  });

  test("is a journal that cannot be written: nothing is sent", async () => {
    const { asked, told, run } = await finishing({ full: true });
    expect(asked.some((one) => one.includes("finish"))).toBe(false);
    expect(told).toEqual([
      "left fw-a: trueup sends nothing without a journal, and the journal cannot be written",
    ]);
    expect(run.journalFailed).toBe(true);
  });
});

describe("nothing is sent", () => {
  const why = "left : not deployed: ";

  test.each<[string, Script]>([
    ["the apply was rolled back", { isTakenBack: true }],
    ["the run was interrupted", { run: { signal: AbortSignal.abort() } }],
    ["trueup itself failed", { run: { crash: { error: new Error("x") } } }],
    ["the journal could not be written", { run: { journalFailed: true } }],
    ["the run was stopped early", { run: { halted: { because: "failed", ailments: [] } as never } }],
    ["not every step of this run succeeded there", { states: ["applied", "failed"] }],
    ["not every step of this run succeeded there", { states: ["skipped"] }],
  ])("where %s: that is told", async (reason, script) => {
    const { asked, told } = await finishing(script);
    expect(asked).toEqual([]);
    expect(told).toEqual([`${why}${reason}`]);
  });

  test("where no step went there and nothing is due", async () => {
    expect((await finishing({ states: [] })).results).toBeUndefined();
  });

  test("where it is off: what waits is told", async () => {
    const off = { facts: { isOn: false } };
    const { told, asked } = await finishing({ ...off, looks: [[waiting("b"), waiting("a")]] });
    expect(told).toEqual(["waiting fw-a fw-b"]);
    expect(asked).toEqual(["0 look"]);
    expect((await finishing({ ...off, looks: [[]] })).results).toBeUndefined();
    expect((await finishing({ ...off, looks: [problem("x", "x")] })).results).toBeUndefined();
    expect((await finishing({ ...off, states: ["converged"] })).asked).toEqual([]);
    expect((await finishing({ facts: { isOn: false, isListed: false } })).asked).toEqual([]);
    const aborted = await finishing({ ...off, run: { signal: AbortSignal.abort() } });
    expect(aborted.asked).toEqual([]);
  });

  test("once the run is interrupted while it waits for the list", async () => {
    const { asked, told } = await finishing({ abortAt: 1000 });
    expect(asked).toEqual([]);
    expect(told).toEqual([`${why}the run was interrupted`]);
  });

  test("more once it is interrupted under way: what is known is told", async () => {
    const two = ["a", "b", "c"].map((id) => waiting(id));
    const { asked, told } = await finishing({
      replies: [asTask],
      tasks: [{ state: "running" } as TaskReply],
      looks: [two],
      abortAt: 5500,
    });
    expect(asked.filter((one) => one.includes("finish"))).toEqual(["3000 finish a b"]);
    expect(told).toEqual([
      "left fw-c",
      "unknown fw-a fw-b: the result of task t1 (deploy) is unknown: the run was interrupted before it ended",
    ]);
  });
});

describe("what is due without a step", () => {
  const pending = (more = {}) => [
    { target: "fmc", verb: "deploy", done: "deployed", isOn: true, names: ["fw-a"], ...more },
  ];
  const noSteps = (of: readonly object[]): Script => ({
    states: [],
    run: { plan: { steps: [], pending: of } as never },
  });

  test("is done at once, for no list is late after nothing", async () => {
    const { asked, told } = await finishing(noSteps(pending()));
    expect(asked.slice(0, 2)).toEqual(["0 look", "0 finish a"]);
    expect(told).toEqual(["done fw-a"]);
  });

  test("is told by name where it may not be done", async () => {
    const { told } = await finishing({ ...noSteps(pending()), isTakenBack: true });
    expect(told).toEqual(["left fw-a: not deployed: the apply was rolled back"]);
  });

  test("is nothing where it is only shown, or at another target", async () => {
    expect((await finishing(noSteps(pending({ isOn: false })))).asked).toEqual([]);
    expect((await finishing(noSteps(pending({ target: "other" })))).asked).toEqual([]);
  });

  const earlier = (more = {}) => ({
    ...{
      kind: "finishing" as const,
      target: "fmc",
      verb: "deploy",
      names: ["fw-z"],
      time: "",
      task: { ...task, id: "t0" },
    },
    ...more,
  });
  const left = (intent: object, script: Script = {}) =>
    finishing({
      looks: [[]],
      states: [],
      ...script,
      run: { leftFinishes: [intent as never], plan: { steps: [], pending: [] } as never },
    });

  test("is a task of an earlier run: asked for at once, noted again, and told", async () => {
    const { asked, told, notes } = await left(earlier());
    expect(asked).toEqual(["0 ask t0", "0 look"]);
    expect(told).toEqual(["done fw-z"]);
    expect(notes[0]).toBe("deploy fw-z as t0");
  });

  test("and nobody knows how it ended: nothing new is asked for beside it", async () => {
    const { asked, told } = await left(earlier(), {
      tasks: [{ state: "gone", detail: "no such task" }],
      looks: [[waiting("a")]],
    });
    expect(asked.some((one) => /look|finish/.test(one))).toBe(false);
    expect(told).toEqual(["unknown fw-z: the result of task t0 (deploy) is unknown: no such task"]);
  });

  test("and failed then waits again: what came of the new attempt is told", async () => {
    const { told } = await left(earlier(), {
      tasks: [{ state: "failed", problem: refusal }],
      looks: [[waiting("z")], []],
    });
    expect(told).toEqual(["done fw-z"]);
    const none = await left(earlier(), { tasks: [{ state: "failed", problem: refusal }] });
    expect(none.told).toEqual(["failed fw-z: no"]);
  });

  test("is nothing for what never became a task, or elsewhere", async () => {
    expect((await left(earlier({ task: undefined }))).asked).toEqual([]);
    expect((await left(earlier({ target: "other" }))).asked).toEqual([]);
  });
});

describe("devices that are finished apart", () => {
  const facts = { by: "host", isListed: false, together: 1 };

  test("wait for no other, and the one that did not go well is left alone", async () => {
    const looks = [[waiting("a", { unit: "h0" }), waiting("b", { unit: "h1" })]];
    const { asked, told } = await finishing({ facts, states: ["applied", "failed"], looks });
    expect(asked).toEqual(["0 look", "0 finish a"]);
    expect(told).toEqual(["done fw-a"]);
  });

  test("that list nothing are not looked at again", async () => {
    const looks = [[waiting("a", { unit: "h0" }), waiting("b", { unit: "h1" })]];
    const { asked, told } = await finishing({ facts, states: ["applied", "converged"], looks });
    expect(asked).toEqual(["0 look", "0 finish a", "0 finish b"]);
    expect(told).toEqual(["done fw-a fw-b"]);
  });
});

describe("what a run leaves to be activated, where no list shows it", () => {
  const failure = { state: "failed", problem: refusal } as const;
  const applied = { state: "applied" } as const;
  const maybe = { state: "unknown", problem: refusal } as const;
  const own = port("r0.1", {}, { host: "h0" });
  const leftBy = (
    outcome: SettledStep["outcome"],
    more: { readonly back?: SettledStep["outcome"]; readonly done?: boolean; readonly isOn?: boolean } = {},
  ) => {
    const change: Change = {
      action: "update",
      address: own.address,
      desired: own,
      live: { value: {} },
      differences: [],
    };
    const finishing = { isOn: more.isOn ?? true, isListed: false, by: "host" };
    const run = {
      plan: { pending: [] },
      targets: new Map([[own.target, { dialect: { finishing } }]]),
      changes: new Map([[own.address, change]]),
    } as unknown as ApplyRun;
    const stepOf = (of: SettledStep["outcome"]): SettledStep => ({
      step: "update",
      address: own.address,
      outcome: of,
    });
    const finished = more.done ? [{ target: own.target, state: "done", names: ["h0"] }] : [];
    const left = unfinishedAfter(run, {
      settled: [stepOf(outcome)],
      finished: finished as never,
      takenBack: more.back ? [stepOf(more.back)] : [],
    });
    return left?.flatMap(({ names }) => names);
  };

  test.each([
    ["a device that was written", applied, {}, ["h0"]],
    ["one that was perhaps written", maybe, {}, ["h0"]],
    ["none whose write failed", failure, {}, undefined],
    ["none that was activated", applied, { done: true }, undefined],
    ["none whose change was rolled back", applied, { back: applied }, undefined],
    ["one whose rollback is unknown", applied, { back: maybe }, ["h0"]],
    ["none if the target's settings leave activation off", applied, { isOn: false }, undefined],
  ])("is %s", (_, outcome, more, names) => {
    expect(leftBy(outcome, more)).toEqual(names);
  });
});
