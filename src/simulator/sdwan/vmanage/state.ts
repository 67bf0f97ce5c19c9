/** What a simulated vManage holds besides its inventory: lists, profiles, parcels, groups, sessions. */

import type { JsonObject } from "../../../model/json.ts";

/** A list, a definition, a profile, a parcel, a group ... */
export interface VmanageObject {
  /** As it was written, without its id. */
  readonly value: JsonObject;
  /** On the world's clock. */
  readonly createdOn: number;
  readonly updatedOn: number;
}

/** A session of a cookie, or a token of a login. */
interface VmanageSession {
  readonly user: string;
  /** The token against forgery that each write needs. */
  readonly forgery: string;
  /** On the world's clock. */
  readonly endsAt: number;
}

/** A device that a template is for, with the value at each place of a row. */
interface AttachedDevice {
  readonly templateId: string;
  readonly row: JsonObject;
}

/** A push to devices: what came of each is known from the beginning, and told once it has ended. */
export interface PushTask {
  readonly action: string;
  readonly templateId: string;
  readonly devices: readonly { readonly uuid: string; readonly isGood: boolean }[];
  readonly endsOn: number;
}

/** Never changed in place. */
export interface VmanageState {
  /** By the path of their collection and their id: `/v1/tags/0000...`. */
  readonly objects: ReadonlyMap<string, VmanageObject>;
  /** By the cookie's value or the token. */
  readonly sessions: ReadonlyMap<string, VmanageSession>;
  /** By the UUID of a device. */
  readonly attached: ReadonlyMap<string, AttachedDevice>;
  /** By the id of a task. */
  readonly tasks: ReadonlyMap<string, PushTask>;
  /** How many ids and sessions were given. */
  readonly counted: number;
}

/** What there is at the beginning: nothing. */
export const freshVmanage: VmanageState = {
  objects: new Map(),
  sessions: new Map(),
  attached: new Map(),
  tasks: new Map(),
  counted: 0,
};

/** The next id, and the state that has given it. */
export function withNextId(state: VmanageState): { readonly id: string; readonly state: VmanageState } {
  const counted = state.counted + 1;
  const id = `00000000-0000-4000-8000-${counted.toString(16).padStart(12, "0")}`;
  return { id, state: { ...state, counted } };
}
