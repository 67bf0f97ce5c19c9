/**
 * Progress that is redrawn. A wait is shown as soon as it begins, because no other output may follow for a long time.
 */

import { expect, test } from "vitest";
import { openProgress } from "../../../src/cli/terminal/progress.ts";
import { plain } from "../../../src/report/text/style.ts";
import { openRedactor } from "../../../src/runtime/secrets/redactor.ts";

test("a long wait is drawn at once, right after the request that led to it", () => {
  const written: string[] = [];
  const { listener } = openProgress({
    global: { quiet: false },
    interactive: true,
    secrets: openRedactor(),
    errStyle: plain,
    err: (text) => void written.push(text),
  });
  const target = "cloud";
  const url = "https://cloud.example.net/x";
  listener({ type: "request", target, method: "GET", url, isWrite: false });
  listener({ type: "waiting", target, reason: "throttled", ms: 600_000 });
  expect(written.at(-1)).toContain("rate limit reached, waiting 600 s");
});

test("of thousands of steps a log gets about a hundred lines, and each failure", () => {
  const written: string[] = [];
  const progress = openProgress({
    global: { quiet: false },
    interactive: false,
    secrets: openRedactor(),
    errStyle: plain,
    err: (text) => void written.push(text),
  });
  const target = "cloud";
  const address = "cloud/network/a";
  const step = (at: number) =>
    ({
      id: `s${at}`,
      target,
      address,
      kind: "network",
      assumed: false,
      operation: "create",
      because: [],
      after: [],
    }) as const;
  progress.begin({ steps: Array.from({ length: 5000 }, (_, at) => step(at)) });
  const problem = { code: "refused", severity: "error", message: "no" } as const;
  for (let at = 0; at < 5000; at += 1)
    progress.listener({
      type: "stepSettled",
      target,
      step: `s${at}`,
      outcome: at === 1234 ? { state: "failed", problem } : { state: "applied" },
    });
  expect(written).toHaveLength(101);
  expect(written.at(-1)).toBe("cloud: 5000/5000 s4999: applied\n");
  expect(written).toContain("cloud: 1235/5000 s1234: failed\n");
});
