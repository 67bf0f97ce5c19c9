/** Collects the errors in a tree of data. */

import { type Pointer, pointer } from "../../model/pointer.ts";
import type { KindProblem } from "../../model/problem.ts";

/** The maximum number of problems per tree. */
const maxProblems = 200;

/** Collects problems with their places, up to 200. */
export class DataReport {
  readonly problems: KindProblem[] = [];
  readonly #ofLacking: KindProblem["severity"];

  constructor(ofLacking: KindProblem["severity"]) {
    this.#ofLacking = ofLacking;
  }

  /** True if the maximum number of problems is reached. */
  get isFull(): boolean {
    return this.problems.length >= maxProblems;
  }

  /** Records a missing node. */
  lacking(path: readonly string[], found: Pick<KindProblem, "code" | "message">): void {
    this.add(path, { ...found, severity: this.#ofLacking });
  }

  /** Records an error at a place. */
  add(path: readonly string[], found: Omit<KindProblem, "path">): void {
    const place: Pointer = pointer(path);
    if (!this.isFull) this.problems.push({ path: place, ...found });
  }
}
