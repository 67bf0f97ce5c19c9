/** Headers: checks the top-level names of a document and of its `defaults:`, but not the contents of sections. */

import { isObject } from "../../model/json.ts";
import type { YamlDocument } from "../../yaml/compose.ts";
import { meant } from "../../yaml/did-you-mean.ts";
import { shape as shapeWord } from "../../yaml/schema-issues.ts";
import type { DocumentNode } from "../composition/document-node.ts";
import { type Diagnostic, type LoadRun, reportNode } from "./load-run.ts";
import type { InterfaceSections } from "./sections.ts";

/** The allowed top-level names of a document. */
export interface HeaderNames {
  readonly names: ReadonlySet<string>;
  readonly sections: ReadonlySet<string>;
  readonly shapes: readonly InterfaceSections[];
  readonly what: string;
}

/** Checks the top-level names of a document, and those in its `defaults:`. */
export function checkHeader(run: LoadRun, document: YamlDocument, of: HeaderNames): void {
  const { value, outline } = document;
  if (!isObject(value)) return;
  const layer = "entry" as const;
  for (const name of Object.keys(value)) {
    if (name === "defaults" || of.names.has(name) || of.sections.has(name)) continue;
    const complaint =
      elsewhere(run, name, of.what) ?? unknownSection(name, [...of.names, "defaults", ...of.sections]);
    reportNode(run, { outline, layer, path: [name] }, complaint);
  }
  const { defaults = null } = value;
  if (!isObject(defaults)) {
    const message = `\`defaults\` must be a map of sections, not ${shapeWord(defaults)}`;
    if (Object.hasOwn(value, "defaults") && defaults !== null)
      reportNode(run, { outline, layer, path: ["defaults"] }, { code: "wrong-type", message, at: "value" });
    return;
  }
  const known = new Set(of.shapes.flatMap((shape) => [...shape.withDefaults.keys()]));
  for (const [name, entry] of Object.entries(defaults)) {
    const source: DocumentNode = { outline, layer, path: ["defaults", name] };
    if (!known.has(name))
      reportNode(run, source, {
        ...unknownSection(name, known),
        message: `\`defaults\` cannot have the section \`${name}\` here`,
      });
    else if (entry !== null && !isObject(entry))
      reportNode(run, source, {
        code: "wrong-type",
        message: `defaults of \`${name}\` must be a map of fields`,
        at: "value",
      });
  }
}

/**
 * Returns the error for a misplaced name: a section or header field of another interface, or of another type of file.
 * Undefined: the name is unknown everywhere.
 */
function elsewhere(run: LoadRun, name: string, what: string): Diagnostic | undefined {
  if (what === "defaults.yaml" && (name === "vars" || name === "each" || name === "where")) {
    const hint =
      name === "vars"
        ? "Put variables of a folder into its `vars.yaml`."
        : "Put it into a file that contains entries.";
    return { code: "unknown-section", message: `\`${name}\` does not belong in ${what}`, hint };
  }
  const owners = run.shapes
    .all()
    .filter(
      ({ driver, sections }) =>
        sections.nodes.has(name) || driver.fileFields.some((field) => field.name === name),
    );
  if (owners.length === 0) return undefined;
  const names = [...new Set(owners.map(({ driver }) => driver.interface))].join(", ");
  const message = `\`${name}\` does not belong in ${what}`;
  const hint =
    what === "defaults.yaml"
      ? "Put sections into other files, and defaults under `defaults:`."
      : `It belongs in a file for a target with interface ${names}.`;
  return { code: "wrong-section", message, hint };
}

function unknownSection(name: string, known: Iterable<string>): Diagnostic {
  return {
    code: "unknown-section",
    message: `a file cannot have \`${name}\` here`,
    hint: meant(name, known),
  };
}
