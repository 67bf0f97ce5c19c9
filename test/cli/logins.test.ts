/** Logins of the real command: how many it sends, and when sessions end. */

import type { ChildProcess } from "node:child_process";
import { describe, expect, test } from "vitest";
import { tokenPath } from "../../src/simulator/controller/controller.ts";
import { entriesOf } from "../../src/simulator/log.ts";
import type { SimulatorSettings } from "../../src/simulator/wire/settings.ts";
import { exampleProject, simulator, trueupProcess } from "./command.ts";

/**
 * Runs `status`, and kills it if it sends more than a hundred requests. `late` is the number of milliseconds by which
 * the clock jumps after 5 requests.
 */
async function status(settings: Partial<SimulatorSettings>, late = 0) {
  let [asked, child]: [number, ChildProcess | undefined] = [0, undefined];
  const now = () => {
    asked = entriesOf(served.world().log).length;
    if (asked > 100) child?.kill("SIGKILL");
    return performance.now() + (asked >= 5 ? late : 0);
  };
  const served = await simulator({ settings: { pageSize: 5, ...settings }, now });
  const started = (one: ChildProcess) => {
    child = one;
  };
  const ended = await trueupProcess(["status"], { cwd: await exampleProject(served), started });
  const sent = entriesOf(served.world().log);
  const refused = sent.filter((one) => one.status === 401).length;
  return { ended, refused, logins: sent.filter(({ path }) => path === tokenPath).length };
}

describe("a controller with a login", () => {
  test("has one for all that begins at once: reads side by side share one login", async () => {
    const { ended, logins } = await status({});
    expect(ended.status, ended.out).toBe(0);
    expect(logins).toBe(1);
  });

  test("whose token expires in the middle gets one more, and everything is read", async () => {
    const { ended, logins, refused } = await status({ tokenLifetimeMs: 1_800_000 }, 3_600_000);
    expect(ended.status, ended.out).toBe(0);
    expect(refused).toBeGreaterThan(0);
    expect(logins).toBe(2);
  });

  test("whose tokens are never taken is left alone soon, and that is said", async () => {
    const { ended, logins } = await status({ tokenLifetimeMs: 0 });
    expect(ended.status).toBe(1);
    expect(ended.out).toContain("error[unauthorized]");
    expect(logins).toBeLessThanOrEqual(3);
  });
});
