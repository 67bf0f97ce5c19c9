/** The controller interface, as in the specification: login, site health, the inventory of network devices. */

import { isOperator, tokenOf, unauthorized } from "./credentials.ts";
import { type Answer, type Fields, type Heard, type Json, jsonOf, malformed } from "./http.ts";
import { type Paging, pageOf } from "./pages.ts";

/** What the specification leaves open about a controller. */
export interface ControllerSwitches {
  readonly sites?: readonly Fields[];
  readonly devices?: readonly Fields[];
  /** How lists are paginated. Default: not at all. */
  readonly paging?: Paging;
  /** The field of a list's object that contains the items. If null, a list is a bare array. Default: `response`. */
  readonly envelope?: string | null;
  /**
   * The name of the token field. The specification says about it: "Name of the token field in the token response: not
   * shown".
   */
  readonly tokenField?: string;
  /** If true, the token is a Bearer value in `Authorization`. Default: it is in `X-Auth-Token`. */
  readonly bearer?: boolean;
  /** The value of `totalRecords` in every list, however many items the list has. */
  readonly claimedTotal?: number;
  /** The answer to an added device, and after how many milliseconds lists show the device. */
  readonly adding?: { readonly status: number; readonly visibleAfterMs: number; readonly body?: Json };
  /** Returns the time by which `visibleAfterMs` is measured. */
  readonly now?: () => number;
}

const api = "/ctl/intent/api/v1";

/** Returns a function that answers like a controller with these switches. */
export function controller(switches: ControllerSwitches = {}): (heard: Heard) => Answer {
  const devices = (switches.devices ?? []).map((record) => ({ record, from: 0 }));
  const now = switches.now ?? (() => performance.now());
  const tokens = new Set<string>();
  const list = (items: readonly Fields[], heard: Heard) => listOf(items, heard, switches);

  const add = (heard: Heard): Answer => {
    const record = jsonOf(heard);
    if (record === undefined) return malformed;
    const { status, visibleAfterMs, body } = switches.adding ?? { status: 201, visibleAfterMs: 0 };
    const added = {
      id: `added-${devices.length + 1}`,
      status: "reachable",
      softwareVersion: "1.0",
      ...record,
    };
    devices.push({ record: added, from: now() + visibleAfterMs });
    return { status, body: body ?? { response: added } };
  };

  return (heard) => {
    const { method, path } = heard;
    if (path === "/ctl/system/api/v1/auth/token") {
      if (method !== "POST") return { status: 405 };
      return isOperator(heard) ? loggedIn(tokens, switches.tokenField ?? "token") : unauthorized;
    }
    const isSent =
      switches.bearer === true ? "authorization" in heard.headers : "x-auth-token" in heard.headers;
    if (!isSent || !tokens.has(tokenOf(heard) ?? "")) return unauthorized;
    if (method === "GET" && path === `${api}/site-health`) return list(switches.sites ?? [], heard);
    if (path === `${api}/network-device`) {
      const visible = devices.filter(({ from }) => from <= now()).map(({ record }) => record);
      return method === "POST" ? add(heard) : list(visible, heard);
    }
    const id = path.startsWith(`${api}/network-device/`) ? path.split("/").at(-1) : undefined;
    const one = devices.find(({ record }) => record.id === id);
    return one && method === "GET" ? { body: { response: one.record } } : { status: 404 };
  };
}

function loggedIn(tokens: Set<string>, field: string): Answer {
  const token = `controller-token-${tokens.size + 1}`;
  tokens.add(token);
  return { body: { [field]: token } };
}

/**
 * Returns a list as the specification describes it: "an object with `response`, `version` and `totalRecords`; [the
 * last] present when the result is paged".
 */
function listOf(items: readonly Fields[], heard: Heard, switches: ControllerSwitches): Answer {
  const { paging = { perPage: 1000 }, envelope = "response", claimedTotal } = switches;
  const page = pageOf(items, paging, heard);
  if (envelope === null) return { headers: page.headers, body: page.items };
  const total = claimedTotal === undefined ? {} : { totalRecords: claimedTotal };
  return {
    headers: page.headers,
    body: { [envelope]: page.items, version: "1.0", ...page.beside, ...total },
  };
}

/** Returns a record of a network device with the fields of the specification's table. */
export function device(name: string, address: string): Fields {
  return {
    id: `id-${name}`,
    name,
    type: "Switch 9300",
    softwareVersion: "17.9.4",
    managementIpAddress: address,
    status: "reachable",
  };
}
