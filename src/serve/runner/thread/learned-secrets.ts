/** What a redactor has learned, as data: so that one of another thread takes out the same. */

import { openRedactor, type Redactor, type ServerOf } from "../../../runtime/secrets/redactor.ts";

/** Something that a redactor was told. */
export type LearnedSecrets =
  | { readonly of: "ours"; readonly values: readonly string[] }
  /** Without values: that there is such a server. */
  | { readonly of: "tokens" | "shown"; readonly server: ServerOf; readonly values: readonly string[] };

/** A redactor that tells of all that it learns. */
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

/** Tells a redactor what another one has learned. */
export function learnInto(redactor: Redactor, learned: LearnedSecrets): void {
  if (learned.of === "ours") redactor.learn(learned.values);
  else if (learned.of === "tokens") redactor.by(learned.server).learnTokens(learned.values);
  else redactor.by(learned.server).learnShown(learned.values);
}
