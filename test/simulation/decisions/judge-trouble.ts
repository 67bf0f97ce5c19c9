/** Checks the requests of an apply in which something went wrong: its writes, its waiting, and its lost replies. */

import type { Plan } from "../../../src/model/plan/plan.ts";
import type { ApplyResult } from "../../../src/model/reply.ts";
import type { Arrival } from "../../servers/virtual-time/network.ts";
import { isRead, isWrite } from "../commits.ts";
import type { Expected } from "./expected.ts";
import { agedReads } from "./plans/aged-reads.ts";
import type { Held, Realm } from "./species.ts";
import { nameOn, type Thing } from "./truth.ts";

/** Reports objects that were written without a step. With `once`, also reports objects that were written twice. */
export function judgeWritten(
  arrivals: readonly Arrival[],
  realms: readonly Realm[],
  { expected, once }: { readonly expected: readonly Expected[]; readonly once: boolean },
): readonly string[] {
  const steps = expected.filter(({ stepped, carried }) => stepped || carried);
  const meant = new Set(steps.flatMap(({ thing }) => namesOf(thing)));
  // The removal or renaming of a resource also concerns its children.
  const whole = steps.filter(({ thing, action }) => action === "remove" || thing.renamed !== undefined);
  const within = whole.flatMap(({ thing }) => namesOf(thing).map((name) => `${name}/`));
  const isMeant = (object: string) => meant.has(object) || within.some((name) => object.startsWith(name));
  const times = new Map<string, number>();
  const broken = arrivals.filter(isWrite).flatMap((arrival) => {
    const { request } = arrival;
    const touched = touchedBy(arrival, realms);
    const counted = isTakenBack(arrival, arrivals) ? [] : outermost(touched);
    for (const object of counted) times.set(object, (times.get(object) ?? 0) + 1);
    return touched
      .filter((object) => !isMeant(object))
      .map((object) => `written: ${object}, which no step is for: ${request.method} ${request.path}`);
  });
  const twice = [...times].filter(([, count]) => once && count > 1);
  return [...broken, ...twice.map(([object, count]) => `written: ${object}, ${count} times`)];
}

/** True if the device reverts a commit, because the session ended before the commit was confirmed. */
function isTakenBack(commit: Arrival, arrivals: readonly Arrival[]): boolean {
  const { request, after } = commit;
  if (request.method !== "commit" || !after.settings.netconf.confirmedCommit) return false;
  const next = arrivals.slice(arrivals.indexOf(commit) + 1).find((one) => one.request.path === request.path);
  if (next === undefined || next.request.method !== "commit" || next.reply.status !== 200) return true;
  // A device that no longer waits for the confirmation has received it, even if the reply was lost.
  const device = next.after.netconf.devices.get(request.path.slice("/devices/".length));
  return device?.confirming !== undefined;
}

/** Returns all names that the object of a resource can have on its server. */
export function namesOf(thing: Thing): readonly string[] {
  const within = thing.parent ? namesOf(thing.parent) : [undefined];
  const own = (["live", "desired"] as const).map((side) => nameOn(thing, side));
  return within.flatMap((parent) => own.map((name) => thing.species.object(name, parent)));
}

/** Returns the objects that a request created, changed or removed. */
export function touchedBy({ before, after }: Arrival, realms: readonly Realm[]): readonly string[] {
  const moved = realms.filter(({ state }) => state(before) !== state(after));
  const held = (world: Arrival["before"]) => new Map(moved.flatMap((realm) => [...realm.held(world)]));
  return [...touchedBetween(held(before), held(after))];
}

/**
 * Returns the objects that are inside no other object of the list. The others are created, removed and renamed with
 * their parents.
 */
export function outermost(touched: readonly string[]): readonly string[] {
  return touched.filter((object) => !touched.some((other) => object.startsWith(`${other}/`)));
}

