/**
 * A reporter that ends a test run with `N passed, N failed` on a line of its own. The number of tests that only the
 * long form runs comes before that. It fails the run if a test was skipped without an accepted reason.
 */

import type { Reporter, TestModule, Vitest } from "vitest/node";
import { isLong, leftToLongForm } from "../test/long-forms.ts";
import { allowedSkips } from "./allowed-skips.ts";

/** How the tests of a run ended; `broken` counts failures outside of tests. */
export interface Counts {
  readonly states: readonly ("passed" | "failed" | "skipped" | "pending")[];
  readonly broken: number;
  /** How many of the skipped tests had an accepted reason. Default: none. */
  readonly allowed?: number;
}

/**
 * The closing line, and whether it is a failure: nothing ran, something failed, or a test was skipped without
 * an allowed reason.
 */
export function closing({ states, broken, allowed = 0 }: Counts): {
  readonly line: string;
  readonly failed: boolean;
} {
  const count = (...wanted: Counts["states"]) => states.filter((state) => wanted.includes(state)).length;
  const [passed, failed, skipped] = [count("passed"), count("failed") + broken, count("skipped", "pending")];
  const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
  return { line, failed: passed === 0 || failed > 0 || skipped > allowed };
}

/** Prints the closing line last, when the process ends. Tests that `-t NAME` leaves out are no failure. */
export class ClosingLine implements Reporter {
  #chosen = false;

  onInit(vitest: Vitest): void {
    this.#chosen = vitest.config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const results = modules.flatMap((each) => [...each.children.allTests()].map((test) => test.result()));
    const states = results.map(({ state }) => state);
    const notes = results.flatMap((result) => (result.state === "skipped" ? [result.note ?? ""] : []));
    const allowed = notes.filter((note) => allowedSkips.includes(note)).length;
    const broken = modules.reduce((sum, each) => sum + each.errors().length, errors.length);
    const { line, failed } = closing({ states, broken, allowed });
    if (failed && !this.#chosen) process.exitCode = 1;
    const left =
      isLong || this.#chosen ? undefined : leftToLongForm(modules.map((each) => each.relativeModuleId));
    const skipped = new Set(notes.map((note) => `Skipped: ${note === "" ? "no reason is given" : note}.`));
    const lines = [...(this.#chosen ? [] : skipped), ...(left === undefined ? [] : [left]), line];
    process.once("exit", () => process.stdout.write(`\n${lines.join("\n")}\n`));
  }
}
