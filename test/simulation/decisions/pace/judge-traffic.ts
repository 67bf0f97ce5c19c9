/** Checks the times of requests: limits and pauses must be respected, without unnecessary waits or requests. */

import {
  type AskedRequest,
  type PaceLie,
  type Sending,
  slowMsOf,
  type Traffic,
  trafficOf,
  type WaitLie,
} from "./traffic.ts";

/** Returns the faults in the times of a seed's requests. */
export async function judgeTraffic(seed: number, lie?: PaceLie, tell?: WaitLie): Promise<readonly string[]> {
  const traffic = await trafficOf(seed, lie, tell);
  return [
    ...judgeRates(traffic),
    ...judgePausesOf(traffic),
    ...judgeCircuit(traffic),
    ...judgeTries(traffic),
    ...judgeTurns(traffic),
    ...judgeGivenUp(traffic),
    ...judgeTold(traffic),
  ].map((line) => `traffic: ${line}`);
}

/**
 * No more requests may arrive than the server allows. They are counted as the server counts, if all users of the budget
 * know how; otherwise within any second. A user that joins later and knows less does not affect earlier requests.
 */
function judgeRates({ requests, sent, limit, known, whole }: Traffic): readonly string[] {
  const byBudget = Map.groupBy(sent, ({ request }) => request.budget);
  const all = [...byBudget].flatMap(([budget, own]) =>
    stagesOf(
      requests.filter((one) => one.budget === budget),
      known,
    ).flatMap(({ from, until, limiter }) => {
      const those = own.filter((one) => beganAt(one) < until);
      const isJudged = (one: Sending) => beganAt(one) >= from;
      return limiter?.is === "tokenBucket"
        ? emptying(those, { limit, burst: limiter.burst, isJudged })
        : exceeding(those, {
            limit,
            seconds: limiter && "seconds" in limiter ? limiter.seconds : 1,
            isJudged,
          });
    }),
  );
  return whole === undefined ? all : [...all, ...exceeding(sent, { limit: whole })];
}

/** Returns the earliest time at which the request may have got its turn. */
function beganAt({ request, left }: Sending): number {
  return request.leaving === "slowly" ? left - slowMsOf(request) : left;
}

/**
 * Returns periods of time, each with the way of counting that the targets know that have joined by then. If they know
 * buckets of different sizes, the smallest bucket counts.
 */
function stagesOf(own: readonly AskedRequest[], known: Traffic["known"]) {
  const times = [...new Set(own.map(({ joined }) => joined))].sort((a, b) => a - b);
  const limiterAt = (time: number) => {
    const those = own.filter(({ joined }) => joined <= time).map(({ target }) => known[target]);
    return those.reduce((one, other) =>
      one?.is === "tokenBucket" && other?.is === "tokenBucket" && other.burst < one.burst
        ? other
        : one && other && one,
    );
  };
  const isSame = (one: number, other: number | undefined) =>
    other !== undefined && JSON.stringify(limiterAt(one)) === JSON.stringify(limiterAt(other));
  const changes = times.filter((time, at) => !isSame(time, times[at - 1]));
  return changes.map((from, at) => ({
    from,
    until: changes[at + 1] ?? Number.POSITIVE_INFINITY,
    limiter: limiterAt(from),
  }));
}

interface Counting {
  readonly limit: number;
  readonly seconds?: number;
  readonly isJudged?: (one: Sending) => boolean;
}

function exceeding(
  sent: readonly Sending[],
  { limit, seconds = 1, isJudged = () => true }: Counting,
): readonly string[] {
  const all = sent.toSorted((a, b) => a.at - b.at);
  const places = Math.max(1, Math.floor(limit * seconds));
  const windowMs = (places * 1000) / limit;
  return all.flatMap((one, index) => {
    const before = all[index - places]?.at;
    if (before === undefined || one.at - before >= windowMs - 0.001 || !isJudged(one)) return [];
    return [`over ${limit} in a second: ${places + 1} from ${before} to ${one.at}`];
  });
}

