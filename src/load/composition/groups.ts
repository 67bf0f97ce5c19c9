/**
 * Groups: defaults for the entries that match a condition. They override the defaults of folders and files; an entry's
 * own fields override them.
 */

import { z } from "zod";
import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { matches as matchesGlob } from "../../model/listed/glob.ts";
import { type Caret, caretIn } from "../../yaml/caret.ts";
import type { YamlDocument } from "../../yaml/compose.ts";
import { meant } from "../../yaml/did-you-mean.ts";

const globs = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

/** The schema of a group's `match`: an expression, or globs that must all match. */
export const matchSchema = z
  .union([
    z.string().min(1),
    z
      .strictObject({
        key: globs.optional().describe("Globs: one must match the entry's key."),
        tag: globs.optional().describe("Globs: one must match one of the entry's `tags`."),
        target: globs.optional().describe("Globs: one must match the target's name."),
        kind: globs.optional().describe("Globs: one must match the kind."),
      })
      .refine((value) => Object.keys(value).length > 0, "needs key, tag, target or kind"),
  ])
  .describe("Which entries are in the group: an expression that gives true or false, or globs.");

/** A group of a document: the condition for entries, and the defaults for entries that match. */
export interface Group {
  readonly name: string;
  readonly match: z.infer<typeof matchSchema>;
  /** The defaults that the group gives: a partial entry for each section. */
  readonly layers: JsonObject;
  readonly document: YamlDocument;
}

/** The properties of an entry with which a group's globs are compared. */
export interface Candidate {
  readonly key: string;
  readonly target: string;
  readonly kind: string;
  /** The entry's tags, evaluated without its groups. */
  readonly tags: Json;
}

/** True if all of a group's globs match. */
export function matchesGlobs(
  match: Exclude<Group["match"], string>,
  { key, target, kind, tags }: Candidate,
): boolean {
  const all: readonly (readonly [Json, readonly string[]])[] = [
    [match.key ?? null, [key]],
    [match.target ?? null, [target]],
    [match.kind ?? null, [kind]],
    [match.tag ?? null, isArray(tags) ? tags.filter((tag) => typeof tag === "string") : []],
  ];
  return all.every(
    ([wanted, texts]) =>
      wanted === null || asTexts(wanted).some((glob) => texts.some((text) => matchesGlob(glob, text))),
  );
}

function asTexts(value: Json): readonly string[] {
  return isArray(value)
    ? value.filter((each) => typeof each === "string")
    : typeof value === "string"
      ? [value]
      : [];
}

/** A problem with a group, and its place. */
export interface GroupFault {
  readonly path: readonly string[];
  readonly at: "key" | "value";
  readonly message: string;
  readonly hint?: string | undefined;
}

/**
 * Returns the groups that a document declares, by name, and the errors in them. `sections`: the sections for which
 * groups may have defaults.
 */
export function groupsIn(
  document: YamlDocument,
  written: Json,
  sections: ReadonlySet<string>,
): { readonly groups: readonly Group[]; readonly faults: readonly GroupFault[] } {
  const faults: GroupFault[] = [];
  if (!isObject(written)) {
    const message = "`groups` must be a map of groups by name";
    return { groups: [], faults: [{ path: ["groups"], at: "value", message }] };
  }
  const groups = Object.keys(written).flatMap((name): readonly Group[] => {
    const path = ["groups", name];
    const value = written[name] ?? null;
    if (!isObject(value)) {
      faults.push({ path, at: "value", message: "a group must be a map with `match` and sections" });
      return [];
    }
    const { match, ...layers } = value;
    const checked = matchSchema.safeParse(match);
    if (!checked.success) {
      const hint = 'Write an expression, such as `match: "site.pilot"`, or globs: `match: { tag: pilot }`.';
      const message =
        match === undefined
          ? `the group \`${name}\` has no \`match\``
          : "`match` must be an expression, or a map of globs";
      faults.push({ path: match === undefined ? path : [...path, "match"], at: "value", message, hint });
    }
    for (const [section, layer] of Object.entries(layers)) {
      if (!sections.has(section))
        faults.push({
          path: [...path, section],
          at: "key",
          message: `a group cannot have the section \`${section}\` here`,
          hint:
            meant(section, sections) ??
            "`match` is followed by sections that contain fields: `networks: { tags+: [x] }`.",
        });
      else if (!isObject(layer))
        faults.push({
          path: [...path, section],
          at: "value",
          message: `\`${section}\` of a group must be a map of fields`,
        });
    }
    const isUsable = checked.success && Object.values(layers).every(isObject);
    return isUsable ? [{ name, match: checked.data, layers, document }] : [];
  });
  return { groups: groups.sort((a, b) => (a.name < b.name ? -1 : 1)), faults };
}

/** Returns the path of the first field that two values set differently; undefined if there is none. */
export function disagreement(a: Json, b: Json): readonly string[] | undefined {
  if (!isObject(a) || !isObject(b)) {
    if (isArray(a) && isArray(b)) return JSON.stringify(a) === JSON.stringify(b) ? undefined : [];
    return a === b ? undefined : [];
  }
  for (const key of Object.keys(a)) {
    if (!Object.hasOwn(b, key) || /[^+]\+$/.test(key)) continue;
    const inner = disagreement(a[key] ?? null, b[key] ?? null);
    if (inner) return [key, ...inner];
  }
  return undefined;
}

/** Returns the place where a part of a group was written. */
export function caretOfGroup(
  { document, name }: Group,
  inside: readonly string[],
  at: "key" | "value",
): Caret {
  return caretIn({ outline: document.outline, path: ["groups", name] }, inside, at);
}
