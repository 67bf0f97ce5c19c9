/** Redacts secrets in a value for display, alone or as a side of a difference. Pure. */

import { isArray, type Json } from "../model/json.ts";
import { holdsHidden } from "../model/live/hidden.ts";
import { isSecretReference, type Redaction } from "../model/secret.ts";

/** The value with redacted texts, names and numbers. If nothing is redacted, it is the same object. */
export function valueWithout(value: Json, secrets: Redaction): Json {
  if (typeof value === "string") return secrets.value(value);
  if (typeof value === "number") return numberWithout(value, secrets);
  if (isSecretReference(value) || typeof value === "boolean" || value === null) return value;
  if (isArray(value)) {
    const shown = value.map((element) => valueWithout(element, secrets));
    return shown.every((element, at) => element === value[at]) ? value : shown;
  }
  const names = Object.keys(value);
  const shown = names.map(
    (name) => [secrets.value(name), valueWithout(value[name] ?? null, secrets)] as const,
  );
  if (shown.every(([name, member], at) => name === names[at] && member === value[name])) return value;
  const members = new Map<string, Json>();
  // Different names can become equal when they are redacted. They must stay different.
  for (const [name, member] of shown)
    members.set(members.has(name) ? `${name} ${members.size}` : name, member);
  return Object.fromEntries(members);
}

/**
 * True for a live value that contains a secret and therefore must not be written into desired state. A secret that is
 * an ordinary word counts only if it is a complete text; otherwise `admin VLAN` would contain the secret `admin`.
 */
export function repeatsSecret(value: Json, secrets: Redaction): boolean {
  if (holdsHidden(value)) return true;
  const text = (from: string) => (secrets.value(from) === mark ? mark : secrets.text(from));
  return valueWithout(value, { value: text, text }) !== value;
}

function numberWithout(value: number, secrets: Redaction): Json {
  const shown = secrets.value(String(value));
  return shown === String(value) ? value : `${shown} as a number`;
}

/** The text that replaces a secret. */
const mark = "[secret]";

/**
 * Redacts both sides of a difference. Different secrets stay different: the second one becomes `[secret 2]`. Secrets of
 * the live side are numbered first. A secret keeps its number throughout the resource.
 */
export function redactedApart<Side extends string>(
  sides: Readonly<Record<Side, Redaction>>,
): Readonly<Record<Side, Redaction>> {
  const shownAs = new Map<string, string>();
  const taken = new Set<string>();
  const apart = (secrets: Redaction, text: string) => {
    const without = secrets.value(text);
    // The key contains the text before and after redaction, because a text may be a secret on only one side.
    const key = JSON.stringify([text, without]);
    const known = shownAs.get(key);
    if (known !== undefined) return known;
    let shown = without;
    for (let count = 2; taken.has(shown); count += 1)
      shown = without.includes(mark)
        ? without.replace(mark, `[secret ${count}]`)
        : `${without} [secret ${count}]`;
    shownAs.set(key, shown);
    taken.add(shown);
    return shown;
  };
  const made = Object.entries<Redaction>(sides).map(([side, secrets]) => [
    side,
    { value: (text: string) => apart(secrets, text), text: (text: string) => secrets.text(text) },
  ]);
  return Object.fromEntries(made);
}
