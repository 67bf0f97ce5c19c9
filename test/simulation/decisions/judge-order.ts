/** Judges an apply write by write, by the world before and after each: its order, and that each has an effect. */

import type { Arrival } from "../../servers/virtual-time/network.ts";
import { isWrite } from "../commits.ts";
import type { Expected } from "./expected.ts";
import { isFollowed } from "./plans/closed-fields.ts";
import type { Held, Realm } from "./species.ts";
import type { Truth } from "./truth.ts";

/** The effect of a write on the objects of the world. */
interface Deed {
  readonly request: string;
  /** The device whose changes are sent together. Undefined: each is sent separately. */
  readonly device: string | undefined;
  /** True: the write is carried out atomically, so its contents have no order. */
  readonly isOneEdit: boolean;
  readonly before: Held;
  readonly after: Held;
}

/**
 * Each step is one write, or the steps of a device in a session are one write together. Each write has an effect, and
 * comes after its prerequisites and before its dependents.
 */
export function judgeOrder(
  arrivals: readonly Arrival[],
  { realms, rings, manner: { isClosed } }: Pick<Truth, "realms" | "manner" | "rings">,
  expected: readonly Expected[],
): readonly string[] {
  // A new network is not ready for SSIDs at once: refused writes had no effect, and are retried.
  const accepted = arrivals.filter((arrival) => isWrite(arrival) && arrival.reply.status < 400);
  const together = realms.filter(isTogether);
  const deeds = accepted.map((arrival) => deedOf(arrival, realms, together));
  const isAlone = ({ thing }: Expected) => !together.some(({ species }) => species.includes(thing.species));
  const stepped = expected.filter((one) => one.stepped);
  const own = stepped.filter(isAlone);
  const steps = own.length + (isClosed ? own.filter(isFollowed).length : 0);
  const [inSession, alone] = [true, false].map((is) =>
    deeds.filter(({ device }) => (device !== undefined) === is),
  );
  const writes = alone?.length ?? 0;
  const count = [
    ...(writes === steps ? [] : [`writes: ${writes} for ${steps} steps`]),
    ...judgeTogether(
      inSession ?? [],
      stepped.filter((one) => !isAlone(one)),
      rings?.waves.length,
    ),
  ];
  // The removed things that have a step of their own, as the world names them.
  const removed = new Set(
    expected.filter(({ stepped, action }) => stepped && action === "remove").map(objectOf),
  );
  return [...count, ...deeds.flatMap((deed) => faultsOf(deed, removed))];
}

function deedOf(
  { request, before, after }: Arrival,
  realms: readonly Realm[],
  together: readonly Realm[],
): Deed {
  // States are replaced, never changed in place: if the state is identical, there is nothing to compare.
  const touched = realms.filter(({ state }) => state(before) !== state(after));
  const held = (world: Arrival["before"]) => new Map(touched.flatMap((realm) => [...realm.held(world)]));
  const own = together.find(({ targets }) => targets.includes(`interface: ${request.interface}\n`));
  const device = own && `${request.interface} ${deviceIn(request)}`;
  const isOneEdit = own !== undefined && /interface: netconf|write: yang-patch/.test(own.targets);
  const deed = { device, isOneEdit, before: held(before), after: held(after) };
  return { request: `${request.method} ${request.path}`, ...deed };
}

/** The device of a request: over RESTCONF the first part of its path, over NETCONF all of it. */
function deviceIn({ interface: of, path }: Arrival["request"]): string {
  return of === "restconf" ? (path.split("/")[2] ?? "") : path;
}

/** True if all changes of a device are sent in one request, which is the default. */
function isTogether({ targets }: Realm): boolean {
  const can = targets.includes("interface: netconf") || targets.includes("dialect: rfc8040");
  return can && !/transaction: resource|write: put/.test(targets);
}

/**
 * Each step is in one edit. A device gets its changes and creates in one edit per wave. Removals and complete
 * replacements are an exception: RESTCONF sends them separately, unless it sends a YANG Patch; over NETCONF they may
 * have to wait for other removals.
 */
function judgeTogether(
  deeds: readonly Deed[],
  steps: readonly Expected[],
  waves: number | undefined,
): readonly string[] {
  const touched = deeds.map(({ before, after }) => {
    const objects = [...new Set([...before.keys(), ...after.keys()])];
    const text = (held: Held, object: string) => JSON.stringify([...(held.get(object) ?? ["none"])]);
    return objects.filter((object) => text(before, object) !== text(after, object));
  });
  const written = touched.flat().length;
  const byThemselves = steps.filter(({ action, thing }) => action === "remove" || thing.species.isExclusive);
  const devices = new Set(deeds.map(({ device }) => device));
  const most = byThemselves.length + devices.size * ((waves ?? 0) + 1);
  return [
    ...(written === steps.length ? [] : [`writes: ${written} in sessions for ${steps.length} steps`]),
    ...(deeds.length > most ? [`writes: ${deeds.length} edits, where ${most} were enough`] : []),
  ];
}

function faultsOf(
  { request, isOneEdit, before, after }: Deed,
  removed: ReadonlySet<string>,
): readonly string[] {
  const came = [...after.keys()].filter((object) => !before.has(object));
  const went = [...before.keys()].filter((object) => !after.has(object));
  if (came.length + went.length === 0 && textOf(before) === textOf(after)) return [`idle: ${request}`];
  const isThere = (object: string) => before.has(object) || came.includes(object);
  const orphans = came.filter((object) => {
    const parent = parentOf(object);
    return parent !== undefined && !isThere(parent);
  });
  const early = isOneEdit ? [] : went.filter((object) => removed.has(object));
  return [
    ...orphans.map((object) => `order: ${object} came before its parent: ${request}`),
    ...(early.length > 1 ? [`order: ${early.join(" and ")} went at once: ${request}`] : []),
  ];
}

/** The name of an object's parent in the world; undefined at the top. */
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
