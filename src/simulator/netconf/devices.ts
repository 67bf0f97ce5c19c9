/** Changes devices and sessions in a simulated world: sets locks, and undoes unconfirmed commits. */

import type { JsonObject } from "../../model/json.ts";
import { withData } from "../restconf/state.ts";
import type { World } from "../world.ts";
import { type DeviceState, deviceState, type Session, withoutCandidate, withoutConfirming } from "./state.ts";

/** Returns the simulated world with a session replaced. The session is identified by its number. */
export function withSession(world: World, session: Session): World {
  const sessions = new Map(world.netconf.sessions).set(session.id, session);
  return { ...world, netconf: { ...world.netconf, sessions } };
}

/** A change to a device. If `running` is absent, the device's running configuration stays unchanged. */
export interface DeviceChange {
  readonly state: DeviceState;
  readonly running?: JsonObject;
}

/** Returns the simulated world after a device has changed. */
export function withDevice(world: World, host: string, { state, running }: DeviceChange): World {
  const devices = new Map(world.netconf.devices).set(host, state);
  const restconf = running === undefined ? world.restconf : withData(world.restconf, host, running);
  return { ...world, restconf, netconf: { ...world.netconf, devices } };
}

/** Returns the simulated world at a time. All commits whose confirmation did not arrive in time are undone. */
export function expired(world: World, now: number): World {
  return [...world.netconf.devices].reduce(
    (before, [host, { confirming }]) =>
      confirming !== undefined && confirming.until <= now ? undone(before, host) : before,
    world,
  );
}

/** Returns the simulated world with a device's unconfirmed commit undone. */
export function undone(world: World, host: string): World {
  const state = deviceState(world.netconf, host);
  if (state.confirming === undefined) return world;
  return withDevice(world, host, { state: withoutConfirming(state), running: state.confirming.before });
}

/**
 * Returns the simulated world without a session. The session's locks are released, and commits that only this session
 * could confirm are undone.
 */
export function withoutSession(world: World, id: number): World {
  const session = world.netconf.sessions.get(id);
  if (session === undefined) return world;
  const sessions = new Map(world.netconf.sessions);
  sessions.delete(id);
  const { host } = session;
  const device = deviceState(world.netconf, host);
  const locks = Object.fromEntries(Object.entries(device.locks).filter(([, holder]) => holder !== id));
  const state = { ...(device.locks.candidate === id ? withoutCandidate(device) : device), locks };
  const ended = withDevice({ ...world, netconf: { ...world.netconf, sessions } }, host, { state });
  const { confirming } = device;
  return confirming?.session === id && confirming.persist === undefined ? undone(ended, host) : ended;
}

/** True while a session holds the lock on a device's running configuration. */
export function isLocked(world: World, host: string): boolean {
  return deviceState(world.netconf, host).locks.running !== undefined;
}
