/** What comes along with an answer of a session. */

import type { Json } from "../model/json.ts";

/** A secret that the asker is about to see in a text anyway: it redacts it in its reports. */
export interface OccurringSecret {
  /** Whose it is: ours, or chosen by the target's server. */
  readonly of: "ours" | "tokens" | "shown";
  readonly values: readonly string[];
}

/** An answer as the text of a call has it. */
export interface ToldAnswer<T> {
  /** Absent: it is the one that the asker knows. */
  readonly value?: T;
  /** Names the answer to a read, for the next question. */
  readonly token?: string | undefined;
  /** As `Session.learned` says it, after the question. */
  readonly learned?: Json | undefined;
  readonly redact?: readonly OccurringSecret[] | undefined;
}
