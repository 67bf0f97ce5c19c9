/**
 * Simulates somebody else who writes to a resource that this run has written, before the rollback. The value must stay.
 */

import type { RunEvent } from "../../../src/model/event.ts";
import type { Json } from "../../../src/model/json.ts";
import { changeLive } from "../../../src/simulator/changes.ts";
import type { LiveChange } from "../../../src/simulator/live-change.ts";
import type { Expected } from "./expected.ts";
import type { Play } from "./play.ts";
import { heldBy } from "./scene.ts";
import { nameOn, type Thing } from "./truth.ts";

/** When somebody else writes: after a step was carried out, or when the rollback begins. */
export interface TheirTime {
  readonly at: "stepSettled" | "rollingBack";
  /** Selects the resource, by the remainder after division by the number of possible resources. */
  readonly choice: number;
}

/** A value that somebody else has written. */
export interface Theirs {
  readonly object: string;
  readonly path: string;
  readonly value: Json;
}

/** Watches a run. `written` returns what somebody else has written; undefined before that. */
export interface Around {
  readonly written: () => Theirs | undefined;
}

/** Lets somebody else write at the drawn time. Calls `back` when the rollback begins. */
export function around({ on, expected, truth }: Play, time: TheirTime | undefined, back: () => void): Around {
  const { listener } = on.context;
  const candidates = expected.filter(({ stepped, action }) => stepped && action !== "remove");
  const applied: Expected[] = [];
  let written: Theirs | undefined;
  const write = () => {
    const one = applied.flatMap((each) => {
      const deed = deedOn(each);
      // A created resource with children is special: the rollback may leave it because of a child, and then the other
      // value stays too.
      const isHolder = expected.some(({ thing }) => thing.parent === each.thing) && each.action === "create";
      return deed ? [{ ...deed, isHolder }] : [];
    });
    const holders = one.filter(({ isHolder }) => isHolder);
    const choice = time?.choice ?? 0;
    const some = holders.length > 0 && choice % 2 === 0 ? holders : one;
    const deed = some[choice % Math.max(some.length, 1)];
    const changed = deed && changeLive(on.network.world, deed.change);
    if (written || !changed || !heldBy(on, truth).has(deed.object)) return;
    on.network.world = changed;
    written = deed;
  };
  const heard = (event: RunEvent) => {
    listener?.(event);
    if (event.type === "rollingBack") back();
    if (event.type === "stepSettled" && event.outcome.state === "applied")
      applied.push(...candidates.filter(({ action, address }) => `${action} ${address}` === event.step));
    if (time !== undefined && event.type === time.at) write();
  };
  Object.assign(on.context, { listener: heard });
  return { written: () => written };
}

/** Returns another value for a field that the step has written; undefined if the resource has no suitable field. */
function deedOn({ thing, action, causes }: Expected): (Theirs & { readonly change: LiveChange }) | undefined {
  const { kind } = thing.species;
  const isWritten = (path: string) =>
    action === "create"
      ? thing.fields.some((field) => field.path === path && field.row.desired !== "-")
      : causes.has(path);
  const object = objectOf(thing);
  const field = kind === "network" && ["/timeZone", "/tags"].find(isWritten);
  if (field) {
    const value = field === "/tags" ? ["theirs"] : "America/New_York";
    const set = { [field.slice(1)]: value };
    const change = { interface: "dashboard", network: nameOn(thing, "desired"), set } as const;
    return { object, path: field, value, change };
  }
  const path = ["/description", "/attributes/description", "/attributes/mtu", "/attributes/nameAlias"].find(
    isWritten,
  );
  if ((kind !== "tenant" && kind !== "managedObject") || path === undefined) return undefined;
  const set = { [path.split("/").at(-1) ?? ""]: "1234" };
  return { object, path, value: "1234", change: { interface: "fabric", path: object, set } };
}

/** Returns the name of a resource's object, made from the resource's names on one side. */
export function objectOf(thing: Thing, side: "desired" | "live" = "desired"): string {
  return thing.species.object(nameOn(thing, side), thing.parent && objectOf(thing.parent, side));
}
