/** The dashboard-style interface, as in the specification: organizations, networks, SSIDs, devices. */

import { known, tokenOf, unauthorized } from "./credentials.ts";
import { type Answer, type Fields, type Heard, type Json, jsonOf, malformed } from "./http.ts";
import { type Paging, pageOf } from "./pages.ts";

/** What the specification leaves open about a dashboard, and events that the specification describes. */
export interface DashboardSwitches {
  readonly networks?: readonly Fields[];
  readonly devices?: readonly Fields[];
  /** SSIDs by the id of their network. */
  readonly ssids?: Readonly<Record<string, readonly Fields[]>>;
  /** How lists are paginated. Default: not at all. */
  readonly paging?: Paging;
  /** The maximum number of requests in any second. Default: unlimited. */
  readonly perSecond?: number;
  /** The header `Retry-After` of a 429. Default: the header is left out. */
  readonly retryAfter?: string;
  /** If true, the key is sent as a Bearer token, as some products require. */
  readonly bearer?: boolean;
  /** Returns an answer that takes precedence over all others, or undefined. */
  readonly instead?: (heard: Heard) => Answer | undefined;
  /** Returns the answer to a write of an SSID whose network is not ready yet, or undefined once it is ready. */
  readonly notReady?: (network: Fields, attempt: number) => Answer | undefined;
}

const organizations: readonly Fields[] = [{ id: "o1", name: "Acme" }];
/**
 * Matches the base path. The specification says about it: "Base path of the dashboard-style interface: not shown",
 * "addressed as version 1 (API v1)".
 */
const base = /^(?:\/api)?\/v1/;

interface World {
  readonly networks: Fields[];
  readonly ssids: Map<string, Map<string, Fields>>;
  readonly attempts: Map<string, number>;
}

/** What an endpoint gets: the variables of its path, and the request. */
interface Asked {
  readonly id: string;
  readonly number: string;
  readonly heard: Heard;
}

/** Returns a function that answers like a dashboard with these switches. */
export function dashboard(switches: DashboardSwitches = {}): (heard: Heard) => Answer {
  const world: World = { networks: [...(switches.networks ?? [])], ssids: new Map(), attempts: new Map() };
  for (const [id, ssids] of Object.entries(switches.ssids ?? {}))
    world.ssids.set(id, new Map(ssids.map((each) => [String(each.number), each])));
  const isAdmitted = limit(switches.perSecond);
  const list = (items: readonly Json[], { heard }: Asked): Answer => {
    const page = pageOf(items, switches.paging ?? { perPage: 10_000 }, heard);
    return { headers: page.headers, body: page.items };
  };
  const endpoints: readonly (readonly [string, RegExp, (asked: Asked) => Answer])[] = [
    ["GET", /^\/organizations$/, (asked) => list(organizations, asked)],
    ["GET", /^\/organizations\/o1\/networks$/, (asked) => list(world.networks, asked)],
    ["POST", /^\/organizations\/o1\/networks$/, (asked) => createNetwork(world, asked)],
    ["GET", /^\/organizations\/o1\/devices$/, (asked) => list(switches.devices ?? [], asked)],
    ["GET", /^\/devices\/[^/]+\/uplink$/, () => ({ body: [{ interface: "wan1", status: "active" }] })],
    ["GET", /^\/devices\/[^/]+\/wireless\/status$/, () => ({ body: { basicServiceSets: [] } })],
    ["PUT", /^\/networks\/([^/]+)$/, (asked) => updateNetwork(world, asked)],
    ["GET", /^\/networks\/([^/]+)\/wireless\/ssids$/, (asked) => listSsids(world, asked)],
    ["PUT", /^\/networks\/([^/]+)\/wireless\/ssids\/(\d+)$/, (asked) => putSsid(world, asked, switches)],
  ];
  return (heard) => {
    if (!isAdmitted(heard.at))
      return { status: 429, headers: switches.retryAfter ? { "retry-after": switches.retryAfter } : {} };
    const key = switches.bearer === true ? tokenOf(heard) : heard.headers["x-vendor-api-key"];
    if (key !== known.apiKey) return unauthorized;
    const instead = switches.instead?.(heard);
    if (instead) return instead;
    const path = heard.path.replace(base, "");
    for (const [method, pattern, answer] of endpoints) {
      const match = method === heard.method ? pattern.exec(path) : null;
      if (match) return answer({ id: decodeURIComponent(match[1] ?? ""), number: match[2] ?? "", heard });
    }
    return { status: 404 };
  };
}

/**
 * Returns a limiter. The specification says: "5 requests per second. Above it, requests get status 429". Requests are
 * counted in any second, as they arrive.
 */
function limit(perSecond: number | undefined): (at: number) => boolean {
  const admitted: number[] = [];
  return (at) => {
    if (perSecond === undefined) return true;
    while ((admitted[0] ?? at) <= at - 1000) admitted.shift();
    if (admitted.length >= perSecond) return false;
    admitted.push(at);
    return true;
  };
}

function createNetwork(world: World, { heard }: Asked): Answer {
  const record = jsonOf(heard);
  if (record === undefined) return malformed;
  const made = { id: `n${world.networks.length + 1}`, timeZone: "UTC", tags: [], ...record };
  world.networks.push(made);
  return { status: 201, body: made };
}

function updateNetwork(world: World, { id, heard }: Asked): Answer {
  const at = world.networks.findIndex((each) => each.id === id);
  const record = jsonOf(heard);
  if (record === undefined) return malformed;
  const made = { ...world.networks[at], ...record };
  if (at < 0) return { status: 404 };
  world.networks[at] = made;
  return { body: made };
}

/**
 * Returns the SSIDs of a network. The specification says: "an empty array with status 200 means the network has no
 * SSIDs configured".
 */
function listSsids({ networks, ssids }: World, { id }: Asked): Answer {
  if (!networks.some((each) => each.id === id)) return { status: 404 };
  return { body: [...(ssids.get(id)?.values() ?? [])] };
}

/**
 * Changes an SSID. The specification says: "JSON with the SSID settings to change (name, password, VLAN assignment)".
 * So fields are stored under the names that clients send.
 */
function putSsid(world: World, { id, number, heard }: Asked, switches: DashboardSwitches): Answer {
  const network = world.networks.find((each) => each.id === id);
  if (network === undefined) return { status: 404 };
  const attempt = (world.attempts.get(id) ?? 0) + 1;
  world.attempts.set(id, attempt);
  const refused = switches.notReady?.(network, attempt);
  if (refused) return refused;
  const settings = jsonOf(heard);
  if (settings === undefined) return malformed;
  const ssids = world.ssids.get(id) ?? new Map<string, Fields>();
  const kept: Fields = { ...ssids.get(number), ...settings, number: Number(number) };
  const shown = Object.fromEntries(Object.entries(kept).filter(([name]) => name !== "password"));
  ssids.set(number, shown);
  world.ssids.set(id, ssids);
  return { body: shown };
}
