/** The interface of targets that name a catalog of their project: what is known of it before one is read. */

import { z } from "zod";
import type { Driver } from "../../contract/contract.ts";
import { anyCredential } from "../../http/auth/credentials.ts";

/** Nothing can be declared for it, and nobody asked. Products bring all that there is. */
export const ownCatalogBase: Driver = {
  interface: "rest",
  kinds: [],
  holders: [],
  fileFields: [],
  dialects: {},
  settings: z.record(z.string(), z.unknown()).describe("What the catalog's `settings:` name."),
  credential: anyCredential,
  fleet: false,
  checks: [],
  ownCatalogs: {},
  dialect: unread,
  open: () => unread("of a target"),
};

function unread(name: string): never {
  throw new Error(`the catalog ${name} was not read`);
}
