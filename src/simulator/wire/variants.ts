/** What the specification leaves open, and servers do in one way or another: how lists, waits and tokens are told. */

/** Where a page with an object for a body links the next one. `own`: where the specification has it, if it does. */
export type NextLinkPlace = (typeof nextLinkPlaces)[number];

/** All of them. The last two say that there is a next page, and nobody can ask for it. */
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

/** How one server does it. */
export interface VariantSettings {
  readonly nextLink: NextLinkPlace;
  /** The relation `next` in a `Link` header: in quotes, bare, or among others. */
  readonly linkHeader: "quoted" | "bare" | "several";
  /** Whether pages of the controller have `totalRecords`. */
  readonly totalRecords: boolean;
  /** What the controller's `X-Page-Total-Count` counts. */
  readonly totalCount: "items" | "pages" | "page" | "none";
  /** In what the controller's list of devices stands. `array`: in nothing. */
  readonly devicesEnvelope: "response" | "devices" | "array";
  /** Mode `meraki`: whether pages have a `Link` header. */
  readonly perPageLinks: boolean;
  /** Mode `meraki`: whether the errors of a batch name the action, or are the text alone. */
  readonly batchErrorsName: boolean;
  /** Mode `catalyst-center`: whether a list that fails leaves what came before in it. */
  readonly listsInPart: boolean;
  /** The message of a dashboard whose network is not ready; `{id}` stands for the network's. */
  readonly notReady: string;
  /** `Retry-After` as seconds, or as a date beside the server's own `Date`. */
  readonly retryAfter: "seconds" | "date";
  /** How an authorization server answers that gives a token. */
  readonly tokenStatus: 200 | 201;
  readonly tokenType: boolean;
  /** The grants that the servers' authorization server takes. */
  readonly grants: readonly ("client_credentials" | "password" | "refresh_token")[];
}

/** As the simulator does it when it is told nothing else. */
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
