/** Lists changes that apply skips because no reviewed plan contains them. */

import type { Address } from "../../model/address.ts";
import { counted, nameShown } from "../text/value.ts";

/** The changes that an apply skipped, because no reviewed plan contains them. */
interface SkippedChanges {
  readonly addresses: ReadonlySet<Address>;
  /** The targets whose definitions have changed since their plans were reviewed. */
  readonly redefined: readonly string[];
  /** Changes that no plan file can approve, because it is unknown which secret was live when the plan was made. */
  readonly unkeyed: readonly Address[];
}

/** The list of changes without a valid review; empty if there are none. */
export function skippedText({ addresses, redefined, unkeyed }: SkippedChanges): string {
  if (addresses.size === 0) return "";
  const max = 20;
  const lines = [...addresses].slice(0, max).map((address) => `  ${nameShown(address)}\n`);
  const more = addresses.size > max ? `  and ${addresses.size - max} more\n` : "";
  const head = `Skipped ${counted(addresses.size, "change")} that no reviewed plan contains:\n`;
  return head + lines.join("") + more + redefinedText(redefined) + unkeyedText(unkeyed);
}

function unkeyedText(addresses: readonly Address[]): string {
  if (addresses.length === 0) return "";
  const has = `${counted(addresses.length, "of these changes replaces", "of these changes replace")} a live secret`;
  return (
    `${has}. Without secrets.fingerprintKey, trueup cannot tell whether that secret is still\n` +
    "the one that was live at the review: set that key, or approve the plan with --approved.\n"
  );
}

function redefinedText(targets: readonly string[]): string {
  if (targets.length === 0) return "";
  const names = targets.map((name) => nameShown(name)).join(", ");
  return (
    `Plans of ${names} were reviewed with another definition: the target's entry in the project file, its catalog,\n` +
    "mapping or modules, or policies have changed since. Review a new plan of the remaining changes.\n"
  );
}
