/** A resource that Git no longer declares must be read again before the plan removes it, whatever a change log says. */

import { seeded } from "../../../servers/virtual-time/clock.ts";
import { type Stage, stage } from "../../../servers/virtual-time/run.ts";
import { filesOf } from "../../declared.ts";
import { under } from "../../draw.ts";
import { type Basis, driversBy, projectBy, Retail } from "./shop.ts";

const [shopCount, shelfCount] = [3, 2];
const basis: Basis = { user: 0, host: 0, view: 0, catalog: 0 };

/** The scenario runs in every n-th seed. */
const playedEvery = 8;

/**
 * Simulates three runs with a change log. Before the second run, Git drops a shelf. `lie` falsifies which shops a run
 * has read.
 */
export async function judgeDropped(
  seed: number,
  lie: (read: readonly number[]) => readonly number[] = (read) => read,
): Promise<readonly string[]> {
  if (seed % playedEvery !== 4) return [];
  const draw = seeded(seed * 16 + 36);
  const shop = under(draw, shopCount);
  const shelf = under(draw, shelfCount);
  const server = new Retail(shopCount, shelfCount);
  const kept = new Map<string, string>();
  const played = async (now: number, isDropped: boolean) => {
    const read: number[] = [];
    const whole = filesWithout();
    const files = isDropped ? filesWithout(`${shop} ${shelf}`) : whole;
    const on: Stage = stage({
      ...{ project: projectBy(basis), drivers: driversBy(basis.catalog), seed: {}, files, now },
      keptReads: ({ name }) => ({
        load: async () => kept.get(name),
        save: async (text) => void kept.set(name, text),
      }),
      between: () => server.wire(basis, () => Date.UTC(2026, 0, 1) + on.clock.now(), read),
    });
    const { plan } = await on.plan({ base: on.load(whole), prune: true });
    return { plan, read, now: on.clock.now() };
  };
  const hourMs = 3_600_000;
  const first = await played(hourMs, false);
  const second = await played(first.now + hourMs, true);
  const third = await played(second.now + hourMs, true);
  return [second, third].flatMap(({ plan, read }, at) => {
    const asked = lie(read);
    const text = `kept: shelf ${shelf} of shop ${shop} is dropped, run ${at + 1} since`;
    return [
      ...(plan.changes.map(({ action }) => action).join() === "remove" ? [] : [`${text}: it is not to go`]),
      ...(asked.includes(shop) ? [] : [`${text}: it is to go, and nobody has read it`]),
      ...(new Set(read).size < shopCount ? [] : [`${text}: all is read, and nothing has changed`]),
    ];
  });
}

function filesWithout(place?: string) {
  const shelves = (shop: number) =>
    Object.fromEntries(
      [0, 1]
        .filter((shelf) => `${shop} ${shelf}` !== place)
        .map((shelf) => [`shelf-${shelf}`, { name: `Shelf ${shelf}`, note: "declared" }]),
    );
  const shops = Array.from({ length: shopCount }, (_, shop) => [
    `shop-${shop}`,
    { name: `Shop ${shop}`, shelves: shelves(shop) },
  ]);
  return filesOf([{ target: "retail", organization: "acme", shops: Object.fromEntries(shops) }]);
}
