/**
 * Simulates stored reads. A plan from a change log and stored reads must equal the plan of a complete read, even if the
 * reads were stored for another user, host, view or catalog.
 */

import type { Plan } from "../../../../src/model/plan/plan.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { type Stage, stage } from "../../../servers/virtual-time/run.ts";
import { filesOf } from "../../declared.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";
import { differ } from "../judges.ts";
import { type Basis, basisWords, driversBy, type LogEntry, projectBy, Retail } from "./shop.ts";

/** Falsifies the reported plan, to test that the checks notice it. */
export type KeptLie = (plan: Plan) => Plan;

/** What is wrong with the log in a run, so that everything must be read. A `silent` fault shows only in a read. */
type Trouble = "none" | "failing" | "skewed" | "shortened" | "ours lost" | "old" | "silent";

interface Runs {
  readonly server: Retail;
  readonly draw: Draw;
  readonly kept: Map<string, string>;
  /** The virtual time, in milliseconds. The server's clock may show another time. */
  now: number;
  basis: Basis;
  /** The time since which `basis` has not changed. */
  since: number;
  /** The shelves that somebody has changed without an entry in the log. */
  readonly silent: Set<string>;
  /** The shops that were as declared when they were last read, and that have no later entry in the log. */
  readonly settled: Set<number>;
  /** True if everything must be read, because no stored read is valid or the log is unreliable. */
  isAllRead: boolean;
  /** True if everything was as declared at the last read with this basis, and nothing has changed since. */
  isQuiet: boolean;
}

const start = Date.UTC(2026, 0, 1);
const hourMs = 3_600_000;

const shopCount = 3;

/** The scenario runs in every n-th seed. */
const playedEvery = 4;

/** Simulates several runs in sequence. */
export async function judgeKept(seed: number, lie: KeptLie = (plan) => plan): Promise<readonly string[]> {
  if (seed % playedEvery !== 2) return [];
  const draw = seeded(seed * 16 + 26);
  const server = new Retail(shopCount, 2);
  server.habits.skewMs = pick(draw, [0, -50_000, 50_000]);
  const basis: Basis = { user: 0, host: 0, view: 0, catalog: 0 };
  const runs: Runs = {
    ...{ server, draw, kept: new Map<string, string>(), now: hourMs, basis, since: 0 },
    ...{ silent: new Set<string>(), settled: new Set<number>(), isQuiet: false, isAllRead: true },
  };
  const broken: string[] = [];
  for (let run = 0; run < 4; run += 1) {
    const trouble = run === 0 ? "none" : between(runs);
    broken.push(...(await played(runs, { run, trouble, lie })));
  }
  return broken.map((line) => `kept: ${line}`);
}

/** Lets something happen between two runs, and draws the fault of the log in the next run. */
function between(runs: Runs): Trouble {
  const { server, draw } = runs;
  const { habits, log } = server;
  const word = pick(draw, basisWords);
  const trouble = pick<Trouble>(draw, [
    ...([
      "none",
      "none",
      "none",
      "none",
      "failing",
      "skewed",
      "shortened",
      "shortened",
      "ours lost",
      "old",
      "silent",
    ] as const),
  ]);
  const usual = Math.abs(habits.skewMs) > 60_000 ? 0 : habits.skewMs;
  Object.assign(habits, { skewMs: usual, isFailing: false, isShown: () => true });
  const places = [...server.notes.keys()];
  const any = () => pick(draw, places as [string, ...string[]]);
  const others = maybe(draw, 0.5) ? 1 : 0;
  const soon = maybe(draw, 0.4);
  const at = runs.now + (soon ? 1000 + under(draw, 40_000) : hourMs);
  for (let count = others; count > 0; count -= 1) {
    const place = any();
    server.notes.set(place, `changed ${at}`);
    log.push({ at: start + at, shop: shopOf(place), isOurs: false });
    if (trouble === "shortened") runs.silent.add(place);
    else runs.settled.delete(shopOf(place));
    runs.isQuiet = false;
  }
  runs.now = at + (trouble === "old" ? 8 * 24 * hourMs : hourMs);
  if (trouble === "failing") habits.isFailing = true;
  if (trouble === "skewed") habits.skewMs = pick(draw, [-1, 1]) * (90_000 + under(draw, hourMs));
  const isLost = ({ isOurs }: { readonly isOurs: boolean }) => trouble === "shortened" || isOurs;
  if (trouble === "shortened" || trouble === "ours lost") habits.isShown = (entry) => !isLost(entry);
  if (trouble !== "none") {
    const place = any();
    if (!server.seenBy.has(place)) {
      server.notes.set(place, `changed in silence at ${at}`);
      runs.silent.add(place);
      runs.isQuiet = false;
    }
  }
  if (maybe(draw, 0.35)) {
    runs.basis = { ...runs.basis, [word]: 1 - runs.basis[word] };
    runs.isQuiet = false;
    runs.since = start + runs.now;
    for (const place of [any(), any()])
      if (runs.basis[word] === 1 && !runs.silent.has(place)) server.seenBy.set(place, word);
    Object.assign(server, { told: undefined });
    server.askedAt.clear();
  }
  const always: readonly Trouble[] = ["failing", "skewed", "old"];
  runs.isAllRead = always.includes(trouble) || server.askedAt.size === 0 || lacksSomething(runs);
  return trouble;
}

