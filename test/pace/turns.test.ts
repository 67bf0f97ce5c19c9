/** Single turns of a budget: unused, late or refused turns, and what is left for other requests. */

import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { Budget } from "../../src/pace/budget.ts";
import { CircuitBreaker } from "../../src/pace/circuit-breaker.ts";
import { pauseProblem } from "../../src/pace/long-pause.ts";
import { Semaphore } from "../../src/pace/semaphore.ts";
import { largestPerSecond } from "../../src/simulator/log.ts";
import { VirtualClock } from "../servers/virtual-time/clock.ts";

const forever = new AbortController().signal;

/** Opens a budget. Also returns a function that takes a turn and says when the turn came. */
function opened(requestsPerSecond: number) {
  const clock = new VirtualClock();
  const budget = new Budget({ requestsPerSecond, clock });
  const take = async () => {
    const permit = await clock.run(budget.acquire("read", forever));
    return { permit, at: clock.now() };
  };
  return { clock, budget, take };
}

describe("a turn that was not used", () => {
  test("is as if it had not been", async () => {
    const { take } = opened(1);
    (await take()).permit.unused();
    expect((await take()).at).toBeLessThan(1100);
  });

  test("and is given back late, takes none away from those after it", async () => {
    const { clock, take } = opened(1);
    const first = await take();
    first.permit.answered();
    const second = await take();
    first.permit.unused();
    const third = await take();
    // The second request has not been answered, so it may have arrived up to a second after it was sent.
    expect(third.at - second.at).toBeGreaterThan(1999.9);
    expect(clock.now()).toBe(third.at);
  });
});

test("a request that leaves late moves the next one, which keeps its distance", async () => {
  const { clock, take } = opened(4);
  const { permit } = await take();
  await clock.run(clock.wait(700));
  permit.left();
  expect((await take()).at).toBeGreaterThanOrEqual(950);
});

test.each([
  ["about as late after their turn cost nothing of the limit", 40, 95],
  ["so late that nobody can tell when, keep their distance", 400, 50],
])("requests that leave %s", async (_, heldMs, least) => {
  const { clock, budget } = opened(100);
  const left: number[] = [];
  const one = async (_: unknown, at: number) => {
    const permit = await budget.acquire("write", forever);
    await clock.wait(5 + ((at * 7) % 11) * (heldMs / 10));
    permit.departed();
    left.push(clock.now());
    await clock.wait(50);
    permit.answered();
  };
  await clock.run(Promise.all(Array.from({ length: 1000 }, one)));
  expect(largestPerSecond(left)).toBeLessThanOrEqual(100);
  const [from = 0, to = 0] = [left[100], left[999]];
  const perSecond = 899 / ((to - from) / 1000);
  expect(perSecond).toBeGreaterThan(least);
  expect(perSecond).toBeLessThan(100);
});

test("a way that is long and even costs nothing of the limit, once it is known", async () => {
  const { clock, budget } = opened(10);
  const starts: number[] = [];
  const one = async () => {
    const permit = await budget.acquire("read", forever);
    starts.push(clock.now());
    await clock.wait(200);
    permit.answered();
  };
  await clock.run(Promise.all(Array.from({ length: 300 }, one)));
  const [from = 0, to = 0] = [starts[100], starts[299]];
  expect(199 / ((to - from) / 1000)).toBeGreaterThan(9.68);
});

describe("the distance of the sixth request to the first, where a second holds five", () => {
  /** Returns the times between requests whose answers take this long. */
  const distances = async (took: readonly number[]) => {
    const { clock, budget } = opened(5);
    const starts: number[] = [];
    const one = async (ms: number) => {
      const permit = await budget.acquire("read", forever);
      starts.push(clock.now());
      await clock.wait(ms);
      permit.answered();
    };
    await clock.run(Promise.all(took.map(one)));
    return (at: number) => Math.round((starts[at + 5] ?? 0) - (starts[at] ?? 0));
  };
  const even = (many: number, ms = 20) => Array.from({ length: many }, () => ms);

  const uneven = Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? 200 : 225));

  test("is a second and all that an answer took in the beginning, then the jitter that must be feared", async () => {
    const distance = await distances(even(100, 200));
    expect([distance(7), distance(14)]).toEqual([1200, 1050]);
  });

  test("is what 98.5% of the limit ask for once twenty answers took about as long", async () => {
    const distance = await distances(even(100, 200));
    expect([distance(24), distance(30), distance(80)]).toEqual([1015, 1015, 1015]);
  });

  test("is longer by what answers differ, and by less from the 64th on", async () => {
    const distance = await distances(uneven);
    expect([distance(51), distance(81)]).toEqual([1050, 1035]);
  });

  test("is never longer than a second and what the answer took", async () => {
    const distance = await distances(even(100, 18));
    expect([distance(2), distance(14)]).toEqual([1018, 1018]);
  });

  test("is as much longer as the first one has stalled", async () => {
    expect((await distances([...even(80), 420, ...even(20)]))(80)).toBe(1410);
  });

  test("is 50 ms longer at most for what is usual on the way", async () => {
    expect((await distances([...even(80), 65, ...even(20)]))(80)).toBe(1050);
  });

  test("is measured by what the way was like of late, not long ago", async () => {
    expect((await distances([...even(40, 200), ...even(40), 300, ...even(20)]))(80)).toBe(1290);
  });
});

