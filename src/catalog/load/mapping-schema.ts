/** The JSON Schema (draft 7) of the files of mappings, for editors. */

import type { JsonObject } from "../../model/json.ts";
import { definitionsOf, draft, hoisted, jsonSchema } from "../../yaml/json-schema.ts";
import { mappedKindFile, mappingFile } from "../schema/mapping.ts";

/** Of both kinds of files: the one with `mapping:` is the mapping's, all others are kinds. */
export function mappingSchema(): JsonObject {
  const kind = hoisted(jsonSchema(mappedKindFile), "kind");
  const mapping = hoisted(jsonSchema(mappingFile), "mapping");
  return {
    $schema: draft,
    title: "trueup mapping",
    type: "object",
    allOf: [
      { if: { required: ["mapping"] }, else: kind.schema },
      { if: { required: ["kind"] }, else: mapping.schema },
    ],
    ...definitionsOf({ ...kind.definitions, ...mapping.definitions }),
  };
}
