/** The names of the variables that contain a project's secrets, without their values. */

import { commandIn } from "../../model/secret.ts";
import type { ReadProject } from "../../project/read.ts";
import type { Source } from "../../pull/sources.ts";
import type { CheckupLine } from "../../report/checkup.ts";
import { fewOf } from "../../report/text/value.ts";
import { inContinuousIntegration } from "../../runtime/environment.ts";
import { withPooledSecrets } from "../../runtime/secrets/secret-pool.ts";
import type { Cli } from "../cli.ts";
import type { WorkflowHost } from "../init/remote.ts";

/** The variables, by the commands that need them. */
export interface SecretNames {
  /** The variables that every command needs if it contacts a target. */
  readonly credentials: readonly string[];
  /** The variables that only an apply needs. */
  readonly declared: readonly string[];
}

/**
 * The variables to which project files, desired state and sources of rows refer. For a secret that a command prints,
 * these are the variables that the command gets.
 */
export function secretNames(reads: readonly ReadProject[], sources: readonly Source[] = []): SecretNames {
  const each = reads.map(namesOf);
  const tokens = sources.flatMap(({ token }) => (token ? variablesIn(token.secret) : []));
  const credentials = [...new Set([...each.flatMap((one) => one.credentials), ...tokens])];
  const declared = [...new Set(each.flatMap((one) => one.declared))];
  return { credentials, declared: declared.filter((name) => !credentials.includes(name)) };
}

function namesOf({ credentials, fingerprintKey, loaded }: ReadProject): SecretNames {
  const named = (references: readonly { readonly reference: string }[]) =>
    [...new Set(references.flatMap(({ reference }) => variablesIn(reference)))].sort();
  const own = named(credentials);
  const all = named([...(fingerprintKey ? [fingerprintKey] : []), ...loaded.references]);
  return { credentials: own, declared: all.filter((name) => !own.includes(name)) };
}

function variablesIn(reference: string): readonly string[] {
  const program = commandIn(reference);
  if (program) return program.env ?? [];
  const [, name] = /^env:(.+)$/.exec(reference) ?? [];
  return name === undefined ? [] : [name];
}

const places: Readonly<Record<WorkflowHost, string>> = {
  github: "Settings, Secrets and variables, Actions",
  gitlab: "Settings, CI/CD, Variables",
  other: "The variables of the pipeline",
};

const tokens: Readonly<Record<WorkflowHost, readonly string[]>> = {
  github: [],
  other: [],
  gitlab: ["GITLAB_TOKEN", "TRUEUP_PUSH_TOKEN"],
};

/**
 * Reports on the variables. In a job, the line says whether each variable is set. Elsewhere, it lists the variables to
 * set.
 */
export function setHereLine(
  { env }: Cli,
  host: WorkflowHost,
  { credentials, declared }: SecretNames,
): CheckupLine {
  const line = { area: "workflows", about: "variables" } as const;
  const wanted = [...tokens[host], ...credentials, ...declared];
  if (wanted.length === 0) return { ...line, state: "ok", says: "no secret refers to a variable" };
  if (!inContinuousIntegration(env)) {
    const says = `cannot be checked outside of a job: ${fewOf(wanted, (name) => name, 20)}`;
    return { ...line, state: "untried", says, hint: `${places[host]}: add each of these names.` };
  }
  const known = withPooledSecrets(env);
  const missing = wanted.filter((name) => !known[name]);
  if (missing.length === 0) return { ...line, state: "ok", says: `all ${wanted.length} are set in this job` };
  const hint = `${places[host]}: add each of these names.`;
  return {
    ...line,
    state: "failed",
    says: `not set in this job: ${fewOf(missing, (name) => name, 20)}`,
    hint,
  };
}
