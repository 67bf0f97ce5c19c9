/** The JSON Schemas (draft 7) of catalog files and mapping files, for editors. */

import type { z } from "zod";
import { kindFile } from "../../src/catalog/schema/kind.ts";
import { mappedKindFile, mappingFile } from "../../src/catalog/schema/mapping.ts";
import { productFile } from "../../src/catalog/schema/product.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { definitionsOf, draft, hoisted, jsonSchema } from "../../src/yaml/json-schema.ts";

/** The schema of catalog files. A file with `product:` describes the product, all other files describe kinds. */
export function catalogSchema(): JsonObject {
  return folderSchema("catalog", "product", { first: productFile, kinds: kindFile });
}

/** The schema of mapping files. A file with `mapping:` describes the mapping, all other files describe kinds. */
export function mappingSchema(): JsonObject {
  return folderSchema("mapping", "mapping", { first: mappingFile, kinds: mappedKindFile });
}

/** The schema for both types of files in a folder: the file with this word, and all other files. */
function folderSchema(
  title: string,
  word: string,
  { first, kinds }: { readonly first: z.ZodType; readonly kinds: z.ZodType },
): JsonObject {
  const kind = hoisted(jsonSchema(kinds), "kind");
  const other = hoisted(jsonSchema(first), word);
  return {
    $schema: draft,
    title: `trueup ${title}`,
    type: "object",
    allOf: [
      { if: { required: [word] }, else: kind.schema },
      { if: { required: ["kind"] }, else: other.schema },
    ],
    ...definitionsOf({ ...kind.definitions, ...other.definitions }),
  };
}
