/**
 * Handles secrets that products return. The redactor learns them. They are compared with declared secrets only if the
 * run's result may reveal whether they match.
 */

import { type Secret, type ShownSecrets, UnresolvedSecret } from "../model/secret.ts";
import type { ServerRedactor } from "../runtime/secrets/redactor.ts";

/**
 * Returns how secrets of a target are handled; `redactor` belongs to the same target. For a pull request, no secret is
 * compared. Otherwise its author could try references one by one, and see in the plan which one matches the live
 * secret.
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
