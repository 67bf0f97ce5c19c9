/** How library functions are defined: CEL signature and implementation. Pure. */

import type { RegisteredFunctionHandler } from "@marcbachmann/cel-js";

/** A function that expressions can call. It gets integers as BigInt. */
interface LibraryFunction {
  /**
   * The signature in the syntax of the CEL library: `slug(string): string`, or with a namespace `Cidr.host(string,
   * int): string`.
   */
  readonly signature: string;
  /** One sentence for the documentation. */
  readonly about: string;
  /** An expression and the JSON of its result, which is tested and shown in the documentation. */
  readonly example: readonly [expression: string, value: string];
  /** Called with arguments of the types in the signature. */
  readonly run: RegisteredFunctionHandler;
}

/** A group of related functions. Functions in a namespace are called like `cidr.host(...)`. */
export interface LibraryPart {
  readonly namespace?: { readonly name: string; readonly type: string; readonly of: new () => object };
  readonly functions: readonly LibraryFunction[];
}
