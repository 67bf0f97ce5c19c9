/** Lists unmanaged resources, and the requests of all steps without secrets, as text. */

import type { UnmanagedResource } from "../../model/live/snapshot.ts";
import type { KindTitles } from "../../model/place.ts";
import type { WireRequest } from "../../model/wire.ts";
import { visible, visibleLines } from "../text/escape.ts";
import { kindName, nameShown } from "../text/value.ts";

/** The unmanaged resources by target and kind, for `plan --show-unmanaged`. */
export function unmanagedText(found: readonly UnmanagedResource[], titles: KindTitles): string {
  if (found.length === 0) return "\nNo unmanaged resources.\n";
  const groups = [...Map.groupBy(found, (one) => `${one.target}: ${kindName(one, titles)}`)];
  const blocks = groups.map(([name, all]) => {
    const lines = all.map(({ identity, within }) => {
      const where = within === undefined ? "" : ` in ${nameShown(within)}`;
      return `    ${nameShown(identity)}${where}\n`;
    });
    return `  ${visible(name)}\n${lines.join("")}`;
  });
  return `\nLive and not declared, never touched\n${blocks.join("")}`;
}

/** A block for each request. Empty if there are none. */
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

/** Makes the placeholders of unknown ids in a URL readable again. */
function decoded(url: string): string {
  return url.replace(/%7B((?!%7D).)*%7D/g, (braces) => decodeURIComponent(braces));
}
