/** Secret references: their forms, and which references desired state may use. */

import { matches } from "../model/listed/glob.ts";

/** What is wrong with a reference. */
export interface ReferenceFault {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** The notation of references, for use in hints. */
export const referenceForm = "{ secret: env:NAME }";

const forms = /^(?:env:[A-Za-z_][A-Za-z0-9_]*|file:[^\0]+)$/;

/**
 * Returns the error in the text of a reference; undefined if it can be resolved. The text is not shown, because it may
 * be a secret.
 */
export function formFault(reference: string): ReferenceFault | undefined {
  if (forms.test(reference)) return undefined;
  if (reference.startsWith("command:"))
    return {
      code: "secret-command",
      message: "a command must be a list, and is allowed only in a credential of trueup.yaml",
      hint: "In a credential, write { secret: { command: [vault, read, ...] } }; elsewhere, env:NAME or file:PATH.",
    };
  return {
    code: "secret-form",
    message: "this is not a secret reference",
    hint: `Write ${referenceForm} or { secret: file:PATH }.`,
  };
}

/** Returns why desired state may not use a reference; undefined if one of the project's globs allows it. */
export function allowFault(reference: string, allowed: readonly string[]): ReferenceFault | undefined {
  if (allowed.some((glob) => allows(glob, reference))) return undefined;
  return {
    code: "secret-not-allowed",
    message: `desired state may not use \`${reference}\``,
    hint: `Allow it in trueup.yaml under secrets: allow: [${reference}].`,
  };
}

/**
 * True if the glob allows the reference. A star never matches `..`: a reference may contain `..` only as often as the
 * glob does before its first star.
 */
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

/** True for any text that looks like a reference. Used to find references in free-form data. */
export function looksLikeReference(text: string): boolean {
  return /^(?:env|file|command):/.test(text);
}
