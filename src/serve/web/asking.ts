/** Sends a viewer's request to the server. Page and API both use it, so roles are checked in one place. */

import type { WebProblem } from "../problem-details.ts";
import type { Served, ServedAnswer, ServedRequest } from "../served.ts";
import { mayDo, type Viewer } from "./viewer.ts";

/** The outcome of a request. */
export type AskedAnswer =
  | { readonly answer: Extract<ServedAnswer, { readonly is: "accepted" }> }
  | { readonly problem: WebProblem };

/** Sends the request if the viewer's role allows it. */
export async function asked(served: Served, who: Viewer, request: ServedRequest): Promise<AskedAnswer> {
  if (!mayDo(who.role, request.do))
    return { problem: { code: "not-allowed", message: `The role ${who.role} does not allow this.` } };
  if (!served.find(request.environment))
    return { problem: { code: "not-found", message: "There is no such environment." } };
  const answer = await served.ask(request, who.name);
  switch (answer.is) {
    case "accepted":
      return { answer };
    case "unknown":
      return { problem: { code: "not-found", message: answer.message } };
    case "refused":
      return { problem: { code: "refused", message: answer.message } };
  }
}

/**
 * Whether a form was sent from the viewer's own page, judging by the form's CSRF token. Viewers who use an API token
 * have no CSRF token and need none.
 */
export function isFromPage(who: Viewer, csrf: string | undefined): boolean {
  return who.csrf === undefined || (csrf !== undefined && csrf === who.csrf);
}
