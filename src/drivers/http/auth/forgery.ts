/** A token against forgery beside a credential that each request carries: read before the first write. */

import type { EndedToken } from "../../../catalog/schema/authentication.ts";
import { problem } from "../../../model/problem.ts";
import { Secret } from "../../../model/secret.ts";
import { maxTokenLength, type Wire, type WireRequest } from "../../../model/wire.ts";
import { answerOf, name, type ReplyContext } from "../replies/replies.ts";
import { notObtained, sentAsLogin, type TokenResult, withCachedToken } from "./cached-token.ts";
import { endedAs401, isPage } from "./ended-token.ts";
import { withToken } from "./headers.ts";

/** Where the token is read, and what carries it. */
interface Forgery {
  readonly exchange: ReplyContext;
  /** The target's. */
  readonly url: string;
  readonly forgery: { readonly path: string; readonly header: string };
  /** By what besides 401 and a page an answer says that the credential, or the token, has ended. */
  readonly ended: readonly EndedToken[];
}

/**
 * A wire that adds the token to the writes of `wire`, which carries the credential; reads need none. Where the product
 * has no such token, nothing is added.
 */
export function withForgeryToken(wire: Wire, { exchange, url, forgery, ended }: Forgery): Wire {
  const { target } = exchange;
  const known: Wire = {
    send: async (request, signal) => endedAs401(await wire.send(request, signal), [...ended, { page: true }]),
  };
  const obtain = async (signal: AbortSignal): Promise<TokenResult> => {
    const asked: WireRequest = { method: "GET", url: `${url}${forgery.path}`, headers: {} };
    const reply = await sentAsLogin(known, asked, signal);
    if (reply.outcome !== "answered" || (reply.status >= 300 && reply.status !== 404)) {
      const answer = answerOf({ target, rules: [] }, asked, reply);
      return { failed: answer.state === "unknown" ? notObtained(reply, answer.problem) : reply };
    }
    const text = reply.status === 200 && !isPage(reply) ? reply.text.trim() : "";
    return { token: new Secret(text.length > maxTokenLength ? "" : text) };
  };
  const writing = withCachedToken({
    obtain,
    carry: (token) => (token.reveal() === "" ? known : withToken(known, forgery.header, token)),
    refused: (request) =>
      problem("unauthorized", `${target}: ${name(request)} was answered as if the token were unknown.`, {
        hint: `Check the token of target ${target} in trueup.yaml.`,
      }),
  });
  return { send: (request, signal) => (request.method === "GET" ? wire : writing).send(request, signal) };
}
