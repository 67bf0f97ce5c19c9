/** Checks the keys of entries against the rules of their section. */

import { nearest } from "../yaml/did-you-mean.ts";
import { descriptionOf } from "../yaml/schema-fields.ts";
import { why } from "../yaml/schema-issues.ts";
import type { DesiredEntry } from "./desired/entry.ts";
import { type LoadRun, reportField } from "./desired/load-run.ts";

/** Reports an invalid key. */
export function checkKey(run: LoadRun, entry: DesiredEntry): void {
  const checked = entry.section.keys.safeParse(entry.ownKey);
  if (checked.success) return;
  const message = `\`${entry.ownKey}\` cannot be the key of this ${entry.section.title}: ${why(checked.error.issues)}`;
  const hint = meantKey(entry) ?? descriptionOf(entry.section.keys);
  reportField(run, entry, { code: "invalid-key", message, hint, address: entry.address });
}

/**
 * Returns a hint "Did you mean" if a key begins with a misspelled word that is known in its section; otherwise
 * undefined.
 */
function meantKey({ ownKey, section: { of } }: DesiredEntry): string | undefined {
  const names = "kind" in of ? (of.kind.keyNames ?? []) : [];
  const [word = ""] = /^[\w-]+/.exec(ownKey) ?? [];
  const near = names.includes(word) ? undefined : nearest(word, names);
  return near === undefined ? undefined : `Did you mean \`${near}${ownKey.slice(word.length)}\`?`;
}