function touchedBetween(a: Held, b: Held): ReadonlySet<string> {
  const text = (world: Held, object: string) => {
    const leaves = world.get(object);
    return leaves && JSON.stringify([...leaves].sort());
  };
  return new Set([...a.keys(), ...b.keys()].filter((object) => text(a, object) !== text(b, object)));
}

/**
 * If a server requests a pause, all users of the same limit must pause, even if a later reply requests a shorter pause.
 * `wayMs` is how long a request and its reply take.
 */
export function judgePauses(arrivals: readonly Arrival[], wayMs: number): readonly string[] {
  return arrivals.flatMap(({ at, request, reply }) => {
    const seconds = Number(reply.status === 429 ? reply.headers["retry-after"] : Number.NaN);
    if (!(seconds > 0 && seconds <= 900)) return [];
    const early = arrivals.filter(
      (one) => limitOf(one) === limitOf({ request }) && one.at > at + wayMs && one.at < at + seconds * 1000,
    );
    return early.map(
      (one) => `pace: ${one.request.path} at ${one.at}, in the pause from ${at} for ${seconds} s`,
    );
  });
}

/**
 * Before trueup repeats a request because of a lock or an object that is not ready, it must wait as long as the server
 * asked.
 */
export function judgeWaits(arrivals: readonly Arrival[]): readonly string[] {
  return arrivals.flatMap(({ at, request, reply }) => {
    const isAsked = [409, 423].includes(reply.status) && reply.headers["retry-after"] !== undefined;
    const until = at + (isAsked ? Number(reply.headers["retry-after"]) * 1000 : 0);
    const isSame = (one: Arrival) =>
      one.request.method === request.method && one.request.path === request.path && one.at > at;
    const early = arrivals.filter((one) => isSame(one) && one.at < until);
    return early.map((one) => `wait: ${request.path} again at ${one.at}, and asked for was ${until}`);
  });
}

/** Returns what shares a limit with the request: its device if the path has one, otherwise the whole server. */
function limitOf({ request }: Pick<Arrival, "request">): string {
  const [device = ""] = /^\/devices\/[^/]+/.exec(request.path) ?? [];
  return `${request.origin}${device}`;
}

/** True for a reply that leaves open whether the request was carried out. */
function isLost({ reply }: Arrival): boolean {
  return reply.cut !== undefined || reply.status >= 500 || reply.body.startsWith("<");
}

/**
 * True for a refused login. Requests that wait for a refused login fail without being sent; a lost login is repeated.
 */
export function isRefusedLogin({ request: { path }, reply: { cut, status } }: Arrival): boolean {
  return path.endsWith("/token") && cut === undefined && status >= 400;
}

/**
 * True if the reply may answer a duplicate of the request. A proxy that sends a write twice returns the second answer.
 */
function isUnclear({ request: { method }, reply: { status } }: Arrival): boolean {
  return method !== "POST" && [404, 409, 410, 412].includes(status);
}

/** Returns the unit that one request writes: a whole device, or a single resource. */
function requestUnit(address: string): string {
  const [target = "", , key = ""] = address.split("/");
  return ["edge", "routers"].includes(target) ? `${target} ${key.split(".")[0]}` : address;
}

/** The outcome of a step may be unknown only if the reply to a write was lost, or may answer a duplicate. */
export function judgeUnknown(
  arrivals: readonly Arrival[],
  { settled }: ApplyResult,
  ways: number,
): readonly string[] {
  const unknown = settled.filter(({ outcome }) => outcome.state === "unknown");
  const lost = arrivals.filter((one) => !isRead(one) && (isLost(one) || isUnclear(one))).length + ways;
  const say = unknown.map(({ step }) => step).join(", ");
  // If the reply of a request to a device is lost, the outcomes of all steps in the request are unknown.
  const units = new Set(unknown.map(({ address }) => requestUnit(address)));
  return units.size > lost ? [`unknown: ${say}, and ${lost} replies were lost`] : [];
}

/**
 * A run may send as many reads as the plan says. Each request whose reply was lost or an error allows some more: at
 * least 5 for a create, otherwise 1 or 2. Reads that became too old may be repeated.
 */
