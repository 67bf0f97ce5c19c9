/** The commands for the first day: create a project, import live state, and check both. */

import { annotationsOption, examples, formatOption, webUrl, workflowHostOption } from "../options/options.ts";
import { authoringCommands } from "./authoring-commands.ts";
import type { Root, RunAction } from "./command.ts";
import { pullCommand } from "./pull-command.ts";

/** Adds `init`, `validate`, the commands for authors, `kinds`, `check`, `import` and `pull`. */
export function firstCommands(root: Root, does: RunAction): void {
  initCommand(root, does);
  root
    .command("validate")
    .description("check everything that needs no network and no secrets")
    .addOption(formatOption("problems"))
    .addOption(annotationsOption())
    .addHelpText("after", examples(["trueup validate", "trueup validate --format sarif > trueup.sarif"]))
    .action((options) =>
      does(async (cli) => (await import("../commands/validate.ts")).runValidate(cli, options)),
    );
  authoringCommands(root, does);
  kindsCommand(root, does);
  root
    .command("check")
    .description("log in to each target and check what its credential may read")
    .addOption(formatOption("result"))
    .addHelpText("after", examples(["trueup check"]))
    .action((options) => does(async (cli) => (await import("../commands/check.ts")).runCheck(cli, options)));
  importCommand(root, does);
  pullCommand(root, does);
}

function importCommand(root: Root, does: RunAction): void {
  doctorCommand(root, does);
  root
    .command("import")
    .description("write the live state as desired state, so that the next plan is empty")
    .argument("<target>", "the target to read, as trueup.yaml names it")
    .addOption(formatOption("result"))
    .option(
      "--only <glob...>",
      "only these addresses: 'cloud/organization/Acme'; can name resources that no list shows",
    )
    .option("--kinds <kind...>", "only these kinds and their parents; `trueup kinds` lists them")
    .option(
      "--out <dir>",
      "the folder, inside the desired-state folder; default: a folder named like the target",
    )
    .option("--host <host...>", "the devices of a fleet to import: 10.20.0.1 10.20.0.2; may be repeated")
    .option(
      "--hosts-from <controller>",
      "import all devices in this controller's inventory that are among the fleet's hosts",
    )
    .option(
      "--secrets",
      "declare each secret by its own reference, since no interface shows secrets; lists the variables to set",
    )
    .option(
      "--shared-secrets",
      "like --secrets, but SSIDs with the same name in an organization share one reference",
    )
    .option("--factor", "write common values once: as defaults, groups, and tables with a template")
    .option("--dry-run", "show what would be written, but write nothing")
    .option("--strict", "end with 1 if even a single live value could not be declared")
    .option("--fresh", "read everything again, even lists that an interrupted import has read within a day")
    .addHelpText(
      "after",
      examples([
        "trueup import cloud",
        "trueup import cloud --only cloud/organization/Acme --kinds network ssid --secrets",
        "trueup import fabric-east --only fabric-east/managedObject/uni/tn-Production/ctx-main",
        "trueup import routers --hosts-from campus",
      ]),
    )
    .action((target, options) =>
      does(async (cli) => (await import("../commands/import.ts")).runImport(cli, target, options)),
    );
}

function initCommand(root: Root, does: RunAction): void {
  root
    .command("init")
    .description(
      "write a first trueup.yaml, and workflows for GitHub or GitLab; a repeated run writes only missing files",
    )
    .option("--import <url>", "a controller's URL: declare its live state instead of an example", webUrl)
    .option(
      "--dialect <product>",
      "the product at that URL: meraki, apic ...; default: detected from the host's name or answers",
    )
    .addOption(workflowHostOption())
    .option(
      "--package <what>",
      "what workflows install: a file, a URL, trueup@VERSION; default: this package",
    )
    .option("--sha256 <hash>", "the SHA-256 that the package must have; needed with a URL")
    .option("--strict", "with --import: end with 1 if part of the live state could not be declared")
    .option(
      "--upgrade",
      "bring workflows and their package up to this version of trueup; changes of your own stay",
    )
    .addHelpText(
      "after",
      examples([
        "git init && git remote add origin git@github.com:acme/network.git && trueup init",
        "trueup init --import https://api.meraki.com",
        "trueup init --import https://dashboard.example.net --dialect neutral",
        "trueup init --upgrade",
      ]),
    )
    .action((options) =>
      does(async (cli) => (await import("../commands/setup/init.ts")).runInit(cli, options)),
    );
}

function doctorCommand(root: Root, does: RunAction): void {
  root
    .command("doctor")
    .description("check this machine, the repository, workflows and targets, and give advice")
    .addOption(formatOption("result"))
    .option("--workflow", "only check the workflows; sends nothing")
    .addHelpText(
      "after",
      examples(["trueup doctor", "trueup doctor --workflow", "trueup doctor --format json"]),
    )
    .action((options) =>
      does(async (cli) => (await import("../commands/setup/doctor.ts")).runDoctor(cli, options)),
    );
}

function kindsCommand(root: Root, does: RunAction): void {
  root
    .command("kinds")
    .description("list the kinds that a product has; for one kind, its fields and an example")
    .argument("[product]", "the product, as in `dialect:` of a target; default: list all products")
    .argument("[kind...]", "one of its kinds; or words, to find kinds by name, title or section")
    .addOption(formatOption("result"))
    .addHelpText(
      "after",
      examples(["trueup kinds meraki", "trueup kinds meraki ssid", "trueup kinds meraki vlan"]),
    )
    .action((product, kind, options) =>
      does(async (cli) =>
        (await import("../commands/kinds.ts")).runKinds(cli, {
          ...options,
          product,
          kind: kind.length > 0 ? kind.join(" ") : undefined,
        }),
      ),
    );
}
