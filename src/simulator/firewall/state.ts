/** The state of the simulated firewall manager: devices, and the codes and tokens of its authorization server. */

import { type Inventory, inventoryOf, type ManagedDeviceSeed } from "../inventory.ts";
import { type Grant, noTokens, type Tokens } from "../oauth/tokens.ts";
import type { SimulatorCredentials } from "../wire/accepted-credentials.ts";
import type { FmcState } from "./fmc/state.ts";

/** An issued code (RFC 6749 section 4.1.2), with the challenge of RFC 7636. */
export interface AuthorizationCode extends Grant {
  readonly redirectUri: string;
  readonly challenge: string;
  /** The end of the code, on the simulator's clock. */
  readonly endsAt: number;
}

/** The state of the firewall manager. The object is never modified. */
export interface FirewallState {
  readonly devices: Inventory;
  readonly tokens: Tokens;
  /** The unused codes. */
  readonly codes: ReadonlyMap<string, AuthorizationCode>;
  readonly refreshTokens: ReadonlyMap<string, Grant>;
  /** The number of codes and refresh tokens that were issued. */
  readonly counted: number;
  /** The extra state of mode `fmc`. If absent, it is the initial state. */
  readonly fmc?: FmcState;
}

/** Returns the initial state of a firewall manager. Its first client already has a refresh token. */
export function firewallState(
  devices: readonly ManagedDeviceSeed[],
  { clients, firewallRefreshToken }: SimulatorCredentials,
): FirewallState {
  const first = clients.find((client) => client.interface === "firewall");
  const known = first && ([firewallRefreshToken, { client: first.id, scopes: first.scopes }] as const);
  return {
    devices: inventoryOf(devices),
    tokens: noTokens,
    codes: new Map(),
    refreshTokens: new Map(known && [known]),
    counted: 0,
  };
}
