/** Secrets that products show: learned by the redactor, and compared where this run may tell what they are. */

import { type Secret, type ShownSecrets, UnresolvedSecret } from "../model/secret.ts";
import type { ServerRedactor } from "../runtime/secrets/redactor.ts";

/**
 * `redactor` is that of the target which shows them. Nothing is compared for a pull request: whoever made it could try
 * one reference after another, and read in the plan
 * which of them opens to what is live.
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
