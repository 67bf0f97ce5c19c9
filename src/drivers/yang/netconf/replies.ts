/** NETCONF replies: interprets rpc-errors by the dialect's table. Pure. */

import { type Problem, problem } from "../../../model/problem.ts";
import type { Reply } from "../../../model/reply.ts";
import { gravestRule, type ReplyRule } from "../../../model/reply-rule.ts";
import { shownOf, type WireReply, type WireRequest } from "../../../model/wire.ts";
import type { ReplyContext } from "../../http/replies/replies.ts";
import { unaccepted, unanswered } from "../../http/replies/unaccepted.ts";
import { base, childOf } from "./hello.ts";
import { parseXml, type XmlElement } from "./xml.ts";

/** An rpc's name in messages, and its request. */
export interface NamedRpc {
  /** The rpc's name in messages: `get-config`, `lock of candidate`. */
  readonly rpc: string;
  readonly request: WireRequest;
}

/** The result of an rpc: the complete reply, or the reason why there is none. */
export type RpcAnswer =
  | { readonly state: "answered"; readonly root: XmlElement }
  | { readonly state: "unknown"; readonly problem: Problem };

/** An error in a device's rpc reply (RFC 6241, 4.3), not a warning. */
export interface RpcError {
  readonly tag: string;
  /** An XPath to the node that the error concerns. It is empty if the device gives none. */
  readonly path: string;
  /** The `error-app-tag` without its module. It is empty if the device gives none. */
  readonly appTag: string;
  /** Tag, message and path as given by the device. */
  readonly said: string;
}

type Answered = Extract<WireReply, { outcome: "answered" }>;

const maxTextShown = 300;

/** The problem code for an unsupported operation (RFC 6241, appendix A). */
export const notServed = "operation-not-supported";

/** Returns the result of a read. Only a complete reply without an error is an answer. */
export function answerIn(exchange: ReplyContext, asked: NamedRpc, reply: WireReply): RpcAnswer {
  if (reply.outcome !== "answered") return { state: "unknown", problem: reply.problem };
  const parsed = parseXml(reply.text);
  if ("fault" in parsed) return { state: "unknown", problem: unreadableReply(exchange, asked, parsed.fault) };
  if (reply.status === 200) return { state: "answered", root: parsed.root };
  const rule = ruleFor(exchange.rules, reply.status, errorsIn(reply.text));
  return { state: "unknown", problem: refusal(exchange, asked, { reply, rule }) };
}

/**
 * Returns the meaning of the reply to an rpc that changes something.
 *
 * | outcome            | row of the table | reply              |
 * |--------------------|------------------|--------------------|
 * | lost, not sent     |                  | busy (unavailable) |
 * | lost, perhaps sent |                  | lost               |
 * | blocked            |                  | refused            |
 * | answered           | as the row says  | as the row says    |
 * | answered           | none             | refused            |
 */
export function meaningOf(exchange: ReplyContext, asked: NamedRpc, reply: WireReply): Reply {
  if (reply.outcome !== "answered") return unanswered(reply);
  const errors = errorsIn(reply.text);
  const rule = ruleFor(exchange.rules, reply.status, errors);
  const means = rule?.means ?? "refused";
  if (means === "accepted") return { meaning: "accepted" };
  const paths = errors.map(({ path }) => shownOf(reply)(path));
  return unaccepted(means, rule, { found: refusal(exchange, asked, { reply, rule }), paths });
}

/** Returns the problem of a reply that violates the protocol. */
export function unreadableReply(exchange: ReplyContext, asked: NamedRpc, what: string): Problem {
  const hint = "Check that the target's url, dialect and settings are those of this product.";
  return problem("unexpected-shape", `${exchange.target}: the reply to ${nameOf(asked)} ${what}.`, { hint });
}

/** Returns the errors of a reply, in order. There are none if the reply is not XML. */
export function errorsIn(text: string): readonly RpcError[] {
  const parsed = parseXml(text);
  if ("fault" in parsed) return [];
  const errors = parsed.root.children.filter(
    ({ name, namespace }) => name === "rpc-error" && namespace === base,
  );
  const isError = (each: XmlElement) => childOf(each, "error-severity")?.text.trim() !== "warning";
  return errors.filter(isError).map((each) => {
    const texts = ["error-tag", "error-message", "error-path"].map(
      (name) => childOf(each, name)?.text.trim() ?? "",
    );
    return {
      tag: texts[0] ?? "",
      path: texts[2] ?? "",
      appTag: (childOf(each, "error-app-tag")?.text.trim() ?? "").replace(/^.*:/, ""),
      said: texts.filter((text) => text !== "").join(": "),
    };
  });
}

function ruleFor(
  rules: readonly ReplyRule[],
  status: number,
  errors: readonly RpcError[],
): ReplyRule | undefined {
  const fitting = rules.filter(
    (rule) =>
      rule.status === status &&
      isSaidByAll(rule, errors) &&
      (rule.appTag === undefined || errors.some(({ appTag }) => appTag === rule.appTag)),
  );
  return gravestRule(fitting, [...new Set(errors.map(({ tag }) => tag))]);
}

/**
 * True if a rule applies to all errors of a reply. For example, waiting for a lock does not help if there is another
 * error too.
 */
function isSaidByAll({ body }: ReplyRule, errors: readonly RpcError[]): boolean {
  return body === undefined || (errors.length > 0 && errors.every(({ said }) => body.test(said)));
}

function refusal(
  exchange: ReplyContext,
  asked: NamedRpc,
  { reply, rule }: { readonly reply: Answered; readonly rule: ReplyRule | undefined },
): Problem {
  const all = errorsIn(reply.text).map((error) => error.said);
  const said = all.length > 0 ? `: ${shownOf(reply)(all.join("; ")).slice(0, maxTextShown)}` : "";
  const message = `${exchange.target}: ${nameOf(asked)} was answered with an error${said}`;
  const hint = rule?.hint ?? "Change desired state according to the reason that the device gives.";
  return problem(rule?.code ?? "refused", message, { hint });
}

function nameOf({ rpc, request }: NamedRpc): string {
  const url = URL.parse(request.url);
  return `${rpc} on ${url ? `${url.host}${url.pathname.replace(/\/$/, "")}` : request.url}`;
}
