/**
 * What a driver has for each of its kinds or collections, as a table that names all of them. What a table lacks, and a
 * write without the ids that its request needs, are faults of this program: they throw, and nothing is sent.
 */

import type { Operation } from "../model/plan.ts";
import type { LiveResource } from "../model/snapshot.ts";
import type { Write } from "./contract.ts";

/** The row of a table; throws where there is none. */
export function ofKind<T>(table: Readonly<Record<string, T>>, name: string): T {
  const row = Object.hasOwn(table, name) ? table[name] : undefined;
  if (row === undefined) throw new Error(`this interface has nothing called ${name}`);
  return row;
}

/** Makes a part of a request from a write, and from what one needs besides. */
export type MakePart<On, T, W extends Write = Write> = (on: On, write: W) => T;

/** What is made for each operation of a kind; none for what no dialect can do. */
export type OperationRow<On, T> = Readonly<Partial<Record<Operation, MakePart<On, T>>>>;

/** What a table makes of a write; throws where the interface has no such operation. */
export function madeFor<On, T>(
  table: Readonly<Record<string, OperationRow<On, T>>>,
  on: On,
  write: Write,
): T {
  const make = ofKind(table, write.kind)[write.operation];
  if (!make) throw new Error(`this interface has no ${write.operation} of a ${write.kind}`);
  return make(on, write);
}

/** A write to what has a live id. */
export interface IdentifiedWrite extends Write {
  readonly live: LiveResource & { readonly id: string };
}

/** A write to what is in something whose live id is known. */
export interface PlacedWrite extends Write {
  readonly parentId: string;
}

/** For requests that are about a live id: updates and removals. */
export function byId<On, T>(make: MakePart<On, T, IdentifiedWrite>): MakePart<On, T> {
  return (on, write) => {
    const { live } = write;
    const id = demanded(live?.id, `${write.address} is written without its live id`);
    return make(on, { ...write, live: { ...(live ?? { value: null }), id } });
  };
}

/** For requests that are about what something is in. */
export function inParent<On, T>(make: MakePart<On, T, PlacedWrite>): MakePart<On, T> {
  return (on, write) => {
    const parentId = demanded(write.parentId, `${write.address} is written without the id of its parent`);
    return make(on, { ...write, parentId });
  };
}

/** An id that a request cannot be made without. */
export function demanded(id: string | undefined, fault: string): string {
  if (id === undefined || id === "") throw new Error(fault);
  return id;
}
