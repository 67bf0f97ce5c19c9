/** The commands with which a person logs in to a target. */

import { examples, firstPort, number } from "../options/options.ts";
import type { Root, RunAction } from "./command.ts";

/** Adds `login` and `logout`. */
export function loginCommands(root: Root, does: RunAction): void {
  root
    .command("login")
    .description("log in to a target in a browser, and store its refresh token")
    .argument("<target>", "a target that needs a login, as trueup.yaml names it")
    .option("--no-browser", "print the URL instead of opening a browser")
    .option("--port <port>", "listen on this port of 127.0.0.1; 0: any free port", firstPort(1), 0)
    .option("--to <file>", "write the refresh token to this file, for your secret store")
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
    .description("delete the refresh token that a login has stored on this machine")
    .argument("<target>", "the target, as trueup.yaml names it")
    .addHelpText("after", examples(["trueup logout firewalls"]))
    .action((target) => does(async (cli) => (await import("../commands/logout.ts")).runLogout(cli, target)));
}
