/** The type of a leaf as its typedefs come to (RFC 7950 9): the built-in one, with all restrictions. */

import type { ScopedStatement } from "../schema/scope.ts";

/** The built-in types (RFC 7950 4.2.4). */
export const builtInTypes = [
  ...(["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"] as const),
  ...(["binary", "bits", "boolean", "decimal64", "empty", "enumeration", "identityref"] as const),
  ...(["instance-identifier", "leafref", "string", "union"] as const),
] as const;

/** The name of a built-in type. */
export type BuiltInType = (typeof builtInTypes)[number];

/** Numbers from the first to the second, both included. Of decimals: times ten to the power of their digits. */
export type Interval = readonly [bigint, bigint];

/** A pattern that a text must match as a whole, or must not. In the regular expressions of XML Schema. */
interface PatternRule {
  readonly text: string;
  readonly isInverted: boolean;
}

/** A type. What does not apply to it is empty. */
export interface YangType {
  readonly base: BuiltInType;
  /** As it is written at the leaf: `inet:ipv4-address`. */
  readonly name: string;
  readonly defaultValue: string | undefined;
  /** In order. Undefined: all that the built-in type has. */
  readonly range: readonly Interval[] | undefined;
  readonly length: readonly Interval[] | undefined;
  readonly fractionDigits: number;
  /** All must hold. */
  readonly patterns: readonly PatternRule[];
  readonly enums: ReadonlyMap<string, number>;
  /** Names to positions, in the order of the positions. */
  readonly bits: ReadonlyMap<string, number>;
  /** The identities that a value must be derived from, all of them. */
  readonly identities: readonly ScopedStatement[];
  /** The path of a leafref, and where it is written. */
  readonly path: ScopedStatement | undefined;
  /** Of a leafref: false where what it names need not be there. */
  readonly requiresInstance: boolean;
  /** Of a union, in order. */
  readonly members: readonly YangType[];
  /** How many types it is made of: a bound on what checking a value costs. */
  readonly weight: number;
}
