/** The commands with which a person logs in to a target. */

import { examples, number, wholeNumber } from "../options/options.ts";
import type { Root, RunAction } from "./command.ts";

/** Adds `login` and `logout`. */
export function loginCommands(root: Root, does: RunAction): void {
  root
    .command("login")
    .description("log in for a target in a browser, and keep its refresh token")
    .argument("<target>", "a target that is logged in to, as trueup.yaml names it")
    .option("--no-browser", "print the URL, and open no browser")
    .option("--port <port>", "listen on this port of 127.0.0.1; 0: any free one", wholeNumber, 0)
    .option("--to <file>", "keep the refresh token in this file, to take it to a store of secrets")
    .option("--timeout <seconds>", "how long to wait for the login", number, 300)
    .addHelpText(
      "after",
      examples(["trueup login firewalls", "trueup login firewalls --no-browser --port 8099"]),
    )
    .action((target, options) =>
      does(async (cli) => (await import("../commands/login.ts")).runLogin(cli, target, options)),
    );
  root
    .command("logout")
    .description("forget the refresh token that a login has kept on this machine")
    .argument("<target>", "the target, as trueup.yaml names it")
    .addHelpText("after", examples(["trueup logout firewalls"]))
    .action((target) => does(async (cli) => (await import("../commands/logout.ts")).runLogout(cli, target)));
}
