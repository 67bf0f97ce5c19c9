/** Checks the files of a project: whether they have errors, and whether editors find their schemas. */

import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Problem } from "../../model/problem.ts";
import type { ReadProject } from "../../project/read.ts";
import type { CheckupLine } from "../../report/checkup.ts";
import { counted, fewOf } from "../../report/text/value.ts";
import { readText } from "../../runtime/files/files.ts";

const area = "project";

/** The result of `trueup validate` in one line; `validate` itself lists the problems. */
export function projectLine(read: ReadProject | undefined, problems: readonly Problem[]): CheckupLine {
  const errors = problems.filter(({ severity }) => severity === "error");
  const [first] = errors;
  const line = { area, about: read?.fileName ?? "trueup.yaml" };
  if (first) {
    const more = errors.length === 1 ? "" : `, and ${counted(errors.length - 1, "error")} more`;
    const hint =
      first.code === "no-project" ? first.hint : "Run trueup validate: it shows all errors with their lines.";
    return { ...line, state: "failed", says: `${first.message}${more}`, hint };
  }
  const resources = [...(read?.loaded.desired.resources.values() ?? [])].filter(({ observed }) => !observed);
  const what = `${counted(resources.length, "resource")} for ${counted(read?.project.targets.size ?? 0, "target")}`;
  return { ...line, state: "ok", says: `environment ${read?.project.environment}: ${what}` };
}

/** Checks whether the schemas that comments in files name exist. */
export async function schemaLine({ project, files, fileName }: ReadProject): Promise<CheckupLine> {
  const own = await readText(join(project.folder, fileName), fileName);
  const all = [...("file" in own ? [own.file] : []), ...files].filter(({ path }) => /\.ya?ml$/.test(path));
  const named = all.flatMap(({ path, text }) => {
    const [, schema] = /^# yaml-language-server: \$schema=(\S+)/m.exec(text.slice(0, 2000)) ?? [];
    return schema === undefined ? [] : [{ path, schema }];
  });
  const isThere = ({ path, schema }: (typeof named)[number]) =>
    /^https?:/.test(schema) || existsSync(resolve(project.folder, dirname(path), schema));
  const broken = named.filter((one) => !isThere(one));
  const line = { area, about: "schemas" } as const;
  if (named.length === 0)
    return {
      ...line,
      state: "ok",
      says: "no file names a schema; `trueup schemas` writes schemas for editors",
    };
  if (broken.length === 0)
    return {
      ...line,
      state: "ok",
      says: `${named.length} of ${counted(all.length, "file")} name a schema that exists`,
    };
  const says = `editors do not find the schema named in ${fewOf(broken.map(({ path }) => path))}`;
  const hint =
    "Run `trueup schemas --out schemas`: it writes the schemas and prints the line to use. Or run `npm install`.";
  return { ...line, state: "warning", says, hint };
}
