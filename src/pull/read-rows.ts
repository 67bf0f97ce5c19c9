/** Reads the rows for one file from a source. Returns all rows, or a problem. Uses the given wire. */

import { readPages } from "../drivers/http/pagination/pages.ts";
import { answerOf, type ReplyContext } from "../drivers/http/replies/replies.ts";
import { asList, asObject, isArray, isObject, type Json } from "../model/json.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { ReplyRule } from "../model/reply-rule.ts";
import { shownOf, type Wire, type WireReply, type WireRequest } from "../model/wire.ts";
import { type NoRows, type RowsPage, readByOffset, rowId } from "./offset-pages.ts";
import { graphqlRequest, type ListPart, listRequest, type SourceToken } from "./requests.ts";
import { aboutSource } from "./source-problems.ts";
import type { GraphqlQuery, ListQuery, RowsQuery, Source } from "./sources.ts";

/** A source that is ready for requests. */
export interface OpenSource {
  readonly source: Source;
  readonly wire: Wire;
  readonly token: SourceToken | undefined;
}

type Rows = { readonly rows: readonly Json[] } | NoRows;

/**
 * Only this answer is accepted. Any other answer is a failure, such as a redirect, a login page or a partial answer.
 */
const rules: readonly ReplyRule[] = [{ status: 200, means: "accepted" }];

/** Returns the rows that the source currently has. */
export async function readRows(open: OpenSource, query: RowsQuery, signal: AbortSignal): Promise<Rows> {
  const rows =
    query.is === "list" ? await readList(open, query, signal) : await readGraphql(open, query, signal);
  return "problem" in rows ? { problem: aboutSource(rows.problem, open.source) } : rows;
}

async function readList(open: OpenSource, query: ListQuery, signal: AbortSignal): Promise<Rows> {
  const { source, wire, token } = open;
  if (source.type === "rest") {
    const first = listRequest(source, query, { token });
    const listing = { exchange: contextOf(source), wire, first, layout: { items: query.rows }, idOf: rowId };
    const list = await readPages(listing, signal);
    return "problem" in list ? list : { rows: list.items };
  }
  const page = async (part: ListPart) => {
    const request = listRequest(source, query, { token, part });
    const answer = await asked(open, request, signal);
    if ("problem" in answer) return answer;
    const { count, next, results } = asObject(answer.body);
    if (!isArray(results) || typeof count !== "number") return notAList(source, request, answer.body);
    const isMore = next === undefined ? undefined : next !== null;
    return { rows: results, count, isMore, characters: answer.characters };
  };
  return readByOffset({ page, size: source.pageSize, what: `${source.name}: ${query.path}` });
}

async function readGraphql(open: OpenSource, query: GraphqlQuery, signal: AbortSignal): Promise<Rows> {
  const { source, token } = open;
  const what = `${source.name}: ${query.rows}`;
  const ask = async (part: ListPart | undefined) => {
    const request = graphqlRequest(source, query, { token, part });
    const answer = await asked(open, request, signal);
    return "problem" in answer ? answer : graphqlPage(source, query, answer);
  };
  if (query.isPaged) return readByOffset({ page: ask, size: source.pageSize, what });
  const page = await ask(undefined);
  if ("problem" in page) return page;
  const { rows, count, isMore } = page;
  if (isMore !== true && (count === undefined || count === rows.length)) return { rows };
  const message = `${what} returned ${rows.length} rows, but there are ${count === undefined ? "more" : count}.`;
  const hint = "Declare `$offset` and `$limit` in the query, so that trueup can read page by page.";
  return { problem: problem("list-cut-short", message, { hint }) };
}

interface Answer {
  readonly body: Json;
  readonly characters: number;
  readonly shown: (text: string) => string;
}

/** Returns a page from a list, or from a connection: `edges` that each have a `node`. */
function graphqlPage(
  source: Source,
  { rows: at }: GraphqlQuery,
  { body, characters, shown }: Answer,
): RowsPage | NoRows {
  const { data = null, errors } = asObject(body);
  const said = asList(errors).map((each) => (typeof each === "string" ? each : asObject(each).message));
  if (errors !== undefined && errors !== null && !(isArray(errors) && errors.length === 0)) {
    const texts = said.flatMap((each) => (typeof each === "string" ? shown(each).slice(0, 300) : []));
    const which = texts.slice(0, 3).join("; ") || "the answer does not name them";
    const message = `${source.name}: the answer to the query has errors: ${which}`;
    return { problem: problem("graphql-error", message, { hint: "Correct the query in sources.yaml." }) };
  }
  const found = at.split(".").reduce<Json | undefined>((here, name) => asObject(here)[name], data);
  const inEdges = isObject(found) ? found.edges : undefined;
  const rows = inEdges === undefined ? found : asList(inEdges).map((edge) => asObject(edge).node ?? null);
  if (!isArray(rows)) {
    const message = `${source.name}: the answer has no list at \`${at}\`.`;
    const names = Object.keys(asObject(data)).filter((name) => /^\w{1,60}$/.test(name));
    const hint = `Correct the path in \`rows\`${names.length > 0 ? `; the answer has ${names.join(", ")}` : ""}.`;
    return { problem: problem("unexpected-shape", message, { hint }) };
  }
  const { count, pageInfo } = asObject(found);
  const { hasNextPage } = asObject(pageInfo);
  return {
    rows,
    count: typeof count === "number" ? count : undefined,
    isMore: typeof hasNextPage === "boolean" ? hasNextPage : undefined,
    characters,
  };
}

async function asked(open: OpenSource, request: WireRequest, signal: AbortSignal): Promise<Answer | NoRows> {
  const reply = await open.wire.send(request, signal);
  const answer = answerOf(contextOf(open.source), request, reply);
  if (answer.state === "unknown") return { problem: answer.problem };
  if (answer.state === "absent") throw new Error("no answer of a source means absence");
  return { body: answer.body, characters: lengthOf(reply), shown: shownOf(answer) };
}

/** Returns the number of rows in a list of NetBox or Nautobot; undefined if it cannot be determined. */
export async function countRows(
  open: OpenSource,
  query: ListQuery,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { source, token } = open;
  const answer = await asked(
    open,
    listRequest(source, query, { token, part: { offset: 0, limit: 1 } }),
    signal,
  );
  const { count } = "problem" in answer ? {} : asObject(answer.body);
  return typeof count === "number" ? count : undefined;
}

function lengthOf(reply: WireReply): number {
  return reply.outcome === "answered" ? reply.text.length : 0;
}

function contextOf({ name }: Source): ReplyContext {
  return { target: name, rules };
}

function notAList({ name, type }: Source, request: WireRequest, body: Json): NoRows {
  const what = isObject(body) && isArray(body.results) ? "`results` without `count`" : "no `results`";
  const message = `${name}: the answer to ${request.method} ${new URL(request.url).pathname} has ${what}.`;
  const hint = `Check that the url is that of ${type}, and that \`list\` is one of its lists.`;
  const found: Problem = problem("unexpected-shape", message, { hint });
  return { problem: found };
}
