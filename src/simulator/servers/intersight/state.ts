/**
 * The state of a simulated Intersight: objects of many types. Each object has an id, a name, and the time of its last
 * change.
 */

import type { JsonObject } from "../../../model/json.ts";

/** The state of a simulated Intersight. The object is never modified. */
export interface IntersightState {
  /** The complete objects by Moid, including hidden properties. */
  readonly objects: ReadonlyMap<string, JsonObject>;
  /** The number of Moids that were issued. */
  readonly counted: number;
}

/** The date at which the simulator's clock starts. */
const start = Date.UTC(2026, 0, 1);

/** The initial state: the organization `default`, which every account has, and another organization. */
export const freshIntersight: IntersightState = ["default", "Lab"].reduce<IntersightState>(
  (state, Name) => withMade(state, { type: "organization.Organization", fields: { Name } }, 0).state,
  { objects: new Map(), counted: 0 },
);

/** Returns the state with a new object, and the object's record. */
export function withMade(
  { objects, counted }: IntersightState,
  { type, fields }: { readonly type: string; readonly fields: JsonObject },
  now: number,
): { readonly state: IntersightState; readonly record: JsonObject } {
  const Moid = (counted + 1).toString(16).padStart(24, "6500000000000000");
  const time = timeText(now);
  const record = {
    ClassId: type,
    ObjectType: type,
    Moid,
    CreateTime: time,
    ModTime: time,
    Tags: [],
    ...fields,
  };
  return { state: { objects: new Map(objects).set(Moid, record), counted: counted + 1 }, record };
}

/** Returns the state with a changed object. The object's time of change is later than before. */
export function withChanged(state: IntersightState, record: JsonObject, now: number): IntersightState {
  const { Moid, ModTime } = record;
  const later = Math.max(Date.parse(String(ModTime)) - start + 1, now);
  const changed = { ...record, ModTime: timeText(later) };
  return { ...state, objects: new Map(state.objects).set(String(Moid), changed) };
}

/** Returns a time of the simulator's clock as text. */
function timeText(now: number): string {
  return new Date(start + now).toISOString();
}
