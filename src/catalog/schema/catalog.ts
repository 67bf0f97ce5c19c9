/** Catalogs: all files of one product, and where they come from. */

import type { KindFile } from "./kind.ts";
import type { ProductFile } from "./product.ts";

/** All files of one product. */
export interface Catalog {
  readonly product: ProductFile;
  /** In the order of their names. */
  readonly kinds: readonly KindFile[];
}

/** What is known of a product before its catalog is read. */
export interface ProductName {
  /** What `dialect:` of a target names. */
  readonly product: string;
  readonly interface: ProductFile["interface"];
  /** neutral: it is the interface itself, and its name is that of its folder only. */
  readonly dialect?: ProductFile["dialect"];
  /** Where its maker runs it. */
  readonly hosts?: ProductFile["hosts"];
}

/** Where catalogs come from. */
export interface CatalogSource {
  /** All products, by name. Reads no catalog. */
  readonly names: readonly ProductName[];
  /** The catalog of one of them. Read each time: the caller keeps it. Throws for a catalog that has a fault. */
  read(product: string): Catalog;
}

/** What every file of desired state may say at its top: no section is called so there. */
export const wordsAtTop: ReadonlySet<string> = new Set([
  ...["target", "defaults", "vars", "each", "where", "groups"],
]);
