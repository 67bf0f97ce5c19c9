/** Catalog keys for a product's settings: what a target may override. Data only. */

import { z } from "zod";
import { field } from "./field.ts";

/** `kind.word.word` or `product.word.word`. */
const place = z
  .string()
  .regex(/^(?:\*|[a-z]\w*)(?:\.[^.\s]+)+$/, "must be a place such as network.list.path")
  .describe(
    "The kind, or `product`, or `*` for all kinds with such a read; then its words. Of a list the elements are meant " +
      "that say so in `by`, `means` or `code`: product.replies.notReady.text.",
  );

const puts = z
  .record(place, z.json())
  .describe("Place → what stands there then; `{value}` in texts and names is the setting's value.");

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
        "path: a template, `like` shows which. basePath: before paths, may be empty. plainPath: without words. name: " +
          "of a field; those of one group are never alike. fieldPath: a field, dots lead into objects. text, texts: " +
          "one, or one or more. Else as a field. Absent: a group, of the settings whose names begin with its own.",
      ),
    like: z
      .string()
      .min(1)
      .max(1024)
      .exactOptional()
      .describe("Of a path: one with all words that it may have."),
    words: z.record(word, ownWord).exactOptional().describe("Of a path: its words → those of the catalog."),
    without: z
      .record(word, puts)
      .exactOptional()
      .describe("Of a path: the words that it may do without, and what is put then."),
    default: z
      .string()
      .min(1)
      .exactOptional()
      .describe("What stands for `{settings.NAME}` where a target says nothing of it."),
    values: z
      .record(z.string(), z.json())
      .exactOptional()
      .describe("Value → what stands in its place; null takes away what is there."),
    replaces: z
      .union([place, z.array(place).min(1)])
      .exactOptional()
      .describe("Where the value stands then."),
    puts: puts.exactOptional(),
    renames: z.array(place).min(1).exactOptional().describe("Members that are called by the value then."),
  })
  .meta({ id: "setting" });

/** The settings of a product by name; `paths.devices` is a member of the group `paths`. */
export const settings = z.record(
  z.string().regex(/^[a-z]\w*(?:\.[a-z]\w*)?$/i, "must be a name such as notReady or paths.devices"),
  setting,
);

/** A setting, as in a file. */
export type Setting = z.infer<typeof setting>;

/** Settings by name, in the order in which they are applied to the catalog. */
export type Settings = Readonly<Record<string, Setting>>;
