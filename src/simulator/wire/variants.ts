/**
 * Choices about lists, waits and tokens that the specification of the simulated APIs leaves open. Servers differ in
 * these points.
 */

/**
 * Where the link to the next page is, on a page whose body is an object. `own`: at the place in the API's
 * specification, if the specification names one.
 */
export type NextLinkPlace = (typeof nextLinkPlaces)[number];

/** All places for the link. At the last two places, a next page is announced, but its link cannot be used. */
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
  /** The form of `rel` in a `Link` header: quoted, unquoted, or together with other relations. */
  readonly linkHeader: "quoted" | "bare" | "several";
  /** If true, pages of the controller have `totalRecords`. */
  readonly totalRecords: boolean;
  /** What the controller's `X-Page-Total-Count` counts. */
  readonly totalCount: "items" | "pages" | "page" | "none";
  /** The member that contains the controller's list of devices. If it is `array`, the list is the whole body. */
  readonly devicesEnvelope: "response" | "devices" | "array";
  /** If true, pages have a `Link` header, in mode `meraki`. */
  readonly perPageLinks: boolean;
  /** If true, the errors of a batch name the action, in mode `meraki`. Otherwise, they are only the text. */
  readonly batchErrorsName: boolean;
  /** If true, a failed list keeps the items that come before the failure, in mode `catalyst-center`. */
  readonly listsInPart: boolean;
  /** The dashboard's message about a network that is not ready. `{id}` stands for the network's id. */
  readonly notReady: string;
  /** The form of `Retry-After`. `seconds`: a number of seconds. `date`: a date by the server's own `Date`. */
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
