/** The order of the test files. */

import { BaseSequencer, type TestSpecification } from "vitest/node";
import { longForms } from "../test/long-forms.ts";

/** Test files that start processes, most of them git. */
const starting = /\/test\/(?:chaos|cli|conformance|docs|git|own|security|specification|upgrade|workflows)\//;

/**
 * Test files with a long form, because they repeat something very often. If they started last, the run would wait
 * for them alone.
 */
const long = Object.values(longForms).flatMap(({ files }): readonly string[] => files);

/**
 * Files that start processes go first. A test process accumulates imports and data, and forking one of a
 * gigabyte takes three times as long as forking a new one.
 */
export class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byLength = await super.sort(files);
    // If there is no data on earlier runs, the largest file comes first; the slow ones are listed.
    const takesLong = ({ moduleId }: TestSpecification) => long.some((file) => moduleId.endsWith(`/${file}`));
    const sorted = [...byLength.filter(takesLong), ...byLength.filter((file) => !takesLong(file))];
    const isFirst = ({ moduleId }: TestSpecification) => starting.test(moduleId);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}
