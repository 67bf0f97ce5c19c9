/**
 * Sources of rows, as `sources.yaml` declares them: inventories, the lists that are read from them, and their files.
 */

import type { Json, JsonObject } from "../model/json.ts";
import type { SecretReference } from "../model/secret.ts";
import type { SourcePosition } from "../model/source.ts";

/** The product of a source, which determines its login, requests and pages. */
export type SourceType = "netbox" | "nautobot" | "infrahub" | "graphql" | "rest";

/** A list that is read over REST. */
export interface ListQuery {
  readonly is: "list";
  /** The path relative to the source's URL, with a leading slash: `/api/dcim/sites/`. */
  readonly path: string;
  /** The parameters of the request, each with its values. */
  readonly filters: readonly (readonly [name: string, values: readonly string[]])[];
  /**
   * The field of the body that contains the list, for a server that is none of the known products. Default: the body is
   * the list.
   */
  readonly rows?: string | undefined;
}

/** A GraphQL document. */
export interface GraphqlQuery {
  readonly is: "graphql";
  readonly document: string;
  readonly variables: JsonObject;
  /** The path to the rows inside `data`, with dots between names. */
  readonly rows: string;
  /** True if the document takes `$offset` and `$limit`, so that it is read page by page. */
  readonly isPaged: boolean;
}

/** The query for the rows of one file. */
export type RowsQuery = ListQuery | GraphqlQuery;

/** One column: its name, and either a path in the row or a text with expressions over `row`. */
export interface TableColumn {
  readonly name: string;
  readonly value: string;
}

/** The maximum number of rows that may be removed: a number, or a share of the file's rows. */
type RemovedMost = { readonly rows: number } | { readonly percent: number };

/** A file that is generated from rows. */
export interface PulledFile {
  /** The path relative to the project's folder, with forward slashes. */
  readonly path: string;
  readonly query: RowsQuery;
  readonly columns: readonly TableColumn[];
  /** The columns that identify a row. Rows are sorted by the values of these columns. */
  readonly key: readonly string[];
  /** If true, a list without rows is accepted, and the file becomes empty. */
  readonly allowEmpty: boolean;
  readonly maxRemoved: RemovedMost | undefined;
}

/** A server from which rows are read. */
export interface Source {
  readonly name: string;
  readonly type: SourceType;
  readonly url: string;
  readonly token: SecretReference | undefined;
  /** The place where the token is named, if there is a token. */
  readonly tokenAt?: SourcePosition | undefined;
  /** The header for the token, in lower case. Default: the product's own. */
  readonly header: string | undefined;
  /** A branch in Infrahub. Default: Infrahub's default branch. */
  readonly branch: string | undefined;
  /** The absolute path of a PEM bundle. If undefined, the public authorities are trusted. */
  readonly ca: string | undefined;
  readonly requestsPerSecond: number;
  readonly timeoutSeconds: number | undefined;
  /** The requested number of rows per page. */
  readonly pageSize: number;
  readonly files: readonly PulledFile[];
}

/** One row, as the source returned it. */
export type SourceRow = Json;

/** The maximum number of rows that `each` accepts. */
export const rowsMost = 100_000;
/** The maximum size of a desired-state file. */
export const fileBytesMost = 8 * 1024 * 1024;
