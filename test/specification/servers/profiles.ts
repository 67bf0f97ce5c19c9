/** The server-management interface: paginated server profiles, and OAuth 2.0 with scopes. */

import { forbidden, TokenEndpoint, type TokenSwitches, unauthorized } from "./credentials.ts";
import { type Answer, type Fields, type Heard, jsonOf, malformed } from "./http.ts";
import { type Paging, pageOf } from "./pages.ts";

/** What the specification leaves open about server management. */
export interface ProfilesSwitches extends TokenSwitches {
  readonly profiles?: readonly Fields[];
  readonly paging?: Paging;
  /** The field of a list's object that contains the items. If null, a list is a bare array. Default: `items`. */
  readonly envelope?: string | null;
  /** If true, tokens permit only reads, and other requests get 403. */
  readonly readOnly?: boolean;
  /** The path of the profiles. Default: any path, because the specification says: "not shown". */
  readonly path?: string;
}

/** Returns a function that answers like a server-management service with these switches. */
export function profiles(switches: ProfilesSwitches = {}): (heard: Heard) => Answer {
  const tokens = new TokenEndpoint(switches);
  const all = [...(switches.profiles ?? [])];
  return (heard) => {
    if (/token$/.test(heard.path)) return tokens.answer(heard);
    if (!tokens.knows(heard)) return unauthorized;
    if (switches.path !== undefined && !heard.path.startsWith(switches.path)) return { status: 404 };
    if (heard.method === "GET") return listOf(all, heard, switches);
    if (switches.readOnly === true) return forbidden("the scope profiles:write is missing");
    const record = jsonOf(heard);
    if (record === undefined) return malformed;
    const at = all.findIndex(({ id }) => typeof id === "string" && heard.path.endsWith(`/${id}`));
    const made = { id: `p${all.length + 1}`, ...all[at], ...record };
    if (at < 0 && heard.method !== "POST") return { status: 404 };
    all.splice(at < 0 ? all.length : at, 1, made);
    return { status: heard.method === "POST" ? 201 : 200, body: made };
  };
}

function listOf(items: readonly Fields[], heard: Heard, switches: ProfilesSwitches): Answer {
  const { paging = { perPage: 10_000 }, envelope = "items" } = switches;
  const page = pageOf(items, paging, heard);
  const body = envelope === null ? page.items : { [envelope]: page.items, ...page.beside };
  return { headers: page.headers, body };
}
