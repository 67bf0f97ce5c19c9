/**
 * Lists the settings in `trueup.yaml` that determine whom trueup trusts and which programs it runs. There is no other
 * such list.
 */

import { isArray, isObject, type Json, type JsonObject, parseJson } from "../model/json.ts";
import type { Project } from "../model/project.ts";
import { commandIn, type SecretProgram } from "../model/secret.ts";

/**
 * With --config-from, by pointer in the project file (`*`: any name or number):
 *
 * | the field names | treatment                                                                        |
 * |-----------------|----------------------------------------------------------------------------------|
 * | a file          | must equal the file in that revision, if it is in the work tree and Git knows it |
 * | a program       | runs in a copy of the project's folder from that revision                        |
 * | a secret        | is read from a file or a program (as above), or from an environment variable     |
 */
export const trustInputs: Readonly<Record<string, "file" | "program" | "secret">> = {
  "/targets/*/tls/ca": "file",
  "/targets/*/settings/hostKeys": "file",
  "/targets/*/credential/*/secret": "secret",
  "/targets/*/credential/store/file": "file",
  "/targets/*/credential/store": "program",
  "/secrets/fingerprintKey/secret": "secret",
  "/notify/*/key/secret": "secret",
  "/notify/*/ca": "file",
};

/** The inputs that a project names. */
export interface NamedInputs {
  /** Paths of files, absolute or relative to the project's folder. Each is listed once. */
  readonly files: readonly string[];
  readonly programs: readonly SecretProgram[];
}

/** All files and programs that determine whom this project trusts. */
export function namedInputs(project: Project): NamedInputs {
  const written = asWritten(project);
  const found = Object.entries(trustInputs).flatMap(([field, names]) =>
    valuesAt(written, field.split("/").slice(1)).map((value) => named(names, value)),
  );
  const files = found.flatMap((each) => each?.file ?? []);
  const programs = found.flatMap((each) => each?.program ?? []);
  return { files: [...new Set(files)].sort(), programs };
}

interface NamedInput {
  readonly file?: string | undefined;
  readonly program?: SecretProgram | undefined;
}

function named(names: (typeof trustInputs)[string], value: Json): NamedInput | undefined {
  if (isObject(value)) return names === "program" ? { program: programIn(value) } : undefined;
  if (typeof value !== "string") return undefined;
  if (names === "file") return { file: value };
  return names === "secret"
    ? { file: /^file:(.+)$/s.exec(value)?.[1], program: commandIn(value) }
    : undefined;
}

function programIn({ command, env }: JsonObject): SecretProgram | undefined {
  const texts = (list: Json | undefined) =>
    isArray(list) ? list.filter((word) => typeof word === "string") : [];
  return command === undefined ? undefined : { command: texts(command), env: texts(env) };
}

/** Returns all values at a path, in which `*` stands for any member. */
function valuesAt(value: Json | undefined, [first, ...rest]: readonly string[]): readonly Json[] {
  if (value === undefined) return [];
  if (first === undefined) return [value];
  if (isArray(value)) return value.flatMap((member) => valuesAt(member, rest));
  if (!isObject(value)) return [];
  const members = first === "*" ? Object.values(value) : Object.hasOwn(value, first) ? [value[first]] : [];
  return members.flatMap((member) => valuesAt(member, rest));
}

/** The project's inputs, at their places in the project file. */
function asWritten({ targets, fingerprintKey, notify }: Project): Json | undefined {
  const each = [...targets].map(([name, { tls, settings, credential, store }]) => [
    name,
    { tls, settings, credential: { ...credential, store } },
  ]);
  const written = { targets: Object.fromEntries(each), secrets: { fingerprintKey }, notify };
  return parseJson(JSON.stringify(written));
}
