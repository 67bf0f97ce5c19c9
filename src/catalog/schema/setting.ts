/** Catalog keys for a product's settings: the values that a target may override. Data only. */

import { z } from "zod";
import { field } from "./field.ts";

/** A place in the catalog: `kind.word.word` or `product.word.word`. */
const place = z
  .string()
  .regex(/^(?:\*|[a-z]\w*)(?:\.[^.\s]+)+$/, "must be a place such as network.list.path")
  .describe(
    "A dotted path into the catalog. It starts with the name of a kind, with `product`, or with `*` for " +
      "every kind in which the rest of the path exists. Keys of that file follow. In a list, the `by`, " +
      "`means` or `code` of elements selects them, as in product.replies.notReady.text.",
  );

const puts = z
  .record(place, z.json())
  .describe("Place → the value that is set there; `{value}` in texts and names is the setting's value.");

const word = z.string().regex(/^[a-z]\w*$/i, "must be a word");
const ownWord = z.string().regex(/^[a-z][\w.]*\*?$/i, "must be a word such as id, id* or settings.name");

const setting = z
  .strictObject({
    description: z
      .string()
      .min(1)
      .max(300)
      .exactOptional()
      .describe("The description of the setting for editors, with the default."),
    is: z
      .union([
        z.enum(["path", "basePath", "plainPath", "header", "text", "texts", "name", "fieldPath"]),
        field,
      ])
      .exactOptional()
      .describe(
        "The possible values. path: a template of the same form as `like`. basePath: " +
          "a prefix, which may be empty. plainPath: a path without words in braces. name: the name of " +
          "a field, unique in its group. fieldPath: a field; dots lead into objects. text: one text. " +
          "texts: one text or several. An object: the definition of a field. Absent: this is not a " +
          "setting, but a group of the settings whose names begin with its name.",
      ),
    like: z
      .string()
      .min(1)
      .max(1024)
      .exactOptional()
      .describe("For a path: an example with all words in braces that the path may contain."),
    words: z
      .record(word, ownWord)
      .exactOptional()
      .describe("For a path: the words in braces that people write → the words that the catalog uses."),
    without: z
      .record(word, puts)
      .exactOptional()
      .describe(
        "For a path: a word in braces that may be missing → the values that are set if it is missing.",
      ),
    default: z
      .string()
      .min(1)
      .exactOptional()
      .describe("The value of `{settings.NAME}` if the target does not give one."),
    values: z
      .record(z.string(), z.json())
      .exactOptional()
      .describe("Value that people write → value that is set in the catalog; null removes the place."),
    replaces: z
      .union([place, z.array(place).min(1)])
      .exactOptional()
      .describe("The place, or places, where the value is set."),
    puts: puts.exactOptional(),
    renames: z
      .array(place)
      .min(1)
      .exactOptional()
      .describe("Members that are renamed: the value of the setting becomes their name."),
  })
  .meta({ id: "setting" });

/** The settings of a product, by name. `paths.devices` is a member of the group `paths`. */
export const settings = z.record(
  z.string().regex(/^[a-z]\w*(?:\.[a-z]\w*)?$/i, "must be a name such as notReady or paths.devices"),
  setting,
);

/** The keys of a setting in a file. */
export type Setting = z.infer<typeof setting>;

/** Settings by name, in the order in which they are applied to the catalog. */
export type Settings = Readonly<Record<string, Setting>>;
