/** What the simulated firewall manager holds: devices, and the codes and tokens of its authorization server. */

import { type Inventory, inventoryOf, type ManagedDeviceSeed } from "../inventory.ts";
import { type Grant, noTokens, type Tokens } from "../oauth/tokens.ts";
import type { SimulatorCredentials } from "../wire/accepted-credentials.ts";
import type { FmcState } from "./fmc/state.ts";

/** A code that was given out (RFC 6749 section 4.1.2), with the challenge of RFC 7636. */
export interface AuthorizationCode extends Grant {
  readonly redirectUri: string;
  readonly challenge: string;
  /** On the world's clock. */
  readonly endsAt: number;
}

/** The state of the firewall manager. Never changed in place. */
export interface FirewallState {
  readonly devices: Inventory;
  readonly tokens: Tokens;
  /** Codes that nobody has used yet. */
  readonly codes: ReadonlyMap<string, AuthorizationCode>;
  readonly refreshTokens: ReadonlyMap<string, Grant>;
  /** How many codes and refresh tokens were given out. */
  readonly counted: number;
  /** Mode `fmc`: what it holds besides. Absent: as at the beginning. */
  readonly fmc?: FmcState;
}

/** The state that a firewall manager begins with: its first client has a refresh token already. */
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
