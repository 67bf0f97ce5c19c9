/** Interprets the replies to reads and writes by a dialect's table. It does not decide about retries. Pure. */

import { type KeptResults, Stage } from "../../../kept/kept.ts";
import { hasDroppedMember, type Json, parseJson } from "../../../model/json.ts";
import type { CannotBe } from "../../../model/live/snapshot.ts";
import { type Problem, problem } from "../../../model/problem.ts";
import type { Reply } from "../../../model/reply.ts";
import { gravestRule, isForMethod, type ReplyRule } from "../../../model/reply-rule.ts";
import { retryAfter } from "../../../model/retry-after.ts";
import { shownOf, type WireReply, type WireRequest } from "../../../model/wire.ts";
import {
  errorAppTags,
  errorPaths,
  errorTags,
  errorTexts,
  type OwnTexts,
  xmlErrorTags,
} from "./error-body.ts";
import { tokenHeaderHint } from "./reading-hints.ts";
import { unaccepted, unanswered } from "./unaccepted.ts";

/** The target, and the table by which its replies are interpreted. */
export interface ReplyContext {
  /** The target's name, for messages. */
  readonly target: string;
  readonly rules: readonly ReplyRule[];
  /** The requested OAuth scope, if any, for hints about a 403. */
  readonly scope?: string | undefined;
  /**
   * The name of the header or cookie that carries the credential, for hints about a 401: `the header X-Auth-Token`.
   * Absent: these hints do not name the carrier.
   */
  readonly carrier?: string | undefined;
  /** True: created resources may become ready only later, so that an unexplained refusal may be temporary. */
  readonly isEventual?: true | undefined;
  /** The names of the settings that the target's product has. Absent: no hint suggests a setting. */
  readonly settings?: ReadonlySet<string> | undefined;
  /**
   * Returns the texts in a product's own error fields, which come before the conventional fields. Absent: only the
   * conventional fields are searched.
   */
  readonly texts?: OwnTexts | undefined;
  /** A cache of parsed replies from earlier runs. Absent: every reply is parsed. */
  readonly kept?: KeptResults | undefined;
}

interface ReadBody {
  readonly body: Json | undefined;
  /** True: a member was lost in parsing. */
  readonly isCut: boolean;
}

const bodies = new Stage<ReadBody>();

/** Returns the parsed body. As long as a request gets the same text, the result is the same object. */
function bodyOf({ target, kept }: ReplyContext, { method, url }: WireRequest, text: string): ReadBody {
  const key = { place: `${target}\0${method} ${url}`, from: [text] };
  return bodies.of(kept, key, () => ({ body: parseJson(text), isCut: hasDroppedMember(text) }));
}

/**
 * Returns the context for a request of a single item. In this context, the statuses in `absent` mean that the item is
 * absent. For a list, they do not mean an absence.
 */
export function ofItem(exchange: ReplyContext, absent: readonly number[] = [404]): ReplyContext {
  const rules = absent.map((status): ReplyRule => ({ status, method: "GET", means: "absent" }));
  return { ...exchange, rules: [...rules, ...exchange.rules] };
}

/** The result of a GET: a complete JSON body, confirmed absence, or unknown. */
export type ReadAnswer =
  | ({ readonly state: "answered"; readonly body: Json } & Pick<Answered, "headers" | "shown">)
  | { readonly state: "absent"; readonly cannot?: CannotBe | undefined }
  | { readonly state: "unknown"; readonly problem: Problem };

type Answered = Extract<WireReply, { outcome: "answered" }>;

/** Half a sentence about a reply with a member that parsing would lose. A later full write would remove this member. */
export const unkept = "has a member named __proto__, which trueup cannot compare or write";

const maxTextShown = 300;
const maxTextMatched = 65_536;

/**
 * The statuses of complete replies to a GET. A 202 only promises a result, and a 206 contains only a part (RFC 9110,
 * 15.3).
 */
const whole: readonly number[] = [200, 203];

/**
 * Returns what the reply to a GET means. Only a JSON body under an `accepted` row is an answer, and only an `absent`
 * row is an absence; everything else is unknown.
 *
 * | outcome  | row of the table       | body                                              | answer   |
 * |----------|------------------------|---------------------------------------------------|----------|
 * | lost     |                        |                                                   | unknown  |
 * | blocked  |                        |                                                   | unknown  |
 * | answered | accepted, 200 or 203   | JSON                                              | answered |
 * | answered | accepted, other 2xx    | JSON                                              | unknown  |
 * | answered | accepted               | not JSON                                          | unknown  |
 * | answered | accepted               | has a member that is lost in parsing, `__proto__` | unknown  |
 * | answered | absent                 |                                                   | absent   |
 * | answered | any other row, or none |                                                   | unknown  |
 */
