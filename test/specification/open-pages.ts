/** The lists in pages that are known to fail: a part of `open.ts`. */

import type { OpenRow } from "./open-row.ts";

/** Rows of `pages.test.ts` that fail today. */
export const openPages: readonly OpenRow[] = [
  {
    item: 1,
    today:
      "places that issue 11 does not name: the list ends after page one, and the item of the last page is posted again",
    rows: [
      "controller, links of rel and href",
      "controller, paging.next",
      "controller, @odata.nextLink",
      "controller, nextPageUri.uri",
      "servers, links of rel and href",
      "servers, paging.next",
      "servers, @odata.nextLink",
      "servers, nextPageUri.uri",
    ],
  },
  {
    item: 11,
    today:
      'X-Page-Total-Count of 2 is taken for the number of all: a whole list is list-moved, "changed while it was read"',
    rows: [
      "controller, X-Page-Total-Count counts page, with totalRecords",
      "controller, X-Page-Total-Count counts page, without totalRecords",
    ],
  },
  {
    item: 9,
    today:
      'list-moved: "the list ... changed while it was read, twice. Run again when fewer changes are under way"',
    rows: ["controller, totalRecords says more, and there is no next page"],
  },
  {
    item: 1,
    today: "list-moved: the link is not followed, and totalRecords tells that items are missing",
    rows: [
      "controller, Link rel=next, with totalRecords",
      "controller, links.next, with totalRecords",
      "controller, nextPageUri.href, with totalRecords",
    ],
  },
  {
    item: 1,
    today:
      'a full page of three is the whole list: the network is created again, the device "cannot be written"',
    rows: [
      "networks, full to the size asked for, with neither total nor link",
      "devices, full to the size asked for, with neither total nor link",
    ],
  },
  {
    item: 1,
    today: 'unexpected-shape: "is not a list"; a bare array is no page',
    rows: ["servers, a bare array with Link rel=next"],
  },
  {
    item: 1,
    today: "unexpected-shape: `links: null` on a last page is refused or the list ends after page one",
    rows: ["servers, links is null on the last page"],
  },
  {
    item: 1,
    today: "a next link that cannot be read is overlooked: the item of the last page is posted again",
    rows: [
      "controller, next is a number",
      "controller, next is true",
      "controller, next is an empty object",
      "controller, next is a list",
      "controller, next is no URL",
      "controller, Link without a target",
      "controller, Link cut short",
      "controller, nextPageUri is a number",
      "controller, nextPageUri is an empty object",
      "controller, _links.next is a number",
      "servers, next is a number",
      "servers, next is true",
      "servers, next is an empty object",
      "servers, next is a list",
      "servers, Link without a target",
      "servers, Link cut short",
      "servers, nextPageUri is a number",
      "servers, nextPageUri is an empty object",
      "servers, _links.next is a number",
    ],
  },
  {
    item: 1,
    today: "the list ends after page one without a word, and the item of the last page is posted again",
    rows: [
      "controller, Link rel=next",
      "controller, Link rel=next unquoted",
      "controller, Link of several relations",
      "controller, next",
      "controller, next.href",
      "controller, links.next",
      "controller, links.next.href",
      "controller, _links.next",
      "controller, _links.next.href",
      "controller, nextPageUri.href",
      "servers, Link rel=next",
      "servers, Link rel=next unquoted",
      "servers, Link of several relations",
      "servers, next.href",
      "servers, links.next",
      "servers, links.next.href",
      "servers, _links.next",
      "servers, _links.next.href",
      "servers, nextPageUri",
      "servers, nextPageUri.href",
      "controller, Link rel=next as a path",
      "servers, links.next as a path",
      "servers, Link rel=next as a path",
    ],
  },
];
