/** Catalog keys for a product's settings: the values that a target may override. Data only. */

import { z } from "zod";
import { field } from "./field.ts";

/** A place in the catalog: `kind.word.word` or `product.word.word`. */
const place = z
  .string()
  .regex(/^(?:\*|[a-z]\w*)(?:\.[^.\s]+)+$/, "must be a place such as network.list.path")
  .describe(
    "The kind, or `product`, or `*` for all kinds with such a read; then its words. In a list, it means the " +
      "elements with this `by`, `means` or `code`: product.replies.notReady.text.",
  );

const puts = z
  .record(place, z.json())
  .describe("Place → its value then; `{value}` in texts and names is the setting's value.");

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
        "path: a template, such as `like`. basePath: a prefix, may be empty. plainPath: without words. name: " +
          "of a field, unique in its group. fieldPath: a field, dots lead into objects. text, texts: one, " +
          "or one or more. Otherwise as for a field. Absent: a group of the settings with its name as prefix.",
      ),
    like: z
      .string()
      .min(1)
      .max(1024)
      .exactOptional()
      .describe("For a path: one with all words that it may have."),
    words: z.record(word, ownWord).exactOptional().describe("For a path: its words → those of the catalog."),
    without: z.record(word, puts).exactOptional().describe("For a path: optional words, and their defaults."),
    default: z.string().min(1).exactOptional().describe("The default of `{settings.NAME}`."),
    values: z
      .record(z.string(), z.json())
      .exactOptional()
      .describe("Value → the value to set instead; null removes it."),
    replaces: z
      .union([place, z.array(place).min(1)])
      .exactOptional()
      .describe("The place of the value."),
    puts: puts.exactOptional(),
    renames: z.array(place).min(1).exactOptional().describe("Members that get the value as their name."),
  })
  .meta({ id: "setting" });

/** The settings of a product, by name; `paths.devices` is a member of the group `paths`. */
export const settings = z.record(
  z.string().regex(/^[a-z]\w*(?:\.[a-z]\w*)?$/i, "must be a name such as notReady or paths.devices"),
  setting,
);

/** A setting, as in a file. */
export type Setting = z.infer<typeof setting>;

/** Settings by name, in the order in which they are applied to the catalog. */
export type Settings = Readonly<Record<string, Setting>>;