export function answerOf(exchange: ReplyContext, request: WireRequest, reply: WireReply): ReadAnswer {
  if (reply.outcome !== "answered") return { state: "unknown", problem: reply.problem };
  const { body, isCut } = bodyOf(exchange, request, reply.text);
  const rule = ruleFor(exchange.rules, request, { ...reply, body });
  if (rule?.means === "absent") return { state: "absent", cannot: rule?.cannot };
  if (rule?.means !== "accepted")
    return { state: "unknown", problem: refusal(exchange, { request, reply, rule }) };
  if (body === undefined) return { state: "unknown", problem: notJson(exchange, request, reply) };
  if (request.method === "GET" && !whole.includes(reply.status))
    return { state: "unknown", problem: notWhole(exchange, request, reply) };
  if (isCut) return { state: "unknown", problem: unexpectedShape(exchange, request, unkept) };
  return { state: "answered", body, headers: reply.headers, shown: reply.shown };
}

/**
 * Returns what the reply to a write means.
 *
 * | outcome            | row of the table     | body            | reply              |
 * |--------------------|----------------------|-----------------|--------------------|
 * | lost, not sent     |                      |                 | busy (unavailable) |
 * | lost, perhaps sent |                      |                 | lost               |
 * | blocked            |                      |                 | refused            |
 * | answered           | accepted             | JSON or nothing | accepted           |
 * | answered           | accepted             | not JSON        | lost               |
 * | answered           | busy                 |                 | busy               |
 * | answered           | conflict, contended  |                 | conflict           |
 * | answered           | absent               |                 | conflict           |
 * | answered           | refused              |                 | refused            |
 * | answered           | lost                 |                 | lost               |
 * | answered           | none: 3xx, 4xx       |                 | refused            |
 * | answered           | none: another status |                 | lost               |
 */
export function replyOf(exchange: ReplyContext, request: WireRequest, reply: WireReply): Reply {
  if (reply.outcome !== "answered") return unanswered(reply);
  const body = parseJson(reply.text);
  const rule = ruleFor(exchange.rules, request, { ...reply, body });
  const means = rule?.means ?? (reply.status >= 300 && reply.status < 500 ? "refused" : "lost");
  if (means === "accepted") {
    if (body !== undefined) return { meaning: "accepted", value: body };
    if (reply.text.trim() === "") return { meaning: "accepted" };
    return { meaning: "lost", detail: notJson(exchange, request, reply).message };
  }
  const found = refusal(exchange, { request, reply, rule });
  const paths = errorPaths(body).map(shownOf(reply));
  const isUnexplained = exchange.isEventual === true && mayPass.includes(reply.status) && !explains(rule);
  return unaccepted(means, rule, { found, paths, isUnexplained, retryAfter: retryAfter(reply.headers) });
}

/** Statuses with which a product may refuse a request for a resource that is not ready yet. */
const mayPass: readonly number[] = [400, 404, 409, 422];

/** True for a table row that says more about a reply than its status does. */
function explains(rule: ReplyRule | undefined): boolean {
  if (rule === undefined) return false;
  const { body, tag, appTag, missing, code, hint } = rule;
  return [body, tag, appTag, missing, code, hint].some((known) => known !== undefined);
}

/** Returns the problem of a reply whose JSON does not have the form that the interface defines. */
export function unexpectedShape(exchange: ReplyContext, request: WireRequest, what: string): Problem {
  const hint = "Check that the target's url, dialect and settings are those of this product.";
  return problem("unexpected-shape", `${exchange.target}: the answer to ${name(request)} ${what}.`, { hint });
}

/** Returns the name of a request in messages: `GET /path on host`. */
export function name(request: WireRequest): string {
  const url = URL.parse(request.url);
  return url
    ? `${request.method} ${url.pathname}${url.search} on ${url.host}`
    : `${request.method} ${request.url}`;
}

function ruleFor(
  rules: readonly ReplyRule[],
  request: WireRequest,
  reply: Answered & { readonly body: Json | undefined },
): ReplyRule | undefined {
  const kind = `${Math.floor(reply.status / 100)}xx`;
  const text = reply.text.slice(0, maxTextMatched);
  const appTags = reply.body === undefined ? [] : errorAppTags(reply.body);
  const fitting = rules.filter(
    (rule) =>
      (rule.status === reply.status || rule.status === kind) &&
      isForMethod(rule, request) &&
      (rule.body === undefined || rule.body.test(text)) &&
      (rule.appTag === undefined || appTags.includes(rule.appTag)),
  );
  return gravestRule(fitting, reply.body === undefined ? xmlErrorTags(text) : errorTags(reply.body));
}

