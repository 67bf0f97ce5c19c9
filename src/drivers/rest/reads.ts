/** Reads what a catalog describes: lists with all their pages, single resources, device reports. No retries. */

import { enclosedIn, fieldOf } from "../../catalog/fields/field-of.ts";
import { hasLiveId, idField } from "../../catalog/identity.ts";
import type { ReadTemplate } from "../../catalog/operations.ts";
import { replyRules } from "../../catalog/reply-rules.ts";
import { filledFields, filledValue, type WordValue } from "../../catalog/templates.ts";
import { Stage } from "../../kept/kept.ts";
import { asObject, canonicalText, isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { parentIdIn } from "../../model/live/snapshot.ts";
import { ours, type Problem, problem, sentence } from "../../model/problem.ts";
import type { WireRequest } from "../../model/wire.ts";
import type { Item, ReadReply, ReadRequest } from "../contract/contract.ts";
import { name, ofItem, type ReplyContext, unexpectedShape } from "../http/replies/replies.ts";
import type { RestKind } from "./catalogs/catalog-dialect.ts";
import { inOneRecord } from "./elements/live-parts.ts";
import { withInside } from "./inside.ts";
import { itemOf, itemsOf, ownIdOf, recordOf, recordShown, withUndeclared } from "./items.ts";
import { holdsAll, readListed, rememberingLast } from "./listing.ts";
import {
  answerTo,
  fieldWord,
  type RequestSubject,
  type RestContext,
  requestTo,
  requestWords,
  wordsOf,
} from "./requests.ts";

/** The context of reads. */
export interface ReadingContext extends RestContext {
  readonly signal: AbortSignal;
}

/** Returns the result of reading a kind's collection. */
export async function readKind(on: ReadingContext, of: RestKind, request: ReadRequest): Promise<ReadReply> {
  const { byId } = request;
  if (byId !== undefined) return readById(on, of, { ...request, byId });
  if (of.list) {
    const reply = await readList(on, { of, read: of.list, request });
    return request.undeclarable ? withInside(on, of, { reply, request }) : reply;
  }
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
  const [first] = replies;
  if (items.length === 0 && first) return first.state === "absent" ? first : { state: "absent" };
  return replies.length > 1 ? { state: "whole", items, requests: replies.length } : { state: "whole", items };
}

/** Returns the resource with this id, wherever it is. If the catalog has no individual read, the result is absent. */
async function readById(
  on: ReadingContext,
  of: RestKind,
  request: ReadRequest & { readonly byId: string },
): Promise<ReadReply> {
  if (!of.item || !hasLiveId(of.file)) return { state: "absent" };
  const { byId: id } = request;
  const parentId = of.isChained ? parentIdIn(id) : request.parentId;
  return readItem(on, { of, read: of.item, request: { ...request, parentId }, id });
}

interface KindRead {
  readonly of: RestKind;
  readonly read: ReadTemplate;
  readonly request: ReadRequest;
}

async function readList(on: ReadingContext, { of, read, request }: KindRead): Promise<ReadReply> {
  const { parentId, scope, alone, wanted, undeclarable } = request;
  const { dialect, exchange, shown } = on;
  const { elements, discover } = of.file;
  const words = requestWords(of, dialect, { parentId, scope });
  const meant = { wrap: read.wrap, only: read.only && filledFields(read.only, words) };
  // List elements are not separate items: together they form one item.
  const gathered = (records: readonly Json[]) => (elements ? [inOneRecord(of.file, records)] : records);
  const place = JSON.stringify([exchange.target, of.file.kind, parentId, scope]);
  const from = [of, read, of.kind.secrets.length > 0 ? shown : undefined, undeclarable, wanted];
  const itemsIn = rememberingLast((records: readonly Json[]) =>
    itemLists.of(exchange.kept, { place, from: [...from, ...records] }, () =>
      itemsOf(of, { read: meant, parentId, wanted, shown, undeclarable }, gathered(records)),
    ),
  );
  const none = discover === undefined ? read.none && nothingThere : noList(exchange.target, of);
  const list = await readListed(
    { ...on, exchange: withNone(exchange, read) },
    {
      read,
      words,
      scope,
      id: idField(of.file),
      alone,
      none,
      idOf: (record) => idIn(of, read, record),
      complete: (records) => holdsAll(itemsIn(records), wanted),
    },
    on.signal,
  );
  const unknown = (problem: Problem) => ({ state: "unknown", problem }) as const;
  if ("problem" in list)
    return list.problem === nothingThere
      ? { state: "whole", items: [], ...(list.cannot && { cannot: list.cannot }) }
      : unknown(list.problem);
  const items = itemsIn(list.items);
  if (items === undefined) {
    const what = `has a record that is not one of the ${of.kind.collection.name}`;
    return unknown(unexpectedShape(exchange, list.first, what));
  }
  const counted = alone ? undefined : await miscounted(on, { of, read, request }, list.items.length);
  if (counted) return unknown(counted);
  const known = dialect.product.version?.known;
  const warnings = otherVersions(exchange, list.first, { found: list.versions, known });
  const reply: ReadReply =
    read.brief && of.item
      ? await inDetail(on, { of, read: of.item, request }, items)
      : { state: "whole", items };
  return reply.state === "whole" && warnings.length > 0 ? { ...reply, warnings } : reply;
}

/** The items of lists that were read. If secrets are compared, the items are cached only within a run. */
const itemLists = new Stage<readonly Item[] | undefined>();

/** The server reported that the list does not exist, so the list counts as empty. This problem is never shown. */
const nothingThere = problem("missing-list", "the product says that the object does not exist");

/** Adds the replies that, according to the catalog, mean that nothing exists (law 2). */
function withNone(exchange: ReplyContext, { none = [] }: ReadTemplate): ReplyContext {
  const rules = none.flatMap(({ status, text, cannot, unless }) => {
    const found = replyRules({ replies: [{ status, text, method: "GET", means: "absent" }] });
    return cannot === undefined
      ? found
      : found.map((rule) => ({ ...rule, cannot: { reason: cannot, unless } }));
  });
  return { ...exchange, rules: [...rules, ...exchange.rules] };
}

/** Returns a warning if a list has another format version than the known version. */
function otherVersions(
  { target }: ReplyContext,
  request: WireRequest,
  { found, known }: { readonly found: readonly string[]; readonly known: string | undefined },
): readonly Problem[] {
  if (known === undefined || found.every((version) => version === known)) return [];
  const which = found.length > 1 ? "versions" : "version";
  const asked = ours(`${target}: the answer to ${name(request)} is in ${which} `);
  const message = sentence`${asked}${found.join(" and ")} of its format, but trueup knows ${ours(known)}.`;
  const hint =
    "If `trueup observe` and the controller show the same values, set settings.version of the target.";
  return [problem("format-version", message, { severity: "warning", hint })];
}

function noList(target: string, { kind: { name, title } }: RestKind): Problem {
  const hint = `Name each resource: --only ${target}/${name}/NAME.`;
  return problem("not-found", `${target} has no list of all resources of the kind ${title}`, { hint });
}

/**
 * Reads the full items of a brief list: the wanted items, or all items. The list has shown that these items exist, so
 * an item that cannot be read is unknown, never absent.
 */
async function inDetail(on: ReadingContext, detail: KindRead, items: readonly Item[]): Promise<ReadReply> {
  const { wanted } = detail.request;
  const names = new Set(
    wanted.flatMap(({ identity, id }) => (id === undefined ? [identity] : [identity, id])),
  );
  const full: Item[] = [];
  let requests = 1;
  for (const item of items) {
    const { identity, id } = item;
    const isMeant = names.has(identity) || (id !== undefined && names.has(id));
    if (names.size > 0 && !isMeant) full.push(item);
    else {
      requests += 1;
      const reply = await readItem(on, { ...detail, identity, id, known: item });
      if (reply.state === "unknown") return reply;
      if (reply.state === "absent") return { state: "unknown", problem: lacking(on, identity) };
      full.push(...reply.items);
    }
  }
  return { state: "whole", items: full, requests };
}

/** Returns a record, completed with states that only its list shows (values that only the product sets). */
function withStates({ file: { fields } }: RestKind, record: JsonObject, known: Item | undefined): JsonObject {
  if (known === undefined) return record;
  const states = Object.entries(fields).flatMap(([name, { replyOnly, wire = name }]) => {
    const state = replyOnly && asObject(known.value)[name];
    return state === undefined ? [] : [[wire, state] as const];
  });
  return states.length === 0 ? record : { ...Object.fromEntries(states), ...record };
}

function lacking({ exchange }: ReadingContext, identity: string): Problem {
  return moved(
    sentence`${ours(exchange.target)}: a list contains ${identity}, but a read of this resource returns nothing`,
  );
}

function moved(message: Parameters<typeof problem>[1]): Problem {
  return problem("list-moved", message, { hint: "Repeat the command when fewer changes are being made." });
}

/**
 * Returns the identity of a record: its id, match value, or complete content. Undefined: the record has no identity.
 */
function idIn(of: RestKind, read: ReadTemplate, each: Json): string | undefined {
  if (of.file.id === false) return undefined;
  const { elements } = of.file;
  if (elements) return isObject(each) ? String(fieldOf(each, elements.id)) : undefined;
  const record = recordOf(of, read, each);
  if (record === undefined) return canonicalText(each);
  const own = hasLiveId(of.file) ? ownIdOf(of, record) : itemOf(of, record, {})?.identity;
  return own ?? canonicalText(each);
}

/**
 * Returns the problem of a list that differs from the product's own count. Undefined: list and count agree, or there is
 * no count.
 */
async function miscounted(
  on: ReadingContext,
  { of, read: { pages = on.dialect.product.pages }, request: { parentId, scope } }: KindRead,
  read: number,
): Promise<Problem | undefined> {
  if (pages?.by !== "offset" || pages.count === undefined) return undefined;
  const { path, at } = pages.count;
  const asked = requestTo(on, { path }, { words: wordsOf(of, on.dialect, { parentId, scope }), scope });
  const answer = await answerTo(on, asked, on.signal);
  if (answer.state === "unknown") return answer.problem;
  const count = answer.state === "answered" ? fieldOf(answer.body, at) : undefined;
  if (typeof count !== "number") return unexpectedShape(on.exchange, asked, `has no number at ${at}`);
  if (count === read) return undefined;
  return moved(`${on.exchange.target}: a list returned ${read} items, but ${name(asked)} counts ${count}.`);
}

interface ItemRead extends KindRead, Pick<RequestSubject, "identity" | "id"> {
  /** The item as its brief list shows it. Absent: the item was not found through a brief list. */
  readonly known?: Item;
}

async function readItem(
  on: ReadingContext,
  { of, read, request, identity, id, known }: ItemRead,
): Promise<ReadReply> {
  const { parentId, scope, wanted } = request;
  const own = wordsOf(of, on.dialect, { parentId, scope, identity, id });
  const words: WordValue = (word) => own(word) ?? fieldWord(word, asObject(known?.value));
  const { body } = read;
  const template = body ? { ...read, method: "POST" as const } : read;
  const asked = requestTo(on, template, { words, scope, body: body && filledValue(body, words) });
  // Law 2: only the catalog says which status means that an item is absent.
  const isAlone = of.kind.collection.absence === "item" || request.byId !== undefined;
  const isItem = isAlone && of.file.form !== "singleton";
  const exchange = ofItem(withNone(on.exchange, read), read.absent ?? (isItem ? [404] : []));
  const answer = await answerTo({ ...on, exchange }, asked, on.signal);
  if (answer.state !== "answered") return answer;
  const shown = shownIn(read, answer.body);
  if (shown === "none") return { state: "absent" };
  const bare = shown === undefined ? undefined : recordOf(of, read, shown);
  const record = bare && withStates(of, bare, known);
  const query = wanted.find((each) => each.identity === identity);
  const other = record && query && of.codec?.other?.(of.file, record, query);
  const item = record && itemOf(of, record, { parentId, shown: on.shown, asked: identity });
  const { byId = item?.id } = request;
  // Details with another id belong to another item, even if the name is the same.
  const isOther = id !== undefined && item?.id !== undefined && item.id !== id;
  const isNamed = identity === undefined || item?.identity === identity;
  const isAsked = isNamed && !isOther && item?.id === byId;
  if (other === undefined && item && isAsked) {
    const own = request.undeclarable ? withUndeclared(of, item, recordShown(read, shown ?? null)) : item;
    return { state: "whole", items: [own] };
  }
  const problem = unexpectedShape(on.exchange, asked, other ?? `is not a ${of.kind.title}`);
  return { state: "unknown", problem: other === undefined ? problem : { ...problem, hint: otherHint } };
}

const otherHint = "Declare the name in the product's spelling, which may differ in upper and lower case.";

/**
 * Returns the content of a reply. For a single-element list, this is the only element. For an empty list, it is "none",
 * if the catalog gives an empty list a meaning.
 */
function shownIn({ items, optional = false }: ReadTemplate, body: Json): Json | "none" | undefined {
  const found = enclosedIn(body, items, optional);
  if (optional && isObject(body) && Object.keys(body).length === 0) return "none";
  if (!isArray(found)) return found;
  if ((items === undefined && !optional) || found.length > 1) return undefined;
  return found[0] ?? "none";
}
