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
  as: says("What the client calls it, of a template or an element."),
  when: z
    .record(z.string(), z.string())
    .exactOptional()
    .describe("Of an element: another member, and its value with which alone this one is there."),
  emptyText: flag("A flag that goes as an empty text where it is set."),
  yang: says("Of a device: its path in the modules, below that of its resource."),
  xpath: says("Of a device: the same path without choices and cases."),
  type: says(
    "`String`, `Int64`, `Float64`, `Bool`, `List`, `Set` or `Map`; `StringInt64`: a number as a text.",
  ),
  elementType: says("Of a list of plain values, or of a map: the type of each."),
  in: place("The objects of the body that it stands in, outermost first: a text with dots, or a list."),
  putIn: place("The same in an update, where that is another place."),
  readIn: place("Its whole place in a reply, its name included."),
  readName: says("Its name in replies, where that is another one."),
  inPath: flag("It stands in no body: a parent's id in the path, in the order of the `%v` there."),
  id: flag("It is part of what tells one from another, in the product or in the list around it."),
  query: flag("A list is asked for it: it tells one from another."),
  ordered: flag(
    "The order of this list of objects counts. Else it is a set, or a list whose elements have `id` fields.",
  ),
  required: flag("A body must have it."),
  immutable: flag("A create takes it, and nothing changes it."),
  computed: flag("The product makes it: no body has it."),
  resourceId: flag("It holds the id of the resource, or of an element."),
  writeOnly: flag("No reply shows it."),
  encrypted: flag("Replies show it encrypted: it is a secret."),
  sensitive: flag("It is a secret."),
  numberAsText: flag("A number that goes on the wire as a text."),
  enum: z
    .array(z.union([z.string(), z.number()]))
    .exactOptional()
    .describe("The values that it may have."),
  minimum: number("Of a number."),
  maximum: number("Of a number."),
  minLength: number("Of a text."),
  maxLength: number("Of a text."),
  default: z.json().exactOptional().describe("Of a template: what counts where it is not set."),
  leftOut: flag("Of a template: no body has it where it is not set. Else it is sent as not set."),
  presence: z
    .enum(["leaf", "container"])
    .exactOptional()
    .describe("Of a template: it says whether an empty leaf is there, or an object with what is in it."),
  value: z.json().exactOptional().describe("It always has this value, written as a text."),
  valueWhenRemoved: z.json().exactOptional().describe("What a removal by `PUT` sets it back to."),
  get fields() {
    return z.array(fieldFacts).exactOptional().describe("The fields of each object in this list.");
  },
});

/** A resource. */
export const resourceFacts = z.object({
  path: says("Where it is listed and made; `%v` is the id of a parent. Without a path it is no kind."),
  specPath: says("The path of an item, or of a singleton, as the maker's description has it."),
  ...{
    getPath: says("Where it is read, where that is not `path`; may have a query."),
    postPath: says("Where it is made, where that is not `path`."),
    putPath: says("Where it is changed, where that is not `path`."),
    deletePath: says("Where it is removed, where that is not `path`."),
    cachePath: says("A list that shows those of all parents; may have a query."),
    getQuery: says("The query of a read, with its question mark."),
  },
  createdByPut: flag("It is there by itself, and `PUT` writes it."),
  removedByPut: flag("A removal is a `PUT` with `deleteBody`, or with the `valueWhenRemoved` of fields."),
  updatedByPost: flag("It is changed by `POST`."),
  ...{ noRead: flag("It cannot be read."), noUpdate: flag("It cannot be changed.") },
  ...{ noRemove: flag("It cannot be removed."), readOnly: flag("It is only read.") },
  readFromList: flag("No read shows one of them: it is found in the list."),
  bulk: flag("It writes many at once of what another resource writes one by one."),
  bodyIsList: flag("Its body is a list."),
  override: flag("It is a part of another resource."),
  ...{
    putWithoutId: flag("The path of an update has no id."),
    readWithoutId: flag("The path of a read has no id."),
  },
  idIsLookedUp: flag("Its id is in no answer: it is looked up in the list."),
  idFromQueryPath: says("Where the list with the records stands in the answer to a read."),
  idFromQueryAttribute: says("The field of such a record with its id."),
  idQueryPath: says("Where its id is looked up."),
  idAttribute: says("The field of a record with its id, where there is no list to ask."),
  idName: says("The same, of a resource with a `specPath`."),
  idInPutBody: says("Where an update has the id in its body, as a text with dots."),
  deleteBody: says("The body of a removal by `PUT`, as JSON in a text."),
  oneAtATime: flag("Only one write of this resource may be under way."),
  model: says("Of an SD-WAN manager: it is a feature template, of this type."),
  isGlobal: flag("Of a feature template: there is one for all devices, and it says so."),
  parcelType: says("Of an SD-WAN manager: it is a parcel, of this type."),
  typeValue: says("Of a parcel in a list of several types: the value of `type` in its data."),
  fields: z.array(fieldFacts).describe("Its fields."),
});

/** The whole file; other members are dropped. */
export const clientFile = z.object({
  product: z.string().describe("The product's name."),
  asOf: z.iso.date().describe("The day of which it is known."),
  resources: z.record(z.string(), resourceFacts),
});

type WrittenField = z.infer<typeof fieldFacts>;

/** A field, with its places as derivation reads them. */
export interface FactField extends Omit<WrittenField, "in" | "putIn" | "readIn" | "fields"> {
  /** The path of objects in the body that contain it, outermost first: `["0", "ipPool"]`. */
  readonly in: readonly string[];
  readonly putIn?: readonly string[] | undefined;
  /** Its whole path in a reply, with its name: `response.0.ipPool.name`. */
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
