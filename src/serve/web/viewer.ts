/** Who looks at the page or asks over the API, and what their role lets them ask for. */

import type { ServedRequest } from "../served.ts";

/** What roles there are: each may do what those before it may. */
export type Role = "view" | "plan" | "apply";

/** Who a request is of: found out before it gets here, and set as `who` in its context. */
export interface Viewer {
  /** For the record and the audit. */
  readonly name: string;
  readonly role: Role;
  /** What a form of the page sends back as `csrf`; absent where nothing but a token let the viewer in. */
  readonly csrf?: string | undefined;
  /** Where a form posts to that ends the session; absent where there is none. */
  readonly logout?: string | undefined;
}

/** What hono's context holds of a request: `new Hono<WebEnv>()`. */
export interface WebEnv {
  readonly Variables: { who: Viewer };
}

const ranks: Readonly<Record<Role, number>> = { view: 0, plan: 1, apply: 2 };

/** The least role that may ask for each thing. */
const needed: Readonly<Record<ServedRequest["do"], Role>> = {
  look: "plan",
  apply: "apply",
  setBack: "apply",
  stopAfterWave: "apply",
  releaseLock: "apply",
};

/** Whether a role may ask for it. */
export function mayDo(role: Role, request: ServedRequest["do"]): boolean {
  return ranks[role] >= ranks[needed[request]];
}
