/** The commands `serve` and `work` and their options. */

import { InvalidArgumentError } from "@commander-js/extra-typings";
import { addedTo, examples } from "../options/options.ts";
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
    .option("--check", "report errors in the file, or what would be followed; starts nothing")
    .option(
      "--listen <host:port>",
      "without a file: the address on this machine (default: 127.0.0.1:8080)",
      loopback,
    )
    .option(
      "--database <reference>",
      "env:NAME or file:PATH of a PostgreSQL URL: `trueup work` reads and writes, on as many machines as you like",
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
    .requiredOption(
      "--database <reference>",
      "env:NAME or file:PATH of its PostgreSQL URL, or a URL without a password",
    )
    .option(
      "--secrets <glob>",
      "references that it may open: env:ACME_*, file:/run/secrets/*; can be given again",
      addedTo,
    )
    .addHelpText(
      "after",
      examples([
        "trueup work --database env:DATABASE_URL --secrets 'env:ACME_*' --secrets 'file:/run/secrets/*'",
      ]),
    )
    .action(({ database, secrets = [] }) =>
      serves(async (cli) =>
        (await import("../commands/continuous/work.ts")).runWork(cli, { database, secrets }),
      ),
    );
}

function loopback(text: string): string {
  if (!/^(?:localhost|127\.0\.0\.1|\[::1\]):\d{1,5}$/.test(text))
    throw new InvalidArgumentError("an address of this machine with a port: 127.0.0.1:8080, [::1]:8080.");
  return text;
}
