/**
 * The combined form of all values that the base and the desired state declare at a place of a device's tree, across all
 * list elements. Pure.
 */

import { isArray, isObject, type Json } from "../../../model/json.ts";

/** The combined form of all declarations at a place. It shows lists and types, which XML does not distinguish. */
export class DeclaredShape {
  readonly isList: boolean;
  readonly isBranch: boolean;
  /** True if `[null]` is declared, which stands for a leaf without a value. */
  readonly isEmptyLeaf: boolean;
  readonly hasNumber: boolean;
  readonly hasBoolean: boolean;
  readonly #declared: readonly Json[];
  #members: ReadonlyMap<string, DeclaredShape> | undefined;
  #elements: DeclaredShape | undefined;
  #texts: ReadonlySet<Json> | undefined;

  constructor(declared: readonly Json[]) {
    this.#declared = declared;
    this.isList = declared.some(isArray);
    this.isBranch = declared.some(isObject);
    this.hasNumber = declared.some((one) => typeof one === "number");
    this.hasBoolean = declared.some((one) => typeof one === "boolean");
    this.isEmptyLeaf = declared.some((one) => isArray(one) && one.length === 1 && one[0] === null);
  }

  /** Returns the declarations of a member. */
  member(name: string): DeclaredShape {
    this.#members ??= membersOf(this.#declared);
    return this.#members.get(name) ?? nothingDeclared;
  }

  /** The declarations of the list's elements. */
  get elements(): DeclaredShape {
    this.#elements ??= new DeclaredShape(this.#declared.flatMap((one) => (isArray(one) ? one : [])));
    return this.#elements;
  }

  /** True if a leaf is declared with this text. */
  hasText(text: string): boolean {
    this.#texts ??= new Set(this.#declared.filter((one) => typeof one === "string"));
    return this.#texts.has(text);
  }
}

/** No declarations. */
export const nothingDeclared = new DeclaredShape([]);

function membersOf(declared: readonly Json[]): ReadonlyMap<string, DeclaredShape> {
  const entries = declared.flatMap((one) => (isObject(one) ? Object.entries(one) : []));
  const groups = Map.groupBy(entries, ([name]) => name);
  return new Map([...groups].map(([name, all]) => [name, new DeclaredShape(all.map(([, value]) => value))]));
}