/**
 * Reports requests that were sent while a bucket was empty. The bucket fills at `limit` per second, and holds at most
 * `burst`. Only requests that `isJudged` selects are reported.
 */
function emptying(
  sent: readonly Sending[],
  { limit, burst, isJudged = () => true }: Counting & { readonly burst: number },
): readonly string[] {
  let [tokens, last] = [burst, 0];
  return sent
    .toSorted((a, b) => a.at - b.at)
    .flatMap((one) => {
      const { at } = one;
      tokens = Math.min(burst, tokens + ((at - last) * limit) / 1000) - 1;
      last = at;
      if (isJudged(one))
        return tokens < -0.001 ? [`over ${limit} in a second: the bucket of ${burst} is empty at ${at}`] : [];
      tokens = Math.max(0, tokens);
      return [];
    });
}

/** How long nothing may be sent after a 429 without a time, in milliseconds. */
const leastPauseMs = 400;

/** The tolerance when times are compared, in milliseconds. Times are sums of fractions. */
const roundingMs = 0.001;

/** Nothing may be sent during a pause. If the pause is too long, requests must fail instead of waiting for its end. */
function judgePausesOf({ sent, ended, maxPauseMs }: Traffic): readonly string[] {
  const pauses = sent.filter(({ status }) => status === 429);
  const early = pauses.flatMap(({ request, heard, until = heard + leastPauseMs }) => {
    const after = sent.filter(
      (one) => one.request.budget === request.budget && one.left > heard && one.at < until - roundingMs,
    );
    return after.map((one) => `${one.request.number} left at ${one.left}, in a pause until ${until}`);
  });
  const long = pauses.filter(({ until = 0, at }) => until - at > maxPauseMs + 1000);
  const waiting = long.flatMap(({ request: { budget, number }, heard }) => {
    const those = [...ended].filter(([request]) => request.budget === budget);
    return those.flatMap(([request, { reply, at }]) =>
      at > Math.max(heard, request.joined) + 10_000 && reply.outcome !== "blocked"
        ? [`${request.number} ended at ${at}, long after the pause that ${number} was told at ${heard}`]
        : [],
    );
  });
  return [...early, ...waiting];
}

/** A request may be given up only because of a pause that is too long. */
function judgeGivenUp({ sent, ended, maxPauseMs }: Traffic): readonly string[] {
  return [...ended].flatMap(([{ number, budget, leaving }, { reply, at }]) => {
    if (reply.outcome !== "blocked" || leaving === "held") return [];
    const why = sent.some(
      (one) =>
        one.request.budget === budget && one.heard <= at && (one.until ?? 0) - one.at > maxPauseMs - 1000,
    );
    return why ? [] : [`${number} is given up at ${at}, and no pause is too long`];
  });
}

/** The tolerance for HTTP dates in milliseconds: these dates have no fractions of a second. */
const roundedMs = 1000;

/** The reported wait must be at least as long as the pause that the server requested. */
function judgeTold({ sent, told }: Traffic): readonly string[] {
  return told.flatMap(({ at, target, ms }) => {
    const refused = sent.filter(
      ({ request, heard, status }) => `t${request.target}` === target && heard === at && status === 429,
    );
    const asked = Math.min(...refused.map(({ until = at }) => until)) - at;
    return ms >= asked - roundedMs ? [] : [`said to wait ${ms} at ${at}, and asked for was ${asked}`];
  });
}

const failuresMax = 6;
const openMs = 30_000;

/**
 * The circuit must open after six consecutive failures, and not before. Then nothing may be sent for 30 s, and after
 * that only one trial request.
 */
