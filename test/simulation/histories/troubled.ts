/**
 * Simulates a seed as a history in trouble: a run in which something goes wrong, then actions of people, then a run
 * without trouble.
 */

import { conflictsHeld, type Plan } from "../../../src/model/plan/plan.ts";
import type { ApplyResult } from "../../../src/model/reply.ts";
import { seeded } from "../../servers/virtual-time/clock.ts";
import type { Stage } from "../../servers/virtual-time/run.ts";
import { type Draw, pick } from "../draw.ts";
import { odd } from "../late-delivery.ts";
import { type Habits, habitsOf } from "../server-habits.ts";
import type { HistoryLie } from "./histories.ts";
import { appliedBy, type Planned, plannedBy, type Recorded } from "./process.ts";
import { judgePlanned, judgeSettled, judgeTwins, judgeWritten, keyOf, touchedKey } from "./properties.ts";
import { type Patience, patienceOf, type RunTrouble, troubleOf } from "./run-trouble.ts";
import { addressIn, type LiveThing, type Shelf, shelves } from "./shelves.ts";
import { emptyWorld, nothingRecorded, staged } from "./staging.ts";
import { begun, happened, happenedByHand, type OwnThing, type Story } from "./story.ts";

/** The state of a troubled history. */
interface Course {
  readonly story: Story;
  readonly recorded: Recorded;
  /** The keys of the resources that trueup has created, by id. */
  readonly made: ReadonlyMap<string, string>;
  /** The ids and keys of the resources that people have changed, moved or removed since everything was as declared. */
  readonly touched: ReadonlySet<string>;
  readonly broken: readonly string[];
}

/**
 * How often this sequence is repeated: a run in which something goes wrong, actions of people, a run without trouble,
 * and changes in Git or by people.
 */
const chapters = 2;

/** Returns the faults. */
export async function judgeTroubledHistory(seed: number, lie: HistoryLie = {}): Promise<readonly string[]> {
  const draw = seeded(seed + 17_000_033);
  const any = pick(draw, shelves);
  const habits = { ...habitsOf(draw), ...any.settings, ...soberOf(any) };
  const patience = patienceOf(draw, habits);
  const shelf = withPatience(any, patience);
  let course = begunIn(draw, { shelf, habits });
  for (let chapter = 1; chapter <= chapters; chapter += 1) {
    for (const trouble of [troubleOf(draw, habits, patience), undefined]) {
      course = await ranIn(course, { trouble, lie });
      if (course.broken.length > 0)
        return course.broken.map((line) => `history in trouble: ${shelf.kind}: ${chapter}: ${line}`);
      if (trouble) course = withPeople(course, happenedByHand);
    }
    course = withPeople(course, happened);
  }
  return [];
}

/**
 * Returns settings that a product always has. Exact names are stored unchanged. If creates are tasks, lists show the
 * object when the task has ended.
 */
function soberOf({ isExact, settings }: Shelf): Partial<Habits> {
  return { ...(isExact && { normalise: [] }), ...(settings?.controllerMode && { listedAfterMs: 0 }) };
}

function withPatience(shelf: Shelf, patience: Patience): Shelf {
  if (patience === undefined) return shelf;
  return { ...shelf, targets: `${shelf.targets}    limits: { createVisibleSeconds: ${patience} }\n` };
}

function begunIn(draw: Draw, of: Pick<Story, "shelf" | "habits">): Course {
  const empty = { ...of, draw, declared: new Map(), own: new Map(), count: 1 };
  const story = begun({ ...empty, world: emptyWorld(empty) });
  return { story, recorded: nothingRecorded, made: new Map(), touched: new Set(), broken: [] };
}

/** Lets people act. The resources that they change are added to `touched`. */
function withPeople(course: Course, happens: (story: Story) => Story): Course {
  const { shelf, world, own } = course.story;
  const story = happens(course.story);
  const now = new Map(shelf.live(story.world).map((one) => [one.id, JSON.stringify(one)]));
  const touched = shelf
    .live(world)
    .filter((one) => now.get(one.id) !== JSON.stringify(one))
    .map(({ id }) => id);
  const keys = [...own].flatMap(([key, { id = "" }]) => (touched.includes(id) ? [touchedKey(key)] : []));
  return { ...course, story, touched: new Set([...course.touched, ...touched, ...keys]) };
}

interface Running {
  readonly trouble: RunTrouble | undefined;
  readonly lie: HistoryLie;
}

