/** Catalog keys for a product's settings: the values that a target may override. Data only. */

import { z } from "zod";
import { field } from "./field.ts";

/** A place in the catalog: `kind.word.word` or `product.word.word`. */
const place = z
  .string()
  .regex(/^(?:\*|[a-z]\w*)(?:\.[^.\s]+)+$/, "must be a place such as network.list.path")
  .describe(
    "A kind, `product`, or `*` for all kinds with such a read, followed by words of its file. After a list, a " +
      "word selects the elements with this `by`, `means` or `code`: product.replies.notReady.text.",
  );

const puts = z
  .record(place, z.json())
  .describe("Place → the value that is set there; `{value}` in texts and names is the setting's value.");

const word = z.string().regex(/^[a-z]\w*$/i, "must be a word");
const ownWord = z.string().regex(/^[a-z][\w.]*\*?$/i, "must be a word such as id, id* or settings.name");

const setting = z
  .strictObject({
    description: z.string().min(1).max(300).exactOptional().describe("For editors, with its default."),
    is: z
      .union([
        z.enum(["path", "basePath", "plainPath", "header", "text", "texts", "name", "fieldPath"]),
        field,
      ])
      .exactOptional()
      .describe(
        "What people may write. path: a template of the same form as `like`. basePath: a prefix, which may be " +
          "empty. plainPath: a path without words in braces. name: the name of a field, unique in its group. " +
          "fieldPath: a field; dots lead into objects. text: one text. texts: one or several. Otherwise, the words " +
          "of a field. Absent: it is the group of the settings whose names begin with its name.",
      ),
    like: z
      .string()
      .min(1)
      .max(1024)
      .exactOptional()
      .describe("For a path: an example with all words that it may have."),
    words: z
      .record(word, ownWord)
      .exactOptional()
      .describe("For a path: the words that people write → the words of the catalog."),
    without: z
      .record(word, puts)
      .exactOptional()
      .describe("For a path: each word that it may omit → the values that are set if the word is missing."),
    default: z.string().min(1).exactOptional().describe("The default of `{settings.NAME}`."),
    values: z
      .record(z.string(), z.json())
      .exactOptional()
      .describe("Value → the value to set instead; null removes it."),
    replaces: z
      .union([place, z.array(place).min(1)])
      .exactOptional()
      .describe("The place, or places, where the value is set."),
    puts: puts.exactOptional(),
    renames: z.array(place).min(1).exactOptional().describe("Members that get the value as their name."),
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
