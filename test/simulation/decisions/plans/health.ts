/** What a controller reports about sites and devices. Covers every way in which a site can be healthy or unhealthy. */

import type { WorldSeed } from "../../../../src/simulator/world.ts";
import { type Draw, maybe, pick } from "../../draw.ts";

/** Why a site is unhealthy: because of its scores, or because of its devices. */
type Illness = "low" | "lowToo" | "missing" | "noNumber" | "offScale" | "noDevice" | "unreachable";

/** What was drawn about health, except for which site is unhealthy. */
export interface HealthDrawn {
  readonly illness: Illness;
  /** The health score of all healthy sites. */
  readonly score: number;
  /** How the project refers to devices: by their addresses, or by their names. */
  readonly known: "address" | "name";
}

/** Draws the health of sites and devices. The controller must know a site whose health falls later. */
export function healthOf(
  draw: Draw,
  { ill, falls }: { readonly ill: string | undefined; readonly falls: boolean },
): HealthDrawn {
  const ofSite: readonly [Illness, ...Illness[]] = falls
    ? ["low", "lowToo", "noNumber", "offScale"]
    : ["low", "lowToo", "noNumber", "offScale", "missing"];
  const ofDevice = ill === "routers" && maybe(draw, 0.5);
  return {
    illness: ofDevice ? pick<Illness>(draw, ["noDevice", "unreachable"]) : pick(draw, ofSite),
    // A score that equals the bound still counts as healthy.
    score: pick(draw, [50, 90, 100]),
    known: pick(draw, ["address", "name"]),
  };
}

const numbers: Readonly<Partial<Record<Illness, readonly number[]>>> = {
  low: [49],
  lowToo: [90, 20],
  missing: [],
  noNumber: [Number.NaN],
  offScale: [101],
};

/** Returns the state of the controller: each site with its scores, and the devices. */
export function controllerSeed(
  sites: Readonly<Record<string, string>>,
  ill: string | undefined,
  { illness, score, known }: HealthDrawn,
): WorldSeed {
  const site = (siteName: string, healthScore: number) => ({ siteName, healthScore, numberOfClients: 7 });
  const lists = Object.entries(sites).flatMap(([target, name]) => {
    const scores = (target === ill ? numbers[illness] : undefined) ?? [score];
    return scores.map((each) => site(name, each));
  });
  const isDown = ill === "routers" && illness === "unreachable";
  const isGone = ill === "routers" && illness === "noDevice";
  const inventory = ["10.20.0.1", "10.20.0.2"].map((address, at) => ({
    ...{ id: `d${at}`, type: "router", softwareVersion: "17.9" },
    name: known === "name" ? `r${at + 1}` : `another-${at}`,
    managementIpAddress: known === "name" ? `192.0.2.${at}` : address,
    status: isDown ? (at === 0 ? "Unreachable" : "unreachable") : "reachable",
  }));
  return { sites: lists, inventory: isGone ? [] : inventory };
}
