/** NETCONF state of the routers: sessions, and for each device a candidate, locks and an unconfirmed commit. */

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
  /** Input that is not a complete message yet: octets as characters. */
  readonly stream: string;
  /** True after the client's hello. */
  readonly greeted: boolean;
}

/** A commit that is undone unless it is confirmed. */
export interface UnconfirmedCommit {
  /** The running configuration before the commit. */
  readonly before: JsonObject;
  /** The session that may confirm the commit, unless `persist` names a token. */
  readonly session: number;
  readonly persist?: string;
  /** The deadline, by the world's clock. */
  readonly until: number;
}

/** State of a device besides its running configuration, which RESTCONF shows too. */
export interface DeviceState {
  /** Absent: the same as running. */
  readonly candidate?: JsonObject;
  /** The sessions that hold locks. */
  readonly locks: Readonly<Partial<Record<Datastore, number>>>;
  readonly confirming?: UnconfirmedCommit;
}

/** All sessions and devices. Never changed in place. */
export interface NetconfState {
  readonly sessions: ReadonlyMap<number, Session>;
  readonly devices: ReadonlyMap<string, DeviceState>;
  /** The number of sessions so far. */
  readonly counted: number;
}

/** No session, nothing locked. */
export const freshNetconf: NetconfState = { sessions: new Map(), devices: new Map(), counted: 0 };

/** The NETCONF state of a device; initially without locks. */
export function deviceState({ devices }: NetconfState, host: string): DeviceState {
  return devices.get(host) ?? { locks: {} };
}

/** A device without its candidate, which then equals running again. */
export function withoutCandidate({ candidate: _, ...device }: DeviceState): DeviceState {
  return device;
}

/** A device without its unconfirmed commit, after it was confirmed or undone. */
export function withoutConfirming({ confirming: _, ...device }: DeviceState): DeviceState {
  return device;
}

/** The other session that holds this lock, if any. */
export function heldByOther(device: DeviceState, datastore: Datastore, session: number): number | undefined {
  const holder = device.locks[datastore];
  return holder === session ? undefined : holder;
}
