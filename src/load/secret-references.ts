/** Secret references: which forms there are, and which ones desired state may name. */

import { matches } from "../model/listed/glob.ts";

/** What is wrong with a reference. */
export interface ReferenceFault {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** How a reference is written, for hints. */
export const referenceForm = "{ secret: env:NAME }";

const forms = /^(?:env:[A-Za-z_][A-Za-z0-9_]*|file:[^\0]+)$/;

/** What is wrong with a reference's text; undefined when it can be opened. It is not shown: it may be a secret. */
export function formFault(reference: string): ReferenceFault | undefined {
  if (forms.test(reference)) return undefined;
  if (reference.startsWith("command:"))
    return {
      code: "secret-command",
      message: "a command is a list, and is allowed in a credential of trueup.yaml only",
      hint: "Write { secret: { command: [vault, read, ...] } } there; elsewhere env:NAME or file:PATH.",
    };
  return {
    code: "secret-form",
    message: "this is not a secret reference",
    hint: `Write ${referenceForm} or { secret: file:PATH }.`,
  };
}

/** Why desired state may not name a reference; undefined when one of the project's globs allows it. */
export function allowFault(reference: string, allowed: readonly string[]): ReferenceFault | undefined {
  if (allowed.some((glob) => allows(glob, reference))) return undefined;
  return {
    code: "secret-not-allowed",
    message: `desired state may not name \`${reference}\``,
    hint: `Allow it in trueup.yaml under secrets: allow: [${reference}].`,
  };
}

/** No star stands for a way up: `..` counts only where the glob says it before its first star. */
function allows(glob: string, reference: string): boolean {
  const [fixed = ""] = glob.split("*");
  return matches(glob, reference) && waysUp(reference) <= waysUp(fixed);
}

function waysUp(reference: string): number {
  return reference
    .slice(reference.indexOf(":") + 1)
    .split("/")
    .filter((name) => name === "..").length;
}

/** True for what looks like a reference wherever it stands, so that none hides in free-form data. */
export function looksLikeReference(text: string): boolean {
  return /^(?:env|file|command):/.test(text);
}
