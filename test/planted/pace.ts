/** Bugs of the pace: the limit is exceeded, or a pause that the server asked for is ignored. */

import { type Bug, edit, simulation } from "./bug.ts";

const traps = "test/scenarios/misleading-answers.test.ts";

/** Bugs because of which requests are sent too early, or are delayed without need. */
export const ofPace: readonly Bug[] = [
  {
    name: "Retry-After is ignored",
    edits: [
      edit("pace/retry-wait.ts", "const asked = retryAfter(reply.headers);", "const asked = retryAfter({});"),
      edit("pace/wire.ts", "const asked = retryAfter(reply.headers);", "const asked = retryAfter({});"),
    ],
    first: { file: traps, test: "a 429 with Retry-After: 40" },
  },
  {
    name: "a 429 makes one request wait, not the budget",
    edits: [
      edit("pace/wire.ts", 'if (wait.reason === "throttled") budget.throttled(wait.ms);', ""),
      edit("pace/wire.ts", 'if (wait.reason === "unavailable") await on.clock.wait', "await on.clock.wait"),
      edit(
        "pace/wire.ts",
        "budget.throttled(asked ?? leastPause);",
        "if (leastPause < 0) budget.throttled(0);",
      ),
    ],
    first: { file: traps, test: "a 429 with Retry-After: 40" },
  },
  {
    name: "a 429 at one controller makes all of them wait",
    edits: [edit("pace/wire.ts", "options.budget(key)", 'options.budget("")')],
    first: { file: traps, test: "a 429 with Retry-After: 40" },
  },
  {
    name: "nothing but 429 is asked again without end",
    edits: [
      edit(
        "pace/retry-wait.ts",
        "if (!isTooLong && (retry.throttled > throttleTries || late)) return undefined;",
        "if (!isTooLong && retry.throttled > 1e9 * throttleTries && late) return undefined;",
      ),
    ],
    first: { file: "test/scenarios/apply.test.ts", test: "that is nothing but 429" },
  },
  {
    name: "the pace is 5% over the limit",
    edits: [
      edit("pace/budget.ts", "const usedShare = 0.985;", "const usedShare = 1.05;"),
      edit(
        "pace/budget.ts",
        "const window = (places * 1000) / this.#limit;",
        "const window = (places * 1000) / (this.#limit * 1.05);",
      ),
    ],
    first: { file: simulation },
  },
  {
    name: "a long Retry-After is cut to five minutes",
    edits: [
      edit(
        "pace/retry-wait.ts",
        "const asked = retryAfter(reply.headers);",
        "const asked = Math.min(retryAfter(reply.headers) ?? 0, 300_000) || undefined;",
      ),
      edit(
        "pace/wire.ts",
        "const asked = retryAfter(reply.headers);",
        "const asked = Math.min(retryAfter(reply.headers) ?? 0, 300_000) || undefined;",
      ),
    ],
    first: { file: "test/specification/retry-after.test.ts", test: "600 seconds" },
  },
];
