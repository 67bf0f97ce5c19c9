import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const script = fileURLToPath(new URL("./odd-seeds.ts", import.meta.url));
const ask = (...args: readonly string[]) =>
  spawnSync(process.execPath, [script, "--jobs", "1", "--patience-seconds", "1", ...args], {
    encoding: "utf8",
  });

describe("a script that asks seeds", () => {
  test("tells a seed that waits for nothing, one that never ends and one that throws, and asks the next", () => {
    const { stdout, status } = ask("--seeds", "4");
    expect(stdout).toContain("seed 2: The run never ends: it waits, and nothing is left to wait for.\n");
    expect(stdout).toContain("seed 3: The run has not ended after 1 s.\n");
    expect(stdout).toContain("seed 4: The run threw: Error: out of order\n");
    expect(stdout).toMatch(/^4 seeds, 3 broken; \d+ seeds per second$/m);
    expect(status).toBe(1);
  });

  test("ends at the first seed that is broken where that is enough", () => {
    const { stdout } = ask("--seeds", "4", "--until-first");
    expect(stdout).toMatch(/^2 seeds, 1 broken/m);
    expect(stdout).not.toContain("seed 3");
  });
});
