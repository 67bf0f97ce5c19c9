/** Reads what a catalog describes: lists with all their pages, single things, reports of devices. Retries nothing. */

import { enclosedIn, fieldOf } from "../../catalog/fields/field-of.ts";
import { hasLiveId, idField } from "../../catalog/identity.ts";
import type { ReadTemplate } from "../../catalog/operations.ts";
import { replyRules } from "../../catalog/reply-rules.ts";
import { filledFields } from "../../catalog/templates.ts";
import { canonicalText, isArray, isObject, type Json } from "../../model/json.ts";
import { ours, type Problem, problem, sentence } from "../../model/problem.ts";
import type { ShownSecrets } from "../../model/secret.ts";
import type { Wire, WireRequest } from "../../model/wire.ts";
import type { Item, ReadReply, ReadRequest } from "../contract.ts";
import { readPages } from "../pages/pages.ts";
import { answerOf, name, ofItem, type ReplyContext, unexpectedShape } from "../replies.ts";
import type { RestKind } from "./catalog.ts";
import { itemOf, itemsOf, ownIdOf, recordOf } from "./items.ts";
import { firstQuery, layoutOf } from "./listing.ts";
import { type RequestContext, readRequest } from "./requests.ts";
import { type RequestSubject, requestWords, wordsOf } from "./words.ts";

/** What reading needs. */
export interface CatalogReadContext extends RequestContext {
  readonly exchange: ReplyContext;
  readonly wire: Wire;
  readonly shown?: ShownSecrets | undefined;
  readonly signal: AbortSignal;
}

/** What a read of a kind's collection finds. */
export async function readKind(
  on: CatalogReadContext,
  of: RestKind,
  request: ReadRequest,
): Promise<ReadReply> {
  if (of.list) return readList(on, { of, read: of.list, request });
  if (!of.item) throw new Error(`${of.file.kind} is read, which cannot be`);
  const { exists } = of.file;
  if (exists !== undefined && request.wanted.length === 0) {
    const reply = await readItem(on, { of, read: of.item, request, identity: exists });
    return reply.state === "whole" ? { state: "whole", items: [] } : reply;
  }
  const sought: readonly (string | undefined)[] =
    of.file.form === "singleton" ? [undefined] : request.wanted.map(({ identity }) => identity);
  const replies = [];
  for (const identity of sought) replies.push(await readItem(on, { of, read: of.item, request, identity }));
  const failed = replies.find(({ state }) => state === "unknown");
  if (failed) return failed;
  const items = replies.flatMap((reply) => (reply.state === "whole" ? reply.items : []));
  if (items.length === 0 && replies.length > 0) return { state: "absent" };
  return replies.length > 1 ? { state: "whole", items, requests: replies.length } : { state: "whole", items };
}

interface KindRead {
  readonly of: RestKind;
  readonly read: ReadTemplate;
  readonly request: ReadRequest;
}

