/** The commands `serve` and `work` and their options. */

import { InvalidArgumentError } from "@commander-js/extra-typings";
import { addedTo, caOption, examples } from "../options/options.ts";
import type { Root, RunAction } from "./command.ts";

/** Adds `serve`. */
export function serveCommand(root: Root, _does: RunAction, serves: RunAction): void {
  root
    .command("serve")
    .description("follow repositories continuously: a page, an API, drift detection, applies after merges")
    .argument(
      "[file]",
      "the server's configuration file; default: the project of this folder, only on this machine",
    )
    .option("--check", "check the file, and report its errors or what the server would follow; start nothing")
    .option(
      "--listen <host:port>",
      "without a file: the address on this machine (default: 127.0.0.1:8080)",
      loopback,
    )
    .option(
      "--database <reference>",
      "a PostgreSQL URL, as env:NAME or file:PATH; `trueup work` processes on any machines then read and write",
    )
    .addHelpText(
      "after",
      examples([
        "trueup serve",
        "trueup serve /etc/trueup/serve.yaml",
        "trueup serve --check serve.yaml",
        "trueup serve --database env:DATABASE_URL serve.yaml",
      ]),
    )
    .action((file, options, command) => {
      if (file !== undefined && options.listen !== undefined)
        command.error("error: --listen cannot be combined with a file: set `listen:` in the file");
      return serves(async (cli) => (await import("../commands/serve.ts")).runServe(cli, file, options));
    });
}

/** Adds `work`. */
export function workCommand(root: Root, _does: RunAction, serves: RunAction): void {
  root
    .command("work")
    .description("read and write for a trueup server, with the credentials of this machine")
    .option(
      "--database <reference>",
      "the server's PostgreSQL URL, as env:NAME or file:PATH, or as a URL without a password; for trusted machines",
    )
    .option(
      "--token <reference>",
      "with --server URL, instead of --database: env:NAME or file:PATH of this worker's token",
    )
    .addOption(caOption())
    .option(
      "--secrets <glob>",
      "the secret references that this worker may open: env:ACME_*, file:/run/secrets/*; may be repeated",
      addedTo,
    )
    .option("--targets <glob>", "with --database: work only for these targets; may be repeated", addedTo)
    .option(
      "--except-targets <glob>",
      "with --database: work for all targets except these; may be repeated",
      addedTo,
    )
    .addHelpText(
      "after",
      examples([
        "trueup work --database env:DATABASE_URL --secrets 'env:ACME_*' --secrets 'file:/run/secrets/*'",
        "trueup work --server https://trueup.example.net --token file:/run/token --secrets 'file:/run/secrets/*'",
      ]),
    )
    .action(({ secrets = [], ...options }, command) => {
      const { server } = root.opts();
      const wrong = workFault({ ...options, server: typeof server === "string" ? server : undefined });
      if (wrong !== undefined) command.error(`error: ${wrong}`);
      return serves(async (cli) =>
        (await import("../commands/continuous/work.ts")).runWork(cli, { ...options, secrets }),
      );
    });
}

interface WorkPlaces {
  readonly server?: string | undefined;
  readonly database?: string | undefined;
  readonly token?: string | undefined;
  readonly ca?: string | undefined;
  readonly targets?: readonly string[] | undefined;
  readonly exceptTargets?: readonly string[] | undefined;
}

/** Why the options do not say where the worker gets its work; undefined if the options say it. */
function workFault({ server, database, token, ca, targets, exceptTargets }: WorkPlaces): string | undefined {
  if ((server === undefined) === (database === undefined))
    return "a worker needs --database, or --server with --token";
  if (server !== undefined && token === undefined) return "--server needs --token: file:PATH or env:NAME";
  if (database !== undefined && (token ?? ca) !== undefined)
    return "--token and --ca only work with --server";
  if (server !== undefined && (targets ?? exceptTargets) !== undefined)
    return "--targets and --except-targets only work with --database: serve.yaml names the targets for --server";
  return undefined;
}

function loopback(text: string): string {
  if (!/^(?:localhost|127\.0\.0\.1|\[::1\]):\d{1,5}$/.test(text))
    throw new InvalidArgumentError(
      "Give an address of this machine with a port: 127.0.0.1:8080 or [::1]:8080.",
    );
  return text;
}
