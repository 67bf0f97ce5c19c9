/** The state of the simulated server-management interface: server profiles, and issued tokens. */

import type { JsonObject } from "../../model/json.ts";
import { noTokens, type Tokens } from "../oauth/tokens.ts";
import { withEntry } from "../wire/entries.ts";
import type { IntersightState } from "./intersight/state.ts";

/** An initial server profile. The ids of profiles are numbered: `profile-000001`. */
export interface ServerProfileSeed {
  readonly name: string;
  readonly serial: string;
  readonly model: string;
  readonly status: string;
  readonly description?: string;
}

/** The state of the server-management interface. The object is never modified. */
export interface ServersState {
  /** The profiles by id. */
  readonly profiles: ReadonlyMap<string, JsonObject>;
  readonly tokens: Tokens;
  /** The state of mode `intersight`. If absent, nothing was written yet. */
  readonly intersight?: IntersightState;
  /** The number of profiles that have ever existed. It is counted because ids are never reused. */
  readonly counted: number;
}

/** Returns the initial state of a server-management interface. */
export function serversState(seeds: readonly ServerProfileSeed[]): ServersState {
  const empty: ServersState = { profiles: new Map(), tokens: noTokens, counted: 0 };
  return seeds.reduce((state, seed) => withProfile(state, { ...seed }).state, empty);
}

/** Returns the state with a new profile, and the profile's record. */
export function withProfile(
  state: ServersState,
  fields: JsonObject,
): { readonly state: ServersState; readonly record: JsonObject } {
  const counted = state.counted + 1;
  const id = `profile-${String(counted).padStart(6, "0")}`;
  const record = { id, description: "", ...fields };
  return { state: { ...state, profiles: new Map(state.profiles).set(id, record), counted }, record };
}

/**
 * Returns the state after another user has changed a profile. The profile is named by id, name or serial. If it does
 * not exist, it is created.
 */
export function changeProfile(
  state: ServersState,
  change: {
    readonly profile: string;
    readonly set?: JsonObject | undefined;
    readonly remove?: boolean | undefined;
  },
): ServersState {
  const { profile, set, remove } = change;
  const found = [...state.profiles].find(([id, { name, serial }]) => [id, name, serial].includes(profile));
  if (found === undefined) return remove ? state : withProfile(state, { name: profile, ...set }).state;
  const changed = remove ? undefined : { ...found[1], ...set };
  return { ...state, profiles: withEntry(state.profiles, found[0], changed) };
}