async function readList(on: CatalogReadContext, { of, read, request }: KindRead): Promise<ReadReply> {
  const { parentId, scope, alone, wanted } = request;
  const words = requestWords(of, wordsOf(of, on.dialect, { parentId, scope }));
  const pages = read.pages ?? on.dialect.product.pages;
  const first = readRequest(on, { path: read.path, query: firstQuery(read, pages) }, { words, scope });
  const field = idField(of.file);
  const { wire, shown } = on;
  const exchange = withNone(on.exchange, read);
  const meant = { ...read, only: read.only && filledFields(read.only, words) };
  const { elements } = of.file;
  // Elements of a list are no items, but one together.
  const gathered = (records: readonly Json[]) =>
    elements ? [{ [of.file.fields[elements.field]?.wire ?? elements.field]: records }] : records;
  const itemsIn = (records: readonly Json[]) =>
    itemsOf(of, { read: meant, parentId, wanted, shown }, gathered(records));
  const list = await readPages(
    {
      ...{ exchange, wire, first, alone, ...(read.none && { none: nothingThere }) },
      layout: { ...layoutOf(read, pages, field), version: on.dialect.product.version?.at },
      idOf: (record) => idIn(of, read, record),
      complete: (records) => holdsAll(itemsIn(records), request),
      ...(of.file.discover !== undefined && { none: noList(exchange.target, of) }),
    },
    on.signal,
  );
  if ("problem" in list && list.problem === nothingThere) return { state: "whole", items: [] };
  if ("problem" in list) return { state: "unknown", problem: list.problem };
  const items = itemsIn(list.items);
  if (items === undefined) {
    const what = `has a record that is none of the ${of.kind.collection.name}`;
    return { state: "unknown", problem: unexpectedShape(exchange, first, what) };
  }
  const wrong = pages?.by === "offset" && pages.count && !alone ? pages.count : undefined;
  const counted = wrong && (await miscounted(on, { ...wrong, request, of }, list.items.length));
  if (counted) return { state: "unknown", problem: counted };
  const { version } = on.dialect.product;
  const warnings = otherVersions(exchange, first, { found: list.versions, known: version?.known });
  const reply: ReadReply =
    read.brief && of.item
      ? await inDetail(on, { of, read: of.item, request }, items)
      : { state: "whole", items };
  return reply.state === "whole" && warnings.length > 0 ? { ...reply, warnings } : reply;
}

/** That a list said that there is none: an empty list, told to nobody. */
const nothingThere = problem("missing-list", "the product says that there is none");

/** With the answers that mean that there is none: only those that the catalog names (law 2). */
function withNone(exchange: ReplyContext, { none = [] }: ReadTemplate): ReplyContext {
  const rows = none.map((row) => ({ ...row, method: "GET", means: "absent" }) as const);
  return { ...exchange, rules: [...replyRules({ replies: rows }), ...exchange.rules] };
}

/** A warning where a list is in another version of its format than the one that is known. */
function otherVersions(
  { target }: ReplyContext,
  request: WireRequest,
  { found, known }: { readonly found: readonly string[]; readonly known: string | undefined },
): readonly Problem[] {
  if (known === undefined || found.every((version) => version === known)) return [];
  const which = found.length > 1 ? "versions" : "version";
  const asked = ours(`${target}: the answer to ${name(request)} is in ${which} `);
  const message = sentence`${asked}${found.join(" and ")} of its format; ${ours(known)} is known.`;
  const hint = "Compare fields with what the controller shows; then set settings.version to the new version.";
  return [problem("format-version", message, { severity: "warning", hint })];
}

function noList(target: string, { kind: { name, title } }: RestKind): Problem {
  const hint = `Name each one: --only ${target}/${name}/NAME.`;
  return problem("not-found", `${target} has no list of its ${title}s`, { hint });
}

/**
 * The items of a list that is brief, in full: those that are looked for, or all. The list has said that they are there,
 * so that one which cannot be read is unknown, whatever the answer.
 */
async function inDetail(
  on: CatalogReadContext,
  detail: KindRead,
  items: readonly Item[],
): Promise<ReadReply> {
  const { wanted } = detail.request;
  const names = new Set(wanted.map(({ identity }) => identity));
  const full: Item[] = [];
  let requests = 1;
  for (const item of items) {
    const { identity, id } = item;
    if (names.size > 0 && !names.has(identity)) full.push(item);
    else {
      requests += 1;
      const reply = await readItem(on, { ...detail, identity, id });
      if (reply.state === "unknown") return reply;
      if (reply.state === "absent") return { state: "unknown", problem: moved(on, identity) };
      full.push(...reply.items);
    }
  }
  return { state: "whole", items: full, requests };
}

function moved({ exchange }: CatalogReadContext, identity: string): Problem {
  const message = sentence`${ours(exchange.target)}: a list has ${identity}, and a read of it alone has not`;
  return problem("list-moved", message, { hint: "Run again when fewer changes are under way." });
}

