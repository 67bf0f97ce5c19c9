/**
 * Sketches a kind and its product without a description. Everything is derived from the kind's name, and marked as
 * assumed.
 */

import type { JsonObject } from "../../model/json.ts";
import type { KindFile } from "../schema/kind.ts";
import { titleOf } from "./placing.ts";
import { kindFileText, ownProductText } from "./render.ts";

/** The input of a sketch. */
export interface KindSketchInput {
  readonly kind: string;
  readonly form: KindFile["form"];
  /** The plural of the kind's name, used for its section and path. */
  readonly plural: string;
  /** The parent kind. Absent: the kind is at the top. */
  readonly parent?: KindFile | undefined;
  /** The first line of the file. It names the file's schema for editors. */
  readonly schemaLine: string;
}

/** Returns the text of the kind's file, which is valid without changes. */
export function sketchedKind({ kind, form, plural, parent, schemaLine }: KindSketchInput): string {
  const section = form === "singleton" ? kind : plural;
  const segment = section.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const path = `${parent ? pathWithin(parent) : ""}/${segment}`;
  const words: JsonObject = {
    kind,
    title: titleOf(kind, {}),
    section,
    ...(parent && { in: parent.kind }),
    form,
    ...ofForm[form](path),
    source: "assumed",
    verified: "assumed",
  };
  return kindFileText(words, schemaLine + notes[form]);
}

const name = { name: { type: "string", minLength: 1, maxLength: 64 } };
const description = { description: { type: "string", maxLength: 255 } };

const ofForm: Readonly<Record<KindFile["form"], (path: string) => JsonObject>> = {
  collection: (path) => ({
    identity: "name",
    id: "id",
    list: path,
    create: `POST ${path}`,
    update: { method: "PUT", path: `${path}/{id}`, send: "known" },
    remove: `DELETE ${path}/{id}`,
    fields: { ...name, ...description },
    required: ["name"],
  }),
  singleton: (path) => ({
    item: path,
    update: { method: "PUT", path, send: "known" },
    fields: { enabled: { type: "boolean" }, ...description },
  }),
  fixed: (path) => ({
    key: "number",
    keySchema: { type: "integer", minimum: 0 },
    list: path,
    update: { method: "PUT", path: `${path}/{id}`, send: "known" },
    fields: { ...name, ...description },
  }),
};

const assumed = "# Everything here is assumed. Compare it with the API:\n";
const written =
  "# - `update`: `known` is a PUT that replaces the object; `changed` sends only differences\n" +
  "# - `fields`: the fields that people may declare; add `wire:` if the API uses another name\n";
const listed = "# - the paths; add `items:` to the list if its records are in a field of the answer\n";

const notes: Readonly<Record<KindFile["form"], string>> = {
  collection:
    `${assumed}${listed}# - \`identity\`: the field that identifies a resource; ` +
    `\`id\`: the field with the id for paths\n${written}`,
  singleton: `${assumed}# - the paths; add \`item: { path, items }\` if a field of the answer has it\n${written}`,
  fixed: `${assumed}${listed}# - \`key\`: the field with the number of a resource, for paths\n${written}`,
};

/** Returns the path of an item as its children use it: the item's own id is a variable with the kind's name. */
function pathWithin({ kind, item, update, remove, list }: KindFile): string {
  const paths = [item, update, remove].flatMap((each) => pathOf(each) ?? []);
  const all = pathOf(list);
  const own = paths[0] ?? (all === undefined ? `/${kind}/{id}` : `${all}/{id}`);
  return own.replaceAll("{id}", `{${kind}}`).replace(/\/$/, "");
}

function pathOf(of: KindFile["item" | "update"]): string | undefined {
  if (typeof of === "object") return "path" in of ? of.path : undefined;
  return of?.replace(/^[A-Z]+ /, "");
}

/** Returns the initial text of a product's file. */
export function sketchedProduct(
  product: string,
  { check, schemaLine }: { readonly check: string; readonly schemaLine: string },
): string {
  const authentication = { by: "token", header: "Authorization" };
  const parts = [
    [
      "Assumed: a token, sent as a Bearer value. Set `basePath` above to the prefix of all paths, " +
        "such as /api/v1.",
      { authentication },
    ],
  ] as const;
  return schemaLine + ownProductText({ product, title: product, basePath: "", parts, check });
}
