/** The audit: a line of JSON for every act and every refusal: who, from where, what, on what, and what came of it. */

import type { Log } from "../../model/wire.ts";
import { openLog } from "../../runtime/log.ts";
import type { Redactor } from "../../runtime/secrets/redactor.ts";
import { openBoundedLogFile } from "../../runtime/serving/bounded-log-file.ts";

/** Something that somebody did, or was not let do. */
export interface AuditedAct {
  /** `login`, `apply`, `webhook` ... */
  readonly act: string;
  readonly result: "accepted" | "refused" | "unknown" | "failed";
  /** Absent: nobody knows. */
  readonly who?: string | undefined;
  readonly by?: string | undefined;
  /** The client's address. */
  readonly from?: string | undefined;
  /** An environment, a repository, a path. */
  readonly on?: string | undefined;
  readonly message?: string | undefined;
}

/** Takes the acts. */
export interface Audit {
  note(act: AuditedAct): void;
  close(): void;
}

/** Where the audit is kept. */
export interface AuditPlace {
  /** An absolute path; with `.1` beside it, it takes at most `maxBytes`. */
  readonly path: string;
  readonly maxBytes: number;
  readonly secrets: Redactor;
  /** Takes each line too: standard error. */
  readonly write: (line: string) => void;
  readonly log: Log;
}

/** Opens it. A file that cannot be written is told once in the log: the lines still go where `write` brings them. */
export async function openAudit({ path, maxBytes, secrets, write, log }: AuditPlace): Promise<Audit> {
  const file = openBoundedLogFile(path, {
    maxBytes,
    failed: (error) =>
      log.warn("the audit's file cannot be written", {
        path,
        error: error instanceof Error ? error : String(error),
      }),
  });
  const lines = await openLog({
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
