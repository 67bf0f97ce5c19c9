/** One entry of a section, and its ancestor context: defaults, scope, parent, ownership. */

import type { Address } from "../../model/address.ts";
import type { Scope } from "../../model/desired.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Target } from "../../model/project.ts";
import { explain, type SchemaIssue } from "../../yaml/schema-issues.ts";
import type { DocumentNode } from "../composition/document-node.ts";
import type { VariableLayer, VariableScope } from "../composition/scope.ts";
import { hasExpression } from "../expressions/text.ts";
import type { DefaultsGroup } from "./composing/entry-groups.ts";
import { type DefaultsLayer, type EntryPlace, writtenIn } from "./field-places.ts";
import { type Diagnostic, type LoadRun, reportField } from "./load-run.ts";
import type { Section } from "./section.ts";

/** For the data path of each list: the leaves that identify the list's elements. */
export type ListKeys = Readonly<Record<string, string | readonly string[]>>;

/** What an entry inherits from its surroundings. */
export interface AncestorContext {
  readonly target: Target;
  readonly place: EntryPlace | DocumentNode;
  readonly scope: Scope;
  /** The joined keys of the entry's ancestors; empty at the top. */
  readonly key: string;
  /** The key of the resource that the file fields name. Top-level sections with a single value use it as their key. */
  readonly fileKey: string;
  readonly parent?: Address | undefined;
  readonly defaults: JsonObject;
  readonly layers: readonly DefaultsLayer[];
  readonly variables: VariableScope;
  /** The variables of the file and of the row, which are above the layers of folders. */
  readonly own: readonly VariableLayer[];
  readonly groups: readonly DefaultsGroup[];
  /** The groups of defaults that match an ancestor. */
  readonly matched: ReadonlySet<DefaultsGroup>;
  /**
   * Decides between entries with the same address: the higher rank overrides. Later folders have a higher rank. Within
   * a folder, a separate entry has a higher rank than the entry of a row.
   */
  readonly rank: number;
  /** Collects entries that may have to be merged with others. Undefined: there are no overlays. */
  readonly held?: { readonly hold: (entry: HeldEntry) => void } | undefined;
  readonly site?: string | undefined;
  readonly protect: boolean;
  readonly ownership: "declared" | "exclusive";
  readonly listKeys?: ListKeys | undefined;
  /** Values that are accepted as they are, although the catalog does not contain them. Absent: none. */
  readonly allowUnknown?: ReadonlySet<string> | undefined;
}

/** A top-level entry of a document, before it is processed. */
export interface HeldEntry {
  readonly section: Section;
  readonly address: Address;
  readonly ownKey: string;
  /** The entry's key as written. */
  readonly writtenKey: string;
  readonly raw: Json;
  readonly context: AncestorContext;
  /** The entries over which this entry is merged, the nearest first. */
  readonly below: readonly HeldEntry[];
  /**
   * The fields that the entry removes from its defaults. A field is removed if one layer of the entry sets it to null
   * and another sets it to a value. Absent: none.
   */
  readonly taken?: JsonObject | undefined;
}

/** An entry that was merged over its defaults and split into its parts. */
export interface DesiredEntry {
  readonly section: Section;
  readonly context: AncestorContext;
  readonly address: Address;
  /** The entry's own key, after evaluation. */
  readonly ownKey: string;
  /** The entry's full key: the keys of its ancestors, joined with its own. */
  readonly key: string;
  /** The value that the section's schema checks. */
  readonly value: Json;
  readonly place: EntryPlace;
}

/** Reports schema errors of an entry. */
export function reportIssues(run: LoadRun, entry: DesiredEntry, issues: Parameters<typeof explain>[0]): void {
  const { section, value, address, place } = entry;
  const { nodes, shortForms } = section.inner;
  const beside = [...section.taken, ...nodes.keys(), ...shortForms.keys()];
  for (const said of explain(issues, {
    schema: section.schema,
    value,
    title: `this ${section.title}`,
    beside,
  })) {
    const inPlace = said.code === "unknown-field" ? inGroup(section, said.path) : madeOfText(place, said);
    const hint =
      inPlace ?? (said.code === "missing-field" ? overridesNothing(entry, said) : undefined) ?? said.hint;
    const what: Diagnostic = { code: said.code, message: said.message, hint, address };
    reportField(run, { place, path: said.path, at: said.at }, what);
  }
}

/**
 * Returns a hint for an incomplete top-level entry: it may have been meant to override another entry, but no row and no
 * other folder declares its key. Undefined if it does override another entry.
 */
function overridesNothing(
  { context, place, ownKey }: DesiredEntry,
  { path }: SchemaIssue,
): string | undefined {
  if (path.length > 1 || context.key !== "" || !context.held || place.below) return undefined;
  return `If this entry is meant to override another one, correct its key: nothing else declares \`${ownKey}\`.`;
}

/**
 * Returns a hint for an expression whose result is a text although a number or a boolean is required: an expression
 * must convert the texts of a table. Undefined for all other issues.
 */
function madeOfText(place: EntryPlace, { code, path, message }: SchemaIssue): string | undefined {
  const { value: raw } = (code === "wrong-type" && writtenIn(place, path)) || {};
  if (typeof raw !== "string" || !hasExpression(raw)) return undefined;
  if (/must be a (?:whole )?number, not text/.test(message))
    return "Convert the value, as tables contain only text: `int(x)` gives a whole number, `double(x)` a number.";
  return /must be true or false, not text/.test(message)
    ? 'Compare the value, as tables contain only text: `site.pilot == "yes"`.'
    : undefined;
}

/**
 * Returns a hint for an unknown field that is the name of a section without its group: `vlans` must be written as
 * `appliance.vlans`. Undefined for other fields.
 */
function inGroup({ inner }: Section, path: readonly string[]): string | undefined {
  const [own = "", ...deeper] = path;
  if (deeper.length > 0) return undefined;
  const meantOnes = inner.all.filter(({ spellings: [full = []] }) => full.length > 1 && full.at(-1) === own);
  const names = meantOnes.map(({ name }) => `\`${name}\``);
  return names.length === 0 ? undefined : `Write it in its section group: ${names.join(" or ")}.`;
}
