/** Opens secret references: variables, files, and output of programs. The values are only in `Secret` objects. */

import type { Address } from "../../model/address.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { commandIn, type Redaction, Secret } from "../../model/secret.ts";
import type { SourcePosition } from "../../model/source.ts";
import { type Command, failureText, type ProgramPlaces, printedBy, programsIn } from "./command.ts";
import { openRedactor } from "./redactor.ts";
import { readSecretFile } from "./secret-file.ts";
import { missingVariableHint } from "./secret-pool.ts";

/** A reference, and the place or resource that names it. */
export interface WantedSecret {
  /** The reference: `env:NAME`, `file:PATH`, or a command. `PATH` is absolute or relative to the project's folder. */
  readonly reference: string;
  readonly at?: SourcePosition | undefined;
  readonly address?: Address | undefined;
}

/** The secrets to open, and where their files and programs are. */
export interface OpenSecrets {
  readonly wanted: readonly WantedSecret[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where programs run. Default: in `folder`. */
  readonly programs?: ProgramPlaces | undefined;
  /** Secrets that are already known. They are redacted in the error output of a failed program. */
  readonly known?: readonly Secret[] | undefined;
  /** Globs, one of which must match the path of a file after all links are resolved. Default: files may be anywhere. */
  readonly allowed?: readonly string[] | undefined;
}

/** The result for one reference. */
export interface OpenedSecret extends WantedSecret {
  readonly secret?: Secret | undefined;
  readonly problem?: Problem | undefined;
}

/**
 * Opens each reference once, in the order of first use. Each failure is a problem, and so is a file that everybody may
 * read (a warning). One trailing newline of a file is not part of the secret. Never throws.
 */
export async function openSecrets(input: OpenSecrets): Promise<readonly OpenedSecret[]> {
  const firsts = new Map<string, WantedSecret>();
  for (const each of input.wanted) if (!firsts.has(each.reference)) firsts.set(each.reference, each);
  const opened = await Promise.all(
    [...firsts.values()].map(async (wanted) => ({ wanted, ...(await openOne(wanted.reference, input)) })),
  );
  const redactor = openRedactor();
  redactor.learn((input.known ?? []).map((secret) => secret.reveal()));
  redactor.learn(opened.flatMap(({ value }) => value ?? []));
  return opened.map(({ wanted, value, found }) => {
    const { at, address } = wanted;
    const problem = typeof found === "function" ? found(redactor) : found;
    const secret = value === undefined ? undefined : new Secret(value);
    return { ...wanted, secret, problem: problem && { ...problem, at, address } };
  });
}

interface OpenedReference {
  readonly value?: string;
  /**
   * The problem; absent if none was found yet. If it shows a program's error output, it is a function, because that
   * output can be redacted only once all secrets are known.
   */
  readonly found?: Problem | ((secrets: Redaction) => Problem);
}

async function openOne(reference: string, input: OpenSecrets): Promise<OpenedReference> {
  const { folder, env, allowed, programs = programsIn(folder) } = input;
  const program = commandIn(reference);
  if (program !== undefined) return fromCommand({ program, places: programs, variables: env });
  const [, form, rest = ""] = /^(env|file):(.+)$/s.exec(reference) ?? [];
  if (form === "env") return fromEnvironment(rest, env);
  if (form === "file") return readSecretFile(rest, { folder, allowed });
  const message = "a secret reference is neither env:NAME nor file:PATH.";
  return { found: problem("secret-form", message, { hint: "Write { secret: env:NAME }." }) };
}

function fromEnvironment(name: string, env: OpenSecrets["env"]): OpenedReference {
  const value = env[name];
  if (value !== undefined && value !== "") return { value };
  const hint = missingVariableHint(name, env);
  if (value === undefined)
    return { found: problem("missing-secret", `the environment variable ${name} is not set.`, { hint }) };
  return { found: problem("empty-secret", `the environment variable ${name} is empty.`, { hint }) };
}

async function fromCommand(command: Command): Promise<OpenedReference> {
  const [program = ""] = command.program.command;
  const found = (code: string, what: string, hint: string) =>
    problem(code, `the secret command \`${program}\` ${what}.`, { hint });
  const printed = await printedBy(command);
  if ("out" in printed) {
    if (printed.out !== "") return { value: printed.out };
    return {
      found: found(
        "empty-secret",
        "printed nothing",
        "Change the command so that it prints only the secret.",
      ),
    };
  }
  if (printed.missing)
    return { found: found("missing-secret", printed.failed, "Install the program, or give its full path.") };
  const hint =
    "Run the command by hand as this user. It may need a login, or a variable that is not named in " +
    "its `env`.";
  return { found: (secrets) => found("unreadable-secret", failureText(printed, secrets), hint) };
}
