/** Opens secret references: variables, files, what programs print. Their values go into `Secret` and nowhere else. */

import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import type { Address } from "../../model/address.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { commandIn, Secret } from "../../model/secret.ts";
import type { SourcePosition } from "../../model/source.ts";
import { type Command, type ProgramPlaces, printedBy, programsIn } from "./command.ts";

/** A reference, and who names it. */
export interface WantedSecret {
  /** `env:NAME`, `file:PATH` with a path that is absolute or relative to the project's folder, or a command. */
  readonly reference: string;
  readonly at?: SourcePosition | undefined;
  readonly address?: Address | undefined;
}

/** What is opened, and from where. */
export interface OpenSecrets {
  readonly wanted: readonly WantedSecret[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where programs run. Default: in the folder. */
  readonly programs?: ProgramPlaces | undefined;
}

const maxBytes = 64 * 1024;
const readableByAll = 0o004;

/**
 * The secrets by reference, each opened once, and a problem for each that cannot be opened. A file that
 * everybody may read is a warning; one trailing newline of a file is not part of the secret. Never throws.
 */
export async function openSecrets(
  input: OpenSecrets,
): Promise<{ readonly secrets: ReadonlyMap<string, Secret>; readonly problems: readonly Problem[] }> {
  const firsts = new Map<string, WantedSecret>();
  for (const each of input.wanted) if (!firsts.has(each.reference)) firsts.set(each.reference, each);
  const opened = await Promise.all(
    [...firsts.values()].map(async (wanted) => ({ wanted, ...(await openOne(wanted.reference, input)) })),
  );
  const values = opened.flatMap(({ wanted, value }) =>
    value === undefined ? [] : [[wanted.reference, new Secret(value)] as const],
  );
  const problems = opened.flatMap(({ wanted: { at, address }, found }) =>
    found ? [{ ...found, ...(at && { at }), ...(address && { address }) }] : [],
  );
  return { secrets: new Map(values), problems };
}

interface OpenedReference {
  readonly value?: string;
  readonly found?: Problem;
}

async function openOne(reference: string, { folder, env, programs }: OpenSecrets): Promise<OpenedReference> {
  const program = commandIn(reference);
  const places = programs ?? programsIn(folder);
  if (program !== undefined) return fromCommand({ program, places, variables: env });
  const [, form, rest = ""] = /^(env|file):(.+)$/s.exec(reference) ?? [];
  if (form === "env") return fromEnvironment(rest, env[rest]);
  if (form === "file") return fromFile(resolve(folder, rest));
  const message = "a secret reference is neither env:NAME nor file:PATH.";
  return { found: problem("secret-form", message, { hint: "Write { secret: env:NAME }." }) };
}

function fromEnvironment(name: string, value: string | undefined): OpenedReference {
  if (value !== undefined && value !== "") return { value };
  const hint = `Set ${name} to the secret.`;
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
    return { found: found("empty-secret", "printed nothing", "It must print the secret alone.") };
  }
  if (printed.missing)
    return { found: found("missing-secret", printed.failed, "Install it, or give its whole path.") };
  const hint =
    "Run it by hand as this user; it may have to be logged in, or want a variable that is not named in its env.";
  return { found: found("unreadable-secret", printed.failed, hint) };
}

async function fromFile(path: string): Promise<OpenedReference> {
  const found = (code: string, what: string, hint: string) =>
    problem(code, `the secret file ${path} ${what}.`, { hint });
  try {
    // Non-blocking, so that a pipe without a writer doesn't hold the run up.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = await file.stat();
    if (!stat.isFile())
      return { found: found("unreadable-secret", "is not a plain file", "Name a plain file.") };
    if (stat.size > maxBytes)
      return {
        found: found("unreadable-secret", "is larger than 64 KiB", "Name a file with the secret alone."),
      };
    const value = (await file.readFile("utf8")).replace(/\r?\n$/, "");
    if (value === "") return { found: found("empty-secret", "is empty", "Write the secret into it.") };
    if ((stat.mode & readableByAll) === 0) return { value };
    const exposed = found(
      "exposed-secret",
      "can be read by everybody on this machine",
      `Run chmod o-r ${path}.`,
    );
    return { value, found: { ...exposed, severity: "warning" } };
  } catch (error) {
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (missing)
      return { found: found("missing-secret", "does not exist", "Create it with the secret in it.") };
    return { found: found("unreadable-secret", "cannot be read", "Give this user the right to read it.") };
  }
}
