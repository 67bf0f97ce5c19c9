/** The entries of lists that a path leads through, and which of them a tree lacks. Pure. */

import { isEntryStep, type TreeStep } from "../kinds/data-path.ts";
import type { DeviceModel } from "../model.ts";
import { StandingTree } from "./standing.ts";

/** The steps down to each entry above the end of a path, the outer ones first. */
function entriesOfPath(path: readonly TreeStep[]): readonly (readonly TreeStep[])[] {
  return path.slice(0, -1).flatMap((step, at) => (isEntryStep(step) ? [path.slice(0, at + 1)] : []));
}

/** Which entries a device lacks, of those that paths lead through: as it was seen last, and was written since. */
export class MissingEntries {
  readonly #missing = new Set<string>();

  /** Notes what a tree shows of the entries that these paths lead through. */
  seen(
    device: Pick<DeviceModel, "schema">,
    tree: ConstructorParameters<typeof StandingTree>[1],
    paths: readonly (readonly TreeStep[])[],
  ): void {
    const standing = new StandingTree(device, tree);
    for (const entry of paths.flatMap(entriesOfPath))
      if (standing.at(entry) === undefined) this.#missing.add(textOf(entry));
      else this.#missing.delete(textOf(entry));
  }

  /** Something was written there: all that it is in is there too. */
  written(path: readonly TreeStep[]): void {
    for (const entry of entriesOfPath([...path, ""])) this.#missing.delete(textOf(entry));
  }

  /** The outermost entry on the way of a path that is missing. */
  on(path: readonly TreeStep[]): readonly TreeStep[] | undefined {
    return this.#missing.size === 0
      ? undefined
      : entriesOfPath(path).find((entry) => this.#missing.has(textOf(entry)));
  }
}

function textOf(entry: readonly TreeStep[]): string {
  return JSON.stringify(entry);
}
