/** The JSON Schema (draft 7) of catalog files, for editors. */

import type { JsonObject } from "../../model/json.ts";
import { definitionsOf, draft, hoisted, jsonSchema } from "../../yaml/json-schema.ts";
import { kindFile } from "../schema/kind.ts";
import { productFile } from "../schema/product.ts";

/** Of both kinds of files: the one with `product:` is the product's, all others are kinds. */
export function catalogSchema(): JsonObject {
  const kind = hoisted(jsonSchema(kindFile), "kind");
  const product = hoisted(jsonSchema(productFile), "product");
  return {
    $schema: draft,
    title: "trueup catalog",
    type: "object",
    allOf: [
      { if: { required: ["product"] }, else: kind.schema },
      { if: { required: ["kind"] }, else: product.schema },
    ],
    ...definitionsOf({ ...kind.definitions, ...product.definitions }),
  };
}
