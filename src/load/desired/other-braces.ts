/** Finds values in the expression syntax of other tools: `{{ x }}` and `$x`. Here, such values are literal texts. */

import { isArray, isObject, type Json } from "../../model/json.ts";
import { pointer } from "../../model/pointer.ts";
import type { KindProblem } from "../../model/problem.ts";
import type { DesiredEntry } from "./entry.ts";

/** False: the text contains nothing in another tool's syntax, so its values need not be searched. */
export function mayHaveOtherBraces(text: string): boolean {
  return text.includes("{{") || /(?<![\w$])\$[A-Za-z_]/.test(text);
}

/** The maximum number of warnings per resource. Further warnings would probably be about the same mistake. */
const most = 5;

/**
 * Returns warnings about texts in another tool's syntax. `{{ x }}` counts in keys and names; elsewhere only if `x`
 * begins with an existing variable. `$x` counts only if it is the whole text and `x` is an existing variable. Otherwise
 * products may use these notations in texts of their own.
 */
export function otherBraces({
  ownKey: key,
  value,
  context: { variables },
}: Pick<DesiredEntry, "ownKey" | "value" | "context">): readonly KindProblem[] {
  const found: KindProblem[] = [];
  const isVariable = (path: string) => variables.find(path.split(/[.[]/)[0] ?? "") !== undefined;
  const look = (text: string, path: readonly string[], isName: boolean) => {
    const meant = meantIn(text, isName, isVariable);
    if (meant === undefined || found.length >= most) return;
    const [written, expression] = meant;
    const message = `\`${written}\` is not an expression here, and is used literally`;
    const hint = `Expressions are written \`\${${expression}}\`.`;
    found.push({ path: pointer(path), code: "other-expression", severity: "warning", message, hint });
  };
  const visit = (part: Json, path: readonly string[]): void => {
    if (found.length >= most) return;
    if (typeof part === "string") look(part, path, path.length === 1 && path[0] === "name");
    else if (isArray(part)) for (const [at, each] of part.entries()) visit(each, [...path, String(at)]);
    else if (isObject(part)) for (const [name, each] of Object.entries(part)) visit(each, [...path, name]);
  };
  look(key, [], true);
  visit(value, []);
  return found;
}

/**
 * Returns the text that is written in another tool's syntax, and the variable that was probably meant. Undefined: there
 * is no such text.
 */
function meantIn(
  text: string,
  isName: boolean,
  isVariable: (path: string) => boolean,
): readonly [string, string] | undefined {
  const [braced, inner = ""] = /\{\{\s*([A-Za-z_][\w.[\]]{0,100})\s*(?:\|[^{}]{0,100})?\}\}/.exec(text) ?? [];
  if (braced !== undefined && (isName || isVariable(inner))) return [braced, inner];
  const [whole, path = ""] = /^\$([A-Za-z_][\w.]{0,100})$/.exec(text) ?? [];
  return whole !== undefined && isVariable(path) ? [whole, path] : undefined;
}