/**
 * True if the log lacks an entry since the oldest valid read: one that it showed before, or one for a write of trueup
 * that is old enough to be in the log.
 */
function lacksSomething({ server: { askedAt, told, log, habits }, now, since }: Runs): boolean {
  const from = Math.min(...askedAt.values()) - marginMs;
  const isLost = (entry: LogEntry) => !habits.isShown(entry);
  const isOf = ({ at }: LogEntry) => at + habits.skewMs >= Math.max(from, told?.from ?? 0) + marginMs;
  const wasShown = told?.entries.some((entry) => isLost(entry) && isOf(entry)) === true;
  // If somebody changes the same shop at nearly the same time, that entry looks like the entry of trueup's own write.
  const isLikeOurs = ({ at, shop }: LogEntry) =>
    log.some(
      (other) =>
        habits.isShown(other) && other.shop === shop && Math.abs(other.at + habits.skewMs - at) <= marginMs,
    );
  const isDue = (entry: LogEntry) =>
    entry.isOurs && entry.at >= since && entry.at <= start + now - 2 * marginMs && !isLikeOurs(entry);
  return wasShown || log.some((entry) => isLost(entry) && isDue(entry) && entry.at >= from + marginMs);
}

/** The clocks may differ by a minute, and an entry may come a minute late. */
const marginMs = 120_000;

interface Run {
  readonly run: number;
  readonly trouble: Trouble;
  readonly lie: KeptLie;
}

/** Simulates one run in its own process, which has the stored reads of the previous run. */
async function played(runs: Runs, { run, trouble, lie }: Run): Promise<readonly string[]> {
  const { server, basis, kept, silent, draw } = runs;
  const read: number[] = [];
  const on: Stage = stage({
    ...{ project: projectBy(basis), drivers: driversBy(basis.catalog), seed: {}, files, now: runs.now },
    keptReads: ({ name }) => ({
      load: async () => kept.get(name),
      save: async (text) => void kept.set(name, text),
    }),
    between: () => server.wire(basis, () => start + on.clock.now(), read),
  });
  const { plan: made, ...planned } = await on.plan();
  const plan = lie(made);
  const said = plan.changes.map(({ action, address }) => `${action} ${address}`);
  const differing = [...server.notes.keys()].filter((place) => server.noteBy(place, basis) !== "declared");
  // If a read shows a change that the log does not mention, everything must be read.
  const isProof = (place: string) => read.includes(shopOf(place)) && runs.settled.has(shopOf(place));
  const isNoticed = runs.isAllRead || [...silent].some(isProof);
  const isShown = (place: string) => !silent.has(place) || read.includes(shopOf(place));
  const wanted = differing.filter((place) => isNoticed || isShown(place));
  const text = `run ${run}, log ${trouble}, ${JSON.stringify(basis)}`;
  const broken = [
    ...differ(
      "change",
      said,
      wanted.map((place) => `update ${addressOf(place)}`),
    ),
    ...plan.unknown.map(({ address }) => `unknown: ${address}`),
    // If nothing has changed, a run may read only one shop: that with the oldest read.
    ...(runs.isQuiet && read.length > 1 ? [`reads: ${read.length} shops, and nothing has changed`] : []),
  ];
  // The last answer of the log does not count if the run did not read the log, or could not use it.
  if (isNoticed && trouble !== "shortened" && trouble !== "ours lost") server.told = undefined;
  for (const shop of read) runs.settled.add(shop);
  for (const place of wanted) {
    silent.delete(place);
    runs.settled.delete(shopOf(place));
  }
  // After a run with a faulty log, the next run may read everything again.
  runs.isQuiet = wanted.length === 0 && silent.size === 0 && trouble === "none";
  if (wanted.length > 0 && maybe(draw, 0.6)) {
    await on.apply({ plan: made, ...planned }, { onConflict: "overwrite" });
  }
  runs.now = on.clock.now();
  return broken.map((line) => `${text}: ${line}`);
}

function shopOf(place: string): number {
  return Number(place.split(" ")[0]);
}

function addressOf(place: string): string {
  return `retail/shelf/shop-${place.replace(" ", ".shelf-")}`;
}

const shelves = {
  "shelf-0": { name: "Shelf 0", note: "declared" },
  "shelf-1": { name: "Shelf 1", note: "declared" },
};
const shops = Object.fromEntries(
  Array.from({ length: shopCount }, (_, shop) => [`shop-${shop}`, { name: `Shop ${shop}`, shelves }]),
);
const files = filesOf([{ target: "retail", organization: "acme", shops }]);
