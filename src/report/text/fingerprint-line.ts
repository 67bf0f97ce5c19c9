/** The line that ends a plan in Markdown: its fingerprint, which no cut may take away. Pure. */

import type { Plan } from "../../model/plan/plan.ts";
import { code } from "./escape.ts";

/** The line, with the empty one before it, for Markdown that ends with a line break. */
export function fingerprintLine({ fingerprint }: Pick<Plan, "fingerprint">): string {
  return `\nFingerprint ${code(fingerprint)}\n`;
}

const line = /\n(\nFingerprint `(?:preview-)?[0-9a-f]{64}`)\n$/;

/** Markdown in two: what goes before the fingerprint's line, and that line; none in Markdown that is not a plan. */
export function splitFingerprint(markdown: string): { readonly body: string; readonly end: string } {
  const [whole = "", end = ""] = line.exec(markdown) ?? [];
  return { body: markdown.slice(0, markdown.length - whole.length), end: end === "" ? "" : `\n${end}` };
}
