/** The data that comes along with a session's answer. */

import type { Json } from "../model/json.ts";

/** A secret that occurs in a text which the asker is about to receive: the asker redacts it in its reports. */
export interface OccurringSecret {
  /** The origin of the secret: opened by trueup, or chosen by the target's server. */
  readonly of: "ours" | "tokens" | "shown";
  readonly values: readonly string[];
}

/** An answer, as the text of a call contains it. */
export interface ToldAnswer<T> {
  /** Absent if the answer is the one that the asker already has. */
  readonly value?: T;
  /** For the answer to a read: identifies that answer when the question is asked again. */
  readonly token?: string | undefined;
  /** The facts of `Session.learned` after the question. */
  readonly learned?: Json | undefined;
  readonly redact?: readonly OccurringSecret[] | undefined;
}
