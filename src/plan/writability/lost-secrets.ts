/**
 * Finds updates that would remove live secrets, because they replace an object whose secrets are not declared. Pure.
 */

import type { Change } from "../../model/change.ts";
import type { Resource } from "../../model/desired.ts";
import { writtenPath } from "../../model/list-identity.ts";
import { at, type Pointer, pointer } from "../../model/pointer.ts";

type Update = Extract<Change, { readonly action: "update" }>;

/** Returns the verdict on an update that would remove live secrets as a side effect; undefined if it would not. */
export function onSecrets(
  change: Update,
  base: Resource | undefined,
): { readonly reason: string } | undefined {
  const lost = lostSecrets(change, base);
  if (lost.length === 0) return undefined;
  const [are, them] = lost.length === 1 ? ["is", "it"] : ["are", "them"];
  const what = `${lost.join(", ")} ${are} set live but not declared, and an update would remove ${them}`;
  return { reason: `${what}: declare ${them} by reference, \`{ secret: env:NAME }\`` };
}

/**
 * Returns the live secrets that the update would remove. Secrets in elements that base declares and Git no longer
 * declares are left out, because they are removed with their elements. Variables in elements that were never declared
 * are left out too, because these elements stay.
 */
function lostSecrets({ desired, live }: Update, base: Resource | undefined): readonly Pointer[] {
  return (live.setSecrets ?? []).filter((path) => {
    const written = writtenPath(desired, path);
    if (at(desired.value, pointer(written)) !== undefined) return false;
    if (!written.includes("-1")) return true;
    const shown = at(live.value, pointer(writtenPath({ ...desired, value: live.value }, path)));
    return shown === undefined && (!base || at(base.value, pointer(writtenPath(base, path))) === undefined);
  });
}
