/** The command that writes rows of inventories into files of desired state. */

import { Option } from "@commander-js/extra-typings";
import { consents } from "../../pull/guards.ts";
import { examples, formatOption } from "../options/options.ts";
import type { Root, RunAction } from "./command.ts";

/** Adds `pull`. */
export function pullCommand(root: Root, does: RunAction): void {
  root
    .command("pull")
    .description(
      "write rows from NetBox, Nautobot, Infrahub and others into files, as configured in sources.yaml",
    )
    .argument("[name...]", "sources, as sources.yaml names them; default: all")
    .addOption(formatOption("result"))
    .option("--dry-run", "show what would be written, but write nothing")
    .option("--check", "like --dry-run, and end with 2 when a file would change")
    .addOption(
      new Option(
        "--allow <what...>",
        "removals: remove more rows than maxRemoved; edits: overwrite files that were edited since the last pull",
      ).choices(consents),
    )
    .addHelpText(
      "after",
      examples(["trueup pull", "trueup pull netbox --dry-run", "trueup pull --allow removals"]),
    )
    .action((names, options) =>
      does(async (cli) => (await import("../commands/pull.ts")).runPull(cli, { ...options, names })),
    );
}
