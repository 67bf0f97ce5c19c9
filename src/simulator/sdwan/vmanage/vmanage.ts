/** The SD-WAN manager in the style of a vManage: sessions, anti-forgery tokens, and all its collections. */

import type { SimulatedInterface } from "../../wire/route.ts";
import type { SdwanState } from "../sdwan.ts";
import { inError } from "./answers.ts";
import { attachmentRoutes } from "./attachments.ts";
import { changeInVmanage, makeInVmanage, readVmanage, removeFromVmanage } from "./objects.ts";
import { knownAs, sessionRoutes } from "./sessions.ts";

const below = "/dataservice/{path*}";

/** The mode `vmanage`. */
export const vmanage: SimulatedInterface<SdwanState> = {
  authenticate: (state, request, at) => knownAs(state, request, at)?.user,
  dressed: inError,
  routes: [
    ...sessionRoutes,
    ...attachmentRoutes,
    { method: "GET", path: below, answer: readVmanage },
    { method: "POST", path: below, answer: makeInVmanage },
    { method: "PUT", path: below, answer: changeInVmanage },
    { method: "DELETE", path: below, answer: removeFromVmanage },
  ],
};
