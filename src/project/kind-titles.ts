/** Display names of kinds, by target. */

import { resolveDriver } from "../drivers/contract/resolve-driver.ts";
import type { KindTitles } from "../model/place.ts";
import type { ReadProject } from "./read.ts";

/** Returns the titles of all declared kinds: the title of `cloud/ssid` is `SSID`. */
export function kindTitles({ project, drivers, loaded }: ReadProject): KindTitles {
  const declared = Map.groupBy(loaded.desired.resources.values(), ({ target }) => target);
  const titles = [...declared].flatMap(([name, resources]) => {
    const target = project.targets.get(name);
    const driver = target && drivers.find((each) => each.interface === target.interface);
    if (!target || !driver) return [];
    const { kinds } = resolveDriver(driver, target.dialect);
    const used = new Set(resources.map(({ kind }) => kind));
    return kinds.filter((kind) => used.has(kind.name)).map((kind) => [`${name}/${kind.name}`, kind.title]);
  });
  return Object.fromEntries(titles);
}
