/** What a dialect may say besides what every dialect says, and when it is read. Data. */

import type { WayIn } from "../../model/place.ts";
import type { Operation } from "../../model/plan.ts";
import type { FinishFacts } from "./activation.ts";
import type { BatchFacts } from "./batch-session.ts";
import type { ChangeFacts } from "./change-log.ts";
import type { ReplacingFact } from "./target-model.ts";

/** What its writes take and replace. Read when a plan is made and costed. */
export interface DialectWriteFacts {
  /** Writes that put, or take away, more than is declared, by kind: see `plan/replacing.ts`. */
  readonly replaces: Readonly<Record<string, ReplacingFact>>;
  /** How many requests one takes at most. Default 1. */
  readonly requestsPerWrite: number;
  /** Writes that may go in one request with others: by kind, and by the word of a scope that they must share. */
  readonly batches: BatchFacts;
  /** Writes that become tasks, which are asked for, by kind. */
  readonly tasks: Readonly<Record<string, readonly Operation[]>>;
  /** Writes that are answered with what is stored, by kind: the answer verifies them. */
  readonly stored: Readonly<Record<string, readonly Operation[]>>;
}

/** What a change log tells. Read before live is observed, where a target says `changedSince`. */
export interface ChangeLogFacts {
  readonly changes: ChangeFacts;
}

/** What is done once after the last success of an apply. Read when a plan is costed, and when an apply ends. */
export interface ActivationFacts {
  readonly finishing: FinishFacts;
}

/** What people are shown, or asked. Read by guards and by the text of a plan. */
export interface NoticeFacts {
  /** Things, of any kind, by whose change users could lock themselves out. */
  readonly waysIn: readonly WayIn[];
  /** Why an operation is `none`, and what to do instead: kind → operation → half a sentence for plans. */
  readonly reasons: Readonly<Record<string, Readonly<Partial<Record<"read" | Operation, string>>>>>;
  /** Kinds of which everything live is to be declared: what is not is reported as unexpected. */
  readonly complete: readonly string[];
}
