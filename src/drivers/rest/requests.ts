/** Makes the requests of a product from the templates of its catalog. Pure. */

import type { OpenSecret } from "../../catalog/fields/wire.ts";
import { hasOwnKey } from "../../catalog/identity.ts";
import { filledPath, filledQuery, type WordValue } from "../../catalog/templates.ts";
import type { Scope } from "../../model/desired.ts";
import type { Reply } from "../../model/reply.ts";
import type { ShownSecrets } from "../../model/secret.ts";
import type { Wire, WireRequest } from "../../model/wire.ts";
import type { Write } from "../contract/contract.ts";
import { departure } from "../contract/sending.ts";
import { answerOf, type ReadAnswer, type ReplyContext, replyOf } from "../http/replies/replies.ts";
import { bodyOf } from "./bodies.ts";
import type { RestDialect, RestKind } from "./catalogs/catalog-dialect.ts";
import { requestWords, settingWords } from "./path-variables.ts";

/** What requests are made from. */
export interface RequestContext {
  /** The target's URL. */
  readonly url: string;
  readonly dialect: RestDialect;
  readonly open: OpenSecret;
}

/** What a catalog says of a request; without a method it reads. */
interface RequestTemplate {
  readonly method?: WireRequest["method"] | undefined;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
}

/** A request of a path below the target's URL. */
export function requestAt(
  { url }: Pick<RequestContext, "url">,
  { method = "GET", path, budget, body }: RequestTemplate & Pick<WireRequest, "budget" | "body">,
): WireRequest {
  const request = { method, url: `${url}${path}`, budget, headers: { accept: "application/json" } };
  if (body === undefined) return request;
  return { ...request, headers: { ...request.headers, "content-type": "application/json" }, body };
}

/** The request of a template. `scope`: of what it is about, which may share a rate limit. */
export function requestTo(
  on: Pick<RequestContext, "url" | "dialect">,
  { method, path, query = {} }: RequestTemplate,
  { words, scope, body }: Pick<WireRequest, "body"> & { readonly words: WordValue; readonly scope: Scope },
): WireRequest {
  const below = fromUrl(on.dialect, filledPath(path, words) + filledQuery(query, words));
  return requestAt(on, { method, path: below, budget: budgetOf(on.dialect, scope), body });
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
  const words = requestWords(of, on.dialect, { parentId, identity, scope, named, id: live?.id });
  const body = bodyOf(of, write, { template, words, open: on.open });
  const { headers, ...request } = requestTo(on, template, { words, scope, body });
  return { ...request, ...departure(write), headers: { ...headers, ...conditionOf(of, write) } };
}

/** The header with the state that a write was made for: the product refuses it once its object has changed. */
export function conditionOf(
  { writes }: RestKind,
  { operation, live }: Write,
): Readonly<Record<string, string>> {
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

/** What the parts of a session share. */
export interface RestContext extends RequestContext {
  readonly exchange: ReplyContext;
  readonly wire: Wire;
  readonly shown: ShownSecrets | undefined;
  /** The live ids of what shares a limit, by its name in scopes: those that were read. */
  readonly sharedIds: ReadonlyMap<string, string>;
}

/** Sends a read: what is answered. */
export async function answerTo(
  { exchange, wire }: Pick<RestContext, "exchange" | "wire">,
  request: WireRequest,
  signal: AbortSignal,
): Promise<ReadAnswer> {
  return answerOf(exchange, request, await wire.send(request, signal));
}

/** Sends a write: what the answer means. */
export async function replyTo(
  { exchange, wire }: Pick<RestContext, "exchange" | "wire">,
  request: WireRequest,
  signal: AbortSignal,
): Promise<Reply> {
  return replyOf(exchange, request, await wire.send(request, signal));
}
