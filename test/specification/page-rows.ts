/** The variants of paginated lists: where the link to the next page is, what counts mean, and what cannot be read. */

import type { lists } from "./lists.ts";
import type { Row } from "./rows.ts";
import type { Fields } from "./servers/http.ts";
import { nextLinks, type Paging, unreadableLinks } from "./servers/pages.ts";

/** A list that is served in one of the ways that the specification leaves open, and the required result. */
export interface PageRow extends Row {
  readonly list: keyof typeof lists;
  readonly paging: Paging;
  readonly envelope?: string | null;
  readonly settings?: Fields;
  /**
   * The required result. `whole`: the list is read completely. `unknown`: nobody can know where the list ends. `never
   * short`: one of the two.
   */
  readonly must: "whole" | "unknown" | "never short";
  /** Matches the message of the problem if the list is unknown. */
  readonly says?: RegExp;
}

type Place = keyof typeof nextLinks;
type Unreadable = keyof typeof unreadableLinks;

const perPage = 2;
const isPlace = (name: string): name is Place => name in nextLinks;
const isUnreadable = (name: string): name is Unreadable => name in unreadableLinks;
const places = Object.keys(nextLinks).filter(isPlace);
const headers = places.filter((each) => each.startsWith("Link"));
const unreadable = Object.keys(unreadableLinks).filter(isUnreadable);

const linked = (list: PageRow["list"], place: Place, more: Partial<PageRow> = {}): PageRow => ({
  name: `${list}, ${place}`,
  reason: "where the link stands is open, and what is on the last page is there",
  list,
  paging: { perPage, link: nextLinks[place] },
  must: "whole",
  ...more,
});

/**
 * Rows with the link in each usual place, for interfaces that have it in the body. If a list is a bare array, the link
 * can only be in a header.
 */
const usual: readonly PageRow[] = [
  ...places.map((place) => linked("controller", place)),
  ...(["Link rel=next", "links.next", "nextPageUri", "nextPageUri.href"] as const).map((place) =>
    linked("controller", place, {
      name: `controller, ${place}, with totalRecords`,
      paging: { perPage, link: nextLinks[place], totalRecords: true },
    }),
  ),
  ...places.map((place) => linked("servers", place)),
  ...(["rooms", "members"] as const).flatMap((list) => headers.map((place) => linked(list, place))),
  ...(["next", "links.next", "_links.next.href"] as const).map((place) =>
    linked("rooms", place, { envelope: "items", must: "never short" }),
  ),
  ...(["sdwan", "firewall", "networks", "devices"] as const).map((list) =>
    linked(list, "Link rel=next", {
      must: "never short",
      reason: "a list that says it goes on is not whole",
    }),
  ),
  ...(["sdwan", "firewall"] as const).map((list) =>
    linked(list, "next", { must: "never short", envelope: "items", reason: "it says that it goes on" }),
  ),
  linked("servers", "Link rel=next", { name: "servers, a bare array with Link rel=next", envelope: null }),
];

/** Rows with links that are paths instead of whole URLs, and with lists that have an explicit end. */
const spelled: readonly PageRow[] = [
  ...(["nextPageUri", "Link rel=next"] as const).map((place) =>
    linked("controller", place, {
      name: `controller, ${place} as a path`,
      paging: { perPage, link: nextLinks[place], relative: true },
    }),
  ),
  ...(["next", "links.next", "Link rel=next"] as const).map((place) =>
    linked("servers", place, {
      name: `servers, ${place} as a path`,
      paging: { perPage, link: nextLinks[place], relative: true },
    }),
  ),
  linked("rooms", "Link rel=next", {
    name: "rooms, Link rel=next as a path",
    paging: { perPage, link: nextLinks["Link rel=next"], relative: true },
  }),
  linked("controller", "nextPageUri", {
    name: "controller, nextPageUri is null on the last page",
    paging: { perPage, link: nextLinks.nextPageUri, endsWithNull: "nextPageUri" },
  }),
  linked("servers", "next", {
    name: "servers, next is null on the last page",
    paging: { perPage, link: nextLinks.next, endsWithNull: "next" },
  }),
  linked("servers", "links.next", {
    name: "servers, links is null on the last page",
    paging: { perPage, link: nextLinks["links.next"], endsWithNull: "links" },
  }),
];

