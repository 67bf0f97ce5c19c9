/** The audit: one line of JSON per request or refusal, with the person, address, action, object and result. */

import type { Log } from "../../model/wire.ts";
import { openLog } from "../../runtime/log.ts";
import type { Redactor } from "../../runtime/secrets/redactor.ts";
import { openBoundedLogFile } from "../../runtime/serving/bounded-log-file.ts";

/** An action of somebody, or the refusal of one. */
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

/** Where the audit is kept. */
export interface AuditPlace {
  /** An absolute path. Together with its predecessor `.1`, the file takes at most `maxBytes`. */
  readonly path: string;
  readonly maxBytes: number;
  readonly secrets: Redactor;
  /** Receives each line too, and writes it to standard error. */
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
