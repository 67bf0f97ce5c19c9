/** The messaging interface: rooms and members, pages by the Link header, and OAuth 2.0 client credentials. */

import { TokenEndpoint, type TokenSwitches, unauthorized } from "./credentials.ts";
import { type Answer, type Fields, type Heard, jsonOf } from "./http.ts";
import { type Paging, pageOf } from "./pages.ts";

/** What the specification leaves open about a messaging service. */
export interface MessagingSwitches extends TokenSwitches {
  readonly rooms?: readonly Fields[];
  /** Members by the id of their room. */
  readonly members?: Readonly<Record<string, readonly Fields[]>>;
  readonly paging?: Paging;
  /** The field of a list's object that contains the items. If null, a list is a bare array. Default: null. */
  readonly envelope?: string | null;
  /** The required field of a room. The specification says: "fields of these records: not shown". */
  readonly nameField?: string;
  /** Returns an answer to any request except a token request, or undefined. It takes precedence over all others. */
  readonly instead?: ((heard: Heard, tokens: TokenEndpoint) => Answer | undefined) | undefined;
}

/**
 * Returns a function that answers like a messaging service with these switches. The specification does not show the
 * paths, so paths that end in `rooms` and `members` are the lists here.
 */
export function messaging(switches: MessagingSwitches = {}): (heard: Heard) => Answer {
  const tokens = new TokenEndpoint(switches);
  const rooms = [...(switches.rooms ?? [])];
  const members = new Map(Object.entries(switches.members ?? {}).map(([id, all]) => [id, [...all]]));
  const { nameField = "name" } = switches;
  return (heard) => {
    if (/token$/.test(heard.path)) return tokens.answer(heard);
    if (!tokens.knows(heard)) return unauthorized;
    const instead = switches.instead?.(heard, tokens);
    if (instead) return instead;
    const [, id] = /\/rooms\/([^/]+)\/members$/.exec(heard.path) ?? [];
    const items = id === undefined ? rooms : (members.get(decodeURIComponent(id)) ?? []);
    if (heard.method === "GET") return listOf(items, heard, switches);
    const record = jsonOf(heard);
    // The specification says: "messaging interface, required fields missing when a room is created | status only".
    if (heard.method !== "POST" || (id === undefined && record?.[nameField] === undefined))
      return { status: 400 };
    const made = { id: `made-${items.length + 1}`, ...record };
    items.push(made);
    if (id !== undefined) members.set(decodeURIComponent(id), items);
    return { status: 201, body: made };
  };
}

function listOf(items: readonly Fields[], heard: Heard, switches: MessagingSwitches): Answer {
  const { paging = { perPage: 10_000 }, envelope = null } = switches;
  const page = pageOf(items, paging, heard);
  const body = envelope === null ? page.items : { [envelope]: page.items, ...page.beside };
  return { headers: page.headers, body };
}
