/** Simulates a lock that must be renewed during a run. Renewals fail, hang, or find that another run has the lock. */

import { keepLease, type Renewal } from "../../../../src/pace/lease.ts";
import { seeded, VirtualClock } from "../../../servers/virtual-time/clock.ts";
import { pick, under } from "../../draw.ts";

/** What happened to a lease. */
interface Kept {
  /** When the lease was reported as lost; undefined if it was not reported so. */
  readonly lostAt: number | undefined;
  readonly asked: readonly AskedRenewal[];
  readonly endedAt: number;
  readonly lifetimeMs: number;
}

/** A renewal: when it was requested, its result, and when the result came. */
interface AskedRenewal {
  readonly at: number;
  readonly came: Renewal;
  readonly cameAt: number;
}

/** Holds a lease for several lifetimes. `tell` falsifies the result of a renewal. */
async function kept(seed: number, tell: (renewal: Renewal) => Renewal): Promise<Kept> {
  const draw = seeded(seed * 16 + 4);
  const clock = new VirtualClock();
  const lifetimeMs = pick(draw, [60_000, 300_000]);
  const trouble = draw();
  const asked: AskedRenewal[] = [];
  const renew = async () => {
    const is = draw();
    const came: Renewal = is < 0.04 ? "other" : is < trouble * 0.9 ? "failed" : "renewed";
    const takes = draw() < 0.03 ? lifetimeMs * 3 : under(draw, 2000);
    asked.push({ at: clock.now(), came, cameAt: clock.now() + takes });
    await clock.wait(takes);
    return tell(came);
  };
  const lease = keepLease({ clock, lifetimeMs, renew });
  let lostAt: number | undefined;
  const endedAt = lifetimeMs * (1 + under(draw, 6));
  // After the lease has ended, it does not matter whether it is reported as lost.
  lease.lost.addEventListener("abort", () => {
    if (clock.now() <= endedAt) lostAt = clock.now();
  });
  await clock.run(clock.wait(endedAt));
  await clock.run(lease.stop());
  await clock.run(clock.wait(lifetimeMs * 4));
  return { lostAt, asked, endedAt, lifetimeMs };
}

const soonMs = 1;

/**
 * Checks that a lease is reported as lost as soon as another run has the lock or could take it over, and not earlier.
 */
export async function judgeLease(
  seed: number,
  tell: (renewal: Renewal) => Renewal = (renewal) => renewal,
): Promise<readonly string[]> {
  const { lostAt, asked, endedAt, lifetimeMs } = await kept(seed, tell);
  const end = lostAt ?? endedAt;
  const heard = asked.filter(({ cameAt }) => cameAt <= end);
  const since = Math.max(0, ...heard.filter(({ came }) => came === "renewed").map(({ at }) => at));
  const until = since + (lifetimeMs * 2) / 3;
  const others = heard.filter(({ came }) => came === "other").map(({ cameAt }) => cameAt);
  const isOther = others.length > 0;
  const tries = asked.filter(({ at }) => at > since && at <= end);
  const isHanging = tries.some(({ cameAt, at }) => cameAt > end && at < until - soonMs);
  const after = asked.filter(({ at }) => at > end);
  const broken: string[] = [];
  if (end > until + soonMs)
    broken.push(`lease: kept until ${end}, and renewed at ${since} for the last time`);
  if (lostAt !== undefined && !isOther && lostAt < until - soonMs)
    broken.push(`lease: lost at ${lostAt}, though renewed at ${since}`);
  if (lostAt !== undefined && !isOther && !isHanging && tries.length < 3)
    broken.push(`lease: lost after ${tries.length} renewals that failed`);
  if (isOther && end > Math.min(...others) + soonMs) broken.push("lease: kept though somebody else has it");
  if (after.length > 0) broken.push(`lease: ${after.length} renewals after its end`);
  return broken;
}
