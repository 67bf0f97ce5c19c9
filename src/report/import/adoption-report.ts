/** The result of `adopt` → text and JSON. */

import type { UnknownResource } from "../../model/change.ts";
import type { SourceText } from "../../model/source.ts";
import { visible } from "../text/escape.ts";
import type { Style } from "../text/style.ts";
import { counted, fieldName, nameShown } from "../text/value.ts";

/** What came of an adoption. */
export interface AdoptionReport {
  readonly files: readonly SourceText[];
  readonly adopted: readonly {
    readonly address: string;
    readonly fields: readonly string[];
    readonly file: string;
  }[];
  readonly notAdopted: readonly { readonly address: string; readonly reason: string }[];
  readonly unknown: readonly UnknownResource[];
  readonly dryRun: boolean;
}

/** For people: each resource with its fields and its file, then what could not be written back and why. */
export function adoptionText(
  { files, adopted, notAdopted, unknown, dryRun }: AdoptionReport,
  style: Style,
): string {
  const lines = adopted.map(({ address, fields, file }) => {
    const what = fields.length > 0 ? fields.map(fieldName).join(", ") : "taken out, as it is live";
    return `  ${style.green("✓")} ${nameShown(address)}: ${visible(what)}  ${style.dim(visible(file))}`;
  });
  const not = [
    ...notAdopted,
    ...unknown.map(({ address, problem }) => ({ address, reason: `it is unknown: ${problem.message}` })),
  ].map(({ address, reason }) => `  ${style.red("✗")} ${nameShown(address)}: ${visible(reason)}`);
  if (lines.length + not.length === 0) return "Nothing to adopt: what was named is live as declared.\n";
  const would = dryRun ? "would be " : "";
  const changed = `${counted(files.length, "file")} ${would}changed`;
  const sum = `${style.bold("Adopted:")} ${counted(adopted.length, "resource")}; ${changed}`;
  const next = files.length === 0 || dryRun ? "" : ". Review them with `git diff`, then open a pull request.";
  return `${[...lines, ...not, `${sum}${next}`].join("\n")}\n`;
}

/** For machines. */
export function adoptionDocument({ files, adopted, notAdopted, unknown, dryRun }: AdoptionReport): object {
  const names = files.map(({ path }) => path);
  return { format: "trueup.adoption", version: 1, dryRun, files: names, adopted, notAdopted, unknown };
}
