/**
 * The device inventories of the SD-WAN manager and the firewall manager. The specification says: "only the general
 * behaviours are known".
 */

import {
  isOperator,
  known,
  TokenEndpoint,
  type TokenSwitches,
  tokenOf,
  unauthorized,
} from "./credentials.ts";
import type { Answer, Fields, Heard } from "./http.ts";
import { type Paging, pageOf } from "./pages.ts";

/** What the specification leaves open about an inventory. */
export interface InventorySwitches {
  readonly devices?: readonly Fields[];
  readonly paging?: Paging;
  /** The field of a list's object that contains the items. If null, a list is a bare array. Default: null. */
  readonly envelope?: string | null;
}

/**
 * Returns a function that answers like an SD-WAN manager: "a request without a valid [credential or token] gets 401".
 */
export function sdwan(switches: InventorySwitches = {}): (heard: Heard) => Answer {
  return (heard) => {
    if (tokenOf(heard) !== known.token && !isOperator(heard)) return unauthorized;
    return heard.method === "GET" ? inventory(heard, switches) : { status: 405 };
  };
}

/**
 * Returns a function that answers like a firewall manager, with the authorization code of OAuth 2.0, which the token
 * endpoint exchanges.
 */
export function firewall(switches: InventorySwitches & TokenSwitches = {}): (heard: Heard) => Answer {
  const tokens = new TokenEndpoint(switches);
  return (heard) => {
    if (heard.method === "POST") return tokens.answer(heard);
    if (heard.query.has("redirect_uri")) return tokens.authorize(heard);
    const isKnown = tokens.knows(heard) || tokenOf(heard) === known.token;
    return isKnown ? inventory(heard, switches) : unauthorized;
  };
}

/** The specification does not show the inventory's path, so every GET returns the inventory. */
function inventory(heard: Heard, { devices = [], paging, envelope = null }: InventorySwitches): Answer {
  const page = pageOf(devices, paging ?? { perPage: 10_000 }, heard);
  const body = envelope === null ? page.items : { [envelope]: page.items, ...page.beside };
  return { headers: page.headers, body };
}
