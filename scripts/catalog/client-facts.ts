/** The facts that another client of a product knows: every word that derivation or a test server reads. */

import { z } from "zod";
import type { Json } from "../../src/model/json.ts";

const says = (means: string) => z.string().exactOptional().describe(means);
const number = (means: string) => z.number().exactOptional().describe(means);
const flag = (means: string) => z.boolean().exactOptional().describe(means);
const place = (means: string) =>
  z
    .union([z.string(), z.array(z.string())])
    .exactOptional()
    .describe(means);

/** A field of a resource, or of objects in a list. */
export const fieldFacts = z.object({
  name: says("The field's name in a body. A field without a name is the client's own."),
  as: says("For a template or a list element: the client's name for the field."),
  when: z
    .record(z.string(), z.string())
    .exactOptional()
    .describe(
      "For a list element: another member with a value. The field exists only if the member has this value.",
    ),
  emptyText: flag("If true, the field is a flag, and is sent as an empty text if it is set."),
  yang: says("For a device: the field's path in the modules, below the path of its resource."),
  xpath: says("For a device: the path in `yang`, without choices and cases."),
  type: says(
    "`String`, `Int64`, `Float64`, `Bool`, `List`, `Set` or `Map`; `StringInt64` is a number as a text.",
  ),
  elementType: says("For a list of plain values, or a map: the type of each value."),
  in: place("The objects of the body that contain the field, outermost first: a text with dots, or a list."),
  putIn: place("The objects that contain the field in an update, if they differ."),
  readIn: place("The field's whole path in a reply, including its name."),
  readName: says("The field's name in replies, if it differs."),
  inPath: flag(
    "If true, the field is not in the body. It is a parent's id in the path, in the order of the `%v` there.",
  ),
  id: flag("If true, the field is part of the identity, in the product or in the list around it."),
  query: flag("If true, the field is part of the identity, and the query of a list contains it."),
  ordered: flag(
    "If true, the order of this list of objects counts. " +
      "Otherwise it is a set, or a list whose elements have `id` fields.",
  ),
  required: flag("If true, every body must contain the field."),
  immutable: flag("If true, only a create can set the field."),
  computed: flag("If true, the product sets the field, and no body contains it."),
  resourceId: flag("If true, the field holds the id of the resource, or of a list element."),
  writeOnly: flag("If true, no reply shows the field."),
  encrypted: flag("If true, the field is a secret, and replies show it encrypted."),
  sensitive: flag("If true, the field is a secret."),
  numberAsText: flag("If true, the field is a number that is sent as a text."),
  enum: z
    .array(z.union([z.string(), z.number()]))
    .exactOptional()
    .describe("The values that the field may have."),
  minimum: number("The minimum of a number."),
  maximum: number("The maximum of a number."),
  minLength: number("The minimum length of a text."),
  maxLength: number("The maximum length of a text."),
  default: z
    .json()
    .exactOptional()
    .describe("For a template: the value that applies if the field is not set."),
  leftOut: flag(
    "For a template: if true, no body contains the field if it is not set. Otherwise it is sent as not set.",
  ),
  presence: z
    .enum(["leaf", "container"])
    .exactOptional()
    .describe(
      "For a template: the field is true if this empty leaf, or this object with its content, is present.",
    ),
  value: z.json().exactOptional().describe("The field always has this value, which is written as a text."),
  valueWhenRemoved: z
    .json()
    .exactOptional()
    .describe("The value to which a removal by `PUT` resets the field."),
  get fields() {
    return z.array(fieldFacts).exactOptional().describe("The fields of each object in this list.");
  },
});