interface Refused {
  readonly request: WireRequest;
  readonly reply: Answered;
  readonly rule: ReplyRule | undefined;
}

function refusal(exchange: ReplyContext, { request, reply, rule }: Refused): Problem {
  const texts = errorTexts(parseJson(reply.text), exchange.texts);
  const said = texts.length > 0 ? texts.map(shownOf(reply)).join(": ") : shownOf(reply)(reply.text).trim();
  const shown = said === "" ? "" : `: ${said.slice(0, maxTextShown)}`;
  const to = reply.status >= 300 && reply.status < 400 ? ` that leads to ${place(request, reply)}` : "";
  const { code, hint } = wordsFor(exchange, request, reply);
  const message = `${exchange.target}: ${name(request)} was answered ${reply.status}${to}${shown}`;
  return problem(rule?.code ?? code, message, { hint: rule?.hint ?? hint });
}

function place(request: WireRequest, reply: Answered): string {
  return URL.parse(shownOf(reply)(reply.headers.location ?? ""), request.url)?.host ?? "nowhere";
}

function notJson(exchange: ReplyContext, request: WireRequest, reply: Answered): Problem {
  const what = reply.text.trim() === "" ? "an empty body" : "a body that is not JSON";
  return problem(
    "not-json",
    `${exchange.target}: ${name(request)} was answered ${reply.status} with ${what}.`,
    {
      hint: "Check that the target's url is that of the interface itself, not of a login page or a proxy.",
    },
  );
}

function notWhole({ target }: ReplyContext, request: WireRequest, { status }: Answered): Problem {
  const message = `${target}: ${name(request)} was answered ${status}: only part of the requested content.`;
  return problem("partial-answer", message, {
    hint: "Ask the operator of the controller, or of a proxy in front of it, why the answer is only partial.",
  });
}

function wordsFor(
  exchange: ReplyContext,
  request: WireRequest,
  reply: Answered,
): { code: string; hint: string } {
  const { status } = reply;
  const of = `of target ${exchange.target} in trueup.yaml`;
  switch (status) {
    case 401: {
      const wrong = clockHint(reply);
      if (wrong !== undefined) return { code: "clock-skew", hint: wrong };
      const { carrier } = exchange;
      const sent =
        carrier &&
        ` It was sent in ${carrier}: if this product expects it elsewhere, correct \`dialect\` or url.`;
      const said = `The credential ${of} is missing, wrong or expired: replace it.`;
      const hint = `${said}${sent ?? ""}${tokenHeaderHint(exchange)}`;
      return { code: "unauthorized", hint };
    }
    case 403: {
      const what = `The credential ${of} lacks the permission for ${name(request)}`;
      const remedy = scopeHint(exchange, reply) ?? "grant this permission, or use another credential.";
      return { code: "forbidden", hint: `${what}: ${remedy}` };
    }
    case 404:
      return { code: "not-found", hint: `Check the url and the settings ${of}.` };
    case 429:
      return { code: "throttled", hint: `Lower limits.requestsPerSecond or limits.share ${of}.` };
  }
  if (status >= 500) return { code: "server-error", hint: "Retry later, or ask the controller's operator." };
  if (status >= 300 && status < 400)
    return { code: "redirected", hint: `Set url ${of} to the final address: trueup follows no redirects.` };
  const isRead = request.method === "GET";
  const remedy = isRead ? `check the settings ${of}` : "change desired state accordingly";
  return { code: "refused", hint: `Read the controller's reason in this message, and ${remedy}.` };
}

/**
 * Returns a hint if the clocks differ by a minute or more, otherwise undefined. The hint is useful because signatures
 * are valid only for minutes.
 */
function clockHint({ clockAhead = 0 }: Answered): string | undefined {
  const seconds = Math.round(Math.abs(clockAhead) / 1000);
  if (seconds < 60) return undefined;
  const side = clockAhead > 0 ? "ahead of" : "behind";
  return `Correct this machine's clock: it is ${seconds} s ${side} the server's, and signatures last only minutes.`;
}

/**
 * Returns a hint about the scopes for a 403: the scopes that the server names (RFC 6750 §3.1), otherwise the requested
 * scopes. Undefined: neither is known.
 */
function scopeHint({ target, scope }: ReplyContext, reply: Answered): string | undefined {
  const where = `settings.scope of target ${target}, and grant it to the client.`;
  const asked = shownOf(reply)(reply.headers["www-authenticate"] ?? "");
  const needed = /\bscope="([^"\\]{1,300})"/.exec(asked)?.[1];
  if (needed !== undefined) return `it needs the scope \`${needed}\`. Add this scope to ${where}`;
  return scope === undefined
    ? undefined
    : `its scope \`${scope}\` is not sufficient. Add the missing scope to ${where}`;
}
