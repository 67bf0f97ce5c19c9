/** The NETCONF state of the routers: sessions, and for each device a candidate, locks and an unconfirmed commit. */

import type { JsonObject } from "../../model/json.ts";
import type { Framing } from "./framing.ts";

/** A datastore that can be locked and edited. */
export type Datastore = "running" | "candidate";

/** An open session. */
export interface Session {
  readonly id: number;
  readonly host: string;
  readonly user: string;
  readonly framing: Framing;
  /** Input that is not a complete message yet. It is a text whose characters are octets. */
  readonly stream: string;
  /** True once the client has sent its hello. */
  readonly greeted: boolean;
}

/** A commit that is undone unless it is confirmed. */
export interface UnconfirmedCommit {
  /** The running configuration before the commit. */
  readonly before: JsonObject;
  /** The session that may confirm the commit, if there is no `persist`. */
  readonly session: number;
  /** The token with which any session may confirm the commit. If absent, only `session` may confirm it. */
  readonly persist?: string;
  /** The deadline, on the simulator's clock. */
  readonly until: number;
}

/** The state of a device. Its running configuration is stored elsewhere, because RESTCONF shows it too. */
export interface DeviceState {
  /** The candidate configuration. If absent, it is equal to the running configuration. */
  readonly candidate?: JsonObject;
  /** The numbers of the sessions that hold locks, by datastore. */
  readonly locks: Readonly<Partial<Record<Datastore, number>>>;
  readonly confirming?: UnconfirmedCommit;
}

/** All sessions and devices. The object is never modified. */
export interface NetconfState {
  readonly sessions: ReadonlyMap<number, Session>;
  readonly devices: ReadonlyMap<string, DeviceState>;
  /** The number of sessions so far. */
  readonly counted: number;
}

/** The initial state, without sessions and locks. */
export const freshNetconf: NetconfState = { sessions: new Map(), devices: new Map(), counted: 0 };

/** Returns the NETCONF state of a device. Initially, there are no locks. */
export function deviceState({ devices }: NetconfState, host: string): DeviceState {
  return devices.get(host) ?? { locks: {} };
}

/** Returns a device without its candidate, which is then equal to the running configuration again. */
export function withoutCandidate({ candidate: _, ...device }: DeviceState): DeviceState {
  return device;
}

/** Returns a device without its unconfirmed commit. The commit was confirmed or undone. */
export function withoutConfirming({ confirming: _, ...device }: DeviceState): DeviceState {
  return device;
}

/**
 * Returns the number of the session that holds this lock, if it is another session. Returns undefined if no other
 * session holds the lock.
 */
export function heldByOther(device: DeviceState, datastore: Datastore, session: number): number | undefined {
  const holder = device.locks[datastore];
  return holder === session ? undefined : holder;
}
