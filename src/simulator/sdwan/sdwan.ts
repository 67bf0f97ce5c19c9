/** The SD-WAN manager interface: its device inventory, which is read with a Bearer value or Basic credentials. */

import { type Inventory, inventoryOf, inventoryReply, type ManagedDeviceSeed } from "../inventory.ts";
import { basicUser, bearerToken } from "../wire/credentials.ts";
import type { Answer, Call, SimulatedInterface } from "../wire/route.ts";
import type { VmanageState } from "./vmanage/state.ts";

/** A device of the SD-WAN manager. */
export interface SdwanDeviceSeed extends ManagedDeviceSeed {
  readonly site: string;
}

/** The state of the SD-WAN manager. The object is never modified. */
export interface SdwanState {
  readonly devices: Inventory;
  /** The extra state of mode `vmanage`. If absent, it is the initial state. */
  readonly vmanage?: VmanageState;
}

/** Returns the initial state of an SD-WAN manager. */
export function sdwanState(devices: readonly SdwanDeviceSeed[]): SdwanState {
  return { devices: inventoryOf(devices) };
}

/** The SD-WAN manager. */
export const sdwan: SimulatedInterface<SdwanState> = {
  authenticate: (_state, request, { settings }) => {
    const { sdwanToken, sdwanUsername, sdwanPassword } = settings.credentials;
    if (bearerToken(request) === sdwanToken) return sdwanToken;
    return basicUser(request, sdwanUsername, sdwanPassword);
  },
  routes: [{ method: "GET", path: "/devices", answer: list }],
};

function list(state: SdwanState, call: Call): Answer<SdwanState> {
  return { state, reply: inventoryReply(state.devices, call, call.settings.sdwanPageSize) };
}
