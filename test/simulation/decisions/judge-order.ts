/**
 * Checks the writes of an apply one by one, by the servers' state before and after each. The writes must be in the
 * right order, and each must have an effect.
 */

import type { Arrival } from "../../servers/virtual-time/network.ts";
import { isWrite } from "../commits.ts";
import type { Expected } from "./expected.ts";
import { isFollowed } from "./plans/closed-fields.ts";
import type { Held, Realm } from "./species.ts";
import type { Truth } from "./truth.ts";

/** A write, and the servers' state before and after it. */
interface Deed {
  readonly request: string;
  /** The device, if all changes of a device are sent in one request; undefined if each change is sent on its own. */
  readonly device: string | undefined;
  /** True if the write is carried out atomically, so that its parts have no order. */
  readonly isOneEdit: boolean;
  readonly before: Held;
  readonly after: Held;
}

/**
 * Each step must be one write, unless all steps of a device are sent in one write. Each write must have an effect. It
 * must come after what it requires, and before what depends on it.
 */
export function judgeOrder(
  arrivals: readonly Arrival[],
  { realms, rings, manner: { isClosed } }: Pick<Truth, "realms" | "manner" | "rings">,
  expected: readonly Expected[],
): readonly string[] {
  // A new network refuses SSIDs for a while. Such a refused write has no effect, and is retried.
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
  // The removed resources that have a step of their own, by the names of their objects.
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
  // A changed state is always a new object. If the object is the same, nothing has changed.
  const touched = realms.filter(({ state }) => state(before) !== state(after));
  const held = (world: Arrival["before"]) => new Map(touched.flatMap((realm) => [...realm.held(world)]));
  const own = together.find(({ targets }) => targets.includes(`interface: ${request.interface}\n`));
  const device = own && `${request.interface} ${deviceIn(request)}`;
  const isOneEdit = own !== undefined && /interface: netconf|write: yang-patch/.test(own.targets);
  const deed = { device, isOneEdit, before: held(before), after: held(after) };
  return { request: `${request.method} ${request.path}`, ...deed };
}

/** Returns the device of a request. For RESTCONF it is in the path; for NETCONF it is the whole path. */
function deviceIn({ interface: of, path }: Arrival["request"]): string {
  return of === "restconf" ? (path.split("/")[2] ?? "") : path;
}

/** True if all changes of a device are sent in one request, which is the default. */
function isTogether({ targets }: Realm): boolean {
  const can = targets.includes("interface: netconf") || targets.includes("dialect: rfc8040");
  return can && !/transaction: resource|write: put/.test(targets);
}

/**
 * Each step must be in exactly one edit. All updates and creates of a wave on one device must be in one edit. Removals
 * and complete replacements may be separate: RESTCONF without YANG Patch sends them separately, and over NETCONF they
 * may wait for other removals.
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

/** Returns the name of an object's parent; undefined if it has none. */
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
