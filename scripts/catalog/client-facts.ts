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
  name: says("Its name in a body. A field without one is the client's own."),
  as: says("For a template or an element: the client's name for it."),
  when: z
    .record(z.string(), z.string())
    .exactOptional()
    .describe("For an element: another member, and the one value of it with which this member exists."),
  emptyText: flag("A flag that is sent as an empty text if it is set."),
  yang: says("For a device: its path in the modules, below the path of its resource."),
  xpath: says("For a device: that path (`yang`) without choices and cases."),
  type: says(
    "`String`, `Int64`, `Float64`, `Bool`, `List`, `Set` or `Map`; `StringInt64`: a number as a text.",
  ),
  elementType: says("For a list of plain values, or a map: the type of each value."),
  in: place("The objects of the body that contain it, outermost first: a text with dots, or a list."),
  putIn: place("The objects that contain it in an update, if they differ."),
  readIn: place("Its whole path in a reply, including its name."),
  readName: says("Its name in replies, if it differs."),
  inPath: flag("It is in no body: it is a parent's id in the path, in the order of the `%v` there."),
  id: flag("It is part of the identity, in the product or in the list around it."),
  query: flag("The query of a list contains it: it is part of the identity."),
  ordered: flag(
    "The order of this list of objects counts. Otherwise it is a set, or a list whose elements have `id` fields.",
  ),
  required: flag("A body must have it."),
  immutable: flag("A create takes it, and nothing changes it."),
  computed: flag("The product makes it: no body has it."),
  resourceId: flag("It holds the id of the resource, or of an element."),
  writeOnly: flag("No reply shows it."),
  encrypted: flag("Replies show it encrypted: it is a secret."),
  sensitive: flag("It is a secret."),
  numberAsText: flag("A number that is sent as a text."),
  enum: z
    .array(z.union([z.string(), z.number()]))
    .exactOptional()
    .describe("The values that it may have."),
  minimum: number("For a number."),
  maximum: number("For a number."),
  minLength: number("For a text."),
  maxLength: number("For a text."),
  default: z.json().exactOptional().describe("For a template: the value that counts if it is not set."),
  leftOut: flag("For a template: no body has it if it is not set. Otherwise it is sent as not set."),
  presence: z
    .enum(["leaf", "container"])
    .exactOptional()
    .describe(
      "For a template: the field is true if this empty leaf, or this object with its content, is present.",
    ),
  value: z.json().exactOptional().describe("It always has this value, written as a text."),
  valueWhenRemoved: z.json().exactOptional().describe("The value to which a removal by `PUT` resets it."),
  get fields() {
    return z.array(fieldFacts).exactOptional().describe("The fields of each object in this list.");
  },
});

/** A resource. */
export const resourceFacts = z.object({
  path: says(
    "The path that lists and creates it; `%v` is the id of a parent. Without a path it is not a kind.",
  ),
  specPath: says("The path of an item, or of a singleton, as in the vendor's description."),
  ...{
    getPath: says("The path of a read, if it is not `path`; may have a query."),
    postPath: says("The path of a create, if it is not `path`."),
    putPath: says("The path of an update, if it is not `path`."),
    deletePath: says("The path of a removal, if it is not `path`."),
    cachePath: says("The path of a list with the resources of all parents; may have a query."),
    getQuery: says("The query of a read, with its question mark."),
  },
  createdByPut: flag("It exists without a create, and `PUT` writes it."),
  removedByPut: flag("A removal is a `PUT` with `deleteBody`, or with the `valueWhenRemoved` of fields."),
  updatedByPost: flag("It is changed by `POST`."),
  ...{ noRead: flag("It cannot be read."), noUpdate: flag("It cannot be changed.") },
  ...{ noRemove: flag("It cannot be removed."), readOnly: flag("It is only read.") },
  readFromList: flag("A single resource cannot be read: it is found in the list."),
  bulk: flag("It writes many objects at once, which another resource writes one by one."),
  bodyIsList: flag("Its body is a list."),
  override: flag("It is a part of another resource."),
  ...{
    putWithoutId: flag("The path of an update has no id."),
    readWithoutId: flag("The path of a read has no id."),
  },
  idIsLookedUp: flag("Its id is in no answer: it is looked up in the list."),
  idFromQueryPath: says("The place of the list of records in the answer to a read."),
  idFromQueryAttribute: says("The field of such a record that holds its id."),
  idQueryPath: says("The path at which its id is looked up."),
  idAttribute: says("The field of a record that holds its id, if there is no list to query."),
  idName: says("The field of a record that holds its id, for a resource with a `specPath`."),
  idInPutBody: says("The place of the id in the body of an update, as a text with dots."),
  deleteBody: says("The body of a removal by `PUT`, as JSON in a text."),
  oneAtATime: flag("Only one write of this resource may be in progress."),
  model: says("For an SD-WAN manager: it is a feature template of this type."),
  isGlobal: flag("For a feature template: it is sent with `isGlobal: true`."),
  parcelType: says("For an SD-WAN manager: it is a parcel of this type."),
  typeValue: says("For a parcel in a list of several types: the value of `type` in its data."),
  fields: z.array(fieldFacts).describe("Its fields."),
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
