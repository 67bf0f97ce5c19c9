/**
 * Checks a run of a history: what the plan does with each resource, what was created, and what the run knows
 * afterwards.
 */

import type { Memory } from "../../../src/model/memory.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import type { ApplyResult } from "../../../src/model/reply.ts";
import { dangersOf } from "../../../src/report/plan/dangers.ts";
import { storedName } from "../../../src/simulator/wire/spelling.ts";
import { differ } from "../decisions/judges.ts";
import type { Due } from "./dues.ts";
import type { LiveThing } from "./shelves.ts";
import type { OwnThing, Story } from "./story.ts";

/**
 * Each resource must be recognized. The plan must have exactly the expected creates, updates and removals, with their
 * causes.
 */
export function judgeDues(plan: Plan, dues: readonly Due[], { shelf }: Story): readonly string[] {
  const isClear = new Map(dues.map(({ address, does }) => [address, does !== "unclear"]));
  const steps = plan.steps.filter(
    ({ kind, address }) => kind === shelf.kind && isClear.get(address) !== false,
  );
  const wanted = dues.filter(({ does }) => ["create", "update", "remove"].includes(does));
  const unclear = dues.filter(({ does }) => does === "unclear").map(({ address }) => address);
  const rash = plan.steps.filter(
    ({ address, operation }) => unclear.includes(address) && operation !== "update",
  );
  const said = [...plan.unknown, ...plan.unwritable, ...plan.held, ...(plan.acceptedUnseen ?? [])];
  const told = new Set(said.map(({ address }) => address));
  const untold = dues.filter(({ does, address }) => does === "held" && !told.has(address));
  return [
    ...differ(
      "step",
      steps.map(({ id }) => id),
      wanted.map(({ does, address }) => `${does} ${address}`),
    ),
    ...rash.map(({ id }) => `unclear: ${id}`),
    ...untold.map(({ address }) => `held: nothing is said of ${address}`),
    ...judgeCauses(plan, wanted),
    ...judgeDangers(plan, dues),
  ];
}

function judgeCauses(plan: Plan, wanted: readonly Due[]): readonly string[] {
  const is = plan.changes.flatMap((change): readonly string[] => {
    if (!wanted.some(({ address }) => address === change.address)) return [];
    if (change.action === "create") return [`${change.address} ${change.cause}`];
    if (change.action !== "update") return [];
    return change.differences.map(
      ({ path, cause }) =>
        `${change.address} ${["/name", "/parent"].includes(path) ? path : "note"} ${cause}`,
    );
  });
  const must = wanted.flatMap(({ address, causes }) =>
    [...causes].map(([path, cause]) => `${address}${path && " "}${path} ${cause}`),
  );
  return differ("cause", is, must);
}

/** The plan must report exactly the renames by people as dangers. */
function judgeDangers(plan: Plan, dues: readonly Due[]): readonly string[] {
  const groups = dangersOf(plan).filter(({ title }) => title.startsWith("Renamed"));
  const isClear = ({ address }: { readonly address: string }) =>
    dues.some((due) => due.address === address && due.does !== "unclear");
  return differ(
    "renamed",
    groups
      .flatMap(({ dangers }) => dangers.map(({ change }) => change))
      .filter(isClear)
      .map(({ address }) => address),
    dues.filter(({ renamed, does }) => renamed && does === "update").map(({ address }) => address),
  );
}

/** An apply with its result. */
interface Ended {
  readonly dues: readonly Due[];
  readonly before: readonly LiveThing[];
  readonly result: ApplyResult;
}

/**
 * The product's resources must change exactly as expected. Each expected resource must be created once, under the name
 * that the product stores.
 */
