/**
 * The types that all files with commands share: the command line to which the files add commands, and the runner of
 * actions.
 */

import type { Command, OptionValues } from "@commander-js/extra-typings";
import type { Cli } from "../cli.ts";

/** The command line to which commands are added. */
export type Root = Command<[], OptionValues>;

/** Runs an action in the surroundings of this process. */
export type RunAction = (action: (cli: Cli) => Promise<number>) => Promise<void>;