export function judgeLooks(arrivals: readonly Arrival[], { cost, steps }: Plan): readonly string[] {
  const reads = readsIn(arrivals);
  const foreseen = cost.reduce(
    (sum, { target, verification }) => sum + (target === "edge" ? 0 : verification),
    0,
  );
  const odd = arrivals.filter((one) => isLost(one) || one.reply.status >= 400);
  // If somebody else may have created an object, the children of that object are read, too.
  const creates = new Set(steps.filter(({ operation }) => operation === "create").map(({ id }) => id));
  const holders = new Set(steps.flatMap(({ after }) => after.filter((id) => creates.has(id))));
  const merged = steps.filter(({ target }) => target === "routers").length;
  // A 409 may mean a lock: trueup then reads, waits, and reads again. After a 412 it also reads the object with the
  // tag. Changes that were sent in one PATCH are then read one by one.
  const extra = odd.reduce((sum, { request: { method }, reply: { status } }) => {
    if (method === "POST") return sum + 5 + holders.size;
    const looks = status === 409 || status === 412 ? 2 : 1;
    return sum + looks * (method === "PATCH" ? Math.max(1, merged) : 1);
  }, 0);
  const tagless = arrivals.filter(isReadByItself).length;
  const byTarget = Map.groupBy(arrivals, ({ request: { origin } }) => origin).values();
  const aged = [...byTarget].reduce((sum, own) => sum + agedReads(own), 0);
  return reads > foreseen + extra + tagless + aged
    ? [`reads: ${reads}, where ${foreseen} and ${extra} were foreseen`]
    : [];
}

/**
 * Counts reads. A list in pages is read twice, so each of its reads counts half. Reads in sessions are left out,
 * because each takes several requests. So are the reads that prove an object of a fabric absent, because their number
 * depends on what is missing.
 */
function readsIn(arrivals: readonly Arrival[]): number {
  const isCounted = ({ request }: Arrival) =>
    request.interface !== "netconf" && request.path !== "/api/mo/uni.json";
  const http = arrivals.filter((one) => isRead(one) && isCounted(one));
  const lists = Map.groupBy(http, ({ request: { origin, path } }) => `${origin}${path.split("?")[0]}`);
  return [...lists.values()].reduce((sum, all) => {
    const first = all.filter(
      ({ request: { path } }) => !/[?&](?:startingAt|cursor|offset)=/.test(path),
    ).length;
    return sum + (first === all.length ? first : Math.ceil(first / 2));
  }, 0);
}

/** True for a read of a page after the first one. */
export function isNextPage({ request: { path } }: Arrival): boolean {
  return /[?&](?:startingAt|cursor|offset)=/.test(path);
}

/**
 * True for a write before which trueup reads the tag of the resource itself. It does so after a create, a removal, or a
 * refusal of the tag that several resources share (docs/dialects.md).
 */
function isReadByItself({ request, at }: Arrival, _: number, all: readonly Arrival[]): boolean {
  if (request.interface !== "restconf" || !["PUT", "DELETE"].includes(request.method)) return false;
  return all.some(({ request: other, reply, at: then }) => {
    const isSame = limitOf({ request }) === limitOf({ request: other });
    const isElse = other.method === "DELETE" || reply.status === 201 || reply.status === 412;
    return isSame && then < at && isElse;
  });
}

/**
 * Short trouble must not prevent any step. `isTwice` is true if a write was duplicated on the network. The step may
 * then also be reported as converged, because its reply may answer the duplicate.
 */
export function judgeMild({ settled }: ApplyResult, isTwice: boolean): readonly string[] {
  return settled.flatMap(({ step, outcome }) => {
    if (outcome.state === "applied" || (isTwice && outcome.state === "converged")) return [];
    const why = "problem" in outcome ? outcome.problem.message : "";
    return [`outcome: ${step} is ${outcome.state} though the trouble was over soon: ${why}`];
  });
}
