/** `trueup simulate` and `trueup demo`: their options. */

import { Option } from "@commander-js/extra-typings";
import {
  controllerModeOption,
  dashboardModeOption,
  examples,
  fabricModeOption,
  firewallModeOption,
  firstPort,
  messagingModeOption,
  number,
  putOption,
  restconfModeOption,
  sdwanModeOption,
  serversModeOption,
  wholeSeed,
} from "../options/options.ts";
import type { Root, RunAction } from "./command.ts";

/** Adds `simulate` and `demo`. */
export function simulatorCommands(root: Root, does: RunAction, serves: RunAction): void {
  simulateCommand(root, serves);
  root
    .command("demo")
    .description("show a plan, an apply and drift of the example company, against the simulator")
    .option(
      "--products",
      "instead, apply the example to nine products in their own formats, and then apply it again",
    )
    .addOption(
      new Option(
        "--serve",
        "instead, serve the page of a trueup server and change values by hand, until you stop it",
      ).conflicts("products"),
    )
    .addHelpText("after", examples(["trueup demo", "trueup demo --serve"]))
    .action(({ products, serve }) => {
      if (serve)
        return serves(async (cli) => (await import("../commands/demo/demo-serve.ts")).runServeDemo(cli));
      return does(async (cli) =>
        products
          ? (await import("../commands/demo/demo-products.ts")).runProductsDemo(cli.out)
          : (await import("../commands/demo/demo.ts")).runDemo(cli.out),
      );
    });
}

function simulateCommand(root: Root, serves: RunAction): void {
  root
    .command("simulate")
    .description("simulate controllers and devices on loopback, with an example company")
    .option("--port-base <port>", "the first of nine ports; 0: any free ports", firstPort(9), 4801)
    .option("--readiness-seconds <s>", "how long a new network is not ready", number, 3)
    .option("--batch-action-seconds <s>", "how long a batch in the mode meraki takes per action", number, 0.1)
    .option("--requests-per-second <n>", "the dashboard's limit (default: 5; 10 in the mode meraki)", number)
    .addOption(dashboardModeOption())
    .addOption(controllerModeOption())
    .addOption(fabricModeOption())
    .addOption(restconfModeOption())
    .addOption(messagingModeOption())
    .addOption(serversModeOption())
    .addOption(sdwanModeOption())
    .addOption(firewallModeOption())
    .option(
      "--servers-key <file>",
      "a PEM file with the public key that checks request signatures: mode intersight, key id `simulated-key`",
    )
    .option("--router-keys <file>", "public keys that the routers' SSH accepts, as in authorized_keys")
    .option("--latency-ms <ms>", "how long every answer takes", number, 0)
    .option("--seed-file <file>", "the contents of the simulator, as JSON, instead of the example company")
    .option("--faults <file>", "the faults to cause, as a JSON list")
    .option("--habits <file>", "how servers change written values, as a JSON list")
    .option(
      "--openapi <file>",
      "serve the API that this OpenAPI 3 file describes (JSON or YAML), instead of the built-in ones",
    )
    .option("--state <file>", "with --openapi: the contents of the server, as JSON: paths and values")
    .option("--seed <n>", "a number that determines the values generated from the description", wholeSeed)
    .addOption(putOption())
    .addHelpText(
      "after",
      examples([
        "trueup simulate",
        "trueup simulate --port-base 0 --readiness-seconds 10",
        "trueup simulate --faults faults.json",
        "trueup simulate --habits habits.json",
        "trueup simulate --openapi api.yaml --port-base 8080",
      ]),
    )
    .action((options) =>
      serves(async (cli) => (await import("../commands/simulate.ts")).runSimulate(cli, options)),
    );
}
