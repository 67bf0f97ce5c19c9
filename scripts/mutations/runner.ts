/**
 * Runs tests for Stryker. Everything is imported once. A mutant only costs the tests that reach it, in the order in
 * which they were named. A vitest process per mutant would take ten times as long.
 */

import { globSync } from "node:fs";
import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type CollectedTest, collected, collectFile, runTests } from "./collected.ts";

/** The switch and counters of mutants. The mutated code finds them as the global object `__stryker__`. */
interface MutantSwitch {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: MutantCoverage;
}

/** How often each mutant was reached: during imports, and by each test. */
interface MutantCoverage {
  readonly static: Readonly<Record<string, number>>;
  readonly perTest: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

interface MutantRun {
  readonly activeMutant: { readonly id: string };
  readonly testFilter?: readonly string[];
  readonly hitLimit?: number;
}

const mutants: MutantSwitch = {};

/**
 * Returns the coverage. If a test and an import reach the same mutant, it counts only for the test. Otherwise Stryker
 * would start a separate process for each such mutant.
 */
function hotSwapped(reached: MutantCoverage | undefined): MutantCoverage | undefined {
  if (!reached) return undefined;
  const inTests = new Set(Object.values(reached.perTest).flatMap((each) => Object.keys(each)));
  const alone = Object.entries(reached.static).filter(([id]) => !inTests.has(id));
  return { static: Object.fromEntries(alone), perTest: reached.perTest };
}

/** The class that Stryker calls. */
class InProcessRunner {
  capabilities() {
    return { reloadEnvironment: false };
  }

  /** Imports the tests from the working directory, where Stryker has put the mutants. */
  async init(): Promise<void> {
    Object.assign(globalThis, { __stryker__: mutants });
    const stand = new URL("./collected.ts", import.meta.url).href;
    registerHooks({
      resolve: (name, context, next) =>
        name === "vitest" && context.parentURL !== stand
          ? { url: stand, shortCircuit: true }
          : next(name, context),
    });
    const patterns = process.env.TRUEUP_MUTATED?.split(" ") ?? [];
    const files = new Set(patterns.flatMap((pattern) => globSync(pattern).sort()));
    for (const file of ["test/setup.ts", ...files])
      await collectFile(file, pathToFileURL(resolve(file)).href);
  }

  async dryRun() {
    const tests: object[] = [];
    await runTests(
      collected,
      ({ id }) => {
        mutants.currentTestId = id;
      },
      ({ id }, error, ms) => {
        mutants.currentTestId = undefined;
        const what = { id, name: id, timeSpentMs: ms };
        tests.push(
          error === undefined ? { ...what, status: 0 } : { ...what, status: 1, failureMessage: `${error}` },
        );
        return "go on";
      },
    );
    return { status: "complete", tests, mutantCoverage: hotSwapped(mutants.mutantCoverage) };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit }: MutantRun) {
    const wanted = testFilter && new Set(testFilter);
    const asked = wanted ? collected.filter(({ id }) => wanted.has(id)) : collected;
    Object.assign(mutants, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
    try {
      return await this.#noticed(asked);
    } finally {
      mutants.activeMutant = undefined;
    }
  }

  /**
   * Runs tests until one notices the mutant. If a test never ends, Stryker also ends this process, because the rest of
   * the test would affect the next one.
   */
  async #noticed(asked: readonly CollectedTest[]) {
    let nrOfTests = 0;
    let failed: { readonly id: string; readonly error: unknown } | undefined;
    await runTests(
      asked,
      () => {},
      ({ id }, error) => {
        nrOfTests += 1;
        if (error !== undefined) failed = { id, error };
        return failed ? "enough" : "go on";
      },
    );
    if ((mutants.hitCount ?? 0) > (mutants.hitLimit ?? Number.POSITIVE_INFINITY))
      return { status: "timeout" };
    if (!failed) return { status: "survived", nrOfTests };
    const { id, error } = failed;
    return { status: "killed", killedBy: [id], failureMessage: `${error}`.slice(0, 500), nrOfTests };
  }
}

/** The export that Stryker looks for. */
export const strykerPlugins = [{ kind: "TestRunner", name: "in-process", injectableClass: InProcessRunner }];
