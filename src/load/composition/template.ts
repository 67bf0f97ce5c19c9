/**
 * Templates: the parts of a value that contain expressions. They are found once, so that each row only costs the
 * evaluation of these parts.
 */

import { isArray, isObject, type Json } from "../../model/json.ts";
import { hasExpression } from "../expressions/text.ts";

/** The parts of a value that contain expressions. The other parts are the same for every row. */
export type Template =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly elements: readonly (readonly [number, Template])[] }
  | { readonly kind: "map"; readonly members: readonly TemplateMember[] };

/** A member of a map whose key or value has an expression. */
interface TemplateMember {
  readonly key: string;
  readonly isDynamic: boolean;
  readonly value?: Template | undefined;
}

const known = new WeakMap<object, Template | "plain">();

/** The template of a value; undefined if it has no expression. */
export function templateOf(value: Json): Template | undefined {
  if (typeof value === "string") return hasExpression(value) ? { kind: "text", text: value } : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  const before = known.get(value) ?? madeOf(value) ?? "plain";
  known.set(value, before);
  return before === "plain" ? undefined : before;
}

function madeOf(value: Json): Template | undefined {
  if (isArray(value)) {
    const elements = value.flatMap((each, index): readonly (readonly [number, Template])[] => {
      const of = templateOf(each);
      return of ? [[index, of]] : [];
    });
    return elements.length === 0 ? undefined : { kind: "list", elements };
  }
  if (!isObject(value)) return undefined;
  const members = Object.entries(value).flatMap(([key, each]): readonly TemplateMember[] => {
    const of = templateOf(each);
    const isDynamic = hasExpression(key);
    return of || isDynamic ? [{ key, isDynamic, value: of }] : [];
  });
  if (members.length === 0) return undefined;
  // Computed keys come last, because they may turn out to be equal to other keys.
  return {
    kind: "map",
    members: [...members.filter((one) => !one.isDynamic), ...members.filter((one) => one.isDynamic)],
  };
}