function judgeCircuit({ sent, ended }: Traffic): readonly string[] {
  const targets = [...new Set(sent.map(({ request }) => request.target))];
  const stateAt = (target: number, now: number) => {
    const heard = sent
      .filter((one) => one.request.target === target && one.heard < now)
      .sort((a, b) => a.heard - b.heard);
    const row = heard.slice(heard.findLastIndex((one) => !isFailure(one)) + 1);
    return { failures: row.length, last: row.at(-1)?.heard ?? 0 };
  };
  const hasty = sent.flatMap(({ request, left }) => {
    const { failures, last } = stateAt(request.target, left);
    // A request whose intent was being written to the journal at the last failure is still sent.
    if (failures < failuresMax || request.leaving === "slowly") return [];
    if (left < last + openMs) return [`${request.number} left at ${left}, after ${failures} failures`];
    const own = sent.filter((one) => one.request.target === request.target);
    const trying = own.filter((one) => one.left >= last + openMs && one.left < left && one.heard > left);
    return trying.length > 0 ? [`${request.number} left at ${left}, while one tries`] : [];
  });
  const refused = [...ended].flatMap(([request, { reply, at }]) => {
    if (reply.outcome !== "lost" || reply.sent) return [];
    // Of two events at the same moment, either may have come first.
    const moments = targets.includes(request.target) ? [at, at + 1] : [];
    const failures = Math.max(0, ...moments.map((moment) => stateAt(request.target, moment).failures));
    return failures < failuresMax ? [`${request.number} is not sent after ${failures} failures`] : [];
  });
  return [...hasty, ...refused];
}

function isFailure({ status }: Sending): boolean {
  return status === "lost" || status >= 500;
}

/**
 * A read is given up after three failures, and a write after one. A request that is refused because of its rate must be
 * sent again until it is accepted.
 */
function judgeTries({ sent, ended, requests }: Traffic): readonly string[] {
  return requests.flatMap((request) => {
    const own = sent.filter((one) => one.request === request);
    const { reply } = ended.get(request) ?? {};
    const failures = own.filter(isFailure).length;
    const throttled = own.filter(({ status }) => status === 429).length;
    const last = own.at(-1);
    const say = (text: string) => [`${request.number}, a ${request.method}, ${text}`];
    if (!reply) return say("never ended");
    if (request.leaving === "held" && own.length > 0) return say("left though it was held");
    if (failures > (request.method === "GET" ? 3 : 1)) return say(`failed ${failures} times`);
    if (request.once && throttled > 0 && own.length > 1) return say("was sent again, and must not be");
    if (own.length > failures + throttled + 1) return say("was sent again though it was answered");
    const isWell = reply.outcome === "answered" && reply.status === 200;
    if (isWell !== (last?.status === 200)) return say(`ended with ${last?.status}, and says otherwise`);
    if (isWell || reply.outcome === "blocked" || (reply.outcome === "lost" && !reply.sent)) return [];
    const isFinal = request.once || (throttled > 10 && last?.status === 429);
    if (last?.status === 429) return isFinal ? [] : say(`was given up after ${throttled} times 429`);
    const isOpen = judgeIsOpen(sent, request, last);
    const isGivenUp = request.method === "GET" && failures < 3 && !isOpen;
    return isGivenUp ? say(`was given up after ${failures} failures`) : [];
  });
}

/** True if the circuit of the target was open, so that nothing more was sent to it. */
function judgeIsOpen(sent: readonly Sending[], request: AskedRequest, last: Sending | undefined): boolean {
  const all = sent.filter((one) => one.request.target === request.target && isFailure(one));
  return all.filter(({ heard }) => heard <= (last?.heard ?? 0) + openMs).length >= failuresMax;
}

/** A write must be sent before reads that wait for the same limit. */
function judgeTurns({ sent, trouble, whole }: Traffic): readonly string[] {
  if (trouble !== "none" || whole !== undefined) return [];
  const reads = sent.filter(({ request }) => request.method === "GET");
  const writes = sent.filter(({ request: { method, leaving } }) => method === "PUT" && leaving === "nothing");
  return reads.flatMap((read) => {
    const later = writes.find((write) => write.request.joined < read.left && write.left > read.left);
    return later ? [`${read.request.number} reads before ${later.request.number} writes`] : [];
  });
}
