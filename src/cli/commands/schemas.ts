/**
 * `trueup schemas`: writes the schemas with which editors complete a project's files. They cover the project's own
 * products too.
 */

import { join, resolve } from "node:path";
import { productSchemas, targetSchemas } from "../../load/schemas.ts";
import { asList, type Json } from "../../model/json.ts";
import { outcomeOf } from "../../project/outcomes.ts";
import { loadInputs, type ProjectInputs, readInputs } from "../../project/read.ts";
import { writeWhole } from "../../runtime/files/files.ts";
import { shippedText } from "../../runtime/files/shipped.ts";
import type { Cli } from "../cli.ts";
import { tellProblems } from "../terminal/printing.ts";

/** The command's arguments and options. */
export interface SchemasOptions {
  readonly out: string;
}

const general = ["trueup.json", "desired-state.json", "catalog.json", "mapping.json", "serve.json"];

/** The schemas of a project's own products and targets. */
type OwnSchemas = readonly {
  readonly name: string;
  readonly text: string;
  /** True if the schema is for the files of one target with modules or a mapping. */
  readonly isOfTarget: boolean;
}[];

async function ownSchemas(inputs: ProjectInputs): Promise<OwnSchemas> {
  const { read } = await loadInputs(inputs);
  if (!read) return [];
  const targets = [...read.project.targets.values()];
  const products = productSchemas(read.drivers, (of) =>
    targets.some((target) => target.interface === of.interface && target.dialect === of.dialect),
  );
  const resources = read.loaded.desired.resources.values();
  const byModules = targetSchemas(read.drivers, { targets, resources });
  const texts = (schemas: Readonly<Record<string, unknown>>, isOfTarget: boolean) =>
    Object.entries(schemas).map(([name, schema]) => ({
      name,
      text: `${JSON.stringify(schema, null, 2)}\n`,
      isOfTarget,
    }));
  return [...texts(products, false), ...texts(byModules, true)];
}

const keptSchemas = {
  kept: (made: OwnSchemas): Json => made.map(({ name, text, isOfTarget }) => [name, text, isOfTarget]),
  read: (kept: Json): OwnSchemas | undefined => {
    const all = asList(kept).flatMap((one) => {
      const [name, text, isOfTarget] = asList(one);
      const isWhole = typeof name === "string" && typeof text === "string" && typeof isOfTarget === "boolean";
      return isWhole ? [{ name, text, isOfTarget }] : [];
    });
    return all.length === asList(kept).length ? all : undefined;
  },
};

/** Exit status: 0; 1 if the project file or a catalog has an error. Errors in desired state are ignored. */
export async function runSchemas(cli: Cli, { out }: SchemasOptions): Promise<number> {
  const found = await readInputs(cli.cwd, cli.global.project);
  if (!("inputs" in found)) {
    tellProblems(cli, found.problems);
    return 1;
  }
  const { inputs } = found;
  const wanted = { command: ["schemas"], env: cli.env, ...keptSchemas };
  const made = await outcomeOf<OwnSchemas>(inputs, wanted, () => ownSchemas(inputs));
  const shipped = general.map((name) => [name, shippedText(`schemas/${name}`)] as const);
  for (const [name, text] of [...shipped, ...made.map(({ name, text }) => [name, text] as const)]) {
    if (text === undefined) continue;
    await writeWhole(join(resolve(cli.cwd, out), name), text);
    cli.out(`${cli.style.green("✔")} ${join(out, name)}\n`);
  }
  const first = made.find(({ isOfTarget }) => isOfTarget) ?? made[0];
  const line = `# yaml-language-server: $schema=../${join(out, first?.name ?? "desired-state.json")}`;
  cli.out(`\nTo select a schema for a file, begin the file with this line: ${line}\n`);
  return 0;
}
