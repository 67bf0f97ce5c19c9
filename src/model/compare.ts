/** Comparators for sorting: by code unit, so that an order is the same on every machine and in every locale. */

/** Compares two texts by code units. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Orders values by a text derived from each. */
export function byTextOf<Value>(textOf: (value: Value) => string): (a: Value, b: Value) => number {
  return (a, b) => byText(textOf(a), textOf(b));
}

/** Orders values by their address. */
export function byAddress(a: { readonly address: string }, b: { readonly address: string }): number {
  return byText(a.address, b.address);
}

/** Orders entries of a map or an object by their key. */
export function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return byText(a, b);
}
