/**
 * Loads files. Decides which folder defaults apply to a file, which target a document is for, and which sections it
 * has.
 */

import { byTextOf } from "../../model/compare.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Target } from "../../model/project.ts";
import type { SourceText } from "../../model/source.ts";
import type { YamlDocument } from "../../yaml/compose.ts";
import { meant } from "../../yaml/did-you-mean.ts";
import type { KeyNumbers } from "../../yaml/positions.ts";
import { shape as shapeWord } from "../../yaml/schema-issues.ts";
import { besidePath, DataFiles, isDataPath } from "../composition/data.ts";
import type { DocumentNode } from "../composition/document-node.ts";
import type { DefaultsGroup } from "./composing/entry-groups.ts";
import { caretsIn, rendered } from "./composing/expressions-of.ts";
import { type Instance, instancesOf, makingNames } from "./composing/instances.ts";
import { HeldEntries } from "./composing/overlay.ts";
import { type HeaderField, type InheritedLayers, inherit } from "./defaults.ts";
import { composeHeld, walkSections } from "./entries.ts";
import { fileFields } from "./file-fields.ts";
import {
  documentsOf,
  folderTree,
  headerNames,
  inheritedIn,
  isOfFolder,
  isYaml,
  rootedAt,
  withGroups,
} from "./folders.ts";
import { checkHeader } from "./header.ts";
import { type LoadRun, reportNode } from "./load-run.ts";
import type { InterfaceSections } from "./sections.ts";
import { defaultsInFull, inFull } from "./short-forms.ts";

/** Loads all files, in path order. */
export function loadFiles(run: LoadRun, files: readonly SourceText[]): void {
  const names: KeyNumbers = new Map();
  const sorted = [...files].sort(byTextOf(({ path }) => path));
  const tree = folderTree(run, sorted, names);
  const data = new DataFiles(sorted, names);
  const held = run.hasOverlays ? new HeldEntries() : undefined;
  const making = new Map(
    sorted
      .filter((file) => isYaml(file) && !isOfFolder(file) && /^each\s*:/m.test(file.text))
      .map((file) => [file.path, documentsOf(run, file, names)]),
  );
  const rows = new Set(
    [...making].flatMap(([path, documents]) => documents.flatMap((each) => dataPath(path, each))),
  );
  for (const file of sorted) {
    if (!isYaml(file) || isOfFolder(file) || rows.has(file.path)) continue;
    const { folder, rank } = rootedAt(run, file.path);
    const from = inheritedIn(run, folder, tree);
    for (const document of making.get(file.path) ?? documentsOf(run, file, names))
      loadDocument(run, document, { from, data, rank, held });
  }
  if (held) composeHeld(run, held);
}

/** Returns the paths of the data files that the `each` of a document names. They must not be loaded as documents. */
function dataPath(path: string, { value }: YamlDocument): readonly string[] {
  const each = isObject(value) ? value.each : undefined;
  const named = isObject(each ?? null) ? Object.values(each ?? {}) : [];
  return named.flatMap((one) =>
    typeof one === "string" && isDataPath(one) ? (besidePath(path, one) ?? []) : [],
  );
}

interface DocumentSurroundings {
  readonly from: InheritedLayers;
  readonly data: DataFiles;
  readonly rank: number;
  readonly held: HeldEntries | undefined;
}

function loadDocument(run: LoadRun, document: YamlDocument, of: DocumentSurroundings): void {
  const { value, outline } = document;
  const root: DocumentNode = { outline, layer: "entry", path: [] };
  if (value === null) return;
  if (!isObject(value)) {
    const message = `a file must be a map with \`target\` and sections, not ${shapeWord(value)}`;
    reportNode(run, root, { code: "wrong-type", message, at: "value" });
    return;
  }
  const ofTargets = headerNames(run.shapes.ofTargets());
  const shapes = run.shapes.ofTargets();
  const layered = inherit(of.from, document, { names: ofTargets, layer: "fileDefaults" });
  const inherited = withGroups(run, layered, { document, shapes });
  const bodies = new Map<InterfaceSections, DocumentBody>();
  for (const instance of instancesOf(run, document, { variables: inherited.variables, data: of.data })) {
    const header = headerOf(run, inherited, instance);
    const target = header && targetOf(run, header, instance.root);
    const shape = target && run.shapes.of(target);
    if (!header || !target || !shape) continue;
    const body = bodies.get(shape) ?? bodyOf(run, document, { inherited, target, shape });
    bodies.set(shape, body);
    const rank = 2 * of.rank + (instance.root.row ? 0 : 1);
    const root = rowRoot(instance, header);
    const found = { inherited: { ...inherited, header }, root, target, shape, instance, rank };
    const context = { ...fileFields(run, { ...found, ...body }), place: root, held: of.held };
    if (isObject(body.full)) walkSections(run, shape.sections, { value: body.full, context });
  }
}

/**
 * Returns the root of a document. For the document of a data row, it includes the header that a separate document would
 * need.
 */
function rowRoot({ root }: Instance, header: InheritedLayers["header"]): DocumentNode {
  if (!root.row) return root;
  return { ...root, header: Object.fromEntries([...header].map(([name, { value }]) => [name, value])) };
}

/** The parts of a document that all its rows and all targets of one interface share. */
interface DocumentBody {
  readonly full: Json;
  readonly defaults: JsonObject;
  readonly groups: readonly DefaultsGroup[];
}

function bodyOf(
  run: LoadRun,
  document: YamlDocument,
  of: { readonly inherited: InheritedLayers; readonly target: Target; readonly shape: InterfaceSections },
): DocumentBody {
  const { inherited, target, shape } = of;
  const names = new Set([...headerNames([shape]), ...makingNames]);
  const { nodes, shortForms } = shape.sections;
  const sections = new Set([...nodes.keys(), ...shortForms.keys()]);
  checkHeader(run, document, { names, sections, shapes: [shape], what: `a file for ${target.name}` });
  const root: DocumentNode = { outline: document.outline, layer: "entry", path: [] };
  const groups = inherited.groups.map((group): DefaultsGroup => {
    const { outline } = group.document;
    const written = { outline, layer: "group", value: group.layers, path: ["groups", group.name] } as const;
    return {
      group,
      written,
      layers: defaultsInFull(run, shape, { defaults: group.layers, layers: [written] }),
    };
  });
  const full = inFull(shape.sections, document.value, { run, node: root });
  return { full, defaults: defaultsInFull(run, shape, inherited), groups };
}

/** Returns the header, evaluated for an instance. If the evaluation fails, reports a finding and returns undefined. */
function headerOf(
  run: LoadRun,
  inherited: InheritedLayers,
  { root, variables }: Instance,
): InheritedLayers["header"] | undefined {
  if (!run.hasExpressions) return inherited.header;
  const made = new Map<string, HeaderField>();
  for (const [name, field] of inherited.header) {
    const source = { ...field.source, row: root.row };
    const { value, isWhole } = rendered(run, field.value, { variables, carets: caretsIn(source) });
    if (!isWhole) return undefined;
    made.set(name, { value, source });
  }
  return made;
}

function targetOf(run: LoadRun, header: InheritedLayers["header"], root: DocumentNode): Target | undefined {
  const written = header.get("target");
  const known = [...run.project.targets.keys()];
  if (!written) {
    const hint =
      `Write \`target: NAME\` at its top, or in defaults.yaml of its folder. ${meant("", known) ?? ""}`.trim();
    reportNode(run, root, {
      code: "missing-target",
      message: "this file does not name a target",
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
