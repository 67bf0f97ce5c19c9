/** Bugs that anybody could write one day: each as the exact texts that would put it in. */

/** One text of a source file, and what the bug makes of it. */
export interface Edit {
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly put: string;
}

/** A bug to plant. */
export interface Bug {
  readonly name: string;
  readonly edits: readonly Edit[];
  /** The suites that are asked first; all others follow when these notice nothing. */
  readonly first: readonly string[];
}

const simulation = "test/simulation/faults.test.ts";
const loop = "test/cli/loop.test.ts";
const journal = "test/cli/journal.test.ts";
const crash = "test/scenarios/crash.test.ts";
const traps = "test/scenarios/traps.test.ts";
const liars = "test/cli/traps.test.ts";
const whole = "test/apply/apply.test.ts";
const health = "test/scenarios/health.test.ts";

/** The bugs, in the order of the way of the data. */
export const bugs: readonly Bug[] = [
  {
    name: "a server's failure is taken for an absence",
    edits: [
      {
        file: "src/drivers/replies.ts",
        find: 'if (rule?.means === "absent") return { state: "absent" };',
        put: 'if (rule?.means === "absent" || reply.status >= 500) return { state: "absent" };',
      },
    ],
    first: [traps],
  },
  {
    name: "a 404 of one item is believed without another read that works",
    edits: [
      {
        file: "src/observe/collections.ts",
        find: "return doubt ? unknown({ ...doubt, address }) : reply;",
        put: "return doubt && address.length === 0 ? unknown({ ...doubt, address }) : reply;",
      },
    ],
    first: [traps],
  },
  {
    name: "what is in an unknown network is taken for absent",
    edits: [
      {
        file: "src/observe/collections.ts",
        find: "return unknown(problems.parentUnknown(above.problem));",
        put: 'if (above.problem.code !== "") return { state: "whole", ...match([], group.wanted) };\n        return unknown(problems.parentUnknown(above.problem));',
      },
    ],
    first: [traps],
  },
  {
    name: "the pages that were read stand for the whole list when the next one fails",
    edits: [
      {
        file: "src/drivers/pages/pages.ts",
        find: 'if ("problem" in page) return page;',
        put: 'if ("problem" in page) return counted > 0 ? { items: [...items.values()], stable: true } : page;',
      },
    ],
    first: [liars],
  },
  {
    name: "of two networks of one name the first is taken",
    edits: [
      {
        file: "src/observe/match.ts",
        find: "return another\n    ?",
        put: "return another && another === only\n    ?",
      },
    ],
    first: [traps],
  },
  {
    name: "a next page at another origin is followed",
    edits: [
      {
        file: "src/drivers/pages/pages.ts",
        find: "next === null || !sameOrigin(next, listing.first.url)",
        put: 'next === null || (next.href === "" && !sameOrigin(next, listing.first.url))',
      },
      {
        file: "src/runtime/http.ts",
        find: "if (unlisted) return",
        put: 'if (unlisted?.code === "") return',
      },
    ],
    first: [liars],
  },
  {
    name: "redirects are followed",
    edits: [
      {
        file: "src/runtime/connection.ts",
        find: 'signal: sent.signal, redirect: "manual", dispatcher',
        put: 'signal: sent.signal, redirect: "follow", dispatcher',
      },
    ],
    first: [liars],
  },
  {
    name: "a lost write is sent again without a look",
    edits: [
      {
        file: "src/apply/decide.ts",
        find: 'return { do: "look", ms, carriedOut: "perhaps", last, detail: reply.detail };',
        put: 'return { do: "wait", ms, reason: "unavailable", look: false };',
      },
    ],
    first: [simulation],
  },
  {
    name: "the wire sends lost writes again by itself, as it does with reads",
    edits: [
      {
        file: "src/pace/wire.ts",
        find: 'if (!failed || on.request.method !== "GET") return undefined;',
        put: "if (!failed) return undefined;",
      },
    ],
    first: [simulation],
  },
  {
    name: "Retry-After is ignored",
    edits: [
      {
        file: "src/pace/wire.ts",
        find: "const asked = retryAfter(reply.headers);",
        put: "const asked = retryAfter({});",
      },
    ],
    first: [traps],
  },
  {
    name: "a 429 makes one request wait, not the budget",
    edits: [
      {
        file: "src/pace/wire.ts",
        find: 'if (wait.reason === "throttled") budget.throttled(wait.ms);',
        put: "",
      },
      {
        file: "src/pace/wire.ts",
        find: 'if (wait.reason === "unavailable") await on.clock.wait',
        put: "await on.clock.wait",
      },
    ],
    first: [traps],
  },
  {
    name: "the pace is 5% over the limit",
    edits: [
      { file: "src/pace/budget.ts", find: "const usedShare = 0.97;", put: "const usedShare = 1.05;" },
      {
        file: "src/pace/budget.ts",
        find: "const window = (places * 1000) / this.#limit;",
        put: "const window = (places * 900) / this.#limit;",
      },
    ],
    first: [simulation],
  },
  {
    name: "a 409 is answered by waiting and sending again, without comparing",
    edits: [
      {
        file: "src/apply/decide.ts",
        find: 'return { do: "look", ms: 0, carriedOut: "no", last, detail: reply.detail };',
        put: 'return { do: "wait", ms: 1000, reason: "locked", look: last };',
      },
    ],
    first: [whole],
  },
  {
    name: "nobody looks before the first write",
    edits: [
      {
        file: "src/apply/settle.ts",
        find: "if (parentIsNew(run, course.planned)) return undefined;",
        put: 'if (parentIsNew(run, course.planned) || run.onConflict === "hold") return undefined;',
      },
    ],
    first: [simulation],
  },
  {
    name: "somebody else's change of the same field is overwritten",
    edits: [
      {
        file: "src/apply/judge.ts",
        find: 'if (moved.length === 0) return { is: "write", change: now };',
        put: 'if (moved.length >= 0) return { is: "write", change: now };',
      },
    ],
    first: [simulation],
  },
  {
    name: "any 400 is waited out as not ready",
    edits: [
      {
        file: "src/drivers/dashboard/dialects/neutral.ts",
        find: "{ status: 400, body: /not ready/i,",
        put: "{ status: 400,",
      },
    ],
    first: [whole],
  },
  {
    name: "200 with errors is taken for done",
    edits: [
      {
        file: "src/drivers/dashboard/dialects/neutral.ts",
        find: '{ status: "2xx", tag: "errors", means: "refused", code: "not-allowed" },',
        put: "",
      },
    ],
    first: [traps],
  },
  {
    name: "an intent is written down, but not waited for, before its request leaves",
    edits: [
      {
        file: "src/apply/settle.ts",
        find: 'await run.journal?.write({ kind: "intent"',
        put: 'run.journal?.note({ kind: "intent"',
      },
    ],
    first: [crash],
  },
  {
    name: "a journal that cannot be written stops nothing",
    edits: [
      {
        file: "src/apply/settle.ts",
        find: 'if (stop) return { do: "fail", problem: stop };',
        put: 'if (stop && course.sent > 99) return { do: "fail", problem: stop };',
      },
      { file: "src/apply/settle.ts", find: "run.journalFailed = true;", put: "run.journalFailed = false;" },
    ],
    first: ["test/scenarios/full-disk.test.ts"],
  },
  {
    name: "the lock of an environment is always taken over",
    edits: [
      {
        file: "src/runtime/lock.ts",
        find: "holder !== String(pid) && isAlive(holder)",
        put: "holder !== String(pid) && isAlive(holder) && pid < 0",
      },
    ],
    first: [journal],
  },
  {
    name: "a PUT sends what is declared and drops the rest of the tree",
    edits: [
      {
        file: "src/drivers/restconf/overlay.ts",
        find: "const merged: Record<string, Json> = { ...live };",
        put: "const merged: Record<string, Json> = {};",
      },
    ],
    first: [whole],
  },
  {
    name: "what needs a step is carried out although that step failed",
    edits: [
      {
        file: "src/apply/waves.ts",
        find: 'one?.state !== "applied" && one?.state !== "converged"',
        put: "one === undefined",
      },
    ],
    first: [whole],
  },
  {
    name: "two writes at once on one device",
    edits: [
      {
        file: "src/apply/waves.ts",
        find: "exclusive.run(step.exclusive, ",
        put: "exclusive.run(undefined, ",
      },
    ],
    first: [whole],
  },
  {
    name: "what is not known of health is taken for well",
    edits: [
      {
        file: "src/plan/health/ailment.ts",
        find: "scores.length < own.length",
        put: "scores.length > own.length",
      },
    ],
    first: [health],
  },
  {
    name: "the next wave begins although health fell",
    edits: [
      {
        file: "src/apply/waves.ts",
        find: "if (run.halted) return { state",
        put: "if (run.halted && run.journalFailed) return { state",
      },
    ],
    first: [health],
  },
  {
    name: "what nobody declares any more is removed without --prune",
    edits: [
      {
        file: "src/plan/plan.ts",
        find: 'chosen.filter(({ action }) => prune || action !== "remove")',
        put: "chosen.filter(({ action }) => prune || action.length > 0)",
      },
    ],
    first: [loop],
  },
  {
    name: "a consent for one plan lets every plan pass",
    edits: [
      {
        file: "src/plan/guards/guards.ts",
        find: "!allowed.includes(consent)",
        put: '!allowed.some((one) => one.startsWith(consent.slice(0, consent.indexOf("@"))))',
      },
    ],
    first: [loop],
  },
  {
    name: "whatever was approved is applied",
    edits: [
      {
        file: "src/cli/apply.ts",
        find: "if (options.approved === plan.fingerprint) return undefined;",
        put: 'if (options.approved !== "") return undefined;',
      },
    ],
    first: [loop],
  },
  {
    name: "nobody reads again what was written",
    edits: [
      {
        file: "src/apply/verify.ts",
        find: "if (run.signal.aborted) return undone(touched);\n  announce",
        put: "if (run.signal.aborted) return undone(touched);\n  if (touched.length > 0) return { nonConvergent: [], unverified: [] };\n  announce",
      },
    ],
    first: [whole],
  },
  {
    name: "secrets stay in texts",
    edits: [
      {
        file: "src/runtime/redactor.ts",
        find: "text.replace(anywhere, shown)",
        put: "text.replace(anywhere, (found) => (found === shown ? shown : found))",
      },
    ],
    first: [liars],
  },
  {
    name: "control characters reach the terminal",
    edits: [
      {
        file: "src/report/escape.ts",
        find: 'if (character === "\\n") return "\\\\n";',
        put: 'if (character !== "\\n") return character;',
      },
    ],
    first: ["test/cli/bad-input.test.ts"],
  },
];
