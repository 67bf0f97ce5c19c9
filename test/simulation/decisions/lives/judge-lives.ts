/**
 * Runs one longer simulation in each seed: a kind of a shipped catalog, values that a server changes, a device's tree,
 * or a change log that verifies writes. The tests of the catalogs and the drivers run the same simulations. Here the
 * seed selects one.
 */

import type { Catalog } from "../../../../src/catalog/schema/kind.ts";
import { apicLives } from "../../../catalog/round-trip/lives/apic.ts";
import { catalystLives } from "../../../catalog/round-trip/lives/catalyst-center.ts";
import { firewallLives } from "../../../catalog/round-trip/lives/fmc.ts";
import { intersightLives } from "../../../catalog/round-trip/lives/intersight.ts";
import type { Lives } from "../../../catalog/round-trip/lives/lives.ts";
import { merakiLives } from "../../../catalog/round-trip/lives/meraki.ts";
import { neutralLives } from "../../../catalog/round-trip/lives/neutral.ts";
import { vmanageLives } from "../../../catalog/round-trip/lives/vmanage.ts";
import { webexLives } from "../../../catalog/round-trip/lives/webex.ts";
import { type BeforeWritesLie, judgeBeforeWrites } from "../../../observe/change-log/judge-before-writes.ts";
import { judgeChanged, judgeMade, type TreeLie, ways } from "../../../properties/device-trees/judge.ts";
import { judgeVerified, type VerifiedLie } from "../../../scenarios/reads/logged-writes.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { type Draw, under } from "../../draw.ts";
import { judgeSettling, type SettlingLie } from "../../settling/settling.ts";

/** Falsifies what these simulations check, to test that the checks notice it. */
export interface LifeLie {
  readonly saga?: SettlingLie;
  readonly tree?: TreeLie;
  readonly verified?: VerifiedLie;
  readonly before?: BeforeWritesLie;
  /** Returns the catalog with a mistake in it. */
  readonly catalog?: (catalog: Catalog) => Catalog;
}

const products: readonly Lives[] = [
  ...[apicLives, catalystLives, firewallLives, intersightLives, merakiLives, vmanageLives, webexLives],
  ...neutralLives,
];

/** Runs the simulation that the seed selects, and returns the faults. */
export async function judgeLives(seed: number, lie: LifeLie = {}): Promise<readonly string[]> {
  const draw = seeded(seed * 16 + 13);
  switch (seed % 6) {
    case 0:
    case 3:
      return judgeSettling(seed, lie.saga);
    case 4:
      return [
        ...(await judgeVerified(seed, lie.verified)),
        ...(await judgeBeforeWrites(seed, lie.before)),
      ].map((line) => `log: ${line}`);
    case 2: {
      const [name, way] = oneOf(draw, Object.entries(ways));
      const faults = [...(await judgeMade(way, seed, lie.tree)), ...(await judgeChanged(way, seed))];
      return faults.map((line) => `tree over ${name}: ${line}`);
    }
    default: {
      const { product, catalog, names, lifeOf } = oneOf(draw, products);
      const kind = oneOf(draw, names);
      const { faults } = await lifeOf(kind, lie.catalog?.(catalog));
      return faults.map((line) => `life of ${product} ${kind}: ${line}`);
    }
  }
}

function oneOf<T>(draw: Draw, values: readonly T[]): T {
  const value = values[under(draw, values.length)];
  if (value === undefined) throw new Error("there is nothing to draw from");
  return value;
}
