/** What the routes of the mode `meraki` share: missing resources, errors, and pagination. */

import type { JsonObject } from "../../../model/json.ts";
import { json } from "../../wire/message.ts";
import { type Answer, type Call, splitQuery } from "../../wire/route.ts";
import type { DashboardState, SimNetwork } from "../state.ts";

/** Returns the reply 404, which is the reply at every path with a missing resource. */
export function notFound(state: DashboardState): Answer<DashboardState> {
  return { state, reply: json(404, { errors: ["Not found"] }) };
}

/** Returns the reply 400 with these errors. */
export function wrong(state: DashboardState, ...errors: readonly string[]): Answer<DashboardState> {
  return { state, reply: json(400, { errors }) };
}

/**
 * Returns an answer function for a path of a network. It gives the result of `answer`, or 404 if the network does not
 * exist.
 */
export function onNetwork(
  answer: (state: DashboardState, call: Call, network: SimNetwork) => Answer<DashboardState>,
) {
  return (state: DashboardState, call: Call): Answer<DashboardState> => {
    const network = state.networks.get(call.parameters.networkId ?? "");
    return network === undefined ? notFound(state) : answer(state, call, network);
  };
}

/** The pagination of a list: the member that cursors contain, and the default and the maximum page size. */
export interface Paging {
  readonly by: string;
  readonly standard: number;
  readonly largest: number;
}

/** Returns a page of a list (`perPage`, `startingAfter`), with links to the first and the next page. */
export function paged(
  state: DashboardState,
  call: Call,
  { items, by, standard, largest }: Paging & { readonly items: readonly JsonObject[] },
): Answer<DashboardState> {
  const sent = call.query.get("perPage");
  const size = sent === null ? call.settings.dashboardPageSize || standard : Number(sent);
  if (!Number.isInteger(size) || (sent !== null && size < 3) || size > largest) {
    return wrong(state, `'perPage' must be between 3 and ${largest}`);
  }
  const after = call.query.get("startingAfter") ?? "";
  const place = (item: JsonObject | undefined) => String(item?.[by]);
  const left = items
    .filter((item) => place(item) > after)
    .toSorted((one, other) => (place(one) < place(other) ? -1 : 1));
  const page = left.slice(0, size);
  const links = [
    link(call, "first", ""),
    ...(left.length > size ? [link(call, "next", place(page.at(-1)))] : []),
  ];
  const isLinked = call.settings.variants.perPageLinks;
  return { state, reply: json(200, page, isLinked ? { link: links.join(", ") } : {}) };
}

function link({ request }: Call, relation: string, after: string): string {
  const { path, query } = splitQuery(request.path);
  query.delete("startingAfter");
  if (after !== "") query.set("startingAfter", after);
  return `<${request.origin}${path}${query.size === 0 ? "" : `?${query}`}>; rel=${relation}`;
}

/** Returns the reply with a record. */
export function shows(state: DashboardState, record: JsonObject, status = 200): Answer<DashboardState> {
  return { state, reply: json(status, record) };
}
