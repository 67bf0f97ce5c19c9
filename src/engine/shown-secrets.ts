/** Secrets that products return. The redactor learns them; they are compared if this run may reveal the result. */

import { type Secret, type ShownSecrets, UnresolvedSecret } from "../model/secret.ts";
import type { ServerRedactor } from "../runtime/secrets/redactor.ts";

/**
 * `redactor` belongs to the target that returns the secrets. Nothing is compared for a pull request: its author
 * could try one reference after another, and see in the plan which one matches the live secret.
 */
export function shownSecrets(
  secrets: ReadonlyMap<string, Secret>,
  {
    redactor,
    proposal,
  }: { readonly redactor: Pick<ServerRedactor, "learnShown">; readonly proposal: boolean },
): ShownSecrets {
  return {
    isProposed: proposal,
    learn: (values) => redactor.learnShown(values),
    isSame: ({ secret: reference }, shown) => {
      const secret = proposal ? undefined : secrets.get(reference);
      if (secret === undefined || secret instanceof UnresolvedSecret) return undefined;
      return secret.reveal() === shown.reveal();
    },
  };
}
