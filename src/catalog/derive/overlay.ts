/**
 * The keys of an overlay, and how it is merged over derived files: as a merge patch (RFC 7396), in which null removes.
 */

import { z } from "zod";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { fieldFormats, spellings } from "../schema/format.ts";
import type { FormatsByName } from "./formats.ts";

const object = z.custom<JsonObject>(isObject);
const reasons = z.record(z.string(), z.string().min(1));

const clientWords = z
  .strictObject({
    basePath: z
      .string()
      .describe(
        "The prefix of the product's paths, which is removed. Paths without this prefix are left out.",
      ),
    only: z.array(z.string()).describe("Prefixes of the paths to include."),
    words: z
      .record(z.string(), z.string())
      .describe("Variable in a path → the word that the catalog uses for it."),
    kind: object.describe("Keys for the file of each kind, if the facts do not have them."),
    list: object.describe("Keys for each list, such as the field with the records."),
    item: object.describe("Keys for the read of one object of a parent. Absent: there is no such read."),
    create: object.describe("Keys for each create."),
    update: object.describe("Keys for each update."),
    parents: z
      .record(z.string(), z.string())
      .describe("Path up to a variable → the kind whose id replaces the variable."),
    identities: z
      .record(z.string(), z.union([z.string(), z.array(z.string())]))
      .describe("Resource → the field or fields that identify its objects, if they have no name."),
    idInBody: z.string().describe("The field in the body of an update that also contains the id."),
    brief: z
      .array(z.string())
      .describe(
        "Prefixes of paths whose lists are incomplete. Each object below them is also read individually.",
      ),
    flat: z
      .array(z.string())
      .describe(
        "Objects in bodies that are left out of catalogs. Their members become fields of the parent.",
      ),
    groups: z.record(z.string(), z.string()).describe("Part of a path → the section group for its kinds."),
  })
  .partial();

const formatWord = z.enum(fieldFormats);

/** The format of a text: one word, several words, or an object with words and `hostBits`. */
const textWords = z.union([
  formatWord.transform((word) => ({ format: word })),
  z.array(formatWord).transform((words) => ({ format: words })),
  z.strictObject({ format: spellings.format, hostBits: spellings.hostBits }),
]);

/**
 * The content of an overlay file. All files of a folder are merged. A file with a later name overrides earlier files.
 */
const overlayFile = z
  .strictObject({
    paths: object.describe(
      "Paths that the description lacks, in the short form without the frame of an OpenAPI document.",
    ),
    pageParameter: z
      .string()
      .describe("The query parameter by which the product's paginated lists are recognized."),
    joined: z
      .record(z.string(), z.string())
      .describe("Path of a collection → path of its items, if the items have another path."),
    names: z.record(z.string(), z.string()).describe("Path of an item or singleton → the name of its kind."),
    sections: z
      .record(z.string(), z.string())
      .describe("Kind → the name of its section, if the name from the path is unsuitable."),
    prefixes: z.record(z.string(), z.string()).describe("Kind → the prefix for the names of its singletons."),
    top: z.array(z.string()).describe("Kinds whose children have their sections at the top of a file."),
    onlyIf: z.record(z.string(), z.strictObject({ field: z.string(), has: object })),
    notKinds: reasons.describe("A path, or a prefix of paths → why it is not configuration."),
    references: z
      .record(z.string(), z.union([z.string(), z.array(z.string()).min(2)]).nullable())
      .describe(
        "Field, or kind.field → the kind that the field refers to, or several candidates. null: the " +
          "field is not a reference.",
      ),
    formats: z
      .record(z.string(), textWords.nullable())
      .describe("Text field, as name, kind.field or *End → its format. null: the field has no format."),
    client: clientWords.describe("How the facts of another client are read, if there is no description."),
    words: z.record(z.string(), z.string()).describe("Word → its spelling in titles: ssid: SSID."),
    kinds: z.record(z.string(), object).describe("Kind → a merge patch that is applied to its file."),
  })
  .partial();

/** An overlay, merged from all its files. */
export interface Overlay {
  readonly paths: JsonObject;
  /** The query parameters that every paged list has. Empty: all lists are paged. */
  readonly pageParameters: readonly string[];
  readonly joined: Readonly<Record<string, string>>;
  readonly names: Readonly<Record<string, string>>;
  readonly sections: Readonly<Record<string, string>>;
  readonly prefixes: Readonly<Record<string, string>>;
  readonly top: readonly string[];
  readonly onlyIf: Readonly<Record<string, { readonly field: string; readonly has: JsonObject }>>;
  readonly notKinds: Readonly<Record<string, string>>;
  readonly references: Readonly<Record<string, string | readonly string[] | null>>;
  readonly formats: FormatsByName;
  readonly words: Readonly<Record<string, string>>;
  readonly client: z.infer<typeof clientWords>;
  readonly kinds: Readonly<Record<string, JsonObject>>;
}

/** Merges the files of a folder in the given order. */
export function overlayOf(files: readonly Json[]): Overlay {
  const parts = files.map((each) => overlayFile.parse(each));
  const all = <T>(of: (part: z.infer<typeof overlayFile>) => Readonly<Record<string, T>> | undefined) =>
    Object.fromEntries(parts.flatMap((each) => Object.entries(of(each) ?? {})));
  const whole = (value: Json): JsonObject => (isObject(value) ? value : {});
  const kinds = parts.reduce<Json>((sum, each) => layered(sum, each.kinds ?? {}), {});
  return {
    paths: whole(parts.reduce<Json>((sum, each) => patched(sum, each.paths ?? {}), {})),
    pageParameters: parts.flatMap((each) => each.pageParameter ?? []).slice(-1),
    joined: all((each) => each.joined),
    names: all((each) => each.names),
    sections: all((each) => each.sections),
    prefixes: all((each) => each.prefixes),
    top: parts.flatMap((each) => each.top ?? []),
    onlyIf: all((each) => each.onlyIf),
    notKinds: all((each) => each.notKinds),
    references: all((each) => each.references),
    formats: all((each) => each.formats),
    words: all((each) => each.words),
    client: Object.assign({}, ...parts.map(({ client }) => client)),
    kinds: Object.fromEntries(Object.entries(whole(kinds)).map(([kind, file]) => [kind, whole(file)])),
  };
}

/**
 * Merges two patches like values, but keeps nulls, so that a null still removes a member when the result is applied.
 */
export function layered(below: Json | undefined, patch: Json): Json {
  if (!isObject(patch) || !isObject(below) || hasShape(patch)) return patch;
  const names = [...new Set([...Object.keys(below), ...Object.keys(patch)])];
  return Object.fromEntries(
    names.map((name) => [
      name,
      patch[name] === undefined ? (below[name] ?? null) : layered(below[name], patch[name]),
    ]),
  );
}

/** True if a patch gives a field another shape. The patch then replaces the field instead of being merged into it. */
function hasShape(patch: JsonObject): boolean {
  return typeof patch.shape === "string";
}

/** Applies a merge patch to a value. Null removes a member. */
export function patched(value: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const result: Record<string, Json> = isObject(value) && !hasShape(patch) ? { ...value } : {};
  for (const [name, each] of Object.entries(patch))
    if (each === null) delete result[name];
    else result[name] = patched(result[name], each);
  return result;
}
