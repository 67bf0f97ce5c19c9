/** The viewer of a page or caller of the API, and the requests that their role allows. */

import type { ServedRequest } from "../served.ts";

/** The roles of viewers. Each role includes the roles before it. */
export type Role = "view" | "plan" | "apply";

/** The viewer who sent a request. Access control identifies them and sets `who` in the request's context. */
export interface Viewer {
  /** The name for the record and the audit. */
  readonly name: string;
  readonly role: Role;
  /** The CSRF token that forms send back; absent if the viewer was identified by an API token alone. */
  readonly csrf?: string | undefined;
  /** The path that a form posts to in order to log out; absent if there is no session. */
  readonly logout?: string | undefined;
}

/** The variables of hono's context: `new Hono<WebEnv>()`. */
export interface WebEnv {
  readonly Variables: { who: Viewer };
}

const ranks: Readonly<Record<Role, number>> = { view: 0, plan: 1, apply: 2 };

/** The lowest role that may send each request. */
const needed: Readonly<Record<ServedRequest["do"], Role>> = {
  look: "plan",
  apply: "apply",
  setBack: "apply",
  stopAfterWave: "apply",
  releaseLock: "apply",
};

/** Whether a role may send this request. */
export function mayDo(role: Role, request: ServedRequest["do"]): boolean {
  return ranks[role] >= ranks[needed[request]];
}