test("two 429 are two cuts when a second lies between them", async () => {
  const { clock, budget } = opened(10);
  budget.throttled(0);
  await clock.run(clock.wait(1000));
  budget.throttled(0);
  expect(budget.rate()).toBeCloseTo(9.85 * 0.81);
});

test("whoever is refused has left the line: the next one does not wait for him", async () => {
  const { clock, budget } = opened(1);
  await clock.run(budget.acquire("read", forever));
  const hasty = budget.acquire("write", forever, { patience: 1000 }).catch(() => clock.now());
  const patient = budget.acquire("read", forever).then(() => clock.now());
  budget.throttled(5000);
  expect(await clock.run(hasty)).toBe(0);
  expect(await clock.run(patient)).toBe(5000);
});

describe("one place for two limits", () => {
  /**
   * Returns two budgets and a semaphore with a single slot. One request takes the slot, and a request to the other
   * budget waits for it.
   */
  const waiting = () => {
    const semaphore = new Semaphore(1);
    const { clock, budget: one } = opened(10);
    const other = new Budget({ requestsPerSecond: 10, clock });
    return { semaphore, clock, one, other };
  };

  test("is had by who waits for it as soon as it is given back", async () => {
    const { semaphore, clock, one, other } = waiting();
    const permit = await clock.run(one.acquire("read", forever, { semaphore }));
    const next = other.acquire("read", forever, { semaphore }).then(() => clock.now());
    await clock.run(clock.wait(300));
    permit.answered();
    expect(await clock.run(next)).toBe(300);
  });

  test("stays with the others when who waits for it gives up", async () => {
    const { semaphore, clock, one, other } = waiting();
    const permit = await clock.run(one.acquire("read", forever, { semaphore }));
    const controller = new AbortController();
    const gone = other.acquire("read", controller.signal, { semaphore }).catch(() => "gone");
    await clock.run(clock.wait(10));
    controller.abort(new Error("interrupted"));
    expect(await gone).toBe("gone");
    permit.answered();
    (await clock.run(other.acquire("read", forever, { semaphore }))).unused();
    expect([semaphore.take(), semaphore.take()]).toEqual([true, false]);
  });

  test("is left to the others when a pause began before it was had", async () => {
    const { semaphore, clock, one, other } = waiting();
    const permit = await clock.run(one.acquire("read", forever, { semaphore }));
    const paused = other.acquire("read", forever, { semaphore }).then(() => clock.now());
    await clock.run(clock.wait(200));
    other.throttled(60_000);
    permit.answered();
    const next = await clock.run(one.acquire("read", forever, { semaphore }));
    expect(clock.now()).toBeLessThan(400);
    next.answered();
    expect(await clock.run(paused)).toBe(60_200);
  });
});

test("nothing is left on the signal of a run by the turns that it took", async () => {
  const { clock, budget } = opened(100);
  const { signal } = new AbortController();
  await clock.run(Promise.all(Array.from({ length: 20 }, () => budget.acquire("read", signal))));
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("ten minutes of nothing but 429 open the circuit, not a moment less", () => {
  const circuit = new CircuitBreaker();
  circuit.throttled(0, 0);
  circuit.throttled(599_999, 0);
  expect(circuit.isOpen(599_999)).toBe(false);
  circuit.throttled(600_000, 0);
  expect(circuit.isOpen(600_000)).toBe(true);
});

test.each([
  [90_000, "90 s", "2026-01-01T00:01:30Z"],
  [1_200_000, "20 min", "2026-01-01T00:20:00Z"],
  [5_400_000, "90 min", "2026-01-01T01:30:00Z"],
  [7_200_000, "2 h", "2026-01-01T02:00:00Z"],
  [259_200_000, "3 days", "2026-01-04T00:00:00Z"],
])("a pause of %i ms is told as %s, with the time at which to come back", (leftMs, span, until) => {
  const facts = { target: "cloud", origin: "https://a.example", date: "2026-01-01T00:00:00.000Z" };
  const { message, hint } = pauseProblem({ ...facts, leftMs, maxMs: 60_000 });
  expect(message).toBe(
    `cloud: https://a.example is throttled (429) and accepts no request before ${until}, in ${span}`,
  );
  expect(hint).toContain("trueup waits for at most 60 s (limits.retryAfterMaxSeconds)");
});
