/** Asks the server for something in the name of a viewer: role and answer are checked here, for page and API. */

import type { Served, ServedAnswer, ServedRequest } from "../served.ts";
import type { WebProblem } from "./problem-details.ts";
import { mayDo, type Viewer } from "./viewer.ts";

/** What came of it. */
export type AskedAnswer =
  | { readonly answer: Extract<ServedAnswer, { readonly is: "accepted" }> }
  | { readonly problem: WebProblem };

/** Asks, where the viewer may. */
export async function asked(served: Served, who: Viewer, request: ServedRequest): Promise<AskedAnswer> {
  if (!mayDo(who.role, request.do))
    return { problem: { code: "not-allowed", message: `The role ${who.role} may not do this.` } };
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

/** Whether who sends a form has the page that it is on. A viewer that came by a token has none, and needs none. */
export function isFromPage(who: Viewer, csrf: string | undefined): boolean {
  return who.csrf === undefined || (csrf !== undefined && csrf === who.csrf);
}
