/** Resumes an interrupted import: keeps the lists that it has read for the next attempt. */

import type { OpenTarget } from "../drivers/contract/contract.ts";
import type { OpenedProject } from "../engine/open.ts";
import { problem } from "../model/problem.ts";
import type { Redaction } from "../model/secret.ts";
import { withRememberedReads, withResumedReads } from "../observe/resumed-reads.ts";
import { repositoryOf } from "../project/work-tree.ts";
import { counted } from "../report/text/value.ts";
import { digest } from "../runtime/digest.ts";
import { openReadLog, type ReadLogFile } from "../runtime/files/read-log.ts";
import type { Cli } from "./cli.ts";

/** A target that is read only once, even if the import needs several attempts. */
export interface ResumedTarget {
  readonly open: OpenTarget;
  /** `isDone`: the import is complete, so that no later import continues it. */
  close(isDone: boolean): Promise<void>;
}

/**
 * Returns the target with a session that reuses lists of an earlier import, if they were read within a day. Prints how
 * many it reuses. Without Git, nothing is kept. If `fresh` is true, everything is read again.
 */
export async function resumed(
  cli: Cli,
  { project, listener }: OpenedProject,
  { live, fresh }: { readonly live: OpenTarget; readonly fresh: boolean },
): Promise<ResumedTarget> {
  const { driver, target } = live;
  const name = `${project.environment}-${target.name}`;
  const log = await logOf(project.folder, { name, basis: basisOf(cli, live), fresh });
  const kept = {
    lines: log?.lines ?? [],
    append: (line: string) => keep(cli.secrets.of(target.name), log, line),
  };
  const { session, count, oldest } = withResumedReads(live.session, { driver, log: kept, now: Date.now });
  if (oldest !== undefined) {
    const since = new Date(oldest).toISOString().slice(0, 16).replace("T", " ");
    const read = `${counted(count, "read")} of a stopped import; the oldest read is from ${since} UTC`;
    const message = `${target.name}: continues with ${read}`;
    const hint = "Use --fresh to read everything again: these reads lack later changes.";
    const said = problem("import-resumed", message, { hint, severity: "warning" });
    listener({ type: "warned", target: target.name, problem: said });
  }
  const open = { ...live, session: withRememberedReads(session, driver) };
  return { open, close: async (isDone) => log?.close(isDone) };
}

/** Appends a line to the log, unless it contains a secret. */
function keep(secrets: Redaction, log: ReadLogFile | undefined, line: string): void {
  if (secrets.text(line) === line) log?.append(line);
}

/** Everything on which the reads depend. Reads of another trueup version, product or account are not reused. */
function basisOf({ version }: Cli, { target: { url, credential, settings, dialect } }: OpenTarget): string {
  return digest(JSON.stringify([version, dialect, url, credential, settings]));
}

async function logOf(
  folder: string,
  of: Parameters<typeof openReadLog>[1],
): Promise<ReadLogFile | undefined> {
  const found = await repositoryOf(folder, false);
  if (!found || "problem" in found) return undefined;
  return openReadLog(found.repository.gitFolder, of);
}