/** Rows with a link that exists but cannot be read, so that the list continues at an unknown place. */
const broken: readonly PageRow[] = (["controller", "servers"] as const).flatMap((list) =>
  unreadable.map((name) => ({
    name: `${list}, ${name}`,
    reason: "a next link that cannot be read makes the list unknown",
    list,
    paging: { perPage, link: unreadableLinks[name] },
    must: name === "next is a list" ? ("never short" as const) : ("unknown" as const),
  })),
);

const brokenHeaders: readonly PageRow[] = (["rooms", "networks", "sdwan"] as const).flatMap((list) =>
  unreadable
    .filter((each) => each.startsWith("Link"))
    .map((name) => ({
      name: `${list}, ${name}`,
      reason: "a next link that cannot be read makes the list unknown",
      list,
      paging: { perPage, link: unreadableLinks[name] },
      must: "unknown" as const,
    })),
);

const link = nextLinks.nextPageUri;

/** Rows with `totalRecords` and X-Page-Total-Count, with and without a link. */
const counted: readonly PageRow[] = [
  ...(["all", "page", "pages"] as const).flatMap((totalCount) =>
    [true, false].map(
      (totalRecords): PageRow => ({
        name: `controller, X-Page-Total-Count counts ${totalCount}, ${totalRecords ? "with" : "without"} totalRecords`,
        reason: "the specification names the header, and not what it counts",
        list: "controller",
        paging: { perPage, link, totalCount, totalRecords },
        must: "whole",
      }),
    ),
  ),
  {
    name: "controller, totalRecords says more, and there is no next page",
    reason: "what is missing is said, and not that the list changed while it was read",
    list: "controller",
    paging: { perPage, totalRecords: true },
    must: "unknown",
    says: /\b2 of 5\b/,
  },
  {
    name: "controller, X-Page-Total-Count says more, and there is no next page",
    reason: "the count is all that tells that the list is short",
    list: "controller",
    paging: { perPage, totalCount: "all" },
    must: "unknown",
  },
  ...(["networks", "devices"] as const).map(
    (list): PageRow => ({
      name: `${list}, full to the size asked for, with neither total nor link`,
      reason: "a page that is full may have another one behind it",
      list,
      paging: { perPage: 3 },
      settings: { perPage: { networks: 3, devices: 3 } },
      must: "never short",
    }),
  ),
];

const whole = { perPage: 100 };

/** Rows for lists with a single page. The specification does not show their envelope. */
const envelopes: readonly PageRow[] = [
  ...[null, "items", "devices"].map(
    (envelope): PageRow => ({
      name: `controller, a list ${envelope === null ? "that is a bare array" : `under ${envelope}`}`,
      reason: "only the list of site health is shown; this one is whole or unknown, and never empty",
      list: "controller",
      paging: whole,
      envelope,
      must: "never short",
    }),
  ),
  ...(["servers", "rooms", "sdwan", "firewall"] as const).flatMap((list) =>
    [null, "items", "data", "response"].map(
      (envelope): PageRow => ({
        name: `${list}, a list ${envelope === null ? "that is a bare array" : `under ${envelope}`}`,
        reason: "fields of these lists are not shown: whole or unknown, and never empty",
        list,
        paging: whole,
        envelope,
        must: "never short",
      }),
    ),
  ),
];

/** All rows. */
export const pageRows: readonly PageRow[] = [
  ...usual,
  ...spelled,
  ...broken,
  ...brokenHeaders,
  ...counted,
  ...envelopes,
];
