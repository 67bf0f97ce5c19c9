/** The reasons why a database cannot be used, in words. */

import { type Problem, problem } from "../model/problem.ts";
import { isPassing } from "./connection.ts";

/**
 * The oldest version that pg-boss supports; trueup's own statements need nothing newer. The number is in the form of
 * `server_version_num`.
 */
const oldestServer = { number: 130_000, name: "PostgreSQL 13" } as const;

/** The problem with a server of this version; undefined if the version is supported. */
export function versionProblem(number: number, name: string): Problem | undefined {
  if (number >= oldestServer.number) return undefined;
  const message = `the database is PostgreSQL ${name}, which is too old.`;
  return problem("database-old", message, { hint: `Use ${oldestServer.name} or a later one.` });
}

/** Why a database cannot be opened. */
export function openingProblem(error: unknown): Problem {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const said = error instanceof Error && error.message !== "" ? error.message : code;
  const of = (name: string, what: string, hint: string) => problem(name, `${what}: ${said}.`, { hint });
  if (/^28/.test(code) || /password|SASL/i.test(said))
    return of(
      "database-refused",
      "the database refuses the login",
      "Correct the user and password in the URL of the database.",
    );
  if (code === "42501")
    return of(
      "database-rights",
      "the database user lacks permissions",
      "Grant the user CREATE on the database, or make it the owner of the schemas trueup_v1 and " +
        "trueup_v1_queue.",
    );
  if (code === "3D000" || code === "ENOTFOUND" || isPassing(error))
    return of(
      "database-unreachable",
      "the database cannot be reached",
      "Check host, port and name in the URL of the database, and whether the database runs.",
    );
  return of(
    "database-unusable",
    "the database cannot be used",
    "Look for this message in the database's log.",
  );
}
