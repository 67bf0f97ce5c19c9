import { describe, expect, test } from "vitest";
import { leftFinishes } from "../../src/apply/activation/unfinished.ts";
import {
  answeredCreates,
  endsOpen,
  journalOn,
  leftIntents,
  readJournal,
  resolve,
  unfinished,
} from "../../src/apply/journal.ts";
import type { Change } from "../../src/model/change.ts";
import type { Intent, Journal, JournalRecord } from "../../src/model/journal.ts";
import type { Task } from "../../src/model/reply.ts";
import { digest } from "../../src/runtime/digest.ts";
import { planWith, resource, updating } from "../report/plans.ts";
import { stage } from "../servers/virtual-time/run.ts";

const intent: JournalRecord = {
  kind: "intent",
  step: "create cloud/network/a",
  operation: "create",
  address: "cloud/network/a",
  attempt: 1,
};
const begun: JournalRecord = {
  kind: "begun",
  environment: "test",
  fingerprint: "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
};
const outcome = (state: "applied" | "unknown"): JournalRecord => ({
  kind: "outcome",
  step: intent.step,
  state,
});

function written(records: readonly JournalRecord[], run = "one"): string {
  let text = "";
  const append = (more: string) => {
    text += more;
  };
  const journal = journalOn({ disk: { append, flush: () => Promise.resolve() }, digest, run });
  for (const record of records) journal.note(record);
  return text;
}

const kinds = (text: string) => readJournal(text, digest).records.map(({ kind }) => kind);

describe("a journal that is read back", () => {
  const whole = written([begun, intent, outcome("applied"), { kind: "ended" }]);

  test("has its records in their order", () => {
    expect(kinds(whole)).toEqual(["begun", "intent", "outcome", "ended"]);
    expect(readJournal(whole, digest).records[1]).toMatchObject(intent);
  });

  test("can be noted in the journal of another run, with all that comes after it", () => {
    const left = unfinished(readJournal(written([begun, outcome("applied"), intent]), digest).records);
    const second = written([begun, ...left, outcome("unknown"), { kind: "ended" }], "two");
    expect(kinds(second)).toEqual(["begun", "intent", "outcome", "ended"]);
    expect(unfinished(readJournal(second, digest).records)).toEqual([intent]);
  });

  test("is cut at any byte without a record that was not written", () => {
    for (let at = 0; at < whole.length; at++) {
      const read = kinds(whole.slice(0, at));
      expect(read).toEqual(["begun", "intent", "outcome", "ended"].slice(0, read.length));
    }
  });

  test("ends before the first record that was changed", () => {
    expect(kinds(whole.replace('"applied"', '"failed"'))).toEqual(["begun", "intent"]);
  });

  test("ends where a record is missing, or is of another run", () => {
    const lines = whole.split("\n");
    expect(kinds([lines[0], ...lines.slice(2)].join("\n"))).toEqual(["begun"]);
    expect(kinds(written([begun]) + written([begun, intent], "two"))).toEqual(["begun"]);
    const other = written([begun, intent, outcome("applied")], "two")
      .split("\n")
      .slice(1)
      .join("\n");
    expect(kinds(written([begun]) + other)).toEqual(["begun"]);
  });

  test.each([null, "task-7", 7, [], {}, { id: "7" }, { id: "7", path: "/tasks/7" }])(
    "ends before a record whose task is %j",
    (task) => {
      const { time: _, ...plain } = { time: "", ...intent };
      const faulty: unknown = { ...plain, task };
      expect(kinds(written([begun, faulty as JournalRecord, outcome("applied")]))).toEqual(["begun"]);
    },
  );

  test("is unreadable when it does not begin as one of this version", () => {
    expect(readJournal("nonsense\n", digest)).toEqual({ records: [], unreadable: true });
    expect(readJournal("", digest)).toEqual({ records: [], unreadable: false });
  });
});

describe("a write may or may not have been carried out", () => {
  const left = (...records: readonly JournalRecord[]) => unfinished(records).map(({ step }) => step);

  test("when its intent has no outcome, or one that is unknown", () => {
    expect(left(begun, intent)).toEqual([intent.step]);
    expect(left(begun, intent, outcome("unknown"))).toEqual([intent.step]);
    expect(left(begun, intent, outcome("applied"))).toEqual([]);
  });

  test("on its way back alone, once it is taken back: what it was before was seen then", () => {
    const { address } = intent;
    const back: Intent = {
      ...{ kind: "intent", step: `remove ${address}`, operation: "remove" },
      ...{ address, attempt: 1, back: true },
    };
    const backEnded = { kind: "outcome", step: back.step, state: "applied" } as const;
    expect(left(begun, intent, outcome("unknown"), back)).toEqual([back.step]);
    expect(left(begun, intent, outcome("unknown"), back, backEnded)).toEqual([]);
    const elsewhere = { ...back, step: "remove cloud/network/b", address: "cloud/network/b" } as const;
    expect(left(begun, intent, outcome("unknown"), elsewhere)).toEqual([intent.step, elsewhere.step]);
  });

  test("and nobody can tell where only a secret is left to write; a field beside it can", () => {
    const address = "cloud/ssid/berlin.guests";
    const update: Intent = {
      ...{ kind: "intent", step: `update ${address}`, operation: "update" },
      ...{ address, attempt: 1 },
    };
    const said = (...paths: readonly string[]) => {
      const change = updating(
        address,
        paths.map((path) => ({ path })),
      );
      const desired = resource(address, {}, { secrets: ["/password"] });
      return resolve([update], planWith([{ ...change, desired } as Change])).map(({ is }) => is);
    };
    expect(said("/password")).toEqual(["unknown"]);
    expect(said("/name", "/password")).toEqual(["not applied"]);
  });
});

