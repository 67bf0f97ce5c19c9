/**
 * Products: dialects that are catalogs. Some products extend the driver of their interface, others are the only
 * dialects of their interface. Catalogs are read lazily.
 */

import { z } from "zod";
import type { Catalog, CatalogSource, ProductName } from "../../../catalog/schema/kind.ts";
import { canonicalText, type Json } from "../../../model/json.ts";
import type { InterfaceName } from "../../../model/project.ts";
import type { Dialect, Driver, OpenSessionOptions, Session } from "../../contract/contract.ts";
import { extended } from "../../contract/resolve-driver.ts";
import { anyCredential } from "../../http/auth/credentials.ts";

/** Turns a catalog into a dialect, and opens sessions with its targets. */
export interface CatalogEngine {
  /** Returns the dialect with a target's settings applied. Without settings, returns the product's own dialect. */
  compile(catalog: Catalog, settings?: Json): Dialect;
  open(options: OpenSessionOptions<Dialect>): Session;
}

/** Catalogs as dialects. Each catalog is compiled once for each set of settings. */
interface CompiledCatalogs {
  readonly source: CatalogSource;
  readonly engine: CatalogEngine;
  dialect(product: string, settings?: Json): Dialect;
}

/** Returns the catalogs. None of them has been read yet. */
export function compiledCatalogs(source: CatalogSource, engine: CatalogEngine): CompiledCatalogs {
  const catalogs = new Map<string, Catalog>();
  const dialects = new Map<string, Dialect>();
  const catalogOf = (product: string): Catalog => {
    const catalog = catalogs.get(product) ?? source.read(product);
    catalogs.set(product, catalog);
    return catalog;
  };
  const dialect = (product: string, settings: Json = {}): Dialect => {
    const key = `${product} ${canonicalText(settings)}`;
    const known = dialects.get(key) ?? engine.compile(catalogOf(product), settings);
    dialects.set(key, known);
    return known;
  };
  return { source, engine, dialect };
}

/**
 * Returns the driver of an interface that is itself a catalog, or has only products. Undefined: the interface is
 * neither.
 */
export function catalogDriver(name: InterfaceName, catalogs: CompiledCatalogs): Driver | undefined {
  const own = catalogs.source.names.filter((each) => each.interface === name);
  const isNeutral = ({ dialect }: ProductName) => dialect === "neutral";
  const found = own.find(isNeutral) ?? own[0];
  if (found === undefined) return undefined;
  const neutral = () => catalogs.dialect(found.product);
  const members = ownMembers.map((member) => [member, asked(() => neutral().instead?.[member])] as const);
  const dialects = isNeutral(found) ? Object.defineProperty({}, "neutral", asked(neutral)) : {};
  const lazy = { kinds: asked(() => neutral().kinds ?? []), ...Object.fromEntries(members) };
  const plain: Partial<Driver> = {
    interface: name,
    holders: [],
    fleet: false,
    dialects,
    dialect: (_, settings) => catalogs.dialect(found.product, settings),
    open: (options) => catalogs.engine.open(options),
  };
  return extended(plain, Object.defineProperties({}, lazy));
}

/** Members that the interface takes from its catalog. */
const ownMembers = [
  ...["settings", "credential", "fileFields", "sharded", "checks", "probe", "reports", "health"],
  ...["discover", "authorization", "cannotPost", "check"],
] as const;

function asked<T>(get: () => T): PropertyDescriptor {
  return { get, enumerable: true, configurable: true };
}

/** Returns the driver with its interface's products as dialects. */
export function withProducts(driver: Driver, catalogs: CompiledCatalogs): Driver {
  const products = catalogs.source.names
    .filter((each) => each.interface === driver.interface && each.dialect === undefined)
    .map(({ product }) => product);
  if (products.length === 0) return driver;
  const dialects = Object.create(null, Object.getOwnPropertyDescriptors(driver.dialects));
  for (const product of products) {
    Object.defineProperty(
      dialects,
      product,
      asked(() => catalogs.dialect(product)),
    );
  }
  const more: Partial<Driver> = {
    products,
    dialects,
    dialect: (name, settings) =>
      products.includes(name) ? catalogs.dialect(name, settings) : driver.dialect(name, settings),
    open: (options) =>
      products.includes(options.dialect.name) ? catalogs.engine.open(options) : driver.open(options),
  };
  return extended(driver, more);
}

/** An empty base without kinds of its own: a project's own catalogs define everything. */
export const ownCatalogBase: Driver = {
  interface: "rest",
  kinds: [],
  holders: [],
  fileFields: [],
  dialects: {},
  settings: z.record(z.string(), z.unknown()).describe("The settings that the product's catalog defines."),
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
