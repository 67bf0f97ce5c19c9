/** OData query options of lists: `$filter`, `$orderby`, `$top`, `$skip`, `$count`, `$inlinecount`. */

import { isArray, isObject, type Json, type JsonObject } from "../../../model/json.ts";
import { IntersightRefusal } from "./answers.ts";

/** The query of a list. */
export interface ListQuery {
  readonly isMeant: (record: JsonObject) => boolean;
  readonly compare: (one: JsonObject, other: JsonObject) => number;
  readonly skip: number;
  readonly top: number;
  /** If true, only the total number is requested. */
  readonly isCount: boolean;
  readonly isCounted: boolean;
}

const known = ["$filter", "$orderby", "$top", "$skip", "$count", "$inlinecount"];

/** The maximum number of items in an answer. */
const largest = 1000;

/** Reads the query of a list. Refuses options that are malformed or unsupported. */
export function listQuery(query: URLSearchParams): ListQuery {
  const stranger = [...query.keys()].find((name) => !known.includes(name));
  if (stranger !== undefined) throw bad(`the query option ${stranger} is not known`);
  const top = wholeNumber(query, "$top", 100);
  if (top < 1 || top > largest) throw bad(`$top must be 1 to ${largest}`);
  const inlineCount = query.get("$inlinecount") ?? "allpages";
  if (inlineCount !== "allpages" && inlineCount !== "none")
    throw bad("$inlinecount must be allpages or none");
  return {
    isMeant: filterOf(query.get("$filter") ?? ""),
    compare: orderOf(query.get("$orderby") ?? "Moid"),
    top,
    skip: wholeNumber(query, "$skip", 0),
    isCount: query.get("$count") === "true",
    isCounted: inlineCount === "allpages",
  };
}

function bad(message: string): IntersightRefusal {
  return new IntersightRefusal(400, "InvalidUrl", `Cannot process the request: ${message}.`);
}

function wholeNumber(query: URLSearchParams, name: string, standard: number): number {
  const text = query.get(name) ?? String(standard);
  if (!/^\d{1,9}$/.test(text)) throw bad(`${name} must be a number`);
  return Number(text);
}

/**
 * Returns the condition in the text of `$filter`. The text has comparisons joined by `and`, for example `Name eq
 * 'corporate' and Organization.Moid eq '65...'`.
 */
function filterOf(text: string): ListQuery["isMeant"] {
  if (text.trim() === "") return () => true;
  const condition = /^\s*([A-Za-z][\w.]*) (eq|ne) ('(?:[^']|'')*'|-?\d+|true|false)\s*/;
  const conditions: ((record: JsonObject) => boolean)[] = [];
  for (let rest = text; ; ) {
    const [whole = "", property = "", operator, value = ""] = condition.exec(rest) ?? [];
    if (whole === "") throw bad(`the filter is not understood at ${JSON.stringify(rest)}`);
    const wanted = literalOf(value);
    conditions.push((record) => propertiesOf(record, property).includes(wanted) === (operator === "eq"));
    rest = rest.slice(whole.length);
    if (rest === "") return (record) => conditions.every((each) => each(record));
    if (!rest.startsWith("and ")) throw bad(`the filter is not understood at ${JSON.stringify(rest)}`);
    rest = rest.slice("and ".length);
  }
}

function literalOf(text: string): Json {
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  return text === "true" || text === "false" ? text === "true" : Number(text);
}

/**
 * Returns the values of a property at a dotted path. If the path leads through a list, returns the values in each
 * element.
 */
function propertiesOf(record: Json, path: string): readonly (Json | undefined)[] {
  const [first = "", ...rest] = path.split(".");
  const found = isObject(record) ? record[first] : undefined;
  if (rest.length === 0 || found === undefined) return [found];
  const inner = rest.join(".");
  return isArray(found) ? found.flatMap((each) => propertiesOf(each, inner)) : propertiesOf(found, inner);
}

function propertyOf(record: Json, path: string): Json | undefined {
  return path
    .split(".")
    .reduce<Json | undefined>((at, name) => (isObject(at) ? at[name] : undefined), record);
}

function orderOf(text: string): ListQuery["compare"] {
  const [, property = "", direction] = /^([A-Za-z][\w.]*)(?: (asc|desc))?$/.exec(text) ?? [];
  if (property === "") throw bad("$orderby must name one property");
  const sign = direction === "desc" ? -1 : 1;
  const key = (record: JsonObject) => String(propertyOf(record, property) ?? "");
  return (one, other) => sign * (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0);
}
