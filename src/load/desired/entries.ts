/** Walks the sections of a file and the sections inside its entries, for any interface. */

import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { meant } from "../../yaml/did-you-mean.ts";
import { explain, shape } from "../../yaml/schema-issues.ts";
import { withAppended } from "../composition/layering.ts";
import { checkKey } from "../entry-key.ts";
import { hasExpression } from "../expressions/text.ts";
import { laidTogether } from "./composing/confusable-keys.ts";
import { type CaretFinder, renderedKey } from "./composing/expressions-of.ts";
import { evaluatedEntry, layeredEntry } from "./composing/layered-entry.ts";
import type { HeldEntries } from "./composing/overlay.ts";
import { hold } from "./container.ts";
import type { AncestorContext, DesiredEntry, HeldEntry } from "./entry.ts";
import { caretOf, type DefaultsLayer, type EntryPlace, spotOf } from "./field-places.ts";
import { addressIn, type LoadRun, reportField } from "./load-run.ts";
import { loaderFields } from "./loader-fields.ts";
import { declare } from "./resource.ts";
import type { Section, SectionGroup, SectionTree } from "./section.ts";

/** The value of a section or group, and its surroundings. */
interface Part {
  readonly value: Json;
  readonly context: AncestorContext;
}

/** Walks the sections of a file or an entry, declares resources, and reports errors. */
export function walkSections(
  run: LoadRun,
  { nodes }: SectionTree,
  of: Part & { readonly value: JsonObject },
): void {
  const { value, context } = of;
  for (const name of Object.keys(value)) {
    const node = nodes.get(name);
    if (node) walk(run, node, { value: value[name] ?? null, context });
  }
}

function walk(run: LoadRun, node: Section | SectionGroup, part: Part): void {
  if ("members" in node) walkGroup(run, node, part);
  else walkEntries(run, node, part);
}

function walkGroup(run: LoadRun, { path, members }: SectionGroup, { value, context }: Part): void {
  if (value === null) return;
  const place: EntryPlace = { within: context.place, section: [path], defaults: [] };
  const name = path.join(".");
  if (!isObject(value)) {
    const message = `\`${name}\` must be a map of sections, not ${shape(value)}`;
    reportField(
      run,
      { place, at: "value" },
      { code: "wrong-type", message, hint: meant("", members.keys()) },
    );
    return;
  }
  for (const [own, inner] of Object.entries(value)) {
    const node = members.get(own);
    if (node) walk(run, node, { value: inner, context });
    else {
      const message = `\`${name}\` has no section \`${own}\``;
      const hint = meant(own, members.keys());
      reportField(run, { place: { ...place, key: own } }, { code: "unknown-section", message, hint });
    }
  }
}

function walkEntries(run: LoadRun, section: Section, { value, context }: Part): void {
  if (section.single) {
    enter(run, section, { ownKey: context.key || context.fileKey, raw: value, context });
    return;
  }
  if (value === null) return;
  if (!isObject(value)) {
    const place: EntryPlace = { within: context.place, section: section.spellings, defaults: [] };
    const message = `\`${section.name}\` must be a map of entries by key, not ${shape(value)}`;
    reportField(
      run,
      { place, at: "value" },
      { code: "wrong-type", message, hint: mapForm(section.name, value) },
    );
    return;
  }
  const keys = Object.keys(value);
  const isInside = context.key !== "";
  const entries: HeldEntry[] | undefined =
    isInside && run.hasExpressions && keys.some(hasExpression) ? [] : undefined;
  for (const ownKey of keys) enter(run, section, { ownKey, raw: value[ownKey] ?? null, context, entries });
  for (const entry of entries ? laidTogether(entries) : []) compose(run, entry);
}

/**
 * Returns an example of how to write a section as a map instead of a list, with the name of the list's first element:
 * `networks: { berlin: { name: Berlin } }`.
 */
function mapForm(section: string, value: Json): string {
  const [first = null] = Array.isArray(value) ? value : [];
  const name = isObject(first) ? first.name : undefined;
  const isPlain = typeof name === "string" && /^[A-Za-z][A-Za-z0-9 -]{0,39}$/.test(name);
  const entry = isPlain ? `${name.toLowerCase().replace(/ +/g, "-")}: { name: ${name} }` : "KEY: { ... }";
  return `Each entry has a key of its own: \`${section.split(".").at(-1)}: { ${entry} }\`.`;
}

interface Entered {
  /** The key as written. */
  readonly ownKey: string;
  readonly raw: Json;
  readonly context: AncestorContext;
  /**
   * Collects the entries of this section. They are processed when all are known, because evaluated keys may be equal.
   */
  readonly entries?: HeldEntry[] | undefined;
}

/** Processes an entry, or holds it back until all entries are known with which it may have to be merged. */
function enter(run: LoadRun, section: Section, { entries, ...of }: Entered): void {
  const { context } = of;
  const ownKey = section.single ? of.ownKey : ownKeyOf(run, section, of);
  if (ownKey === undefined) return;
  const name = "kind" in section.of ? section.of.kind.name : section.of.holder.name;
  const key = section.single || context.key === "" ? ownKey : `${context.key}.${ownKey}`;
  const address = addressIn(context.target, name, key);
  const entry: HeldEntry = { ...of, section, address, ownKey, writtenKey: of.ownKey, below: [] };
  if (entries) entries.push(entry);
  else if (context.held && context.key === "") context.held.hold(entry);
  else compose(run, entry);
}

