/** The state of a simulated vManage in addition to its inventory: lists, profiles, parcels, groups, and sessions. */

import type { JsonObject } from "../../../model/json.ts";

/** A stored object, such as a list, a definition, a profile, a parcel or a group. */
export interface VmanageObject {
  /** The value as it was written, without its id. */
  readonly value: JsonObject;
  /** The time of creation, on the simulator's clock. */
  readonly createdOn: number;
  readonly updatedOn: number;
}

/** A session. It is identified by a cookie, or by the token of a login. */
interface VmanageSession {
  readonly user: string;
  /** The anti-forgery token that each write needs. */
  readonly forgery: string;
  /** The end of the session, on the simulator's clock. */
  readonly endsAt: number;
}

/** A device with an attached template, the values of its row, and the result of the last push. */
interface AttachedDevice {
  readonly templateId: string;
  readonly row: JsonObject;
  readonly push: PushResult;
}

/** The result of a push. `scheduled` means that the device is offline, and gets the configuration when it is back. */
export type PushResult = "success" | "scheduled" | "failure";

/** A push to devices. All results are known from the beginning, and are shown when the push has ended. */
export interface PushTask {
  readonly action: string;
  readonly templateId: string;
  readonly devices: readonly { readonly uuid: string; readonly result: PushResult }[];
  readonly endsOn: number;
}

/** The state of a simulated vManage. The object is never modified. */
export interface VmanageState {
  /** The objects. Each key is the path of the collection and the id, for example `/v1/tags/0000...`. */
  readonly objects: ReadonlyMap<string, VmanageObject>;
  /** The sessions by cookie or token. */
  readonly sessions: ReadonlyMap<string, VmanageSession>;
  /** The attached devices by UUID. */
  readonly attached: ReadonlyMap<string, AttachedDevice>;
  /** The pushes by task id. */
  readonly tasks: ReadonlyMap<string, PushTask>;
  /** The number of ids and sessions that were issued. */
  readonly counted: number;
}

/** The initial, empty state. */
export const freshVmanage: VmanageState = {
  objects: new Map(),
  sessions: new Map(),
  attached: new Map(),
  tasks: new Map(),
  counted: 0,
};

/** Returns the next id, and the state in which this id is issued. */
export function withNextId(state: VmanageState): { readonly id: string; readonly state: VmanageState } {
  const counted = state.counted + 1;
  const id = `00000000-0000-4000-8000-${counted.toString(16).padStart(12, "0")}`;
  return { id, state: { ...state, counted } };
}
