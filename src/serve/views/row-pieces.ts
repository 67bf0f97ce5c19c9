/** Rows for pieces of a desired state, all with the state "in sync": an unchanged piece keeps its rows. Pure. */

import type { Address } from "../../model/address.ts";
import type { Resource } from "../../model/desired.ts";
import type { Redaction } from "../../model/secret.ts";
import { type ResourceRow, rowOf, searchableTexts, type TitleOf } from "./resource-row.ts";

/** The rows of one piece. */
interface PieceRows {
  /** The rows, which all have the state "in sync". Their texts may contain secrets: see `isFreeOf`. */
  readonly rows: readonly ResourceRow[];
  /** True if no row's text contains a secret, so the rows may be shown. */
  isFreeOf(secrets: Redaction): boolean;
}

const kept = new WeakMap<ReadonlyMap<Address, Resource>, PieceRows>();

/** Whether the rows of this piece exist already. */
export function hasRows(piece: ReadonlyMap<Address, Resource>): boolean {
  return kept.has(piece);
}

const nothing: Redaction = { value: (text) => text, text: (text) => text };

/** The rows of a piece, kept for as long as its kinds keep their titles. */
export function pieceRows(piece: ReadonlyMap<Address, Resource>, titleOf: TitleOf): PieceRows {
  const known = kept.get(piece);
  if (known?.rows.every((row) => row.title === titleOf(row))) return known;
  const rows: ResourceRow[] = [];
  const texts: string[] = [];
  for (const [address, resource] of piece) {
    rows.push(rowOf({ address, resource, change: undefined, state: "inSync", titleOf, secrets: nothing }));
    texts.push(...searchableTexts(resource));
  }
  const text = texts.join("\n");
  const made: PieceRows = { rows, isFreeOf: (secrets) => secrets.value(text) === text };
  kept.set(piece, made);
  return made;
}
