/**
 * What a driver has for each of its kinds or collections, as a table that names all of them. What a table lacks, and a
 * request without the ids that it needs, are faults of this program: they throw, and nothing is sent.
 */

/** The row of a table; throws where there is none. */
export function ofKind<T>(table: Readonly<Record<string, T>>, name: string): T {
  const row = Object.hasOwn(table, name) ? table[name] : undefined;
  if (row === undefined) throw new Error(`this interface has nothing called ${name}`);
  return row;
}

/** An id that a request cannot be made without. */
export function demanded(id: string | undefined, fault: string): string {
  if (id === undefined || id === "") throw new Error(fault);
  return id;
}
