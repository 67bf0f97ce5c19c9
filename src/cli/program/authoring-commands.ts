/** The commands for authors of desired state. They need no network and no secrets. */

import { Option } from "@commander-js/extra-typings";
import { examples, formatOption } from "../options/options.ts";
import type { Root, RunAction } from "./command.ts";

/** Adds `explain`, `render`, `eval` and `fmt`. */
export function authoringCommands(root: Root, does: RunAction): void {
  root
    .command("explain")
    .description("show a composed resource: where each field was written, and what it overrode")
    .argument("<address>", "the resource: cloud/network/berlin")
    .argument("[field]", "only this field and the fields below it: netflow.enabled")
    .addOption(formatOption("result"))
    .addHelpText(
      "after",
      examples(["trueup explain cloud/ssid/berlin.0", "trueup explain cloud/ssid/berlin.0 vlan"]),
    )
    .action((address, field, options) =>
      does(async (cli) =>
        (await import("../commands/authoring/explain.ts")).runExplain(cli, { ...options, address, field }),
      ),
    );
  root
    .command("eval")
    .description("try an expression, with the variables of a resource or of the outermost folder")
    .argument("<expression>", "with or without ${} around it: 'cidr.host(lan, 1)'")
    .addOption(formatOption("result"))
    .option("--at <address>", "the resource whose variables the expression may use")
    .addHelpText(
      "after",
      examples(["trueup eval '100 + 5'", "trueup eval 'site.number' --at cloud/network/berlin"]),
    )
    .action((expression, options) =>
      does(async (cli) =>
        (await import("../commands/authoring/eval.ts")).runEval(cli, { ...options, expression }),
      ),
    );
  root
    .command("render")
    .description("print desired state with layers, rows and expressions resolved; or show its differences")
    .addOption(formatOption("result"))
    .option("--only <glob...>", "only these addresses, with their parents: 'cloud/ssid/*'")
    .addOption(
      new Option("--out <dir>", "write plain YAML files into a new or empty folder").conflicts("diff"),
    )
    .option(
      "--diff <rev|dir>",
      "show differences from the composed state at this revision, or in this folder",
    )
    .option("--detailed-exitcode", "with --diff: exit with 2 when there is a difference")
    .addHelpText(
      "after",
      examples([
        "trueup render",
        "trueup render --only 'cloud/network/berlin'",
        "trueup render --out rendered",
        "trueup render --diff origin/main --detailed-exitcode",
      ]),
    )
    .action((options) =>
      does(async (cli) => (await import("../commands/authoring/render.ts")).runRender(cli, options)),
    );
  root
    .command("fmt")
    .description("format indentation, blanks and line ends of YAML; keep comments, quotes, order and values")
    .argument(
      "[path...]",
      "files and folders; default: trueup.yaml and desired state; -: standard input to standard output",
    )
    .option("--check", "write nothing, list files that are not formatted, and end with 1 if there are any")
    .addHelpText("after", examples(["trueup fmt", "trueup fmt --check", "trueup fmt desired-state/sites"]))
    .action((paths, options) =>
      does(async (cli) => (await import("../commands/authoring/fmt.ts")).runFmt(cli, { ...options, paths })),
    );
}
