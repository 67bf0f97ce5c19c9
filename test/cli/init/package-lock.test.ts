/** The package of a checkout is built when it is packed. This may take minutes, so the user sees a message. */

import { chmod, readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { lockPackage } from "../../../src/cli/init/package-lock.ts";
import { openRedactor } from "../../../src/runtime/secrets/redactor.ts";
import { folder } from "../command.ts";

/** Creates a checkout in which `npm pack` never ends. */
async function slowNpm(): Promise<{ readonly begun: () => Promise<boolean> }> {
  const bin = await folder({ npm: '#!/bin/sh\necho $$ > "$(dirname "$0")/pid"\nexec sleep 1000\n' });
  await chmod(join(bin, "npm"), 0o755);
  vi.stubEnv("PATH", `${bin}${delimiter}${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return {
    begun: () =>
      readFile(join(bin, "pid"), "utf8").then(
        (pid) => pid.trim() !== "",
        () => false,
      ),
  };
}

test.each([
  { interactive: true, said: /^Packing \/.* for the workflows: npm pack \.\.\.\n$/ },
  { interactive: false, said: /^$/ },
])(
  "has five minutes, and then the hint says how to do without; on a terminal: $interactive",
  async (each) => {
    const { interactive, said } = each;
    const { begun } = await slowNpm();
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    let text = "";
    const err = (more: string) => {
      text += more;
    };
    const on = { cwd: "/", secrets: openRedactor(), interactive, global: { quiet: false }, err };
    let isOver = false;
    const locked = lockPackage(on, {}).finally(() => {
      isOver = true;
    });
    while (!(await begun())) await setImmediate();
    vi.advanceTimersByTime(299_000);
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    expect(isOver).toBe(false);
    expect(text).toMatch(said);
    vi.advanceTimersByTime(1000);
    expect(await locked).toMatchObject({
      problem: {
        code: "package-missing",
        message: expect.stringContaining("npm pack was stopped after 300 s"),
        hint: expect.stringMatching(
          /^`npm pack` in \/\S+ makes the FILE for --package FILE\. Name a package with --package: /,
        ),
      },
    });
  },
);
