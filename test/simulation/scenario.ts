/** Draws the scenario of a seed: what Git declares, the live state, how the servers behave, and what goes wrong. */

import type { SimulatorSettings } from "../../src/simulator/wire/settings.ts";
import { defaultVariants } from "../../src/simulator/wire/variants.ts";
import type { WorldSeed } from "../../src/simulator/world.ts";
import { seeded } from "../servers/virtual-time/clock.ts";
import { companyOf } from "./company.ts";
import { type Declared, declaredOf } from "./declared.ts";
import { type Draw, maybe, pick, under } from "./draw.ts";
import { type Trouble, troubleOf } from "./trouble.ts";

/** Everything that a seed determines. */
export interface Scenario {
  readonly seed: number;
  readonly company: WorldSeed;
  readonly declared: Declared;
  readonly settings: Partial<SimulatorSettings>;
  readonly trouble: Trouble;
  /** True if unhealthy sites can hold changes back. */
  readonly health: boolean;
  /** True if changes are applied in waves. */
  readonly waves: boolean;
  /**
   * The longest time that a request or a reply takes: up to 50 ms. If it were longer, the pacer would not respect the
   * limits.
   */
  readonly latencyMs: number;
  /** How long after the end of the first run the second one begins. */
  readonly restartMs: number;
}

/** Draws the scenario of a seed. The same seed gives the same scenario. Each part has draws of its own. */
export function scenarioOf(seed: number): Scenario {
  const part = (number: number): Draw => seeded(seed * 16 + number);
  const draw = part(0);
  return {
    seed,
    health: maybe(draw, 0.3),
    waves: maybe(draw, 0.3),
    latencyMs: under(draw, 51),
    restartMs: pick(draw, [1500, 10_000, 120_000]),
    company: companyOf(part(1)),
    declared: declaredOf(part(2)),
    settings: { ...settingsOf(part(3)), ...variantsOf(part(5)) },
    trouble: troubleOf(part(4)),
  };
}

/**
 * Draws settings of the servers. The limits are those of the dialects, except that routers have limits for each device.
 */
function settingsOf(draw: Draw): Partial<SimulatorSettings> {
  return {
    limiter: pick(draw, ["tokenBucket", "slidingWindow", "fixedWindow"]),
    controllerRequestsPerSecond: 10,
    fabricRequestsPerSecond: 10,
    restconfRequestsPerSecond: 10,
    readinessMs: pick(draw, [0, 3000, 20_000]),
    dashboardPageSize: pick(draw, [0, 2, 3]),
    pageSize: pick(draw, [2, 20]),
    absentObject: pick(draw, ["status", "[]", '{"imdata":[]}']),
    tokenLifetimeMs: pick(draw, [5000, 3_600_000]),
    latencyMs: under(draw, 50),
  };
}

/** Draws server behavior that the specification leaves open. It must make no difference. */
function variantsOf(draw: Draw): Partial<SimulatorSettings> {
  return {
    fabricCase: pick(draw, ["sensitive", "ignored"]),
    addedAfterMs: pick(draw, [0, 5000]),
    restconfContainers: pick<"shown" | 404 | 405>(draw, ["shown", 404, 405]),
    variants: {
      ...defaultVariants,
      nextLink: pick(draw, ["own", "header", "next.href", "links", "_links.next", "@odata.nextLink"]),
      linkHeader: pick(draw, ["quoted", "bare", "several"]),
      totalRecords: maybe(draw, 0.5),
      totalCount: pick(draw, ["items", "pages", "page", "none"]),
      notReady: pick(draw, ["network {id} is not ready", "It isn't ready yet.", "NETWORK_NOT_READY"]),
      retryAfter: pick(draw, ["seconds", "date"]),
    },
  };
}
