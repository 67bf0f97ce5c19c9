/** What is wrong in a tree of data, as it is collected. */

import { type Pointer, pointer } from "../../model/pointer.ts";
import type { KindProblem } from "../../model/problem.ts";

/** The most problems that are reported of one tree. */
const maxProblems = 200;

/** Collects problems with their places; what is over 200 is left out. */
export class DataReport {
  readonly problems: KindProblem[] = [];
  readonly #ofLacking: KindProblem["severity"];

  constructor(ofLacking: KindProblem["severity"]) {
    this.#ofLacking = ofLacking;
  }

  /** True when nothing more is taken down. */
  get isFull(): boolean {
    return this.problems.length >= maxProblems;
  }

  /** Takes down what should be at a place and is not. */
  lacking(path: readonly string[], found: Pick<KindProblem, "code" | "message">): void {
    this.add(path, { ...found, severity: this.#ofLacking });
  }

  /** Takes down what is wrong at a place. */
  add(path: readonly string[], found: Omit<KindProblem, "path">): void {
    const place: Pointer = pointer(path);
    if (!this.isFull) this.problems.push({ path: place, ...found });
  }
}
