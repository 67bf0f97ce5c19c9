/** Resolves a driver for one dialect: the driver with the dialect's overrides. Pure. */

import type { Driver } from "./contract.ts";

const known = new WeakMap<Driver, Map<string, Driver>>();

/**
 * Returns the driver with the kinds and other members that the dialect overrides. If the dialect is unknown, returns
 * the driver itself.
 */
export function resolveDriver(driver: Driver, dialect: string): Driver {
  const resolved = known.get(driver) ?? new Map<string, Driver>();
  known.set(driver, resolved);
  const found = resolved.get(dialect) ?? resolve(driver, dialect);
  resolved.set(dialect, found);
  return found;
}

function resolve(driver: Driver, dialect: string): Driver {
  if (!Object.hasOwn(driver.dialects, dialect)) return driver;
  const { kinds, instead } = driver.dialects[dialect] ?? {};
  if (kinds === undefined && instead === undefined) return driver;
  return extended(extended(driver, kinds ? { kinds } : {}), instead ?? {});
}

/** Returns the driver with more members. Lazy members are not evaluated. */
export function extended(driver: Partial<Driver>, more: Partial<Driver>): Driver {
  return Object.create(Object.prototype, {
    ...Object.getOwnPropertyDescriptors(driver),
    ...Object.getOwnPropertyDescriptors(more),
  });
}

const between = "+";

/** Returns the name of a dialect with a mapping: `rfc8040+ios-xe`. */
export function mappedName(dialect: string, mapping: string): string {
  return `${dialect}${between}${mapping}`;
}

/** Splits the name of a dialect. `mapping` is absent if the name contains none. */
export function unmappedName(name: string): { readonly dialect: string; readonly mapping?: string } {
  const at = name.indexOf(between);
  return at < 0 ? { dialect: name } : { dialect: name.slice(0, at), mapping: name.slice(at + 1) };
}
