/** Converts the query of a file of rows from its written form to the form that is sent. Pure. */

import type { Json } from "../model/json.ts";
import { documentFacts } from "./graphql-document.ts";
import type { RowsQuery, SourceType } from "./sources.ts";
import type { WrittenFile } from "./sources-schema.ts";

/** Returns the query of a file that was already checked. */
export function rowsQuery(
  { list, filters = {}, graphql, variables = {}, rows }: WrittenFile,
  type: SourceType,
): RowsQuery {
  if (graphql === undefined) {
    const all = Object.entries(filters).map(
      ([name, value]) => [name, (Array.isArray(value) ? value : [value]).map(String)] as const,
    );
    return { is: "list", path: listPath(list ?? "", type), filters: all, rows };
  }
  const { variables: taken } = documentFacts(graphql);
  const isPaged = taken.has("offset") && taken.has("limit");
  const given: Readonly<Record<string, Json>> = JSON.parse(JSON.stringify(variables));
  return { is: "graphql", document: graphql, variables: given, rows: rows ?? "", isPaged };
}

/** Products with lists below `/api/`. Each path ends with a slash; without it, these products redirect. */
const below: ReadonlySet<SourceType> = new Set(["netbox", "nautobot"]);

function listPath(list: string, type: SourceType): string {
  if (!below.has(type)) return list;
  const inner = list.replace(/^\/?(?:api\/)?/, "").replace(/\/?$/, "/");
  return `/api/${inner}`;
}
