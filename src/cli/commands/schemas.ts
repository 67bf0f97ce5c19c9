/** `trueup schemas`: writes the schemas by which editors complete a project's files, including its own products. */

import { join, resolve } from "node:path";
import { productSchemas, targetSchemas } from "../../load/schemas.ts";
import { readProject } from "../../project/read.ts";
import { writeWhole } from "../../runtime/files/files.ts";
import { shippedText } from "../../runtime/files/shipped.ts";
import type { Cli } from "../cli.ts";
import { tellProblems } from "../terminal/printing.ts";

/** The command's arguments and options. */
export interface SchemasOptions {
  readonly out: string;
}

const general = ["trueup.json", "desired-state.json", "catalog.json", "mapping.json", "serve.json"];

/** Exit status: 0; 1 if the project file or a catalog has an error. Errors in desired state are ignored. */
export async function runSchemas(cli: Cli, { out }: SchemasOptions): Promise<number> {
  const { read, problems } = await readProject(cli.cwd, cli.global.project);
  if (!read) {
    tellProblems(cli, problems);
    return 1;
  }
  const targets = [...read.project.targets.values()];
  const products = productSchemas(read.drivers, (of) =>
    targets.some((target) => target.interface === of.interface && target.dialect === of.dialect),
  );
  const resources = read.loaded.desired.resources.values();
  const byModules = targetSchemas(read.drivers, { targets, resources });
  const shipped = general.map((name) => [name, shippedText(`schemas/${name}`)] as const);
  const made = Object.entries({ ...products, ...byModules }).map(([name, schema]) => [
    name,
    `${JSON.stringify(schema, null, 2)}\n`,
  ]);
  for (const [name = "", text] of [...shipped, ...made]) {
    if (text === undefined) continue;
    await writeWhole(join(resolve(cli.cwd, out), name), text);
    cli.out(`${cli.style.green("✔")} ${join(out, name)}\n`);
  }
  const [first = "desired-state.json"] = [...Object.keys(byModules), ...Object.keys(products)];
  const line = `# yaml-language-server: $schema=../${join(out, first)}`;
  cli.out(`\nThe first line of a file says which: ${line}\n`);
  return 0;
}
