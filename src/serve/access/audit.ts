/** The audit: one line of JSON per request or refusal, with the person, address, action, object and result. */

import type { Log } from "../../model/wire.ts";
import { openLog } from "../../runtime/log.ts";
import type { Redactor } from "../../runtime/secrets/redactor.ts";
import { openBoundedLogFile } from "../../runtime/serving/bounded-log-file.ts";

/** Something that somebody requested, and its result. */
export interface AuditedAct {
  /** The action, such as `login`, `apply` or `webhook`. */
  readonly act: string;
  readonly result: "accepted" | "refused" | "unknown" | "failed";
  /** Who acted; absent if that is unknown. */
  readonly who?: string | undefined;
  readonly by?: string | undefined;
  /** The client's address. */
  readonly from?: string | undefined;
  /** The environment, repository or path that the act concerns. */
  readonly on?: string | undefined;
  readonly message?: string | undefined;
}

/** Writes the audit. */
export interface Audit {
  note(act: AuditedAct): void;
  close(): void;
}

/** The audit's file, and what writing the audit needs. */
export interface AuditPlace {
  /**
   * The absolute path of the audit's file. The name of its predecessor ends in `.1`. Both files together take at most
   * `maxBytes`.
   */
  readonly path: string;
  readonly maxBytes: number;
  readonly secrets: Redactor;
  /** Also receives each line, and writes it to standard error. */
  readonly write: (line: string) => void;
  readonly log: Log;
}

/** Opens the audit. An unwritable file is reported once in the log; lines still go to `write`. */
export async function openAudit({ path, maxBytes, secrets, write, log }: AuditPlace): Promise<Audit> {
  const file = openBoundedLogFile(path, {
    maxBytes,
    failed: (error) =>
      log.warn("the audit file cannot be written", {
        path,
        error: error instanceof Error ? error : String(error),
      }),
  });
  const lines = openLog({
    level: "info",
    format: "json",
    secrets,
    write: (line) => {
      write(line);
      file.write(line);
    },
  });
  return {
    note: ({ message, ...act }) =>
      lines.info("audit", { ...act, message: message?.slice(0, longestMessage) }),
    close: () => file.close(),
  };
}

const longestMessage = 2000;
