/** What files of commands share: the command line that they add to, and how an action runs. */

import type { Command, OptionValues } from "@commander-js/extra-typings";
import type { Cli } from "../cli.ts";

/** The command line that commands are added to. */
export type Root = Command<[], OptionValues>;

/** Runs an action with the surroundings of this process. */
export type RunAction = (action: (cli: Cli) => Promise<number>) => Promise<void>;
