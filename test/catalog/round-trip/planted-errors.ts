/**
 * Errors that anybody could make in a catalog, such as a wrong path or name. The round trips must notice each of them.
 */

import { expect, test } from "vitest";
import { type Catalog, type KindFile, kindFile } from "../../../src/catalog/schema/kind.ts";

/** An error in a kind's file, and the function that makes it. */
export interface PlantedError {
  readonly name: string;
  readonly kind: string;
  readonly change: (file: KindFile) => unknown;
}

/** Returns a function that replaces every occurrence of a text in a kind's file. */
export const replaced = (find: string, put: string) => (file: KindFile) => {
  const text = JSON.stringify(file);
  if (!text.includes(find)) throw new Error(`${file.kind} does not have ${find}`);
  return JSON.parse(text.replaceAll(find, put));
};

/** Returns the catalog with an error planted in one of its kinds. */
export function withError(catalog: Catalog, { kind, change }: Omit<PlantedError, "name">): Catalog {
  const own = catalog.kinds.find((each) => each.kind === kind);
  if (own === undefined) throw new Error(`there is no kind ${kind}`);
  const file = kindFile.parse(change(own));
  return { ...catalog, kinds: catalog.kinds.map((each) => (each.kind === kind ? file : each)) };
}

/** Declares a test that at least ten errors are planted for a product, all with different names. */
export function plantsEnough(errors: readonly PlantedError[]): void {
  test("ten errors at least are planted in it, each another one", () => {
    expect(new Set(errors.map(({ name }) => name)).size).toBe(errors.length);
    expect(errors.length).toBeGreaterThanOrEqual(10);
  });
}

/** The errors in Meraki's catalog. */
export const plantedErrors: readonly PlantedError[] = [
  {
    name: "a path that the product does not have",
    kind: "networkNetflow",
    change: replaced("/netflow", "/netFlow"),
  },
  {
    name: "a method that the path does not take",
    kind: "switchMtu",
    change: replaced("PUT /", "PATCH /"),
  },
  {
    name: "an update at the path of the list",
    kind: "groupPolicy",
    change: (file) => ({ ...file, update: "PUT /networks/{network}/groupPolicies" }),
  },
  {
    name: "a removal of what the item is in",
    kind: "policyObject",
    change: (file) => ({ ...file, remove: "DELETE /organizations/{organization}/policyObjects" }),
  },
  {
    name: "a list of another kind",
    kind: "webhookPayloadTemplate",
    change: replaced(
      '"path":"/networks/{network}/webhooks/payloadTemplates"',
      '"path":"/networks/{network}/groupPolicies"',
    ),
  },
  {
    name: "a field by a name that the product does not know",
    kind: "networkNetflow",
    change: replaced('"collectorIp"', '"collectorIP"'),
  },
  {
    name: "a field that is read by another name than it has",
    kind: "networkSyslogServers",
    change: (file) => ({
      ...file,
      fields: { ...file.fields, servers: { ...file.fields.servers, readAs: "server" } },
    }),
  },
  {
    name: "a number that goes as a text",
    kind: "networkNetflow",
    change: (file) => ({
      ...file,
      fields: { ...file.fields, collectorPort: { ...file.fields.collectorPort, asText: true } },
    }),
  },
  {
    name: "a value that the product does not know",
    kind: "brandingPolicy",
    change: replaced('"enum":["', '"enum":["no value of it'),
  },
  {
    name: "an id by another name",
    kind: "groupPolicy",
    change: (file) => ({ ...file, id: "policyId" }),
  },
  {
    name: "a create without what it must have",
    kind: "network",
    change: (file) => {
      const { productTypes: _, ...fields } = file.fields;
      return { ...file, fields, create: "POST /organizations/{organization}/networks" };
    },
  },
  {
    name: "a parameter of pages that the list does not take",
    kind: "groupPolicy",
    change: (file) => ({
      ...file,
      list: { path: "/networks/{network}/groupPolicies", pages: { by: "page", page: "page", size: 10 } },
    }),
  },
];
