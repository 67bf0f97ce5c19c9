/** The data that comes along with a session's answer. */

import type { Json } from "../model/json.ts";

/** A secret in a text that the asking process is about to receive. That process redacts the secret in its reports. */
export interface OccurringSecret {
  /** `ours`: trueup has opened the secret. `tokens`: the target's server has issued it. `shown`: a product shows it. */
  readonly of: "ours" | "tokens" | "shown";
  readonly values: readonly string[];
}

/** An answer, as the text of a call contains it. */
export interface ToldAnswer<T> {
  /** The answer. Absent if it is the answer that the asking process already has. */
  readonly value?: T;
  /** For the answer to a read: a token that identifies the answer when the question is asked again. */
  readonly token?: string | undefined;
  /** The facts of `Session.learned` after the question. */
  readonly learned?: Json | undefined;
  readonly redact?: readonly OccurringSecret[] | undefined;
}
