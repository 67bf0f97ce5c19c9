/** `trueup serve`: follows repositories, shows their state, and applies allowed changes, until it is stopped. */

import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { hasErrors, problem } from "../../model/problem.ts";
import { visibleLines } from "../../report/text/escape.ts";
import { digest } from "../../runtime/digest.ts";
import { openLog } from "../../runtime/log.ts";
import { withPooledSecrets } from "../../runtime/secrets/secret-pool.ts";
import { openAudit } from "../../serve/access/audit.ts";
import { tokenFault } from "../../serve/access/tokens.ts";
import { namedFaults } from "../../serve/config/checks.ts";
import { configHere } from "../../serve/config/config-here.ts";
import { configText } from "../../serve/config/config-text.ts";
import { listenAddress } from "../../serve/config/listen-address.ts";
import { readServeFile } from "../../serve/config/read-serve-file.ts";
import type { ServeConfig } from "../../serve/config/serve-config.ts";
import { startParts } from "../../serve/parts.ts";
import { startServer } from "../../serve/serve.ts";
import type { Cli } from "../cli.ts";
import { tellProblems } from "../terminal/printing.ts";
import { stopSignal } from "../terminal/stop-signal.ts";

/** The command's arguments and options. */
export interface ServeCommandOptions {
  readonly check?: boolean | undefined;
  /** The port on the loopback address, if there is no server file. */
  readonly listen?: string | undefined;
  /**
   * The database that is used instead of the one in the server file: `env:NAME`, `file:PATH`, or a URL without a
   * password.
   */
  readonly database?: string | undefined;
}

/** Exit status: 0 if a signal stopped the server, or if its checked file has no errors; 1 if the server cannot run. */
export async function runServe(
  cli: Cli,
  file: string | undefined,
  options: ServeCommandOptions,
): Promise<number> {
  const found = await (file === undefined ? here(cli, options) : inFile(cli, file));
  tellProblems(cli, found.problems);
  if (!found.config || hasErrors(found.problems)) return 1;
  const config = { ...found.config, database: options.database ?? found.config.database };
  if ((config.workers ?? []).length > 0 && config.database === undefined)
    return refused(cli, workersNeedDatabase);
  const env = withPooledSecrets(cli.env);
  if (options.check) {
    const faults = await namedFaults(config, env, tokenFault);
    tellProblems(cli, faults);
    cli.out(visibleLines(configText(config)));
    return hasErrors(faults) ? 1 : 0;
  }
  return serveUntilStopped(cli, config, env);
}

const workersNeedDatabase = problem(
  "serve-workers",
  "`workers` in the server file need a database, through which they get their work",
  { hint: "Add `database: { secret: file:PATH }`, or start the server with --database." },
);

type FoundConfig = Awaited<ReturnType<typeof readServeFile>>;

function inFile(cli: Cli, file: string): Promise<FoundConfig> {
  const path = resolve(cli.cwd, file);
  return readServeFile({ path, folder: dirname(path), name: file });
}

const defaultPort = "127.0.0.1:8080";

async function here(cli: Cli, { listen = defaultPort }: ServeCommandOptions): Promise<FoundConfig> {
  const { XDG_STATE_HOME: state = "", HOME: home = homedir() } = cli.env;
  const all = join(state === "" ? join(home, ".local", "state") : state, "trueup", "serve");
  const found = await configHere({
    cwd: cli.cwd,
    project: cli.global.project,
    listen: listenAddress(listen),
    dataFor: (top) => join(all, digest(top).slice(0, 12)),
  });
  return "config" in found ? { config: found.config, problems: [] } : found;
}

async function serveUntilStopped(
  cli: Cli,
  config: ServeConfig,
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const stop = stopSignal();
  const log = openLog({ ...cli.log, secrets: cli.secrets });
  const { secrets, version, log: logging } = cli;
  const audit = await openAudit({
    path: join(config.data, "audit.jsonl"),
    maxBytes: config.limits.auditBytes,
    secrets: cli.secrets,
    write: (line) => cli.log.write?.(line),
    log,
  });
  const parts = await startParts(config, { env, log, secrets, audit, logging, version });
  if ("problem" in parts) {
    audit.close();
    return refused(cli, parts.problem);
  }
  const ports = { env, log, audit, secrets: cli.secrets, now: () => Date.now() };
  const server = await startServer(config, parts, ports);
  if ("problem" in server) {
    await parts.close();
    return refused(cli, server.problem);
  }
  cli.out(visibleLines(configText({ ...config, access: { ...config.access, publicUrl: server.url } })));
  cli.out(`\nThe server is at ${server.url}. Ctrl-C ends it.\n`);
  await stop;
  cli.err("\nStopping: running work is completed first. Interrupt again to stop at once.\n");
  await server.close();
  await parts.close();
  audit.close();
  return 0;
}

function refused(cli: Cli, problem: Parameters<typeof tellProblems>[1][number]): number {
  tellProblems(cli, [problem]);
  return 1;
}
