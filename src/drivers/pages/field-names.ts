/** Names of fields that mean the same to all servers. Pure. */

/** Fields of a body in which a page says of itself and of the others, as `plainName` has them. */
export const containers: ReadonlySet<string> = new Set([
  ...["links", "link", "paging", "pagination", "page", "pageinfo", "meta", "metadata", "responsemetadata"],
]);

/** `@odata.nextLink` and `next_page_uri` are the same name as `nextLink` and `nextPageUri`. */
export function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^@?odata\./, "")
    .replaceAll(/[^a-z]/g, "");
}
