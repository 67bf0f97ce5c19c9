/** What stands at a place of a device's tree, on the way through entries of lists. Pure. */

import { isObject, type Json } from "../../../../model/json.ts";
import { entriesByKey, keySpelling, keyText } from "../entries-by-key.ts";
import { type EntryKey, isEntryStep, names, type TreeStep } from "../kinds/data-path.ts";
import type { DeviceModel } from "../model.ts";
import { nodeOf } from "./nodes.ts";

/** One tree, with the entries of its lists found once. */
export class StandingTree {
  readonly #device: Pick<DeviceModel, "schema">;
  readonly #tree: Json;
  readonly #entries = new Map<string, ReadonlyMap<string, Json>>();

  constructor(device: Pick<DeviceModel, "schema">, tree: Json) {
    this.#device = device;
    this.#tree = tree;
  }

  /** What stands there; undefined: nothing. */
  at(path: readonly TreeStep[]): Json | undefined {
    let here: Json | undefined = this.#tree;
    for (const [index, step] of path.entries()) {
      if (here === undefined) return undefined;
      if (isEntryStep(step)) here = this.#entry(here, step, path.slice(0, index));
      else here = isObject(here) && Object.hasOwn(here, step) ? here[step] : undefined;
    }
    return here;
  }

  #entry(list: Json, key: EntryKey, path: readonly TreeStep[]): Json | undefined {
    const leaves = key.map(({ leaf }) => leaf);
    const listed = JSON.stringify([path, leaves]);
    let known = this.#entries.get(listed);
    if (known === undefined) {
      const place = nodeOf(this.#device, names(path));
      known = entriesByKey(list, leaves, place && keySpelling(place));
      this.#entries.set(listed, known);
    }
    return known.get(keyText(key));
  }
}
