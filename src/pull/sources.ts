/** Sources of rows, as `sources.yaml` declares them: inventories, the lists that are asked of them, and their files. */

import type { Json, JsonObject } from "../model/json.ts";
import type { SecretReference } from "../model/secret.ts";
import type { SourcePosition } from "../model/source.ts";

/** What a source is: how it is logged in to, asked and paged. */
export type SourceType = "netbox" | "nautobot" | "infrahub" | "graphql" | "rest";

/** A list over REST. */
export interface ListQuery {
  readonly is: "list";
  /** From the source's URL on, with a slash before it: `/api/dcim/sites/`. */
  readonly path: string;
  /** Parameters of the request, each with its values. */
  readonly filters: readonly (readonly [name: string, values: readonly string[]])[];
  /** Of a server that is none of the products: the field of the body with the list. Default: the body is the list. */
  readonly rows?: string | undefined;
}

/** A GraphQL document. */
export interface GraphqlQuery {
  readonly is: "graphql";
  readonly document: string;
  readonly variables: JsonObject;
  /** Where the rows are below `data`, by names with dots between them. */
  readonly rows: string;
  /** True: it takes `$offset` and `$limit`, so it is asked page by page. */
  readonly isPaged: boolean;
}

/** What is asked for the rows of one file. */
export type RowsQuery = ListQuery | GraphqlQuery;

/** One column: its name, and a path in the row or a text with expressions over `row`. */
export interface TableColumn {
  readonly name: string;
  readonly value: string;
}

/** So many rows may be gone: a number, or a share of those that the file has. */
type RemovedMost = { readonly rows: number } | { readonly percent: number };

/** A file that is made of rows. */
export interface PulledFile {
  /** From the project's folder, with forward slashes. */
  readonly path: string;
  readonly query: RowsQuery;
  readonly columns: readonly TableColumn[];
  /** The columns that identify a row; rows are sorted by their values. */
  readonly key: readonly string[];
  /** True: a list without rows is written as such. */
  readonly allowEmpty: boolean;
  readonly maxRemoved: RemovedMost | undefined;
}

/** A server from which rows are read. */
export interface Source {
  readonly name: string;
  readonly type: SourceType;
  readonly url: string;
  readonly token: SecretReference | undefined;
  /** Where the token is named, if there is one. */
  readonly tokenAt?: SourcePosition | undefined;
  /** The header that carries the token, in lower case. Default: as the product has it. */
  readonly header: string | undefined;
  /** Of Infrahub. Default: its default branch. */
  readonly branch: string | undefined;
  /** A PEM bundle, as an absolute path. */
  readonly ca: string | undefined;
  readonly requestsPerSecond: number;
  readonly timeoutSeconds: number | undefined;
  /** How many rows a page is asked to hold. */
  readonly pageSize: number;
  readonly files: readonly PulledFile[];
}

/** One row, as a source gave it. */
export type SourceRow = Json;

/** So many rows are the most that `each` takes. */
export const rowsMost = 100_000;
/** So long is a file of desired state at most. */
export const fileBytesMost = 8 * 1024 * 1024;