/** A resource. */
export const resourceFacts = z.object({
  path: says(
    "The path of the list and of a create; `%v` is the id of a parent. A resource without a path is no kind.",
  ),
  specPath: says("The path of an item, or of a singleton, as in the vendor's description."),
  ...{
    getPath: says("The path of a read, if it is not `path`. It may have a query."),
    postPath: says("The path of a create, if it is not `path`."),
    putPath: says("The path of an update, if it is not `path`."),
    deletePath: says("The path of a removal, if it is not `path`."),
    cachePath: says("The path of a list with the resources of all parents. It may have a query."),
    getQuery: says("The query of a read, with its question mark."),
  },
  createdByPut: flag("If true, the resource exists without a create, and `PUT` writes it."),
  removedByPut: flag(
    "If true, a removal is a `PUT` with `deleteBody`, or with the `valueWhenRemoved` of fields.",
  ),
  updatedByPost: flag("If true, `POST` changes the resource."),
  ...{
    noRead: flag("If true, the resource cannot be read."),
    noUpdate: flag("If true, the resource cannot be changed."),
  },
  ...{
    noRemove: flag("If true, the resource cannot be removed."),
    readOnly: flag("If true, the resource is only read."),
  },
  readFromList: flag("If true, a single resource cannot be read, but is found in the list."),
  bulk: flag("If true, a write contains many objects, which another resource writes one by one."),
  bodyIsList: flag("If true, the body is a list."),
  override: flag("If true, this is a part of another resource."),
  ...{
    putWithoutId: flag("If true, the path of an update has no id."),
    readWithoutId: flag("If true, the path of a read has no id."),
  },
  idIsLookedUp: flag("If true, no reply to a write contains the id, so it is looked up in the list."),
  idFromQueryPath: says(
    "The path of the list of records in the reply to a read, as names with dots: `response.items`.",
  ),
  idFromQueryAttribute: says("The field that holds the id of a record at `idFromQueryPath`."),
  idQueryPath: says("The path of the request that looks up the id."),
  idAttribute: says("The field that holds the id of a record, if there is no list to query."),
  idName: says("The field that holds the id of a record, for a resource with a `specPath`."),
  idInPutBody: says("The path of the id in the body of an update, as names with dots."),
  deleteBody: says("The body of a removal by `PUT`, as JSON in a text."),
  oneAtATime: flag("If true, only one write of this resource may be in progress."),
  model: says("For an SD-WAN manager: the resource is a feature template of this type."),
  isGlobal: flag("For a feature template: if true, it is sent with `isGlobal: true`."),
  parcelType: says("For an SD-WAN manager: the resource is a parcel of this type."),
  typeValue: says("For a parcel in a list of several types: the value of `type` in its data."),
  fields: z.array(fieldFacts).describe("The fields of the resource."),
});

/** The whole file; other members are dropped. */
export const clientFile = z.object({
  product: z.string().describe("The product's name."),
  asOf: z.iso.date().describe("The date of this knowledge."),
  resources: z.record(z.string(), resourceFacts),
});

type WrittenField = z.infer<typeof fieldFacts>;

/** A field, with its places as derivation reads them. */
export interface FactField extends Omit<WrittenField, "in" | "putIn" | "readIn" | "fields"> {
  /** The path of the objects in the body that contain the field, outermost first: `["0", "ipPool"]`. */
  readonly in: readonly string[];
  readonly putIn?: readonly string[] | undefined;
  /** The field's whole path in a reply, including its name: `response.0.ipPool.name`. */
  readonly readIn?: string | undefined;
  readonly fields?: readonly FactField[] | undefined;
}

/** A resource according to the client. */
export interface FactResource extends Omit<z.infer<typeof resourceFacts>, "fields"> {
  readonly fields: readonly FactField[];
}

/** Everything that a client knows of a product. */
export interface ClientFacts {
  /** The date of this knowledge, as `2026-07-01`. */
  readonly asOf: string;
  readonly resources: Readonly<Record<string, FactResource>>;
}

/** Reads a file; throws a zod error if it is invalid. */
export function clientFacts(file: Json): ClientFacts {
  const { asOf, resources } = clientFile.parse(file);
  const read = Object.entries(resources).map(
    ([name, { fields, ...words }]) => [name, { ...words, fields: fields.map(factField) }] as const,
  );
  return { asOf, resources: Object.fromEntries(read) };
}

function factField({ in: around = [], putIn, readIn, fields, ...words }: WrittenField): FactField {
  return {
    ...words,
    in: placeOf(around),
    ...(putIn !== undefined && { putIn: placeOf(putIn) }),
    ...(readIn !== undefined && { readIn: [readIn].flat().join(".") }),
    ...(fields && { fields: fields.map(factField) }),
  };
}

function placeOf(written: string | readonly string[]): readonly string[] {
  const parts = [written].flat().flatMap((each) => each.split("."));
  return parts.filter((each) => each !== "" && each !== "_");
}
