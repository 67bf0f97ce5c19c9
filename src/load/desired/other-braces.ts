/** Values that are written as expressions of other tools, `{{ x }}` and `$x`, which are texts as they are here. */

import { isArray, isObject, type Json } from "../../model/json.ts";
import { pointer } from "../../model/pointer.ts";
import type { KindProblem } from "../../model/problem.ts";
import type { DesiredEntry } from "./entry.ts";

/** False: no text of a project can have such a value, and none is looked for. */
export function mayHaveOtherBraces(text: string): boolean {
  return text.includes("{{") || /(?<![\w$])\$[A-Za-z_]/.test(text);
}

/** Of one resource at most: who has more has made the same mistake everywhere. */
const most = 5;

/**
 * Warnings of a resource's values. A text in double braces is one where it is a name, or begins with a variable that
 * there is; `$x` only as a whole value, and with such a variable: products have texts of their own with both.
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
    const message = `\`${written}\` is no expression here, and is taken as it is`;
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

/** What is written, and the expression that was meant. */
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