describe("a run whose journal can no longer be written", () => {
  const tenants = Array.from({ length: 20 }, (_, at) => `  J${at}: {}\n`).join("");
  const inThem = Array.from({ length: 20 }, (_, at) => `  uni/tn-J${at}/ctx-main: { class: fvCtx }\n`).join(
    "",
  );
  const text = `target: fabric\ntenants:\n${tenants}managedObjects:\n${inThem}`;
  const files = { "desired-state/fabric.yaml": text };

  test("sends nothing more, says why once for each write at hand, and skips the rest", async () => {
    const on = stage({ files });
    let durable = 0;
    const journal: Journal = {
      note: () => {},
      write: async () => {
        if (durable === 5) throw new Error("ENOSPC: no space left on device");
        durable += 1;
      },
    };
    const made = await on.plan();
    const { settled } = await on.apply(made, { journal });
    expect(on.network.log().filter(({ write }) => write)).toHaveLength(5);
    const failed = settled.flatMap(({ outcome: of }) => (of.state === "failed" ? [of.problem] : []));
    expect(failed[0]?.code).toBe("journal-unwritable");
    expect(failed[0]?.message).toContain("no space left on device");
    const skipped = settled.filter(({ outcome: of }) => of.state === "skipped");
    expect(5 + failed.length + skipped.length).toBe(40);
    const told = skipped.map(({ outcome: of }) => (of.state === "skipped" ? of.because : ""));
    expect(told).toContain("journal");
  });
});

test("an intent is durable when its write's turn has come, and not while it waits for it", async () => {
  const tenants = Array.from({ length: 60 }, (_, at) => `  J${at}: {}\n`).join("");
  const on = stage({ files: { "desired-state/fabric.yaml": `target: fabric\ntenants:\n${tenants}` } });
  const ahead: number[] = [];
  let intents = 0;
  const journal: Journal = {
    note: () => {},
    write: async () => {
      intents += 1;
      ahead.push(intents - on.network.log().filter(({ write }) => write).length);
    },
  };
  const { settled } = await on.apply(await on.plan(), { journal });
  expect(settled.map(({ outcome: { state } }) => state)).toEqual(settled.map(() => "applied"));
  expect(intents).toBe(60);
  // At most two intents are ahead of the server: the one that is being recorded, and one whose write the server has not
  // received yet.
  expect(Math.max(...ahead)).toBeLessThanOrEqual(2);
});

test("a run that does not know how its way back ended leaves its journal to the next one", () => {
  const known = {
    step: "create cloud/network/a",
    address: "cloud/network/a",
    outcome: { state: "applied" },
  } as const;
  const problem = { code: "outcome-unknown", severity: "error", message: "?" } as const;
  const open = { ...known, outcome: { state: "unknown", problem } } as const;
  const way = { nonConvergent: [], unverified: [], left: [] };
  expect(endsOpen({ settled: [known], rolledBack: { ...way, settled: [known] } })).toBe(false);
  expect(endsOpen({ settled: [known], rolledBack: { ...way, settled: [open] } })).toBe(true);
  expect(endsOpen({ settled: [open] })).toBe(true);
});

test("a run that has not seen what it made leaves its journal to the next one", () => {
  const address = "cloud/network/a";
  const problem = { code: "interrupted", severity: "error", message: "?" } as const;
  const made = { step: `create ${address}`, address, outcome: { state: "applied" } } as const;
  const unverified = [{ address, problem }] as const;
  expect(endsOpen({ settled: [made], unverified })).toBe(true);
  expect(endsOpen({ settled: [made], unverified: [] })).toBe(false);
  expect(endsOpen({ settled: [{ ...made, step: `update ${address}` }], unverified })).toBe(false);
});

