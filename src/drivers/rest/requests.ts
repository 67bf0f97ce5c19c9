/** Makes the requests of a product from the templates of its catalog. Pure. */

import type { OpenSecret } from "../../catalog/fields/wire.ts";
import { hasOwnKey } from "../../catalog/identity.ts";
import type { ReadTemplate } from "../../catalog/operations.ts";
import { filledPath, filledQuery, type WordValue } from "../../catalog/templates.ts";
import type { Scope } from "../../model/desired.ts";
import type { WireJson, WireRequest } from "../../model/wire.ts";
import type { Write } from "../contract.ts";
import { departure } from "../departure.ts";
import { bodyOf } from "./bodies.ts";
import type { RestDialect, RestKind } from "./catalog.ts";
import { requestWords, settingWords, wordsOf } from "./words.ts";

/** What requests are made from. */
export interface RequestContext {
  /** The target's URL. */
  readonly url: string;
  readonly dialect: RestDialect;
  readonly open: OpenSecret;
}

/** A GET of a path below the base path. */
export function readRequest(
  on: RequestContext,
  { path, query = {} }: Pick<ReadTemplate, "path" | "query">,
  { words, scope }: { readonly words: WordValue; readonly scope: Scope },
): WireRequest {
  return { method: "GET", ...to(on, filledPath(path, words) + filledQuery(query, words), scope) };
}

/** The kind of a write; throws where the product has none of that name. */
export function kindOfWrite({ byName, name }: RestDialect, { kind }: Write): RestKind {
  const found = byName.get(kind);
  if (found === undefined) throw new Error(`${name} has nothing called ${kind}`);
  return found;
}

/** The request that carries out a write. Throws without the ids that its path needs: it would be another one. */
export function writeRequest(on: RequestContext, write: Write): WireRequest {
  const of = kindOfWrite(on.dialect, write);
  const template = of.writes[write.operation];
  if (template === undefined)
    throw new Error(`${on.dialect.name} has no ${write.operation} of a ${write.kind}`);
  const { parentId, scope, live, identity: named } = write;
  const identity = write.operation === "create" || hasOwnKey(of.file) ? named : undefined;
  const words = requestWords(of, wordsOf(of, on.dialect, { parentId, identity, scope, named, id: live?.id }));
  const path = filledPath(template.path, words) + filledQuery(template.query ?? {}, words);
  const plain = { method: template.method, ...to(on, path, scope), ...departure(write) };
  const request = { ...plain, headers: { ...plain.headers, ...condition(of, write) } };
  const body = bodyOf(of, write, { template, words, open: on.open });
  if (body === undefined) return request;
  return { ...request, headers: { ...request.headers, "content-type": "application/json" }, body };
}

/** A request of a write that takes several. */
export function requestOf(
  on: RequestContext,
  write: Write,
  of: { readonly method: WireRequest["method"]; readonly path: string; readonly body?: WireJson | undefined },
): WireRequest {
  const request = { method: of.method, ...to(on, of.path, write.scope), ...departure(write) };
  if (of.body === undefined) return request;
  return { ...request, headers: { ...request.headers, "content-type": "application/json" }, body: of.body };
}

/** The state that a write says it is made for: the product itself refuses it once its object has changed. */
export function conditionOf(of: RestKind, write: Write): string | undefined {
  return Object.values(condition(of, write))[0];
}

/** The state that a write was made for, where the product asks for it. */
function condition({ writes }: RestKind, { operation, live }: Write): Readonly<Record<string, string>> {
  const { ifMatch, ifNoneMatch } = writes[operation] ?? {};
  if (ifNoneMatch) return { "if-none-match": "*" };
  return ifMatch === undefined || live?.version === undefined ? {} : { "if-match": live.version };
}

/** A path below the target's URL, of one below the base path. */
export function fromUrl(dialect: RestDialect, path: string): string {
  return `${filledPath(dialect.product.basePath, settingWords(dialect))}${path}`;
}

/** What shares a rate limit with what is asked for in this scope, where there is such. */
export function budgetOf({ product: { limits } }: RestDialect, scope: Scope): string | undefined {
  return limits.sharedBy === undefined ? undefined : scope[limits.sharedBy];
}

function to({ url, dialect }: RequestContext, path: string, scope: Scope): Omit<WireRequest, "method"> {
  const budget = budgetOf(dialect, scope);
  return {
    url: `${url}${fromUrl(dialect, path)}`,
    headers: { accept: "application/json" },
    ...(budget !== undefined && { budget }),
  };
}