export function judgeMade(
  { shelf, world, declared, habits }: Story,
  { dues, before, result }: Ended,
): readonly string[] {
  const unclear = new Set(dues.filter(({ does }) => does === "unclear").map(({ is }) => is?.id));
  const changed = new Map(before.map((one) => [one.id, textOf(one)]));
  const made: string[] = [];
  for (const { key, does, is, causes } of dues) {
    const thing = declared.get(key);
    const stored = thing && { ...thing, name: storedName(thing.name, habits) };
    if (does === "create" && stored) made.push(textOf(stored));
    if (does === "remove" && is) changed.delete(is.id);
    if (does === "update" && is && stored)
      changed.set(is.id, textOf({ ...stored, name: causes.has("/name") ? stored.name : is.name }));
  }
  const now = shelf.live(world).filter(({ id }) => !unclear.has(id));
  const known = new Set(before.map(({ id }) => id));
  const bad = result.settled.filter(({ outcome: { state } }) => state !== "applied");
  const accepted = new Set(result.acceptedUnseen?.map(({ address }) => address));
  return [
    ...differ(
      "live",
      now.map((one) => `${known.has(one.id) ? one.id : "new"} ${textOf(one)}`),
      [...[...changed].map(([id, text]) => `${id} ${text}`), ...made.map((text) => `new ${text}`)].filter(
        (line) => !unclear.has(line.split(" ")[0]),
      ),
    ),
    ...bad
      .filter(
        ({ address }) =>
          !accepted.has(address) && !unclear.has(dues.find((due) => due.address === address)?.is?.id),
      )
      .map(
        ({ step, outcome }) =>
          `outcome: ${step} is ${outcome.state}${"problem" in outcome ? `: ${outcome.problem.message}` : ""}`,
      ),
  ];
}

function textOf({ name, note, place }: Omit<LiveThing, "id">): string {
  return JSON.stringify([place, name, note]);
}

/** Returns the resources that trueup has created or adopted by the end of the run. */
export function ownAfter(story: Story, { dues, before, result }: Ended): Story["own"] {
  const { shelf, world, declared, habits, own } = story;
  const known = new Set(before.map(({ id }) => id));
  const fresh = shelf.live(world).filter(({ id }) => !known.has(id));
  const live = new Map(shelf.live(world).map((one) => [one.id, one]));
  const nowOf = (is: LiveThing) => live.get(is.id) ?? is;
  const unseen = new Map(result.acceptedUnseen?.map((one) => [one.address, one]));
  const after = new Map<string, OwnThing>();
  for (const { key, does, is, address, renamed, causes } of dues) {
    const thing = declared.get(key);
    const was = own.get(key);
    if (does === "create" && thing) {
      const name = storedName(thing.name, habits);
      const one = fresh.find((each) => each.name === name && each.place === thing.place);
      const accepted = unseen.get(address);
      if (accepted)
        after.set(key, {
          stored: name,
          isUnseen: true,
          ...(accepted.id !== undefined && { id: accepted.id }),
        });
      else if (one) after.set(key, { id: one.id, stored: one.name });
    } else if (does === "remove") continue;
    else if (is && (does === "nothing" || does === "update")) {
      const name = live.get(is.id)?.name ?? is.name;
      const isNamed = causes.has("/name") || !renamed;
      after.set(key, { id: is.id, stored: isNamed ? name : (was?.stored ?? name) });
    } else if (is && ["unclear", "held"].includes(does) && was?.isUnseen && nowOf(is).place === thing?.place)
      // The run may have moved the resource back to its declared place.
      after.set(key, { id: is.id, stored: nowOf(is).name });
    else if (was && (does === "held" || does === "unclear")) after.set(key, was);
    else if (was?.isUnseen) after.set(key, was);
  }
  return after;
}

/** The record must count all removals of a day, those of earlier runs and those of this run. */
export function judgeRemoved(
  now: Memory,
  before: Memory,
  { dues, target }: { readonly dues: readonly Due[]; readonly target: string },
): readonly string[] {
  const count = ({ removed }: Memory) =>
    (removed.get(target) ?? []).reduce((sum, one) => sum + one.removed, 0);
  const own = dues.filter(({ does }) => does === "remove").length;
  const [is, must] = [count(now), count(before) + own];
  return is === must ? [] : [`removed: ${is} of the day are remembered, not ${must}`];
}