/** What tells records apart: their id, or what they are matched by; else all that they are. Undefined: nothing does. */
function idIn(of: RestKind, read: ReadTemplate, each: Json): string | undefined {
  if (of.file.id === false) return undefined;
  const { elements } = of.file;
  if (elements) return isObject(each) ? String(fieldOf(each, elements.id)) : undefined;
  const record = recordOf(of, read, each);
  if (record === undefined) return canonicalText(each);
  const own = hasLiveId(of.file) ? ownIdOf(of, record) : itemOf(of, record, {})?.identity;
  return own ?? canonicalText(each);
}

/** Whether all that is looked for is there. */
function holdsAll(items: readonly Item[] | undefined, { wanted }: ReadRequest): boolean {
  const there = new Set(items?.map(({ kind, identity }) => `${kind} ${identity}`));
  return wanted.every(({ kind, identity }) => there.has(`${kind} ${identity}`));
}

/** What a product's own count of a list says against it; undefined where it fits. */
async function miscounted(
  on: CatalogReadContext,
  {
    path,
    at,
    of,
    request,
  }: { readonly path: string; readonly at: string; readonly of: RestKind; readonly request: ReadRequest },
  read: number,
): Promise<Problem | undefined> {
  const { parentId, scope } = request;
  const asked = readRequest(on, { path }, { words: wordsOf(of, on.dialect, { parentId, scope }), scope });
  const answer = answerOf(on.exchange, asked, await on.wire.send(asked, on.signal));
  if (answer.state === "unknown") return answer.problem;
  const count = answer.state === "answered" ? fieldOf(answer.body, at) : undefined;
  if (typeof count !== "number") return unexpectedShape(on.exchange, asked, `has no number at ${at}`);
  if (count === read) return undefined;
  const message = `${on.exchange.target}: a list gave ${read} items, and ${name(asked)} counts ${count}.`;
  return problem("list-moved", message, { hint: "Run again when fewer changes are under way." });
}

async function readItem(
  on: CatalogReadContext,
  { of, read, request, identity, id }: KindRead & Pick<RequestSubject, "identity" | "id">,
): Promise<ReadReply> {
  const { parentId, scope } = request;
  const words = wordsOf(of, on.dialect, { parentId, scope, identity, id });
  const asked = readRequest(on, read, { words, scope });
  // Law 2: it is the catalog that says by which status an item is not there.
  const isItem = of.kind.collection.absence === "item" && of.file.form !== "singleton";
  const exchange = ofItem(withNone(on.exchange, read), read.absent ?? (isItem ? [404] : []));
  const answer = answerOf(exchange, asked, await on.wire.send(asked, on.signal));
  if (answer.state !== "answered") return answer;
  const shown = shownIn(read, answer.body);
  if (shown === "none") return { state: "absent" };
  const record = shown === undefined ? undefined : recordOf(of, read, shown);
  const query = request.wanted.find((each) => each.identity === identity);
  const other = record && query && of.codec?.other?.(of.file, record, query);
  const item = record && itemOf(of, record, { parentId, shown: on.shown, asked: identity });
  if (other === undefined && item && (identity === undefined || item.identity === identity))
    return { state: "whole", items: [item] };
  const problem = unexpectedShape(on.exchange, asked, other ?? `is not a ${of.kind.title}`);
  return { state: "unknown", problem: other === undefined ? problem : { ...problem, hint: otherHint } };
}

const otherHint = "Declare it as the product spells it: upper and lower case may differ.";

/** What an answer shows: in a list of one, that one; none in an empty one, which is a word of its own. */
function shownIn({ items, optional = false }: ReadTemplate, body: Json): Json | "none" | undefined {
  const found = enclosedIn(body, items, optional);
  if (optional && isObject(body) && Object.keys(body).length === 0) return "none";
  if (found === undefined || !isArray(found)) return found;
  if ((items === undefined && !optional) || found.length > 1) return undefined;
  return found[0] ?? "none";
}
