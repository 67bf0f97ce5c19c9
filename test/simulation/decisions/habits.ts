/** Draws how servers, networks and limits behave, independently of what is declared. */

import type { LimiterModel, SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import { seeded } from "../../servers/virtual-time/clock.ts";
import type { Distance } from "../../servers/virtual-time/network.ts";
import { type Draw, maybe, pick, under } from "../draw.ts";
import { kept } from "../reduced/parts.ts";
import type { Realm, Ways } from "./species.ts";

/** Draws how long requests and replies take. All servers of a seed have the same times. */
function waysOf(seed: number): Ways {
  const draw = seeded(seed * 16 + 3);
  const ways = { awayMs: pick(draw, [5, 5, 50]), latencyMs: pick(draw, [0, 0, 0, 300, 2500]) };
  return {
    awayMs: ways.awayMs !== 5 && kept("far-away") ? ways.awayMs : 5,
    latencyMs: ways.latencyMs !== 0 && kept("slow-servers") ? ways.latencyMs : 0,
  };
}

/** Returns a function that draws how long each request or reply takes, up to the seed's maximum. */
export function distanceOf(realms: readonly Realm[]): Distance {
  const { awayMs } = waysTo(realms);
  const draw = seeded(awayMs);
  const away = () => (awayMs === 5 ? 5 : under(draw, awayMs + 1));
  return { up: away, down: away };
}

/** Returns how long, after a request arrives, requests may still arrive that were sent before its reply was known. */
export function wayMsOf(realms: readonly Realm[]): number {
  const { awayMs, latencyMs } = waysTo(realms);
  return 2 * awayMs + latencyMs;
}

function waysTo(realms: readonly Realm[]): Ways {
  return realms[0]?.ways ?? { awayMs: 5, latencyMs: 0 };
}

/** Returns the interface with the drawn behavior of its server. */
export function withHabits(seed: number, realm: Realm): Realm {
  const [target = ""] = realm.species.map((one) => one.target);
  const draw = seeded(seed * 16 + 2 + 1_000_003 * target.length);
  const drawn = maybe(draw, 0.5) ? ratesOf(draw, target) : undefined;
  const rates = drawn && kept(`rate-of-${target}`) ? drawn : undefined;
  const visible = createVisibleOf(seed);
  const counting = seeded(seed * 16 + 1);
  const limiter = pick<LimiterModel>(counting, ["slidingWindow", "tokenBucket", "fixedWindow"]);
  const known = rates && maybe(counting, 0.5) && { limiter: knownLimiter(limiter, rates.limits) };
  const limits = { ...rates?.limits, ...known, ...(visible !== usual && { createVisibleSeconds: visible }) };
  const ways = waysOf(seed);
  const { normalise } = realm.settings ?? {};
  const settings = {
    ...keptHabits(habits[target]?.(draw) ?? {}),
    latencyMs: ways.latencyMs,
    limiter,
    ...realm.settings,
    ...(normalise && { normalise: normalise.filter((habit) => kept(habit)) }),
    ...rates?.settings,
  };
  return { ...realm, targets: `${realm.targets}    limits: ${JSON.stringify(limits)}\n`, settings, ways };
}

function keptHabits(drawn: Partial<SimulatorSettings>): Partial<SimulatorSettings> {
  return Object.fromEntries(Object.entries(drawn).filter(([name]) => kept(name)));
}

/** The engine's default for `limits.createVisibleSeconds`. */
const usual = 15;

/** Draws how many seconds the targets of a seed may take to show a created object. */
export function createVisibleOf(seed: number): number {
  return pick(seeded(seed * 16), [usual, usual, 12, 30]);
}

const rateNames: Readonly<Record<string, keyof SimulatorSettings>> = {
  cloud: "dashboardRequestsPerSecond",
  fabric: "fabricRequestsPerSecond",
  routers: "restconfRequestsPerSecond",
  chat: "messagingRequestsPerSecond",
  campus: "controllerRequestsPerSecond",
  servers: "serversRequestsPerSecond",
  wan: "sdwanRequestsPerSecond",
  wall: "firewallRequestsPerSecond",
};

/**
 * Draws the rate limit in the project file. trueup may use only a share of it, and the server accepts only that share.
 */
function ratesOf(draw: Draw, target: string) {
  const name = rateNames[target];
  if (name === undefined) return undefined;
  const requestsPerSecond = pick(draw, [4, 6, 10]);
  const share = pick(draw, [1, 1, 0.5]);
  const settings: Partial<SimulatorSettings> = { [name]: requestsPerSecond * share };
  return { limits: { requestsPerSecond, share }, settings };
}

/** Returns how the project file describes the server's limiter. A bucket holds the requests of one second. */
function knownLimiter(is: LimiterModel, { requestsPerSecond }: { readonly requestsPerSecond: number }) {
  return is === "tokenBucket" ? { is, burst: requestsPerSecond } : { is, seconds: 1 };
}

const habits: Readonly<Record<string, (draw: Draw) => Partial<SimulatorSettings>>> = {
  cloud: (draw) => ({
    dashboardPageSize: pick(draw, [0, 0, 1, 3]),
    readinessMs: pick(draw, [0, 3000, 20_000]),
  }),
  fabric: (draw) => ({ absentObject: pick(draw, ["status", "{}", "[]", '{"imdata":[]}']) }),
  chat: (draw) => ({ messagingPageSize: pick(draw, [1, 3, 100]), tokenLifetimeMs: lifetimeOf(draw) }),
  campus: (draw) => ({ pageSize: pick(draw, [1, 3, 100]), tokenLifetimeMs: lifetimeOf(draw) }),
  servers: (draw) => ({ serversPageSize: pick(draw, [1, 3, 100]), tokenLifetimeMs: lifetimeOf(draw) }),
  wan: (draw) => ({ sdwanPageSize: pick(draw, [0, 1, 3]) }),
  wall: (draw) => ({ firewallPageSize: pick(draw, [0, 1, 3]), tokenLifetimeMs: lifetimeOf(draw) }),
};

/** Draws how long a token is valid: some tokens expire in the middle of a run. */
function lifetimeOf(draw: Draw): number {
  return pick(draw, [3_600_000, 3_600_000, 8000]);
}
