/** What paths lead through: the entries of lists, and what is right around their end; what of it a tree lacks. Pure. */

import { isEntryStep, type TreeStep } from "../kinds/data-path.ts";
import type { DeviceModel } from "../model.ts";
import { StandingTree } from "./placed-tree.ts";

/** The steps down to each entry above the end of a path, the outer ones first. */
function entriesOfPath(path: readonly TreeStep[]): readonly (readonly TreeStep[])[] {
  return path.slice(0, -1).flatMap((step, at) => (isEntryStep(step) ? [path.slice(0, at + 1)] : []));
}

/** What a device lacks of what paths lead through: as it was seen last, and was written since. */
export class MissingNodes {
  /** Entries of lists. */
  readonly #missing = new Set<string>();
  /** What is right around the end of a path. */
  readonly #around = new Set<string>();

  /** Notes what a tree shows of what these paths lead through. */
  seen(
    device: Pick<DeviceModel, "schema">,
    tree: ConstructorParameters<typeof StandingTree>[1],
    paths: readonly (readonly TreeStep[])[],
  ): void {
    const standing = new StandingTree(device, tree);
    for (const entry of paths.flatMap(entriesOfPath))
      if (standing.at(entry) === undefined) this.#missing.add(textOf(entry));
      else this.#missing.delete(textOf(entry));
    for (const around of paths.map((path) => path.slice(0, -1)))
      if (standing.at(around) === undefined) this.#around.add(textOf(around));
      else this.#around.delete(textOf(around));
  }

  /** Something was written there: all that it is in is there too. */
  written(path: readonly TreeStep[]): void {
    for (const entry of entriesOfPath([...path, ""])) this.#missing.delete(textOf(entry));
    for (const [at] of [...path, ""].entries()) this.#around.delete(textOf(path.slice(0, at)));
  }

  /** Whether what is right around the end of a path is missing. */
  isAroundMissing(path: readonly TreeStep[]): boolean {
    return this.#around.has(textOf(path.slice(0, -1)));
  }

  /** The outermost entry on the way of a path that is missing. */
  on(path: readonly TreeStep[]): readonly TreeStep[] | undefined {
    return this.#missing.size === 0
      ? undefined
      : entriesOfPath(path).find((entry) => this.#missing.has(textOf(entry)));
  }
}

function textOf(path: readonly TreeStep[]): string {
  return JSON.stringify(path);
}
