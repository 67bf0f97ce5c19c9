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

/** Leaves that identify the elements of a list, by the list's data path. */
export type ListKeys = Readonly<Record<string, string | readonly string[]>>;

/** What an entry takes over from what stands around it. */
export interface AncestorContext {
  readonly target: Target;
  readonly place: EntryPlace | DocumentNode;
  readonly scope: Scope;
  /** Keys above, joined; empty at the top. */
  readonly key: string;
  /** The key of a section at the top that is one value: that of what the file's fields name. */
  readonly fileKey: string;
  readonly parent?: Address | undefined;
  readonly defaults: JsonObject;
  readonly layers: readonly DefaultsLayer[];
  readonly variables: VariableScope;
  /** The layers of variables on top of those of folders: the file's, and the row's. */
  readonly own: readonly VariableLayer[];
  readonly groups: readonly DefaultsGroup[];
  /** Those that something around it is in. */
  readonly matched: ReadonlySet<DefaultsGroup>;
  /** What is laid over what: a later folder over an earlier one, what is written by itself over what a row made. */
  readonly rank: number;
  /** Where entries wait that may be laid over others; undefined: none may. */
  readonly held?: { readonly hold: (entry: HeldEntry) => void } | undefined;
  readonly site?: string | undefined;
  readonly protect: boolean;
  readonly ownership: "declared" | "exclusive";
  readonly listKeys?: ListKeys | undefined;
  /** Words that are meant as they are, though no catalog has them. */
  readonly allowUnknown?: ReadonlySet<string> | undefined;
}

/** An entry at the top of a document, before anything is made of it. */
export interface HeldEntry {
  readonly section: Section;
  readonly address: Address;
  readonly ownKey: string;
  /** Its key as it is written. */
  readonly writtenKey: string;
  readonly raw: Json;
  readonly context: AncestorContext;
  /** What it is laid over, the nearest first. */
  readonly below: readonly HeldEntry[];
  /** What it takes away of its defaults: nulls where something of the same entry stood. Absent: nothing. */
  readonly taken?: JsonObject | undefined;
}

/** One entry, with its defaults laid under it and taken apart. */
export interface DesiredEntry {
  readonly section: Section;
  readonly context: AncestorContext;
  readonly address: Address;
  /** Its own key, as it is written. */
  readonly ownKey: string;
  /** The joined key. */
  readonly key: string;
  /** What its schema checks. */
  readonly value: Json;
  readonly place: EntryPlace;
}

/** Notes what a schema said of an entry. `beside`: names that may stand beside its fields. */
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
    const hint = inPlace ?? said.hint;
    const what: Diagnostic = { code: said.code, message: said.message, hint, address };
    reportField(run, { place, path: said.path, at: said.at }, what);
  }
}

/** A number that an expression took from a table is text until it is made one. */
function madeOfText(place: EntryPlace, { code, path, message }: SchemaIssue): string | undefined {
  const { value: raw } = (code === "wrong-type" && writtenIn(place, path)) || {};
  if (typeof raw !== "string" || !hasExpression(raw)) return undefined;
  if (/must be a (?:whole )?number, not text/.test(message))
    return "Values of a table are text: `int(x)` gives a whole number, `double(x)` a number.";
  return /must be true or false, not text/.test(message)
    ? 'Values of a table are text: compare them, as in `site.pilot == "yes"`.'
    : undefined;
}

/** Where a section stands whose group was left out: `vlans` is `appliance.vlans`. */
function inGroup({ inner }: Section, path: readonly string[]): string | undefined {
  const [own = "", ...deeper] = path;
  if (deeper.length > 0) return undefined;
  const meantOnes = inner.all.filter(({ spellings: [full = []] }) => full.length > 1 && full.at(-1) === own);
  const names = meantOnes.map(({ name }) => `\`${name}\``);
  return names.length === 0 ? undefined : `Write it in its group: ${names.join(" or ")}.`;
}
