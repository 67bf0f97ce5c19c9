/** Answers by which a product says that a token has ended, made into the 401 that all of `auth` goes by. */

import type { EndedToken } from "../../../catalog/schema/authentication.ts";
import type { Wire, WireReply } from "../../../model/wire.ts";

const maxTextMatched = 65_536;

/** True for a page of HTML, whatever its status. */
export function isPage({ text }: { readonly text: string }): boolean {
  return /^\s*<(?:!doctype html|html)\b/i.test(text);
}

/** The reply with status 401 where it says that the token has ended, else the reply. */
export function endedAs401(reply: WireReply, ended: readonly EndedToken[]): WireReply {
  if (reply.outcome !== "answered" || reply.status === 401) return reply;
  return ended.some((words) => fits(words, reply)) ? { ...reply, status: 401 } : reply;
}

/** A wire whose answers say 401 wherever the product says that the token has ended. */
export function withEnded(wire: Wire, ended: readonly EndedToken[]): Wire {
  if (ended.length === 0) return wire;
  return { send: async (request, signal) => endedAs401(await wire.send(request, signal), ended) };
}

function fits(
  { status, text, page = false }: EndedToken,
  reply: { readonly status: number; readonly text: string },
): boolean {
  if (status === undefined && text === undefined && !page) return false;
  if (status !== undefined && status !== reply.status) return false;
  if (page && (reply.status >= 500 || !isPage(reply))) return false;
  const start = () => reply.text.slice(0, maxTextMatched).toLowerCase();
  return text === undefined || start().includes(text.toLowerCase());
}
