/** Runs a user's program without a shell, for example to get a secret from another tool. */

import { spawn } from "node:child_process";
import type { Redaction, SecretProgram } from "../../model/secret.ts";
import { endChild, leadsGroup, ownGroup } from "../children.ts";
import { childEnvironment } from "../environment.ts";
import { redactor } from "./redactor.ts";

/** The folder in which programs run, and the environment that all of them get. */
interface ProgramPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Returns the place for programs on demand. `failed` says why no program may run, as the end of a sentence. */
export type ProgramPlaces = () => Promise<ProgramPlace | { readonly failed: string }>;

/** A program to run, and its input. */
export interface Command {
  readonly program: SecretProgram;
  /** An additional last argument. */
  readonly argument?: string;
  readonly places: ProgramPlaces;
  /** All available variables. The program gets only those that are named for it. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The program's input. Default: none. */
  readonly input?: string;
  /** How long the program may take, in seconds. Default: 30. */
  readonly seconds?: number;
}

/** The program's output, without one trailing newline; or why the program failed. */
export type CommandOutput = { readonly out: string } | FailedCommand;

/** A program that failed. */
export interface FailedCommand {
  /** Why the program failed, as the end of a sentence. Contains nothing that the program printed. */
  readonly failed: string;
  readonly missing?: true;
  /** The values of the variables that are named for the program. */
  readonly given?: readonly string[];
  /** The program's output before it failed. It must be redacted before it is shown. */
  readonly printed?: string;
  /** The program's standard error before it failed. It must be redacted before it is shown. */
  readonly said?: string;
}

const defaultSeconds = 30;
const maxBytes = 64 * 1024;
const maxShown = 300;

/** Lets programs run in the project's folder, without trueup's own credentials in their environment. */
export function programsIn(folder: string): ProgramPlaces {
  return async () => ({ cwd: folder, env: childEnvironment() });
}

/**
 * Says why a program failed, with the end of its error output. Redacts the known secrets, the values of the program's
 * variables, and the lines that it printed.
 */
export function failureText(
  { failed, given = [], printed = "", said = "" }: FailedCommand,
  secrets: Redaction,
): string {
  const own = redactor([...given, printed, ...printed.split(/\r?\n/)]);
  const shown = own(secrets.value(said)).trim();
  return shown === "" ? failed : `${failed}: ${shown.slice(-maxShown)}`;
}

/** Runs a program to its end or its time limit. Never rejects. */
export async function printedBy(command: Command): Promise<CommandOutput> {
  const { program, argument, places, variables, seconds = defaultSeconds } = command;
  const place = await places();
  if ("failed" in place) return place;
  const named = (program.env ?? []).flatMap((name) => {
    const value = variables[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const words = argument === undefined ? program.command : [...program.command, argument];
  const env = { ...place.env, ...Object.fromEntries(named) };
  const output = await run({ words, cwd: place.cwd, env, input: command.input ?? "", seconds });
  return "failed" in output ? { ...output, given: named.map(([, value]) => value) } : output;
}

interface Process extends ProgramPlace {
  readonly words: readonly string[];
  readonly input: string;
  readonly seconds: number;
}

function run({ words, cwd, env, input, seconds }: Process): Promise<CommandOutput> {
  const [program = "", ...rest] = words;
  return new Promise((resolve) => {
    const detached = ownGroup();
    const child = spawn(program, rest, { cwd, env, detached });
    if (detached) leadsGroup(child);
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let failed: string | undefined;
    let late = false;
    const end = () => {
      endChild(child);
      // A process that the program has started may still run, and keep these streams open.
      child.stdout.destroy();
      child.stderr.destroy();
    };
    // The option `timeout` is not used: if the program cannot be started, its timer would keep this process alive.
    const timer = setTimeout(() => {
      late = true;
      end();
    }, seconds * 1000);
    const keep = (into: Buffer[]) => (chunk: Buffer) => {
      into.push(chunk);
      if (sizeOf(into) <= maxBytes) return;
      failed = "printed more than 64 KiB";
      end();
    };
    child.stdout.on("data", keep(out));
    child.stderr.on("data", keep(err));
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    child.once("error", (error) => {
      clearTimeout(timer);
      const missing = "code" in error && error.code === "ENOENT";
      resolve(missing ? { failed: "does not exist", missing } : { failed: "cannot be started" });
    });
    child.once("close", (status, signal) => {
      clearTimeout(timer);
      const text = Buffer.concat(out)
        .toString("utf8")
        .replace(/\r?\n$/, "");
      if (failed !== undefined) return resolve({ failed });
      if (status === 0 && !late) return resolve({ out: text });
      const itself = signal === null ? `ended with exit status ${status}` : `was ended by ${signal}`;
      const how = late ? `was stopped after ${seconds} s` : itself;
      resolve({ failed: how, printed: text, said: Buffer.concat(err).toString("utf8") });
    });
  });
}

function sizeOf(chunks: readonly Buffer[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}
