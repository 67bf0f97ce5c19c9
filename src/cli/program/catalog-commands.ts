/** `trueup catalog`: a project's own products, drafted and checked. */

import { examples } from "../options/options.ts";
import type { Root, RunAction } from "./command.ts";

/** Adds `catalog derive` and `catalog check`. */
export function catalogCommands(root: Root, does: RunAction): void {
  const catalog = root
    .command("catalog")
    .description("describe a product of your own, for targets with `interface: rest`");
  catalog
    .command("derive")
    .description("draft a catalog from an OpenAPI description, and list what a person must still say")
    .argument("<description>", "OpenAPI 3.0 or 3.1, as JSON or YAML")
    .requiredOption("--out <folder>", "the catalog's folder, called like the product")
    .option("--only <path...>", "only these paths and what is below them: /vrfs")
    .option("--dry-run", "say what would be written, and write nothing")
    .addHelpText("after", examples(["trueup catalog derive ipam.yaml --only /vrfs --out catalogs/our-ipam"]))
    .action((description, options) =>
      does(async (cli) =>
        (await import("../commands/catalog-derive.ts")).runCatalogDerive(cli, { ...options, description }),
      ),
    );
}
