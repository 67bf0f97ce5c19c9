/** What another client of a product knows of it, where no description says more: resources, and fields with places. */

import { z } from "zod";
import type { Json } from "../../src/model/json.ts";

/** A field of a resource, or of the objects in a list. */
export interface FactField {
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly elementType?: string | undefined;
  /** Objects of the body that it stands in, outermost first: `["0", "ipPool"]`. */
  readonly in: readonly string[];
  readonly putIn?: readonly string[] | undefined;
  /** Its whole place in a reply, with its name. */
  readonly readIn?: string | undefined;
  readonly readName?: string | undefined;
  readonly inPath?: boolean | undefined;
  readonly id?: boolean | undefined;
  readonly query?: boolean | undefined;
  readonly ordered?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly immutable?: boolean | undefined;
  readonly computed?: boolean | undefined;
  readonly resourceId?: boolean | undefined;
  readonly writeOnly?: boolean | undefined;
  readonly encrypted?: boolean | undefined;
  readonly sensitive?: boolean | undefined;
  readonly numberAsText?: boolean | undefined;
  readonly enum?: readonly (string | number)[] | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly value?: Json | undefined;
  readonly fields?: readonly FactField[] | undefined;
}

const place = z
  .union([z.string(), z.array(z.string())])
  .transform((written) => [written].flat().flatMap((each) => each.split(".")))
  .transform((parts) => parts.filter((each) => each !== "" && each !== "_"));
/** A place with its name, as a text with dots. */
const whole = z.union([z.string(), z.array(z.string())]).transform((written) => [written].flat().join("."));
const flag = z.boolean().optional();
const number = z.number().optional();

const factField: z.ZodType<FactField> = z.object({
  ...{ name: z.string().optional(), type: z.string().optional(), elementType: z.string().optional() },
  ...{ in: place.default([]), putIn: place.optional(), readIn: whole.optional() },
  readName: z.string().optional(),
  ...{ inPath: flag, id: flag, query: flag, ordered: flag, required: flag, immutable: flag },
  ...{
    computed: flag,
    resourceId: flag,
    writeOnly: flag,
    encrypted: flag,
    sensitive: flag,
    numberAsText: flag,
  },
  enum: z.array(z.union([z.string(), z.number()])).optional(),
  ...{ minimum: number, maximum: number, minLength: number, maxLength: number },
  value: z.json().optional(),
  get fields() {
    return z.array(factField).optional();
  },
});

const text = z.string().optional();

const factResource = z.object({
  ...{ path: text, getPath: text, postPath: text, putPath: text, deletePath: text, getQuery: text },
  ...{ createdByPut: flag, removedByPut: flag, updatedByPost: flag, noUpdate: flag, noRemove: flag },
  ...{ noRead: flag, readOnly: flag, bulk: flag, bodyIsList: flag, override: flag },
  ...{ putWithoutId: flag, readWithoutId: flag, deleteWithoutId: flag, bodyIsAdjusted: flag },
  ...{
    idFromQueryPath: text,
    idFromQueryAttribute: text,
    idAttribute: text,
    idInPutBody: text,
    deleteBody: text,
  },
  ...{ idIsLookedUp: flag, oneAtATime: flag, minimumVersion: text, parcelType: text, typeValue: text },
  fields: z.array(factField),
});

/** A resource as the client has it. */
export type FactResource = z.infer<typeof factResource>;

/** All that the client knows of a product. */
export const productFacts = z.object({
  product: z.string(),
  asOf: z.string(),
  resources: z.record(z.string(), factResource),
});

/** All that a client knows of a product. */
export type ProductFacts = z.infer<typeof productFacts>;
