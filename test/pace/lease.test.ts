/** A lease in virtual time. It is renewed while it is held, and given up in time if it cannot be renewed. */

import { describe, expect, test } from "vitest";
import { keepLease, type Renewal } from "../../src/pace/lease.ts";
import { VirtualClock } from "../servers/virtual-time/clock.ts";

const lifetimeMs = 300_000;

/** Holds a lease whose renewals have the results of `say`. Returns the renewals, and when the lease was lost. */
function kept(say: (now: number) => Renewal | Promise<Renewal>) {
  const clock = new VirtualClock();
  const begun = clock.now();
  const asked: number[] = [];
  const lease = keepLease({
    clock,
    lifetimeMs,
    renew: async () => {
      asked.push(clock.now() - begun);
      return say(clock.now() - begun);
    },
  });
  let lostAt: number | undefined;
  lease.lost.addEventListener("abort", () => {
    lostAt = clock.now() - begun;
  });
  const until = async (ms: number) => {
    await clock.run(clock.wait(ms));
    await lease.stop();
    return { asked, lostAt };
  };
  return { clock, lease, until };
}

describe("a lease", () => {
  test("is renewed after each third of its lifetime, for as long as the run takes", async () => {
    const { asked, lostAt } = await kept(() => "renewed").until(3_600_000);
    expect(lostAt).toBeUndefined();
    expect(asked.slice(0, 3)).toEqual([100_000, 200_000, 300_000]);
    expect(asked.length).toBeGreaterThanOrEqual(35);
  });

  test("is lost at once when somebody else has it", async () => {
    const { asked, lostAt } = await kept((now) => (now < 150_000 ? "renewed" : "other")).until(1_000_000);
    expect(lostAt).toBe(200_000);
    expect(asked).toEqual([100_000, 200_000]);
  });

  test("survives a remote that is away for a minute", async () => {
    const away = (now: number) => (now >= 95_000 && now < 155_000 ? "failed" : "renewed");
    const { lostAt } = await kept(away).until(1_000_000);
    expect(lostAt).toBeUndefined();
  });

  test("is lost before anybody else can have it, when the remote stays away", async () => {
    const { lostAt } = await kept(() => "failed").until(1_000_000);
    expect(lostAt).toBeGreaterThan(100_000);
    expect(lostAt).toBeLessThanOrEqual(200_000);
  });

  test("is lost in time when a renewal never comes to an end", async () => {
    const { clock, lease } = kept(() => new Promise(() => {}));
    await clock.run(clock.wait(199_999));
    expect(lease.lost.aborted).toBe(false);
    await clock.run(clock.wait(2));
    expect(lease.lost.aborted).toBe(true);
  });

  test("asks nothing any more once it is stopped", async () => {
    const { clock, lease, until } = kept(() => "renewed");
    await clock.run(clock.wait(50_000));
    await lease.stop();
    const { asked, lostAt } = await until(1_000_000);
    expect(asked).toEqual([]);
    expect(lostAt).toBeUndefined();
  });

  test("asks again soon after a renewal that failed, and in its usual pace after one that worked", async () => {
    const { asked } = await kept((now) => (now < 130_000 ? "failed" : "renewed")).until(250_000);
    expect(asked).toEqual([100_000, 120_000, 140_000, 240_000]);
  });

  test("is stopped only when the renewal that is under way has ended, and leaves nothing to wait for", async () => {
    const { clock, lease } = kept(() => clock.wait(5000).then(() => "renewed" as const));
    await clock.run(clock.wait(102_000));
    await clock.run(lease.stop());
    expect(clock.now()).toBe(105_000);
    expect(lease.lost.aborted).toBe(false);
    await expect(clock.run(new Promise(() => {}))).rejects.toThrow("Nothing is due any more at 105000 ms");
  });

  test("leaves nothing to wait for but its next renewal", async () => {
    const { clock, lease } = kept(() => "renewed");
    await clock.run(clock.wait(150_000));
    await lease.stop();
    await expect(clock.run(new Promise(() => {}))).rejects.toThrow("Nothing is due any more at 150000 ms");
  });
});
