/** Files: which folder's defaults hold for which file, which target a document is for, and its sections. */

import { byTextOf } from "../../model/compare.ts";
import { isObject } from "../../model/json.ts";
import type { Target } from "../../model/project.ts";
import type { SourceText } from "../../model/source.ts";
import { meant } from "../did-you-mean.ts";
import { shape as shapeWord } from "../schema-issues.ts";
import type { YamlDocument } from "../yaml/compose.ts";
import { parse } from "../yaml/parse.ts";
import type { KeyNumbers } from "../yaml/positions.ts";
import { textFile } from "../yaml/text-file.ts";
import { type InheritedLayers, inherit, nothingInherited } from "./defaults.ts";
import { walkSections } from "./entries.ts";
import type { DocumentNode } from "./field-places.ts";
import { fileFields } from "./file-fields.ts";
import { checkHeader } from "./header.ts";
import { type LoadRun, reportNode } from "./load-run.ts";
import type { InterfaceSections } from "./sections.ts";
import { inFull } from "./short-forms.ts";

/** Loads all files, in the order of their paths. */
export function loadFiles(run: LoadRun, files: readonly SourceText[]): void {
  const names: KeyNumbers = new Map();
  const sorted = [...files].sort(byTextOf(({ path }) => path));
  const { folders, known } = foldersOf(run, sorted, names);
  for (const file of sorted) {
    if (isDefaults(file)) continue;
    const from = inheritedIn(run, folderOf(file.path), { folders, known });
    for (const document of documentsOf(run, file, names)) loadDocument(run, document, from);
  }
}

/** What a file in this folder takes over from the `defaults.yaml` files of the folders that it is in. */
export function inheritedAt(run: LoadRun, files: readonly SourceText[], folder: string): InheritedLayers {
  return inheritedIn(run, folder, foldersOf(run, files, new Map()));
}

function foldersOf(run: LoadRun, files: readonly SourceText[], names: KeyNumbers): Folders {
  const folders = new Map<string, readonly YamlDocument[]>();
  for (const file of files.filter(isDefaults))
    folders.set(folderOf(file.path), documentsOf(run, file, names));
  const known = new Map<string, InheritedLayers>();
  for (const folder of folders.keys()) inheritedIn(run, folder, { folders, known });
  return { folders, known };
}

function isDefaults(file: SourceText): boolean {
  return /(?:^|\/)defaults\.ya?ml$/.test(file.path);
}

/** The folder of a path: empty for the project's own. */
function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function documentsOf(run: LoadRun, file: SourceText, names: KeyNumbers): readonly YamlDocument[] {
  const text = textFile(file.path, file.text);
  const { documents, faults } = parse(text, names);
  for (const fault of faults) run.findings.push({ ...fault, file: text, only: true });
  return documents;
}

interface Folders {
  readonly folders: ReadonlyMap<string, readonly YamlDocument[]>;
  readonly known: Map<string, InheritedLayers>;
}

/** What holds in a folder: its own `defaults.yaml` over that of the folders above. */
function inheritedIn(run: LoadRun, folder: string, of: Folders): InheritedLayers {
  const known = of.known.get(folder);
  if (known) return known;
  let inherited = folder === "" ? nothingInherited : inheritedIn(run, folderOf(folder), of);
  for (const document of of.folders.get(folder) ?? []) {
    const own = run.shapes.ofTargets();
    const shapes = isAboutOnly(document, own) ? own : run.shapes.all();
    const names = headerNames(shapes);
    checkHeader(run, document, { names, sections: new Set(), shapes, what: "defaults.yaml" });
    inherited = inherit(inherited, document, { names, layer: "folderDefaults" });
  }
  of.known.set(folder, inherited);
  return inherited;
}

/** The fields that files of these shapes may have at their top. */
function headerNames(shapes: readonly InterfaceSections[]): ReadonlySet<string> {
  const fields = shapes.flatMap(({ driver }) => driver.fileFields.map((field) => field.name));
  return new Set(["target", ...fields]);
}

/** Whether all that a `defaults.yaml` names belongs to these shapes. */
function isAboutOnly({ value }: YamlDocument, shapes: readonly InterfaceSections[]): boolean {
  if (!isObject(value)) return true;
  const { defaults = null, ...header } = value;
  const names = headerNames(shapes);
  const sections = Object.keys(isObject(defaults) ? defaults : {});
  const isKnown = (section: string) => shapes.some(({ withDefaults }) => withDefaults.has(section));
  return Object.keys(header).every((name) => names.has(name)) && sections.every(isKnown);
}

function loadDocument(run: LoadRun, document: YamlDocument, from: InheritedLayers): void {
  const { value, outline } = document;
  const root: DocumentNode = { outline, layer: "entry", path: [] };
  if (value === null) return;
  if (!isObject(value)) {
    const message = `a file must be a map with \`target\` and sections, not ${shapeWord(value)}`;
    reportNode(run, root, { code: "wrong-type", message, at: "value" });
    return;
  }
  const ofTargets = headerNames(run.shapes.ofTargets());
  const inherited = inherit(from, document, { names: ofTargets, layer: "fileDefaults" });
  const target = targetOf(run, inherited, root);
  const shape = target && run.shapes.of(target);
  if (!target || !shape) return;
  const names = headerNames([shape]);
  const { nodes, shortForms } = shape.sections;
  const sections = new Set([...nodes.keys(), ...shortForms.keys()]);
  checkHeader(run, document, { names, sections, shapes: [shape], what: `a file for ${target.name}` });
  const context = { ...fileFields(run, { inherited, root, target, shape }), place: root };
  const full = inFull(shape.sections, value, { run, node: root });
  if (isObject(full)) walkSections(run, shape.sections, { value: full, context });
}

function targetOf(run: LoadRun, inherited: InheritedLayers, root: DocumentNode): Target | undefined {
  const written = inherited.header.get("target");
  const known = [...run.project.targets.keys()];
  if (!written) {
    const hint =
      `Write \`target: NAME\` at its top, or into defaults.yaml of its folder. ${meant("", known) ?? ""}`.trim();
    reportNode(run, root, {
      code: "missing-target",
      message: "this file doesn't say for which target it is",
      hint,
    });
    return undefined;
  }
  const { value, source } = written;
  const target = typeof value === "string" ? run.project.targets.get(value) : undefined;
  if (target) return target;
  const message =
    typeof value === "string"
      ? `trueup.yaml has no target \`${value}\``
      : `\`target\` must be text, not ${shapeWord(value)}`;
  const hint = typeof value === "string" ? meant(value, known) : undefined;
  reportNode(run, source, { code: "unknown-target", message, hint, at: "value" });
  return undefined;
}