test("a journal tells what was made and not taken back: lists may not show it yet", () => {
  const intent = (operation: "create" | "update" | "remove", key: string) => {
    const address = `cloud/network/${key}` as const;
    return { kind: "intent", step: `${operation} ${address}`, operation, address, attempt: 1 } as const;
  };
  const applied = ({ step }: Intent) => ({ kind: "outcome", step, state: "applied" }) as const;
  const [kept, taken, lost] = [intent("create", "a"), intent("create", "b"), intent("create", "c")];
  const [changed, back] = [intent("update", "d"), { ...intent("remove", "b"), back: true } as const];
  const records: readonly JournalRecord[] = [
    ...[kept, applied(kept), taken, applied(taken), lost, changed, applied(changed), back, applied(back)],
    { kind: "outcome", step: lost.step, state: "unknown" },
  ];
  expect(answeredCreates(records).map(({ intent: of }) => of)).toEqual([kept]);
  expect(unfinished(records)).toEqual([lost]);
});

test("the next run is told of each write once, and of no task that has ended", () => {
  const task: Task = {
    ...{ id: "t", path: "/t", kind: "network", everyMs: 1, withinMs: 1000 },
    operation: "create",
  };
  const create = (key: string): Intent => {
    const address = `cloud/network/${key}` as const;
    return { kind: "intent", step: `create ${address}`, operation: "create", address, attempt: 1, task };
  };
  const plain = ({ task: _, ...intent }: Intent): Intent => intent;
  const ended = ({ step }: Intent, state: "applied" | "failed" | "unknown", more = {}): JournalRecord => ({
    ...{ kind: "outcome", step, state },
    ...more,
  });
  const [open, done, seenDone, failed] = [create("a"), create("b"), create("c"), create("d")];
  const since = "2026-01-01T00:00:00.000Z";
  const records = [
    ...[open, ended(open, "unknown", { since })],
    ...[done, ended(done, "applied", { since })],
    // Two writes of an earlier run. This run saw that they had ended, but no read has shown their result.
    ...[seenDone, ended(seenDone, "applied"), ended(seenDone, "unknown", { since })],
    ...[failed, ended(failed, "failed"), ended(failed, "unknown")],
  ];
  const [left, made] = [unfinished(records), answeredCreates(records)];
  expect(left).toEqual([open, plain(failed)]);
  expect(made.map(({ intent: { address }, isUnseen }) => [address, isUnseen])).toEqual([
    [open.address, true],
    [done.address, true],
    [seenDone.address, true],
  ]);
  expect(leftIntents(left, made)).toEqual([open, plain(failed), plain(done), plain(seenDone)]);
});

describe("what was asked to be finished", () => {
  const asked = (target: string, more = {}) =>
    ({ kind: "finishing", target, verb: "deploy", names: ["a"], time: "", ...more }) as const;
  const ended = (target: string, state: "done" | "failed" | "unknown") =>
    ({ kind: "finished", target, state }) as const;
  const left = (...records: readonly JournalRecord[]) => leftFinishes([begun, intent, ...records]);

  test("is left open until its end is known, each target for itself, each name by its last request", () => {
    const [first, again, other] = [asked("fmc"), asked("fmc", { names: ["b"] }), asked("other")];
    expect(left(first)).toEqual([first]);
    expect(left(first, again, other)).toEqual([first, again, other]);
    expect(left(first, asked("fmc", { time: "1" }))).toEqual([asked("fmc", { time: "1" })]);
    const both = asked("fmc", { names: ["a", "b"] });
    expect(left(both, again)).toEqual([{ ...both, names: ["a"] }, again]);
    expect(left(both, { ...ended("fmc", "done"), names: ["b"] })).toEqual([{ ...both, names: ["a"] }]);
    expect(left(both, { ...ended("fmc", "unknown"), names: ["b"] })).toEqual([both]);
    expect(left(asked("fmc", { names: [] }), ended("fmc", "done"))).toEqual([]);
    expect(left(first, other, ended("fmc", "done"))).toEqual([other]);
    expect(left(first, ended("fmc", "failed"))).toEqual([]);
    expect(left(first, ended("fmc", "unknown"))).toEqual([first]);
    expect(left(first, ended("fmc", "done"), again, ended("fmc", "unknown"))).toEqual([again]);
    expect(left(ended("fmc", "unknown"))).toEqual([]);
    expect(left()).toEqual([]);
  });

  test("is read back with its names, which are texts", () => {
    const read = (names: unknown) => kinds(written([begun, asked("fmc", { names }) as JournalRecord]));
    expect(read(["a", "b"])).toEqual(["begun", "finishing"]);
    expect(read([])).toEqual(["begun", "finishing"]);
    for (const names of [undefined, "a", ["a", 7], [7], { 0: "a" }]) expect(read(names)).toEqual(["begun"]);
  });
});

