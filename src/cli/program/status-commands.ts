/** The command `status` and its options. */

import { examples, formatOption, number } from "../options/options.ts";
import { since } from "../options/since.ts";
import type { Root, RunAction } from "./command.ts";

/** Adds `status`. */
export function statusCommand(root: Root, does: RunAction): void {
  root
    .command("status")
    .description("show health by site and the inventories, worst first")
    .addOption(formatOption("status"))
    .option("--all", "show all rows, not just the first 20 of each list")
    .option("--target <name...>", "only these targets; may be repeated")
    .option(
      "--since <time>",
      "health of sites over the last 90m, 2h or 7d instead of the current health",
      since,
    )
    .option(
      "--uplinks",
      "show uplinks and wireless status of a dashboard's devices; one request for each device",
    )
    .option(
      "--device <id...>",
      "only what these devices report; a serial, or a device id from a controller's inventory",
    )
    .option(
      "--watch [seconds]",
      "redraw the screen every 60 seconds, or at this interval; at least 10",
      number,
    )
    .addHelpText(
      "after",
      examples([
        "trueup status",
        "trueup status --target campus --since 2h --all",
        "trueup status --device Q2SM-0001-0001",
        "trueup status --watch 120",
        "trueup status --format json",
      ]),
    )
    .action((options) =>
      does(async (cli) => {
        if (cli.global.server !== undefined)
          return (await import("../server/status.ts")).runServerStatus(cli, options);
        return (await import("../commands/status.ts")).runStatus(cli, options);
      }),
    );
}
