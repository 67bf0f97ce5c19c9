/** The order of the test files. */

import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Those whose tests start processes, most of them git. */
const starting = /\/test\/(?:chaos|cli|conformance|docs|git|own|security|specification|upgrade|workflows)\//;

/**
 * What starts processes goes first. A process of tests keeps what it has imported and what it has read; one of a
 * gigabyte takes three times as long to fork as one that has just begun.
 */
export class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = ({ moduleId }: TestSpecification) => starting.test(moduleId);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}
