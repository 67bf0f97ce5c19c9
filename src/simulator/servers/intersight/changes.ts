/** Changes a simulated Intersight's objects behind a client's back. */

import type { JsonObject } from "../../../model/json.ts";
import type { ServersState } from "../state.ts";
import { freshIntersight, withChanged } from "./state.ts";

/**
 * A change of an object by another user. The object is named by type and name, for example `ntp.Policy/corporate`, or
 * by its Moid.
 */
export interface ObjectChange {
  readonly object: string;
  readonly set?: JsonObject | undefined;
  readonly remove?: boolean | undefined;
}

/** Returns the state after the change. Returns undefined if there is no such object. */
export function changeTypedObject(
  state: ServersState,
  { object, set, remove }: ObjectChange,
): ServersState | undefined {
  const { intersight = freshIntersight } = state;
  const found = [...intersight.objects].find(([moid, { ObjectType, Name = "" }]) =>
    [moid, `${String(ObjectType)}/${String(Name)}`].includes(object),
  );
  if (found === undefined) return undefined;
  const [moid, before] = found;
  const left = [...intersight.objects].filter(([each]) => each !== moid);
  const after = remove
    ? { ...intersight, objects: new Map(left) }
    : withChanged(intersight, { ...before, ...set }, 0);
  return { ...state, intersight: after };
}
