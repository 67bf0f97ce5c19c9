/** The order of the test files. */

import { BaseSequencer, type TestSpecification } from "vitest/node";
import { longForms } from "../test/long-forms.ts";

/** Test files that start processes, most of them git. */
const starting = /\/test\/(?:chaos|cli|conformance|docs|git|own|security|specification|upgrade|workflows)\//;

/**
 * Test files that have a long form, in which they repeat something very often. They are started early. If they started
 * last, the run would wait only for them.
 */
const long = Object.values(longForms).flatMap(({ files }): readonly string[] => files);

/**
 * Sorts test files that start processes to the front. A test process grows with imports and data, and a process of a
 * gigabyte takes three times as long to fork as a new one.
 */
export class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byLength = await super.sort(files);
    // Without data on earlier runs, the largest files come first. Files that are known to take long are therefore put
    // before them.
    const takesLong = ({ moduleId }: TestSpecification) => long.some((file) => moduleId.endsWith(`/${file}`));
    const sorted = [...byLength.filter(takesLong), ...byLength.filter((file) => !takesLong(file))];
    const isFirst = ({ moduleId }: TestSpecification) => starting.test(moduleId);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}
