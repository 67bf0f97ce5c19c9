/** Checks the definition of a file of rows: its path, its query and its columns. Pure. */

import type { SchemaIssue } from "../yaml/schema-issues.ts";
import { columnFault, mayBeSecret } from "./columns.ts";
import { documentFacts, documentFault } from "./graphql-document.ts";
import type { SourceType } from "./sources.ts";
import type { WrittenFile } from "./sources-schema.ts";

/** A file as defined in `sources.yaml`, with its source. */
interface CheckedFile {
  readonly path: string;
  readonly file: WrittenFile;
  readonly type: SourceType;
  /** The folders of desired state. */
  readonly desired: readonly string[];
}

/** Returns all faults. Their paths begin at the file's definition. */
export function fileFaults(of: CheckedFile): readonly SchemaIssue[] {
  return [...pathFaults(of), ...queryFaults(of), ...columnFaults(of.file)];
}

type Said = readonly [code: string, message: string, hint: string];

function fault(path: readonly string[], at: SchemaIssue["at"], [code, message, hint]: Said): SchemaIssue {
  return { code, message, hint, path, at };
}

/**
 * Matches relative paths of .csv and .json files, with characters that every system accepts. Excludes hidden names,
 * parent folders and other drives.
 */
const plainPath = /^(?:[A-Za-z0-9_][\w.+-]*\/)*[A-Za-z0-9_][\w.+-]*\.(?:csv|json)$/;

function pathFaults({ path, desired }: CheckedFile): readonly SchemaIssue[] {
  if (!plainPath.test(path)) {
    const hint =
      "Write a path from the project's folder that ends with .csv or .json: desired-state/sites.csv.";
    return [fault([], "key", ["bad-pull-path", `\`${path}\` cannot be a file of rows`, hint])];
  }
  const folders = desired.map((folder) => folder.replace(/^\.\//, "").replace(/\/+$/, ""));
  if (folders.some((folder) => folder === "." || path.startsWith(`${folder}/`))) return [];
  const hint = `Files of rows must be in desired-state folders: ${folders.map((one) => `${one}/`).join(", ")}.`;
  return [fault([], "key", ["bad-pull-path", `\`${path}\` is not in a desired-state folder`, hint])];
}

/** The parameters for pages. Trueup sets them itself. */
const ofPages = new Set(["limit", "offset", "start", "format"]);

function queryFaults(of: CheckedFile): readonly SchemaIssue[] {
  const { list, graphql } = of.file;
  if ((list === undefined) === (graphql === undefined)) {
    const hint = "Write `list: dcim/sites`, or `graphql: |` with a query below it.";
    return [fault([], "key", ["invalid-value", "a file needs either `list` or `graphql`", hint])];
  }
  return graphql === undefined ? listFaults(of) : graphqlFaults(of, graphql);
}

function listFaults({ file, type }: CheckedFile): readonly SchemaIssue[] {
  const { list = "", filters = {}, variables, rows } = file;
  if (type === "infrahub" || type === "graphql") {
    const hint = "Use `graphql` instead of `list`.";
    return [
      fault(["list"], "key", ["invalid-value", `sources of type ${type} have no lists over REST`, hint]),
    ];
  }
  const said: SchemaIssue[] = [];
  const isPath = type === "rest" ? /^\/[^?#\\\s]*$/.test(list) : /^\/?[\w-]+(?:\/[\w-]+)+\/?$/.test(list);
  if (!isPath) {
    const example = type === "rest" ? "/v1/sites" : "dcim/sites";
    const hint = `Write a path such as \`${example}\`; parameters belong under \`filters\`.`;
    said.push(fault(["list"], "value", ["invalid-value", "this is not the path of a list", hint]));
  }
  for (const name of Object.keys(filters))
    if (ofPages.has(name)) {
      const hint =
        "Remove this filter: trueup requests the pages, and `limits.pageSize` of the source sets their size.";
      said.push(fault(["filters", name], "key", ["invalid-value", `\`${name}\` cannot be a filter`, hint]));
    }
  for (const [name, value] of Object.entries({ variables, rows }))
    if (value !== undefined && !(name === "rows" && type === "rest")) {
      const hint = `Remove \`${name}\`.`;
      said.push(fault([name], "key", ["invalid-value", `\`${name}\` is only for \`graphql\``, hint]));
    }
  return said;
}

function graphqlFaults({ file, type }: CheckedFile, graphql: string): readonly SchemaIssue[] {
  const { filters, variables = {}, rows } = file;
  const said: SchemaIssue[] = [];
  const invalid = (field: string, message: string, hint: string) =>
    said.push(fault([field], "key", ["invalid-value", message, hint]));
  if (type === "rest") invalid("graphql", "sources of type rest have no GraphQL", "Set `type: graphql`.");
  if (filters) invalid("filters", "`filters` is only for `list`", "Write filters into the query.");
  if (rows === undefined)
    invalid(
      "graphql",
      "`rows` is missing, which says where the rows are in the answer",
      "Write the path of the rows below `data`, such as `rows: site_list`.",
    );
  const facts = documentFacts(graphql);
  const wrong = documentFault(facts);
  if (wrong !== undefined) {
    said.push(
      fault(["graphql"], "value", [
        "bad-query",
        `\`graphql\` ${wrong}`,
        "Write one query: trueup only reads sources.",
      ]),
    );
    return said;
  }
  const { variables: taken } = facts;
  const isHalf = taken.has("offset") !== taken.has("limit");
  if (isHalf || (!taken.has("offset") && type === "netbox")) {
    const message = "the query has no `$offset` and `$limit`, so a long list would be cut off";
    const hint =
      pagesHint[type] ?? "Declare `query ($offset: Int, $limit: Int)`, and pass both variables to the list.";
    said.push(fault(["graphql"], "value", ["bad-query", message, hint]));
  }
  for (const name of ["offset", "limit"])
    if (Object.hasOwn(variables, name))
      invalid("variables", `trueup itself sets \`${name}\` for each page`, `Remove \`${name}\`.`);
  return said;
}

const pagesHint: Readonly<Partial<Record<SourceType, string>>> = {
  netbox:
    "Write `query ($offset: Int!, $limit: Int!) { site_list(pagination: {offset: $offset, limit: $limit}) { ... } }`.",
};

function columnFaults({ columns, key, plainText = [] }: WrittenFile): readonly SchemaIssue[] {
  const names = Object.keys(columns);
  const keys = typeof key === "string" ? [key] : key;
  const missing = keys.find((one) => !names.includes(one));
  const said: SchemaIssue[] = [];
  if (missing !== undefined)
    said.push(
      fault(["key"], "value", [
        "invalid-value",
        `there is no column \`${missing}\``,
        `Columns: ${names.join(", ")}.`,
      ]),
    );
  for (const [name, value] of Object.entries(columns)) {
    const wrong = columnFault({ name, value });
    if (wrong)
      said.push(
        fault(["columns", name], "value", ["bad-column", wrong.message, wrong.hint ?? "Correct the column."]),
      );
    else if (mayBeSecret({ name, value }) && !plainText.includes(name)) {
      const message = `the column \`${name}\` looks like a secret, and would be in Git in plain text`;
      const hint =
        "Remove the column: store its values with the other secrets, and refer to them in desired state. " +
        `If they are not secret, allow them here: \`plainText: [${name}]\`.`;
      said.push(fault(["columns", name], "value", ["plain-text-secret", message, hint]));
    }
  }
  return said;
}
