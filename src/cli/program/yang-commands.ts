/** `trueup yang`: the modules that devices publish. */

import { examples } from "../options/options.ts";
import type { Root, RunAction } from "./command.ts";

const fetched = "trueup yang fetch routers --out yang/ios-xe-17.12";

/** Adds `yang`. */
export function yangCommands(root: Root, does: RunAction): void {
  root
    .command("yang")
    .description("the YANG modules of devices, for `settings.yang` of a target")
    .addHelpText("after", examples([fetched]))
    .command("fetch")
    .description("save the modules of a device in a folder, with its features and deviations")
    .argument("<target>", "a restconf or netconf target, as trueup.yaml names it")
    .requiredOption("--out <folder>", "the folder to write to, below the current one")
    .option("--host <host>", "the device; default: the first declared device of the target")
    .addHelpText("after", examples([fetched]))
    .action((target, options) =>
      does(async (cli) =>
        (await import("../commands/yang-fetch.ts")).runYangFetch(cli, { ...options, target }),
      ),
    );
}
