/** What a kind may have besides what every kind has, and when each is asked for. Data and pure functions. */

import type { z } from "zod";
import type { Resource, Scope } from "../../model/desired.ts";
import type { Json } from "../../model/json.ts";
import type { Pointer } from "../../model/pointer.ts";
import type { KindProblem } from "../../model/problem.ts";

/** How it stands in files. Read when a file is loaded, and when an import writes one. */
export interface DeclarationFacts {
  /** True: it is read and matched, never written. */
  readonly observed: boolean;
  /** True: an import writes all of them into one file, called like the section. Else each gets its own. */
  readonly gathered: boolean;
}

/** Keys that are not free, and checks that need more than one field. Called once for each entry that is loaded. */
export interface ValidationCapability {
  /** What a key must look like. Absent: any text of 1 to 255 characters. */
  readonly keys: z.ZodType<string>;
  /** Words that they begin with: what a mistyped one was meant to be is found among these. */
  readonly keyNames: readonly string[];
  /** The own key of what has this identity: undoes `identity`. Called by imports. Absent: any key will do. */
  keyOf(of: { readonly identity: string; readonly scope: Scope }): string;
  /** Called after the schema has accepted the value. Messages have pointers relative to the value. */
  check(of: { readonly key: string; readonly value: Json; readonly scope: Scope }): readonly KindProblem[];
}

/** An identity that rests on other resources. Called while live is matched, and when steps are ordered. */
export interface DependenceCapability {
  /** Fields of its identity that name other resources (`refersTo`): a live identity has their ids. */
  readonly identifiedBy: readonly Pointer[];
  /** Identities of other kinds on the same target that must exist before it: a managed object's ancestors. */
  prerequisites(of: Pick<Resource, "identity" | "scope">): readonly string[];
  /** Identities of its parents that its create makes where they are missing, the outermost first. */
  madeAlong(of: Pick<Resource, "identity" | "scope">): readonly string[];
}

/** How it is written. Read when a plan is made and costed, and before a step's first request. */
export interface KindWriteFacts {
  /** Same text: never written at the same time. `["host"]`: one at a time per device. No word of its scope: itself. */
  readonly exclusive: readonly string[];
  /** True: an exclusive write sends the value as it is, so that a field is unset by leaving it out. */
  readonly sentWhole: boolean;
  /** Lists that are declared whole and in order, whose elements a product keeps one by one. */
  readonly ordered: readonly Pointer[];
  /** How many requests it takes to make the live value the desired one, where it has such lists. */
  requestsBetween(live: Json | undefined, desired: Json): number;
  /** True: a create puts it where its path says, so that one which arrives twice makes one thing. */
  readonly createdByPath: true;
}

/** What a product has there by itself. Called when a removal is verified, and when an import writes a value. */
export interface FilledInCapability {
  /** Whether a live value is what a removal leaves of what always exists. Absent: nothing is left. */
  isSetBack(value: Json): boolean;
  /** A live value without what the product fills in anyway, where that is known: for imports. */
  withoutDefaults(value: Json): Json;
}
