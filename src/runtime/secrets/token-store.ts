/** Stores logins: in a file that only its user may read, or with a user's program. */

import { rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { KeptLogin, StoreSettings, TokenStore } from "../../model/login.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Target } from "../../model/project.ts";
import type { Secret, SecretProgram } from "../../model/secret.ts";
import { digest } from "../digest.ts";
import { fileErrorReason } from "../files/file-problems.ts";
import { readText, writePrivate } from "../files/files.ts";
import {
  type Command,
  type FailedCommand,
  failureText,
  type ProgramPlaces,
  printedBy,
  programsIn,
} from "./command.ts";
import { keptIn, keptText } from "./kept-login.ts";
import { type Redactor, type ServerRedactor, serverOf } from "./redactor.ts";

/** A store that `trueup logout` can empty. If a login returns no refresh token, it stores the access token. */
export interface ErasableStore extends TokenStore {
  /** Stores an access token with its expiry. Returns a problem on failure. */
  saveAccess(token: Secret, lifetimeMs: number | undefined): Promise<Problem | undefined>;
  /** The place of the stored token, in words for people. */
  readonly place: string;
  /** Deletes the stored login. `erased` is false if nothing was stored. */
  erase(): Promise<{ readonly erased: boolean } | { readonly problem: Problem }>;
}

/** The target, its project, and where programs run. */
export interface StoreFor {
  readonly target: Pick<Target, "name" | "url" | "credential" | "store">;
  /** The project's folder. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where programs run. Default: in the folder. */
  readonly programs?: ProgramPlaces | undefined;
  /** The redactor that learns every token. */
  readonly secrets: Redactor;
}

/** The store of one target, and how its texts are redacted. */
interface Keeping extends Omit<StoreFor, "secrets"> {
  readonly secrets: ServerRedactor;
}

/** The store that the target names, or else a file in the user's configuration folder. Nothing is opened yet. */
export function tokenStore({ secrets, ...on }: StoreFor): ErasableStore {
  const of = { ...on, secrets: secrets.by(serverOf(on.target)) };
  const settings: StoreSettings = of.target.store ?? { file: ownFile(of) };
  return "file" in settings ? inFile(settings.file, of) : byCommand(settings, of);
}

/** The file for a login. Projects share the file if their targets have the same name, URL and client. */
function ownFile({ target, env }: Keeping): string {
  const { XDG_CONFIG_HOME: config = "", HOME: home = homedir() } = env;
  const folder = isAbsolute(config) ? config : join(home, ".config");
  const client = JSON.stringify(target.credential.clientId ?? "");
  return join(folder, "trueup", "logins", `${target.name}-${digest(`${target.url} ${client}`).slice(0, 12)}`);
}

function inFile(file: string, { target, secrets }: Keeping): ErasableStore {
  const failed = (what: string, error: unknown) =>
    problem(
      "token-store",
      `${target.name}: the refresh token in ${file} cannot be ${what}: ${fileErrorReason(error)}.`,
      {
        hint: "Make this user the owner of the file and its folder.",
      },
    );
  const write = (text: string) =>
    writePrivate(file, `${text}\n`).then(
      () => undefined,
      (error: unknown) => failed("written", error),
    );
  return {
    place: file,
    async load() {
      if (!(await isThere(file))) return {};
      const read = await readText(file, file, { maxBytes: 64 * 1024 });
      if ("problem" in read) return { problem: read.problem };
      const { mode } = await stat(file);
      const token = read.file.text.trim();
      if ((mode & 0o077) !== 0) return { problem: exposed(target.name, file) };
      if (token === "") return {};
      return opened(token, secrets);
    },
    save: (token) => write(token.reveal()),
    saveAccess: (token, lifetimeMs) => write(keptText(token, lifetimeMs)),
    erase: async () => {
      const erased = await isThere(file);
      return rm(file, { force: true }).then(
        () => ({ erased }),
        (error: unknown) => ({ problem: failed("removed", error) }),
      );
    },
  };
}

function opened(text: string, secrets: ServerRedactor): KeptLogin {
  const kept = keptIn(text);
  secrets.learnTokens(kept.secrets);
  return kept.login;
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: unknown) => !(error instanceof Error && "code" in error && error.code === "ENOENT"),
  );
}

function exposed(target: string, file: string): Problem {
  const message =
    `${target}: other users of this machine may read the refresh token in ${file}, so trueup does not ` +
    "use it.";
  return problem("exposed-token", message, {
    hint: `Run chmod 600 ${file}, then trueup login ${target}.`,
  });
}

function byCommand(
  settings: SecretProgram,
  { target, folder, env: variables, secrets, programs }: Keeping,
): ErasableStore {
  const [program = ""] = settings.command;
  const places = programs ?? programsIn(folder);
  const run = (verb: string, more: Partial<Command> = {}) =>
    printedBy({ program: settings, argument: verb, places, variables, ...more });
  const failed = (verb: string, how: FailedCommand) =>
    problem(
      "token-store",
      `${target.name}: the store \`${program}\` could not ${verb} the refresh token: it ${failureText(how, secrets)}.`,
      {
        hint: `Run the program by hand with \`${verb}\` as its last argument.`,
      },
    );
  const save = async (token: Secret, input: string) => {
    secrets.learnTokens([token.reveal()]);
    const printed = await run("save", { input });
    return "failed" in printed ? failed("save", printed) : undefined;
  };
  return {
    place: `the store \`${program}\``,
    async load() {
      const printed = await run("load");
      if ("failed" in printed) return { problem: failed("load", printed) };
      if (printed.out === "") return {};
      return opened(printed.out, secrets);
    },
    save: (token) => save(token, token.reveal()),
    saveAccess: (token, lifetimeMs) => save(token, keptText(token, lifetimeMs)),
    async erase() {
      const printed = await run("erase");
      return "failed" in printed ? { problem: failed("erase", printed) } : { erased: true };
    },
  };
}
