/** The commands for who writes desired state: what it comes to. They need no network and no secrets. */

import { documents, examples, formatOption } from "../options/options.ts";
import type { Root, RunAction } from "./command.ts";

/** Adds `render`. */
export function authoringCommands(root: Root, does: RunAction): void {
  root
    .command("render")
    .description(
      "print desired state as it is composed: no layers, rows or expressions; or what it differs in",
    )
    .addOption(formatOption(documents))
    .option("--only <glob...>", "only these addresses, with what they are in: 'cloud/ssid/*'")
    .option("--diff <rev|dir>", "what is composed otherwise at this revision, or in this folder")
    .option("--detailed-exitcode", "with --diff: exit with 2 when there is a difference")
    .addHelpText(
      "after",
      examples([
        "trueup render",
        "trueup render --only 'cloud/network/berlin'",
        "trueup render --diff origin/main --detailed-exitcode",
      ]),
    )
    .action((options) =>
      does(async (cli) => (await import("../commands/authoring/render.ts")).runRender(cli, options)),
    );
}