/** Runs one process, with or without trouble, and checks its plan, its writes, and what it leaves behind. */
async function ranIn(course: Course, { trouble, lie }: Running): Promise<Course> {
  const { story, recorded, touched } = course;
  const pending = new Set<() => void>();
  const on: Stage = staged(story, recorded.now, (wire) => {
    const near = lie.between?.(wire) ?? wire;
    return trouble?.oddity ? odd(near, trouble.oddity, { clock: () => on.clock, pending }) : near;
  });
  const planned = await plannedBy(on, recorded);
  const plan = lie.plan?.(planned.made.plan) ?? planned.made.plan;
  const memory = planned.made.request.memory ?? recorded.memory;
  const before = story.shelf.live(on.network.world);
  const broken = judgePlanned(
    { ...story, world: on.network.world },
    { plan, memory, base: recorded.base, made: course.made, touched },
  );
  const made = watched(on, { ...course, made: withoutAlike(course, plan) }, trouble);
  const ended = await appliedBy(on, planned, { before: recorded, turns: trouble?.turns });
  for (const arrive of pending) arrive();
  on.network.land();
  on.network.witness = () => {};
  const after = { ...story, world: { ...on.network.world, faults: [] } };
  const known = lie.memory?.(ended.recorded.memory) ?? ended.recorded.memory;
  const all = [
    ...broken,
    ...judgeTwins(after, made),
    ...judgeWritten(after, { plan, before, base: recorded.base, made }),
    ...(trouble
      ? []
      : judgeSettled(after, { plan, memory, base: recorded.base, made, result: ended.result })),
  ];
  return {
    story: { ...after, own: ownOf(ended.recorded.memory, after) },
    recorded: { ...ended.recorded, memory: known, now: on.clock.now() + pick(story.draw, waits) },
    made,
    touched: memory.unseen.size === 0 && isInOrder(planned, ended.result) ? new Set() : touched,
    broken: all.map((line) => `${trouble ? "in" : "after"} trouble: ${line}`),
  };
}

const waits = [1000, 60_000, 200_000] as const;

/**
 * Leaves out resources whose name is similar to that of a key's resource. They do not belong to the key, even if trueup
 * may have created them.
 */
function withoutAlike({ story: { shelf }, made }: Course, { alike = [] }: Plan): Course["made"] {
  const held = new Set(alike.map(({ address }) => address));
  return new Map([...made].map(([id, key]) => [id, held.has(addressIn(shelf, key)) ? `${key}?` : key]));
}

/** Starts the trouble, and notes for which key each object is created. */
function watched(
  on: Stage,
  { story: { shelf, declared, habits }, made: known }: Course,
  trouble: RunTrouble | undefined,
): ReadonlyMap<string, string> {
  const made = new Map(known);
  let left = trouble?.killedWithWrite ?? Number.POSITIVE_INFINITY;
  for (const fault of trouble?.faults ?? []) on.network.fault(fault);
  on.network.witness = ({ request: { method, path }, before, after }) => {
    if (method !== "GET" && !path.endsWith("/token")) left -= 1;
    if (left === 0) on.clock.killAfter(0);
    if (before === after) return;
    const was = shelf.live(before);
    const there = new Set(was.map(({ id }) => id));
    for (const one of shelf.live(after)) {
      if (there.has(one.id)) continue;
      // Without an id in the answer, the created object cannot be told from a person's object with the same name.
      const isTwin = ({ id, name, place }: LiveThing) =>
        !made.has(id) && name === one.name && place === one.place;
      const isAnyones = habits.createAnswers === "accepted" && was.some(isTwin);
      made.set(one.id, `${keyOf({ declared, habits }, one)}${isAnyones ? "??" : ""}`);
    }
  };
  return made;
}

/** Returns the resources that trueup knows by id. People's later actions concern some of them. */
function ownOf({ resources }: Recorded["memory"], { shelf, declared }: Story): Story["own"] {
  return new Map(
    [...declared.keys()].flatMap((key): readonly (readonly [string, OwnThing])[] => {
      const known = resources.get(addressIn(shelf, key));
      return known ? [[key, { id: known.id, stored: known.name }]] : [];
    }),
  );
}

/** True if everything is as declared, and nothing is held, unclear or left behind. */
function isInOrder({ made: { plan } }: Planned, result: ApplyResult | undefined): boolean {
  const open = plan.unknown.length + plan.unwritable.length + plan.held.length + conflictsHeld(plan).length;
  if (!result || open > 0 || (plan.acceptedUnseen ?? []).length > 0) return false;
  const isDone = (state: string) => state === "applied" || state === "converged";
  return !result.acceptedUnseen?.length && result.settled.every(({ outcome: { state } }) => isDone(state));
}
