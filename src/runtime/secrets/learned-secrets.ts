/**
 * What a redactor has learned, as plain data. With it, a redactor in another thread or process redacts the same
 * secrets.
 */

import { openRedactor, type Redactor, type ServerOf } from "./redactor.ts";

/** Secrets that a redactor has learned at one time. */
export type LearnedSecrets =
  | { readonly of: "ours"; readonly values: readonly string[] }
  /** If `values` is empty, it only says that the server exists. */
  | {
      readonly of: "opened" | "tokens" | "shown";
      readonly server: ServerOf;
      readonly values: readonly string[];
    };

/** A redactor that reports everything that it learns. */
export function tellingRedactor(tell: (learned: LearnedSecrets) => void): Redactor {
  const inner = openRedactor();
  return {
    ...inner,
    learn: (values) => {
      tell({ of: "ours", values });
      inner.learn(values);
    },
    by: (server) => {
      const own = inner.by(server);
      tell({ of: "tokens", server, values: [] });
      return {
        ...own,
        learnOpened: (values) => {
          tell({ of: "opened", server, values });
          own.learnOpened(values);
        },
        learnTokens: (values) => {
          tell({ of: "tokens", server, values });
          own.learnTokens(values);
        },
        learnShown: (values) => {
          tell({ of: "shown", server, values });
          own.learnShown(values);
        },
      };
    },
  };
}

/** Passes what one redactor has learned to another. */
export function learnInto(redactor: Redactor, learned: LearnedSecrets): void {
  if (learned.of === "ours") redactor.learn(learned.values);
  else if (learned.of === "opened") redactor.by(learned.server).learnOpened(learned.values);
  else if (learned.of === "tokens") redactor.by(learned.server).learnTokens(learned.values);
  else redactor.by(learned.server).learnShown(learned.values);
}
