/** Changes of `src/pace` that have no observable effect. */

import type { EquivalentMutant } from "./mutant.ts";

/** The mutants, with the reasons why they have no effect. */
export const paceMutants: readonly EquivalentMutant[] = [
  {
    file: "src/pace/budget.ts",
    line: "if (!this.#queue.first()) this.#waiting.abort();",
    original: "!this.#queue.first()",
    becomes: "true",
    because: "Whoever serves wakes, finds the same first in the line, and waits for the rest of the time.",
  },
  {
    file: "src/pace/budget.ts",
    line: "} catch (error) {",
    original: "{ if (!signal.aborted) throw error; return undefined; }",
    becomes: "{}",
    because: "A clock rejects for its signal alone.",
  },
  {
    file: "src/pace/budget.ts",
    line: "if (!signal.aborted) throw error;",
    original: "!signal.aborted",
    becomes: "false",
    because: "A clock rejects for its signal alone.",
  },
  {
    file: "src/pace/circuit-breaker.ts",
    line: "return this.#openUntil !== undefined && now < this.#openUntil;",
    original: "this.#openUntil !== undefined",
    becomes: "true",
    because: "No number is less than undefined.",
  },
  {
    file: "src/pace/lease.ts",
    line: 'if (renewal === "late") return late;',
    original: 'renewal === "late"',
    becomes: "false",
    because: "The next round finds that no time is left, and says the same.",
  },
  {
    file: "src/pace/lease.ts",
    line: "} catch {",
    original: "{ return false; }",
    becomes: "{}",
    because: "Undefined is as good as false where it is asked.",
  },
  {
    file: "src/pace/long-pause.ts",
    line: 'const until = new Date(Date.parse(date) + leftMs).toISOString().replace(/\\.\\d+Z$/, "Z");',
    original: "/\\.\\d+Z$/",
    becomes: "/\\.\\d+Z/",
    because: "A date in ISO 8601 has one Z, and ends with it.",
  },
  {
    file: "src/pace/retry-wait.ts",
    line: 'if (reply.outcome === "blocked") return undefined;',
    original: 'reply.outcome === "blocked"',
    becomes: "false",
    because: "What did not leave has no status, and falls through to the same.",
  },
  {
    file: "src/pace/retry-wait.ts",
    line: 'if (reply.outcome === "answered" && reply.status === 429) {',
    original: 'reply.outcome === "answered"',
    becomes: "true",
    because: "What is no answer has no status.",
  },
  {
    file: "src/pace/retry-wait.ts",
    line: "const isTooLong = asked !== undefined && asked > on.retryAfterMaxMs;",
    original: "asked !== undefined",
    becomes: "true",
    because: "Undefined is greater than no number.",
  },
  {
    file: "src/pace/lease.ts",
    line: "} finally {",
    original: '{ answered.abort(new Error("answered")); }',
    becomes: "{}",
    because: "A wait that nobody listens to any more ends by itself, or with the lease.",
  },
  {
    file: "src/pace/lease.ts",
    line: 'answered.abort(new Error("answered"));',
    original: 'answered.abort(new Error("answered"));',
    becomes: ";",
    because: "A wait that nobody listens to any more ends by itself, or with the lease.",
  },
  {
    file: "src/pace/wire.ts",
    line: 'if (wait.reason === "unavailable") await on.clock.wait(wait.ms, on.signal);',
    original: 'wait.reason === "unavailable"',
    becomes: "true",
    because: "A throttled request waits beside its budget, which pauses for just as long.",
  },
];
