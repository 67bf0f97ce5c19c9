/** Progress where it is drawn again: a wait is shown when it begins, for nothing may come after it for long. */

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
  listener({ type: "request", target, method: "GET", url: "https://cloud.example.net/x" });
  listener({ type: "waiting", target, reason: "throttled", ms: 600_000 });
  expect(written.at(-1)).toContain("rate limit reached, waiting 600 s");
});
