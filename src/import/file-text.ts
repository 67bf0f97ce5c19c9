/** The text of a desired-state file: its header and its sections, which are on separate lines. Pure. */

import { isObject, type Json } from "../model/json.ts";
import type { SourceText } from "../model/source.ts";
import { keyText, valueText } from "./edit/yaml-text.ts";
import { inSections } from "./section-groups.ts";

/** The folder of a file, and the schema that its first line names. Both are relative to the project's folder. */
export interface FilePlace {
  readonly folder: string;
  readonly schema?: string;
}

/** The contents of a file. */
export interface FileContent {
  readonly header: Readonly<Record<string, Json>>;
  readonly sections: Readonly<Record<string, Json>>;
  /** The key that contains the sections; undefined: the sections are at the top. */
  readonly under?: string;
  /** Groups by name. Each group has `match` and sections. */
  readonly groups?: Readonly<Record<string, Json>>;
  /** True: texts and keys may contain expressions. */
  readonly isTemplate?: boolean;
}

/** Returns the file with this content. */
export function fileOf({ folder, schema }: FilePlace, name: string, content: FileContent): SourceText {
  const { header, sections, under, groups = {}, isTemplate = false } = content;
  const up = "../".repeat(folder.split("/").length);
  const lines = [
    ...(schema === undefined ? [] : [`# yaml-language-server: $schema=${up}${schema}`]),
    ...Object.entries(header).map(
      ([field, value]) => `${field}:${valueText(value, { flow: false, indent: 2, isTemplate })}`,
    ),
    ...(under === undefined || Object.keys(sections).length === 0
      ? []
      : [`${under}:`, ...sectionLines(sections, { indent: 2, isTemplate })]),
    ...groupLines(groups, isTemplate),
    ...(under === undefined
      ? sectionLines(inSections({}, Object.entries(sections)), { indent: 0, isTemplate })
      : []),
  ];
  return { path: `${folder}/${name}.yaml`, text: `${lines.join("\n")}\n` };
}

interface LinePosition {
  readonly indent: number;
  readonly isTemplate: boolean;
}

function groupLines(groups: Readonly<Record<string, Json>>, isTemplate: boolean): readonly string[] {
  const lines = blockLines(groups, { indent: 2, isTemplate, levels: 2 });
  return lines.length === 0 ? [] : ["groups:", ...lines];
}

/** Returns lines with each section, and each entry or field directly inside a section, on lines of its own. */
function sectionLines(
  sections: Readonly<Record<string, Json>>,
  { indent, isTemplate }: LinePosition,
): readonly string[] {
  return Object.entries(sections).flatMap(([section, value]) => [
    `${" ".repeat(indent)}${section}:`,
    ...blockLines(value, { indent: indent + 2, isTemplate, levels: indent > 0 ? 1 : 2 }),
  ]);
}

/** Returns lines in block style for this many levels of maps. Deeper values are on one line if they fit. */
function blockLines(
  value: Json,
  { indent, isTemplate, levels }: LinePosition & { readonly levels: number },
): readonly string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const head = `${" ".repeat(indent)}${keyText(key, isTemplate)}:`;
    const inside = { indent: indent + 2, isTemplate };
    if (levels > 1 && isObject(member) && Object.keys(member).length > 0)
      return [head, ...blockLines(member, { ...inside, levels: levels - 1 })];
    return [`${head}${valueText(member, { flow: false, ...inside })}`];
  });
}
