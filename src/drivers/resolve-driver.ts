/** A driver as one of its dialects has it: with the kinds of that product. Pure. */

import type { Driver } from "./contract.ts";

/** The same driver, with the dialect's own kinds where it has some. A name that it does not know changes nothing. */
export function resolveDriver(driver: Driver, dialect: string): Driver {
  const kinds = driver.dialects[dialect]?.kinds;
  return kinds === undefined ? driver : { ...driver, kinds };
}
