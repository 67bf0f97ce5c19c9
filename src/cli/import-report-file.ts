/**
 * The file with the live state that an import could not declare. It is written beside the import's files, and never
 * replaces another file.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Undeclarable } from "../model/live/undeclarable.ts";
import {
  countsText,
  type UndeclarableReport,
  undeclarableMarkdown,
} from "../report/import/undeclarable-report.ts";
import { writeWhole } from "../runtime/files/files.ts";
import type { Cli } from "./cli.ts";

/** The facts that the file reports. */
interface ReportOf extends UndeclarableReport {
  readonly target: string;
  /** The project's folder. */
  readonly root: string;
  /** The folder of the written files, relative to the project's folder. */
  readonly folder: string;
  readonly resources: number;
  readonly values: number;
}

/**
 * Writes the file if it has any content. Returns its path, relative to the project's folder. Desired state does not
 * include `.md` files.
 */
export async function writeReport(
  { secrets }: Pick<Cli, "secrets">,
  of: ReportOf,
): Promise<string | undefined> {
  if (of.undeclarable.length + of.leftOut.length === 0) return undefined;
  const { target } = of;
  const text = secrets.text(undeclarableMarkdown(of, { target, counts: countsText(of) }));
  for (let number = 1; ; number += 1) {
    const path = `${of.folder}/import-report${number === 1 ? "" : `-${number}`}.md`;
    if (existsSync(join(of.root, path))) continue;
    await writeWhole(join(of.root, path), text);
    return path;
  }
}

/** The undeclarable parts without secrets, even in names and reasons. */
export function undeclarableWithout(
  all: readonly Undeclarable[],
  { secrets }: Pick<Cli, "secrets">,
): readonly Undeclarable[] {
  return all.map((one) => ({
    ...one,
    path: secrets.text(one.path),
    ...(one.reason !== undefined && { reason: secrets.text(one.reason) }),
  }));
}
