/** Bugs in pacing. */

import type { HiddenBug } from "./bug.ts";

/** The bugs in `src/pace/`. */
export const pace: readonly HiddenBug[] = [
  {
    name: "our own backoff grows beyond the longest pause that is waited for, and ends the target",
    file: "src/pace/retry-wait.ts",
    find: "Math.min(backoffMs(throttleBackoff, retry.throttled, on.random()), on.retryAfterMaxMs)",
    put: "backoffMs(throttleBackoff, retry.throttled, on.random())",
  },
  {
    name: "once the time of an open circuit is over all requests go, not one to try",
    file: "src/pace/circuit-breaker.ts",
    find: `    if (this.#openUntil === undefined) return true;
    this.#openUntil = now + openFor;
`,
    put: `    this.#openUntil = undefined;
`,
  },
  {
    name: "a task that was missing now and again counts as gone, though it was there in between",
    file: "src/pace/tasks.ts",
    find: 'goneSince = last.state === "gone" ? (goneSince ?? asking) : undefined;',
    put: 'if (last.state === "gone") goneSince ??= asking;',
  },
  {
    name: "the time of a renewed lease counts from its answer, not from when it was asked for",
    edits: [
      { file: "src/pace/lease.ts", find: "    const asked = clock.now();\n", put: "" },
      {
        file: "src/pace/lease.ts",
        find: 'if (renewal === "renewed") since = asked;',
        put: 'if (renewal === "renewed") since = clock.now();',
      },
    ],
  },
  {
    name: "a write leaves although the run was stopped while its intent was written",
    file: "src/pace/wire.ts",
    find: `  // The signal may be aborted by now, or the lock lost. In these cases, nothing is sent any more.
  signal.throwIfAborted();
`,
    put: "",
  },
];
