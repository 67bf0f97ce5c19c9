/** The order of the test files. */

import { BaseSequencer, type TestSpecification } from "vitest/node";
import { longForms } from "../test/long-forms.ts";

/** Those whose tests start processes, most of them git. */
const starting = /\/test\/(?:chaos|cli|conformance|docs|git|own|security|specification|upgrade|workflows)\//;

/** Those that do something so often that there is a long form of it: what is begun last is waited for alone. */
const long = Object.values(longForms).flatMap(({ files }): readonly string[] => files);

/**
 * What starts processes goes first. A process of tests keeps what it has imported and what it has read; one of a
 * gigabyte takes three times as long to fork as one that has just begun.
 */
export class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byLength = await super.sort(files);
    // Where nothing is known of earlier runs the largest file comes first; those that do much are known.
    const takesLong = ({ moduleId }: TestSpecification) => long.some((file) => moduleId.endsWith(`/${file}`));
    const sorted = [...byLength.filter(takesLong), ...byLength.filter((file) => !takesLong(file))];
    const isFirst = ({ moduleId }: TestSpecification) => starting.test(moduleId);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}
