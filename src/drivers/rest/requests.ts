/** Builds a product's requests from the templates of its catalog, by filling in variables. Pure. */

import { fieldOf, textFrom } from "../../catalog/fields/field-of.ts";
import type { OpenSecret } from "../../catalog/fields/wire.ts";
import { hasOwnKey, isIdKnown, keyInIdentity } from "../../catalog/identity.ts";
import {
  fieldPrefix,
  filledPath,
  filledQuery,
  filledValue,
  type WordValue,
} from "../../catalog/templates.ts";
import type { Scope } from "../../model/desired.ts";
import { asObject, definedMembers, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { idsIn, ownIdIn } from "../../model/live/snapshot.ts";
import type { Reply } from "../../model/reply.ts";
import type { ShownSecrets } from "../../model/secret.ts";
import type { Wire, WireRequest } from "../../model/wire.ts";
import type { Write } from "../contract/contract.ts";
import { demanded } from "../contract/kind-table.ts";
import { departure } from "../contract/sending.ts";
import { answerOf, type ReadAnswer, type ReplyContext, replyOf } from "../http/replies/replies.ts";
import { bodyOf, withIds } from "./bodies.ts";
import type { RestDialect, RestKind } from "./catalogs/catalog-dialect.ts";

/** The context of requests. */
export interface RequestContext {
  /** The target's URL. */
  readonly url: string;
  readonly dialect: RestDialect;
  readonly open: OpenSecret;
}

/** A catalog's description of a request. A request without a method is a read. */
interface RequestTemplate {
  readonly method?: WireRequest["method"] | undefined;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
}

/** Returns a request for a path below the target's URL. */
export function requestAt(
  { url }: Pick<RequestContext, "url">,
  { method = "GET", path, budget, body }: RequestTemplate & Pick<WireRequest, "budget" | "body">,
): WireRequest {
  const request = { method, url: `${url}${path}`, budget, headers: { accept: "application/json" } };
  if (body === undefined) return request;
  return { ...request, headers: { ...request.headers, "content-type": "application/json" }, body };
}

/** Returns the request of a template. `scope`: the scope of its subject, which may share a rate limit. */
export function requestTo(
  on: Pick<RequestContext, "url" | "dialect">,
  { method, path, query = {} }: RequestTemplate,
  { words, scope, body }: Pick<WireRequest, "body"> & { readonly words: WordValue; readonly scope: Scope },
): WireRequest {
  const below = fromUrl(on.dialect, filledPath(path, words) + filledQuery(query, words));
  return requestAt(on, { method, path: below, budget: budgetOf(on.dialect, scope), body });
}

/** Returns the kind of a write. Throws if the product has no kind with this name. */
export function kindOfWrite({ byName, name }: RestDialect, { kind }: Write): RestKind {
  const found = byName.get(kind);
  if (found === undefined) throw new Error(`${name} has nothing called ${kind}`);
  return found;
}

/**
 * Returns the request that carries out a write. Throws if an id in its path is missing, because the request would
 * address something else. `asked`: the reply to the preceding request.
 */
export function writeRequest(on: RequestContext, write: Write, asked?: Json): WireRequest {
  const { of, template, words } = templateOf(on, write);
  const { scope } = write;
  const body = bodyOf(of, write, { template, words, open: on.open, asked });
  const { headers, ...request } = requestTo(on, template, { words, scope, body });
  return { ...request, ...departure(write), headers: { ...headers, ...conditionOf(of, write) } };
}

/** Returns the request that precedes a write. Undefined: no request precedes the write. */
export function requestBefore(on: RequestContext, write: Write): WireRequest | undefined {
  const { template, words } = templateOf(on, write);
  const { asks } = template;
  if (asks === undefined) return undefined;
  const body = filledValue(asks.body, words);
  return requestTo(on, { method: "POST", path: asks.path }, { words, scope: write.scope, body });
}

function templateOf({ dialect }: RequestContext, write: Write) {
  const of = kindOfWrite(dialect, write);
  const template = of.writes[write.operation];
  if (template === undefined) throw new Error(`${dialect.name} has no ${write.operation} of a ${write.kind}`);
  const { parentId, scope, live, identity: named } = write;
  const identity = write.operation === "create" || hasOwnKey(of.file) ? named : undefined;
  const own = requestWords(of, dialect, { parentId, identity, scope, named, id: live?.id });
  const { desired, live: { value: shown } = {} } = withIds(of, write);
  const values = { ...asObject(shown), ...asObject(desired) };
  const words: WordValue = (word) => own(word) ?? fieldWord(word, values);
  return { of, template, words };
}

/**
 * Returns the value of the variable `{fields.NAME}`: the value of the field `NAME`, or the live id if the field is a
 * reference. Undefined: the variable has another form, or the field has no such value.
 */
export function fieldWord(word: string, values: JsonObject): string | undefined {
  if (!word.startsWith(fieldPrefix)) return undefined;
  const found = values[word.slice(fieldPrefix.length)];
  return textFrom(isObject(found) ? found.id : found);
}

/**
 * Returns the header with the version on which a write is based. The product refuses the write if the object has
 * changed since then.
 */
export function conditionOf(
  { writes }: RestKind,
  { operation, live }: Write,
): Readonly<Record<string, string>> {
  const { ifMatch, ifNoneMatch } = writes[operation] ?? {};
  if (ifNoneMatch) return { "if-none-match": "*" };
  return ifMatch === undefined || live?.version === undefined ? {} : { "if-match": live.version };
}

/** Returns the path below the target's URL, for a path below the base path. */
export function fromUrl(dialect: RestDialect, path: string): string {
  return `${filledPath(dialect.product.basePath, settingWords(dialect))}${path}`;
}

/** Returns the shared rate limit of this scope, if any. */
export function budgetOf({ product: { limits } }: RestDialect, scope: Scope): string | undefined {
  return limits.sharedBy === undefined ? undefined : scope[limits.sharedBy];
}

/** The context that all parts of a session share. */
export interface RestContext extends RequestContext {
  readonly exchange: ReplyContext;
  readonly wire: Wire;
  readonly shown: ShownSecrets | undefined;
  /**
   * The live ids that this session has read, by the resource's name in scopes. They are only the ids of resources whose
   * requests share a rate limit (`limits.sharedBy`).
   */
  readonly sharedIds: ReadonlyMap<string, string>;
}

/** Sends a read and interprets the reply. */
export async function answerTo(
  { exchange, wire }: Pick<RestContext, "exchange" | "wire">,
  request: WireRequest,
  signal: AbortSignal,
): Promise<ReadAnswer> {
  return answerOf(exchange, request, await wire.send(request, signal));
}

/** Sends a write and interprets the reply. */
export async function replyTo(
  { exchange, wire }: Pick<RestContext, "exchange" | "wire">,
  request: WireRequest,
  signal: AbortSignal,
): Promise<Reply> {
  return replyOf(exchange, request, await wire.send(request, signal));
}

/** Facts about the subject of a request. */
export interface RequestSubject {
  readonly parentId?: string | undefined;
  /** The live id of the subject itself. Like `parentId`, it may be a chain of ids. */
  readonly id?: string | undefined;
  readonly identity?: string | undefined;
  readonly scope?: Scope | undefined;
  /** The subject's match value, for a codec's variables. Default: `identity`. */
  readonly named?: string | undefined;
}

/** Returns the variables for a kind's templates. */
export function wordsOf(of: RestKind, dialect: Pick<RestDialect, "values">, on: RequestSubject): WordValue {
  const settings = settingWords(dialect);
  const ids = new Map(Object.entries(aboveIds(of, on)));
  const own = ownId(of, on);
  const { named = on.identity } = on;
  const coded = named === undefined ? undefined : of.codec?.words?.(named);
  return (word) => {
    if (word === "id") return own;
    if (word === "identity") return on.identity;
    if (word === "position") return position(own);
    const found = ids.get(word) ?? coded?.[word] ?? settings(word);
    return found ?? (rangeWords.includes(word) ? on.scope?.[word] : undefined);
  };
}

/** Variables whose values are in the scope itself: the start and end of a time range. */
const rangeWords: readonly string[] = ["startTime", "endTime"];

/**
 * Returns the template variables of a request. Throws if the parent's id is missing, because the request would address
 * another resource.
 */
export function requestWords(
  of: RestKind,
  dialect: Pick<RestDialect, "values">,
  on: RequestSubject,
): WordValue {
  const { above, file } = of;
  const words = wordsOf(of, dialect, on);
  const lack = (word: string) => `a ${file.title} is requested without the id of its ${word}`;
  return (word) => (above.includes(word) ? demanded(words(word), lack(word)) : words(word));
}

/** Returns the variables that need no kind: `settings.NAME`. */
export function settingWords({ values }: Pick<RestDialect, "values">): WordValue {
  const prefix = "settings.";
  return (word) =>
    word.startsWith(prefix) ? textFrom(fieldOf(values, word.slice(prefix.length))) : undefined;
}

/** Returns the live ids of the subject's ancestors, by kind. The last ids of the chain belong to the nearest kinds. */
function aboveIds({ above }: RestKind, { parentId, id }: RequestSubject): Readonly<Record<string, string>> {
  const chain = parentId === undefined ? idsIn(id ?? "")?.slice(0, -1) : idsIn(parentId);
  const first = above.length - (chain?.length ?? 0);
  return definedMembers(above.map((kind, index) => [kind, chain?.[index - first]]));
}

function ownId({ file }: RestKind, { id, identity }: RequestSubject): string | undefined {
  const known = isIdKnown(file) && identity !== undefined ? keyInIdentity(file, identity) : undefined;
  // In a preview, a resource that does not exist yet has a text in braces as its id.
  if (id === undefined || id === "" || (known !== undefined && id.startsWith("{"))) return known;
  return ownIdIn(id);
}

/** Returns a position counted from 1, for a position counted from 0. Undefined: the id is not a position. */
function position(id: string | undefined): string | undefined {
  return id !== undefined && /^\d{1,9}$/.test(id) ? String(Number(id) + 1) : undefined;
}

/**
 * Returns all ids that may be in a path, to be checked before anything is sent. A chain that cannot be split is
 * replaced by an invalid id.
 */
export function idsOf({ parentId, id, identity }: RequestSubject): readonly (string | undefined)[] {
  const chain = (text: string | undefined) => (text === undefined ? [] : (idsIn(text) ?? [".."]));
  return [...chain(parentId), ...chain(id), identity];
}
