/** What a function of the library is: its signature in the words of CEL, and what it does. Pure. */

import type { RegisteredFunctionHandler } from "@marcbachmann/cel-js";

/** A function. Integers come and go as BigInt. */
interface LibraryFunction {
  /** As the library of CEL reads it: `slug(string): string`, or `Cidr.host(string, int): string` of a namespace. */
  readonly signature: string;
  /** One sentence for the documentation. */
  readonly about: string;
  /** An expression, and the JSON of what it gives: tested, and shown. */
  readonly example: readonly [expression: string, value: string];
  /** Called with what the signature says. */
  readonly run: RegisteredFunctionHandler;
}

/** Functions that belong together; with a namespace they are called as `cidr.host(…)`. */
export interface LibraryPart {
  readonly namespace?: { readonly name: string; readonly type: string; readonly of: new () => object };
  readonly functions: readonly LibraryFunction[];
}
