/**
 * Exhaustive tables by kind or collection. A missing row, or a request without a required id, is a bug in trueup: an
 * error is thrown, and nothing is sent.
 */

/** Returns the row of a table. Throws if there is none. */
export function ofKind<T>(table: Readonly<Record<string, T>>, name: string): T {
  const row = Object.hasOwn(table, name) ? table[name] : undefined;
  if (row === undefined) throw new Error(`this interface has no kind called ${name}`);
  return row;
}

/** Returns the id, which a request needs. Throws an error with the text `fault` if there is none. */
export function demanded(id: string | undefined, fault: string): string {
  if (id === undefined || id === "") throw new Error(fault);
  return id;
}
