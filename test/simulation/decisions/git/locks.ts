/**
 * Simulates runs that compete for the lock of one environment. The state of the remote tells which run must get, keep
 * or lose the lock.
 */

import {
  findLock,
  type HeldLock,
  type LockLocation,
  removeLock,
  renewLock,
  takeLock,
} from "../../../../src/git/lock.ts";
import { keep } from "../../../servers/virtual-time/git/store.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";
import { differ } from "../judges.ts";
import { type Clones, clonesOf, moodsOf } from "./clones.ts";
import { historyIn } from "./history.ts";

const prefix = "refs/trueup/virtual";
const name = `${prefix}/lock`;
/** How long after its expiry another run may take over a lock. */
const patienceMs = 60_000;

/** The lock that the ref contains. */
interface Standing {
  readonly run: string;
  readonly since: number;
  readonly expires: number;
}

interface Run {
  readonly run: string;
  readonly place: LockLocation;
  lock?: HeldLock | undefined;
}

/**
 * Lets runs act in turn. Each run's report must match the state of the remote at that time. `said` falsifies the
 * reports.
 */
export async function judgeLocks(draw: Draw, said: (is: string) => string): Promise<readonly string[]> {
  const clones = clonesOf({ hasRemote: maybe(draw, 0.8) });
  const [head = ""] = historyIn(clones.objects, draw, 1);
  let isBad = false;
  const runs = ["a", "b", "c"].map((run): Run => {
    const mood =
      clones.remote &&
      moodsOf(draw, () => {
        isBad = true;
      });
    return { run, place: { repository: clones.clone(head, mood).repository, head, prefix } };
  });
  let now = Date.UTC(2026, 0, 1);
  const broken: string[] = [];
  for (let turn = 0; turn < 8; turn += 1) {
    now += pick(draw, [0, 1000, 30_000, 59_000, 61_000, 120_000, 400_000]);
    if (maybe(draw, 0.1)) foreign(clones, head, draw);
    const run = pick(draw, [runs[0], ...runs]);
    if (!run) continue;
    isBad = false;
    const before = standing(clones);
    const lifetimeMs = pick(draw, [60_000, 300_000]);
    const what = await act(run, draw, { now, lifetimeMs });
    const after = standing(clones);
    const isFailed = what.told === "failed" && isBad && JSON.stringify(before) === JSON.stringify(after);
    const must = isFailed ? "failed" : mustBe(run.run, what.did, { before, after, now, lifetimeMs });
    broken.push(...differ(`lock: ${run.run} ${what.did}`, [said(what.told)], [must]));
    broken.push(...untouched(run.run, what.did, { before, after, now }));
  }
  return broken;
}

interface Asked {
  readonly now: number;
  readonly lifetimeMs: number;
}

/** Lets a run act, and returns what it did and what it reported. */
async function act(
  run: Run,
  draw: Draw,
  { now, lifetimeMs }: Asked,
): Promise<{ readonly did: "takes" | "renews" | "removes" | "finds"; readonly told: string }> {
  const request = { run: run.run, owner: run.run, now: new Date(now).toISOString(), lifetimeMs };
  const { lock, place } = run;
  const choice = lock
    ? pick(draw, ["renews", "removes", "finds"] as const)
    : pick(draw, ["takes", "finds"] as const);
  switch (choice) {
    case "takes": {
      const taken = await takeLock(place, request);
      if (taken.is === "taken") run.lock = taken.lock;
      if (taken.is === "held") return { did: "takes", told: `held by ${taken.by?.run ?? "something"}` };
      return {
        did: "takes",
        told: taken.is === "taken" ? `taken from ${taken.stale?.run ?? "nobody"}` : "failed",
      };
    }
    case "renews": {
      const renewed = lock && (await renewLock(lock, request));
      if (renewed && "lock" in renewed) run.lock = renewed.lock;
      else if (renewed?.is === "other") run.lock = undefined;
      return { did: "renews", told: renewed && "lock" in renewed ? "renewed" : (renewed?.is ?? "") };
    }
    case "removes": {
      const { is } = lock ? await removeLock(place, lock.id) : { is: "" };
      if (is !== "failed") run.lock = undefined;
      return { did: "removes", told: is };
    }
    case "finds": {
      const found = await findLock(place);
      if (found && "problem" in found) return { did: "finds", told: "failed" };
      return { did: "finds", told: found ? `it of ${found.lock.record?.run ?? "something"}` : "none" };
    }
  }
}

interface Standings {
  readonly before: Standing | "something" | undefined;
  readonly after: Standing | "something" | undefined;
  readonly now: number;
}

/** Returns what a run must report about its action, according to the lock before and after it. */
function mustBe(run: string, did: string, { before, after, now, lifetimeMs }: Standings & Asked): string {
  const holder = before === "something" ? "something" : before?.run;
  const isFree = before === undefined || (before !== "something" && before.expires + patienceMs < now);
  const isOwn = after !== undefined && after !== "something" && after.run === run;
  const isTimely = isOwn && after.expires === now + lifetimeMs;
  switch (did) {
    case "takes":
      if (!isFree) return `held by ${holder}`;
      return isTimely && after.since === now
        ? `taken from ${holder ?? "nobody"}`
        : "nothing: it does not have it";
    case "renews":
      if (holder !== run) return "other";
      return isTimely && before !== "something" && after.since === before?.since
        ? "renewed"
        : "nothing: as before";
    case "removes":
      return holder === run || holder === undefined ? (after ? "nothing: it is there" : "moved") : "other";
    default:
      return holder === undefined ? "none" : `it of ${holder}`;
  }
}

/** Reports an action that changed another run's lock, unless the lock had expired and was taken over. */
function untouched(run: string, did: string, { before, after, now }: Standings): readonly string[] {
  const isFree =
    before === undefined ||
    (before !== "something" &&
      (before.run === run || (did === "takes" && before.expires + patienceMs < now)));
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  return isFree || isSame ? [] : [`lock: ${run} ${did}, and it was another's: ${JSON.stringify(before)}`];
}

/**
 * Returns the lock in the ref, read without the engine. Returns `something` for unknown contents, and undefined if
 * there is no ref.
 */
function standing(clones: Clones): Standing | "something" | undefined {
  const id = clones.refs.get(name);
  if (id === undefined) return undefined;
  const text = clones.objects.texts.get(id)?.text ?? "";
  const record = /^\{"format":"trueup.lock","version":1,/.test(compact(text))
    ? JSON.parse(bodyOf(text))
    : undefined;
  if (record === undefined) return "something";
  return { run: record.run, since: Date.parse(record.since), expires: Date.parse(record.expires) };
}

function bodyOf(text: string): string {
  return text.slice(text.indexOf("\n\n") + 2);
}

function compact(text: string): string {
  return bodyOf(text).replace(/\s+/g, "");
}

/** Puts something into the ref that this version does not know as a lock: a lock in a later format, or a commit. */
function foreign(clones: Clones, head: string, draw: Draw): void {
  const later = {
    format: "trueup.lock",
    version: 2,
    run: "z",
    until: "2026-01-01T00:00:00Z",
    n: under(draw, 9),
  };
  const text = `object ${head}\ntype commit\ntag trueup/lock\ntagger x <x> 0 +0000\n\n${JSON.stringify(later)}\n`;
  const isTag = maybe(draw, 0.7);
  const id = isTag ? keep(clones.objects, "tag", text) : head;
  clones.refs.set(name, id);
}