/** Processes the entries that were held back. */
export function composeHeld(run: LoadRun, held: HeldEntries): void {
  for (const entry of held.entries()) compose(run, entry);
}

function ownKeyOf(run: LoadRun, { spellings }: Section, { ownKey, context }: Entered): string | undefined {
  if (!run.hasExpressions || !hasExpression(ownKey)) return ownKey;
  const place: EntryPlace = { within: context.place, section: spellings, key: ownKey, defaults: none };
  const carets: CaretFinder = (_, at) => caretOf(spotOf(place, []), at);
  return renderedKey(run, ownKey, { variables: context.variables, carets });
}

/** Merges an entry over its defaults, evaluates its expressions, and declares the result. */
function compose(run: LoadRun, of: HeldEntry): void {
  const { section, address, ownKey } = of;
  const layered = layeredEntry(run, of);
  const { context, merged, place: plain } = layered;
  const key = section.single || context.key === "" ? ownKey : `${context.key}.${ownKey}`;
  const apart =
    section.raw || !isObject(merged)
      ? { own: merged, fields: nothing, inner: nothing }
      : takenApart(run, section, merged);
  const { own, fields, isWhole, place } = evaluatedEntry(run, {
    ...apart,
    merged,
    variables: context.variables,
    place: plain,
  });
  const entry = { section, context, address, ownKey, key, place, value: own };
  if (!section.single) checkKey(run, entry);
  finish(run, entry, { fields, inner: apart.inner, isWhole });
}

const none: readonly DefaultsLayer[] = Object.freeze([]);

interface Apart {
  readonly fields: JsonObject;
  readonly inner: JsonObject;
}

/**
 * Splits an entry into its own fields, the fields that the loader reads, and its inner sections. Caches the result only
 * if there may be overlays, because otherwise no merged entry occurs twice.
 */
function takenApart(run: LoadRun, section: Section, merged: JsonObject): EntryParts {
  if (!run.hasOverlays) return takeApart(section, merged);
  const known = parts.get(merged);
  if (known?.section === section) return known;
  const made = { section, ...takeApart(section, merged) };
  parts.set(merged, made);
  return made;
}

interface EntryParts extends Apart {
  readonly own: Json;
}

const parts = new WeakMap<JsonObject, EntryParts & { readonly section: Section }>();

function takeApart(section: Section, merged: JsonObject): EntryParts {
  const names = Object.keys(merged);
  if (!names.some((name) => section.loaderFields.has(name) || section.inner.nodes.has(name)))
    return { own: withAppended(merged), fields: nothing, inner: nothing };
  const own: Record<string, Json> = {};
  const fields: Record<string, Json> = {};
  const inner: Record<string, Json> = {};
  for (const name of names) {
    const value = merged[name] ?? null;
    if (section.loaderFields.has(name) && name !== "vars") fields[name] = value;
    if (section.inner.nodes.has(name)) inner[name] = value;
    else if (!section.taken.has(name)) own[name] = value;
  }
  return { own: withAppended(own), fields, inner };
}

interface Apart {
  readonly fields: JsonObject;
  readonly inner: JsonObject;
}

const nothing: JsonObject = Object.freeze({});

/** Declares the entry's resource, or records its container, and walks the sections inside. */
function finish(run: LoadRun, entry: DesiredEntry, apart: Apart & { readonly isWhole: boolean }): void {
  if (!apart.isWhole) {
    // The errors were already reported. An incomplete entry declares nothing.
    run.named.add(entry.address);
    return;
  }
  const context = takeOver(run, entry, apart.fields);
  const { section, place, key, address } = entry;
  const taken = context === entry.context ? entry : { ...entry, context };
  const isKind = "kind" in section.of;
  const scope =
    "kind" in section.of ? declare(run, taken, section.of.kind) : hold(run, taken, section.of.holder);
  if (Object.keys(apart.inner).length === 0) return;
  const inside: AncestorContext = {
    ...context,
    place,
    key,
    scope,
    parent: isKind ? address : context.parent,
  };
  walkSections(run, section.inner, { value: apart.inner, context: inside });
}

/**
 * Returns the settings for an entry and everything inside it. The entry's own loader fields override inherited
 * settings.
 */
function takeOver(run: LoadRun, entry: DesiredEntry, fields: JsonObject): AncestorContext {
  if (fields === nothing || Object.keys(fields).length === 0) return entry.context;
  const read = loaderFields.safeParse(fields, run.checking);
  if (!read.success) {
    const of = { schema: loaderFields, value: fields, title: `this ${entry.section.title}`, beside: [] };
    for (const said of explain(read.error.issues, of))
      reportField(run, { ...said, place: entry.place }, { ...said, address: entry.address });
    return entry.context;
  }
  const { site, protect, ownership, keys, allowUnknown } = read.data;
  const { context } = entry;
  return {
    ...context,
    site: site ?? context.site,
    protect: protect ?? context.protect,
    ownership: ownership ?? context.ownership,
    listKeys: keys ?? context.listKeys,
    ...(allowUnknown && {
      allowUnknown: new Set([...(context.allowUnknown ?? []), ...allowUnknown.map(String)]),
    }),
  };
}
