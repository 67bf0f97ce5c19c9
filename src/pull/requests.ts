/** Builds requests to sources: the URL of a list or query, and the header for the token. Pure. */

import type { JsonObject } from "../model/json.ts";
import type { Secret } from "../model/secret.ts";
import type { WireRequest } from "../model/wire.ts";
import type { GraphqlQuery, ListQuery, Source, SourceType } from "./sources.ts";

/** A source's opened token. */
export interface SourceToken {
  readonly secret: Secret;
  /** True if the token has NetBox's second form, which begins with `nbt_`. It is sent as a bearer token. */
  readonly isSecondForm: boolean;
}

/** True for a token of NetBox's second form. */
export function isSecondForm(token: string): boolean {
  return token.startsWith("nbt_");
}

type Headers = WireRequest["headers"];

/** The header that carries a product's token. */
const tokenHeaders: Readonly<Record<SourceType, (token: SourceToken) => Headers>> = {
  netbox: ({ secret, isSecondForm: second }) => authorization(secret, second ? "Bearer" : "Token"),
  nautobot: ({ secret }) => authorization(secret, "Token"),
  infrahub: ({ secret }) => ({ "x-infrahub-key": secret }),
  graphql: ({ secret }) => authorization(secret, "Bearer"),
  rest: ({ secret }) => authorization(secret, "Bearer"),
};

function authorization(token: Secret, word: string): Headers {
  return { authorization: { scheme: "bearer", token, word } };
}

function headersOf({ type, header }: Source, token: SourceToken | undefined): Headers {
  const own = token && (header === undefined ? tokenHeaders[type](token) : { [header]: token.secret });
  return { accept: "application/json", ...own };
}

/** A part of a list. */
export interface ListPart {
  readonly offset: number;
  readonly limit: number;
}

/** The request for a list, or for a part of it. */
export function listRequest(
  source: Source,
  { path, filters }: ListQuery,
  { token, part }: { readonly token: SourceToken | undefined; readonly part?: ListPart | undefined },
): WireRequest {
  const url = new URL(source.url + path);
  for (const [name, values] of filters) for (const value of values) url.searchParams.append(name, value);
  // The rows are sorted by id. A row that is created meanwhile thus comes last, and moves no other row to another page.
  if (source.type === "netbox" && !url.searchParams.has("ordering"))
    url.searchParams.append("ordering", "id");
  for (const [name, value] of Object.entries(part ?? {})) url.searchParams.append(name, String(value));
  return { method: "GET", url: url.href, headers: headersOf(source, token) };
}

/** The path for GraphQL, relative to the URL of the product. For other servers, the URL itself is used. */
const graphqlPaths: Readonly<Partial<Record<SourceType, string>>> = {
  netbox: "/graphql/",
  nautobot: "/api/graphql/",
  infrahub: "/graphql",
};

/** The request for a query, or for a page of it. */
export function graphqlRequest(
  source: Source,
  { document, variables }: GraphqlQuery,
  { token, part }: { readonly token: SourceToken | undefined; readonly part: ListPart | undefined },
): WireRequest {
  const { branch } = source;
  const path =
    (graphqlPaths[source.type] ?? "") + (branch === undefined ? "" : `/${encodeURIComponent(branch)}`);
  const given: JsonObject = { ...variables, ...part };
  return {
    method: "POST",
    url: source.url + path,
    headers: { ...headersOf(source, token), "content-type": "application/json" },
    body: { query: document, variables: given },
    isQuery: true,
  };
}
