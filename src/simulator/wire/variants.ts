/**
 * Points that the specification of the simulated APIs leaves open, so that servers resolve them in different ways: the
 * forms of lists, waits and tokens.
 */

/**
 * Where a page whose body is an object contains the link to the next page. `own`: the place that the API's
 * specification names, if it names a place.
 */
export type NextLinkPlace = (typeof nextLinkPlaces)[number];

/** All places for the link. At the last two places, the next page is announced without a usable link. */
export const nextLinkPlaces = [
  "own",
  "header",
  "next",
  "next.href",
  "links.next",
  "links.next.href",
  "links",
  "_links.next",
  "_links.next.href",
  "paging.next",
  "@odata.nextLink",
  "nextPageUri.href",
  "cursor",
  "number",
] as const;

/** The choices that one server makes. */
export interface VariantSettings {
  readonly nextLink: NextLinkPlace;
  /** The form of `rel` in a `Link` header: quoted, unquoted, or with other relations. */
  readonly linkHeader: "quoted" | "bare" | "several";
  /** True: pages of the controller have `totalRecords`. */
  readonly totalRecords: boolean;
  /** What the controller's `X-Page-Total-Count` counts. */
  readonly totalCount: "items" | "pages" | "page" | "none";
  /** The member that contains the controller's list of devices. `array`: the list is the whole body. */
  readonly devicesEnvelope: "response" | "devices" | "array";
  /** True: pages have a `Link` header, in mode `meraki`. */
  readonly perPageLinks: boolean;
  /** True: the errors of a batch name the action, in mode `meraki`. False: they are only the text. */
  readonly batchErrorsName: boolean;
  /** True: a failed list keeps the items before the failure, in mode `catalyst-center`. */
  readonly listsInPart: boolean;
  /** The dashboard's message for a network that is not ready. `{id}` stands for the network's id. */
  readonly notReady: string;
  /** The form of `Retry-After`. `seconds`: a number of seconds. `date`: a date relative to the server's own `Date`. */
  readonly retryAfter: "seconds" | "date";
  /** The status of a token reply. */
  readonly tokenStatus: 200 | 201;
  readonly tokenType: boolean;
  /** The grants that the servers' authorization server supports. */
  readonly grants: readonly ("client_credentials" | "password" | "refresh_token")[];
}

/** The simulator's defaults. */
export const defaultVariants: VariantSettings = {
  nextLink: "own",
  linkHeader: "quoted",
  totalRecords: true,
  totalCount: "items",
  devicesEnvelope: "response",
  perPageLinks: true,
  batchErrorsName: true,
  listsInPart: false,
  notReady: "network {id} is not ready",
  retryAfter: "seconds",
  tokenStatus: 200,
  tokenType: true,
  grants: ["client_credentials"],
};
