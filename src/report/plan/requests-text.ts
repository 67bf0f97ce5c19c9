/** Requests → text: method, path and body of every step, with secrets closed. */

import type { WireRequest } from "../../model/wire.ts";
import { visible, visibleLines } from "../text/escape.ts";

/** A block for each request. Empty for none. */
export function requestsText(
  requests: readonly { readonly step: string; readonly request: WireRequest }[],
): string {
  return requests.map(({ step, request }) => `\n${block(step, request)}\n`).join("");
}

function block(step: string, { method, url, body }: WireRequest): string {
  const head = `# ${visible(step)}\n${method} ${visible(decoded(url))}`;
  if (body === undefined) return head;
  return `${head}\n${visibleLines(typeof body === "string" ? body : JSON.stringify(body, undefined, 2))}`;
}

/** Braces of ids that are not known yet, readable again. */
function decoded(url: string): string {
  return url.replace(/%7B((?!%7D).)*%7D/g, (braces) => decodeURIComponent(braces));
}
