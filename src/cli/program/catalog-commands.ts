/** `trueup catalog` and `trueup schemas`: draft, start and check a project's own products, and write editor schemas. */

import { Option } from "@commander-js/extra-typings";
import { examples, formatOption, putOption } from "../options/options.ts";
import type { Root, RunAction } from "./command.ts";

/** Adds `catalog` and `schemas`. */
export function catalogCommands(root: Root, does: RunAction): void {
  root
    .command("schemas")
    .description("write schemas for editors of this project's files, including its own products")
    .option("--out <folder>", "the folder to write to, below the current one", "schemas")
    .addHelpText("after", examples(["trueup schemas"]))
    .action((options) =>
      does(async (cli) => (await import("../commands/schemas.ts")).runSchemas(cli, options)),
    );
  const catalog = root
    .command("catalog")
    .description("describe a product of your own, for targets with `interface: rest`")
    .addHelpText("after", examples(["trueup catalog derive ipam.yaml --out catalogs/our-ipam"]));
  catalog
    .command("derive")
    .description("draft a catalog from an OpenAPI description, and list the facts that you must add")
    .argument("<description>", "OpenAPI 3.0 or 3.1, as JSON or YAML")
    .requiredOption("--out <folder>", "the catalog's folder, named like the product")
    .option("--only <path...>", "only these paths and the paths below them: /vrfs")
    .option("--dry-run", "show what would be written, but write nothing")
    .addHelpText("after", examples(["trueup catalog derive ipam.yaml --only /vrfs --out catalogs/our-ipam"]))
    .action((description, options) =>
      does(async (cli) =>
        (await import("../commands/catalog/derive.ts")).runCatalogDerive(cli, { ...options, description }),
      ),
    );
  catalog
    .command("new")
    .description("start a catalog without an OpenAPI description, or add a kind; complete the files by hand")
    .argument("<folder>", "the catalog's folder, named like the product")
    .requiredOption("--kind <name>", "the kind, in the singular and in camelCase: guestNetwork")
    .addOption(
      new Option(
        "--form <form>",
        "collection: resources are created and removed; singleton: one always exists; fixed: several always exist",
      )
        .choices(["collection", "singleton", "fixed"])
        .default("collection" as const),
    )
    .option("--in <kind>", "the kind that contains this kind")
    .addHelpText(
      "after",
      examples([
        "trueup catalog new catalogs/granary --kind site",
        "trueup catalog new catalogs/granary --kind silo --in site",
      ]),
    )
    .action((folder, options) =>
      does(async (cli) =>
        (await import("../commands/catalog/new.ts")).runCatalogNew(cli, { ...options, folder }),
      ),
    );
  catalog
    .command("check")
    .description("check a catalog; with --openapi, also test each of its kinds on a simulated server")
    .argument("<folder>", "the catalog's folder")
    .option(
      "--openapi <file>",
      "the product's description: one resource of each kind is created, read, changed and removed",
    )
    .addOption(putOption())
    .addOption(formatOption("result"))
    .addHelpText("after", examples(["trueup catalog check catalogs/our-ipam --openapi ipam.yaml"]))
    .action((folder, options) =>
      does(async (cli) =>
        (await import("../commands/catalog/check.ts")).runCatalogCheck(cli, { ...options, folder }),
      ),
    );
}
