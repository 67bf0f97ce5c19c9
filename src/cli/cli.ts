/** The context of every command: folder, environment, output streams, global options. */

import { basename } from "node:path";
import { styleText } from "node:util";
import { plain, type Style } from "../report/text/style.ts";
import { withoutCommands } from "../report/text/workflow-commands.ts";
import { inContinuousIntegration } from "../runtime/environment.ts";
import type { ProjectChoice } from "../runtime/files/project-file.ts";
import type { LogLevel, LogOptions } from "../runtime/log.ts";
import type { Redactor } from "../runtime/secrets/redactor.ts";
import type { Output, PrintStream } from "./terminal/output.ts";
import type { InterruptibleRun } from "./terminal/signals.ts";

/** Options that every command has. */
export interface GlobalOptions {
  readonly project?: ProjectChoice | undefined;
  /** The URL of a trueup server, which is used instead of a local project. */
  readonly server?: string | undefined;
  /** The file with the server's token. Default: the variable TRUEUP_SERVER_TOKEN. */
  readonly serverTokenFile?: string | undefined;
  readonly logLevel: LogLevel;
  readonly logFormat: "json" | "human";
  readonly quiet: boolean;
  /** Targets with `tls.insecure` that are allowed even in continuous integration. */
  readonly allowInsecure: readonly string[];
}

/** The surroundings of a command line: its process, or a substitute in tests. */
export interface Surroundings {
  readonly cwd: () => string;
  readonly env: Record<string, string | undefined>;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined };
  readonly stdout: PrintStream;
  readonly stderr: PrintStream;
}

/** The context of a command. Results go to `out`, progress and problems to `err`; neither shows secrets. */
export interface Cli {
  /** The version of trueup. */
  readonly version: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly global: GlobalOptions;
  readonly stdin: NodeJS.ReadableStream;
  /** The redactor of `out` and `err`, which learns secrets as they are opened. */
  readonly secrets: Redactor;
  /** How the log is written. */
  readonly log: Omit<LogOptions, "secrets">;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Prints commands for a workflow runner verbatim, so they must not contain unescaped external text. */
  readonly command: (text: string) => void;
  readonly style: Style;
  readonly errStyle: Style;
  /** True if a person uses the terminal: questions may be asked, and lines may be redrawn. */
  readonly interactive: boolean;
  /** The signals that this run receives. */
  readonly interrupt: InterruptibleRun;
}

/** Opens the context of a command line from its global options. */
export function openCli(
  global: GlobalOptions,
  version: string,
  on: {
    readonly surroundings: Surroundings;
    readonly output: Output;
    readonly interrupt: InterruptibleRun;
  },
): Cli {
  const { cwd, env, stdout, stderr } = on.surroundings;
  const { secrets, out, err } = on.output;
  const write = (line: string) => void stderr.write(line);
  const harmless = env.GITHUB_ACTIONS === "true" ? withoutCommands : (text: string) => text;
  const named = byProjectName(typeof global.project === "string" ? global.project : undefined);
  return {
    version,
    cwd: cwd(),
    env,
    global,
    // Node opens standard input when it is first used, and most runs never use it.
    get stdin() {
      return on.surroundings.stdin;
    },
    secrets,
    log: { level: global.logLevel, format: global.logFormat, write },
    out: (text) => out(harmless(text)),
    err: (text) => err(harmless(named(text))),
    command: err,
    style: styleFor(stdout, env),
    errStyle: styleFor(stderr, env),
    interrupt: on.interrupt,
    get interactive() {
      return stderr.isTTY === true && on.surroundings.stdin.isTTY === true && !inContinuousIntegration(env);
    },
  };
}

/** Replaces `trueup.yaml` in a message by the project file's own name. */
function byProjectName(project: string | undefined): (text: string) => string {
  const name = basename(project ?? "");
  if (!/^[\w.-]+\.ya?ml$/.test(name) || name === "trueup.yaml") return (text) => text;
  return (text) => text.replace(/(?<![\w./-])trueup\.yaml\b/g, () => name);
}

function styleFor(stream: PrintStream, env: Cli["env"]): Style {
  const wanted = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "0";
  const unwanted = env.NO_COLOR !== undefined && env.NO_COLOR !== "";
  return wanted || (stream.isTTY === true && !unwanted && env.TERM !== "dumb") ? coloured : plain;
}

const paint = (format: Parameters<typeof styleText>[0]) => (text: string) =>
  styleText(format, text, { validateStream: false });

const coloured: Style = {
  bold: paint("bold"),
  dim: paint("dim"),
  red: paint("red"),
  green: paint("green"),
  yellow: paint("yellow"),
  cyan: paint("cyan"),
};
