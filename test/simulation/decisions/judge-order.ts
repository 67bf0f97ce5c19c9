/** Judges an apply write by write, by what the world held before and after each: its order, and that none is idle. */

import type { Arrival } from "../../virtual/network.ts";
import { isWrite } from "../commits.ts";
import type { Expected } from "./expected.ts";
import { isFollowed } from "./plans/closed-fields.ts";
import type { Held, Realm } from "./species.ts";
import type { Truth } from "./truth.ts";

/** What a write did to the objects of the world. */
interface Deed {
  readonly request: string;
  readonly before: Held;
  readonly after: Held;
}

/** One write for each step, each does something, and never before what it needs or after what needs it. */
export function judgeOrder(
  arrivals: readonly Arrival[],
  { realms, manner: { isClosed } }: Pick<Truth, "realms" | "manner">,
  expected: readonly Expected[],
): readonly string[] {
  // A new network is not ready for its SSIDs at once: what was refused did nothing, and is sent again.
  const accepted = arrivals.filter((arrival) => isWrite(arrival) && arrival.reply.status < 400);
  const deeds = accepted.map((arrival) => deedOf(arrival, realms));
  const stepped = expected.filter((one) => one.stepped);
  const steps = stepped.length + (isClosed ? stepped.filter(isFollowed).length : 0);
  const count = deeds.length === steps ? [] : [`writes: ${deeds.length} for ${steps} steps`];
  // The world's own names of what is removed by a step of its own.
  const removed = new Set(
    expected.filter(({ stepped, action }) => stepped && action === "remove").map(objectOf),
  );
  return [...count, ...deeds.flatMap((deed) => faultsOf(deed, removed))];
}

function deedOf({ request, before, after }: Arrival, realms: readonly Realm[]): Deed {
  // What is as it was is not looked at: states are never changed in place.
  const touched = realms.filter(({ state }) => state(before) !== state(after));
  const held = (world: Arrival["before"]) => new Map(touched.flatMap((realm) => [...realm.held(world)]));
  return { request: `${request.method} ${request.path}`, before: held(before), after: held(after) };
}

function faultsOf({ request, before, after }: Deed, removed: ReadonlySet<string>): readonly string[] {
  const came = [...after.keys()].filter((object) => !before.has(object));
  const went = [...before.keys()].filter((object) => !after.has(object));
  if (came.length + went.length === 0 && textOf(before) === textOf(after)) return [`idle: ${request}`];
  const isThere = (object: string) => before.has(object) || came.includes(object);
  const orphans = came.filter((object) => {
    const parent = parentOf(object);
    return parent !== undefined && !isThere(parent);
  });
  const early = went.filter((object) => removed.has(object));
  return [
    ...orphans.map((object) => `order: ${object} came before its parent: ${request}`),
    ...(early.length > 1 ? [`order: ${early.join(" and ")} went at once: ${request}`] : []),
  ];
}

/** The world's name of something's parent; none for what stands at the top. */
function parentOf(object: string): string | undefined {
  const end = object.lastIndexOf("/");
  const parent = object.slice(0, Math.max(end, 0));
  return parent === "" || parent === "uni" || object.startsWith("router ") ? undefined : parent;
}

function objectOf({ thing }: Pick<Expected, "thing">): string {
  const { species, parent, number } = thing;
  const above = parent && objectOf({ thing: parent });
  return species.object(species.name({ number, was: false }), above);
}

function textOf(held: Held): string {
  return JSON.stringify([...held].map(([object, leaves]) => [object, ...leaves]));
}
