/** One file of a catalog that has passed its schema, with the places of what is written in it. */

import type { ProjectFileReading } from "../project-file/issue-reporter.ts";

/** A checked file. */
export interface CatalogFile<T> {
  /** Without its folder and `.yaml`. */
  readonly name: string;
  readonly data: T;
  readonly reading: ProjectFileReading;
}