describe("a task in a journal", () => {
  const task = {
    ...{ id: "t", path: "/tasks/t", kind: "network", operation: "update", everyMs: 1, withinMs: 3_600_000 },
  };
  const read = (more: object) => {
    const record: unknown = { ...intent, time: "", task: { ...task, ...more } };
    return kinds(written([begun, record as JournalRecord])).length === 2;
  };

  test.each<[object, boolean]>([
    [{}, true],
    [{ parentId: "p", budget: "b" }, true],
    [{ parentId: 7 }, false],
    [{ budget: 7 }, false],
    [{ kind: 7 }, false],
    [{ operation: undefined }, false],
    [{ everyMs: 0 }, false],
    [{ everyMs: "1" }, false],
    [{ withinMs: -1 }, false],
    [{ withinMs: 1e12 }, false],
    [{ path: "tasks/t" }, false],
    [{ path: "//elsewhere/t" }, false],
    [{ path: "x/tasks/t" }, false],
    [{ path: "/tasks/../t" }, false],
    [{ batch: { at: 0, of: 1 } }, true],
    [{ batch: { at: 1, of: 2, id: "b" } }, true],
    [{ batch: { at: 2, of: 2 } }, false],
    [{ batch: { at: -1, of: 2 } }, false],
    [{ batch: { at: 0.5, of: 2 } }, false],
    [{ batch: { at: 0, of: 1.5 } }, false],
    [{ batch: { at: 0 } }, false],
    [{ batch: { of: 2 } }, false],
    [{ batch: { at: 0, of: 1, id: 7 } }, false],
    [{ batch: "0 of 1" }, false],
    [{ batch: null }, false],
  ])("with %j is one: %s", (more, expected) => {
    expect(read(more)).toBe(expected);
  });
});

test("a run with something finished of which nobody knows the end stays open", () => {
  const done = { settled: [], rolledBack: undefined, stillRunning: [] };
  const finished = (...states: readonly ("done" | "unknown" | "left")[]) =>
    states.map((state) => ({ target: "fmc", verb: "deploy", done: "deployed", state, names: [] }));
  expect(endsOpen({ ...done, finished: finished("done", "unknown") })).toBe(true);
  expect(endsOpen({ ...done, finished: finished("done", "left") })).toBe(false);
  expect(endsOpen({ settled: [] })).toBe(false);
});

test("creates that were answered are those that were carried out, and not taken back", () => {
  const remove: JournalRecord = { ...intent, step: "remove cloud/network/a", operation: "remove" };
  const of = (...records: readonly JournalRecord[]) =>
    answeredCreates(records).map(({ intent: { address } }) => address);
  const ended = (step: typeof intent.step, state: "applied" | "unknown" | "failed") =>
    ({ kind: "outcome", step, state }) as const;
  expect(of(intent, ended(intent.step, "applied"))).toEqual(["cloud/network/a"]);
  expect(of(intent, ended(intent.step, "unknown"))).toEqual([]);
  expect(of(ended(intent.step, "applied"))).toEqual([]);
  expect(of(intent, ended(intent.step, "applied"), remove, ended(remove.step, "applied"))).toEqual([]);
  expect(of(intent, ended(intent.step, "applied"), remove, ended(remove.step, "failed"))).toHaveLength(1);
  const update: JournalRecord = { ...intent, step: "update cloud/network/a", operation: "update" };
  expect(of(update, ended(update.step, "applied"))).toEqual([]);
});

describe("what a write came to that an earlier run had sent, by what a plan says now", () => {
  const address = "cloud/network/a";
  const planned = planWith([updating(address, [{}])]);
  const sent = (operation: Intent["operation"], more: Partial<Intent> = {}): Intent => ({
    ...{ kind: "intent", step: `${operation} ${address}`, operation, address, attempt: 1 },
    ...more,
  });
  const said = (intent: Intent, plan = planned, only = () => true) =>
    resolve([intent], plan, only).map(({ is }) => is);

  test("is that it was carried out where nothing differs, and not where the same is to do", () => {
    expect(said(sent("update"), planWith([]))).toEqual(["applied"]);
    expect(said(sent("update"))).toEqual(["not applied"]);
    expect(said(sent("create"))).toEqual(["applied in part, or changed since"]);
  });

  test("of a way back is the other way round: nothing differs where it was not carried out", () => {
    expect(said(sent("update", { back: true }), planWith([]))).toEqual(["not applied"]);
    expect(said(sent("update", { back: true }))).toEqual(["applied"]);
    expect(said(sent("create", { back: true }))).toEqual(["applied"]);
  });

  test("may be still to come where it became a task, and is unknown where nobody looked", () => {
    const task = { id: "t", path: "/t", kind: "network", everyMs: 1, withinMs: 1 } as const;
    expect(said(sent("update", { task: { ...task, operation: "update" } }))).toEqual([
      "not applied, or still in progress",
    ]);
    expect(said(sent("update"), planned, () => false)).toEqual(["unknown"]);
  });
});
