/**
 * The forms in which people can declare a device's tree: as a whole, as lists, as maps by key, entry by entry, or leaf
 * by leaf.
 */

import { isArray, isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import type { Draw, ModelNode } from "./model.ts";

/** The content of `config:`. */
export type Declared = JsonObject;

/** Returns declarations of the tree below a path, in forms that are drawn. */
export function declaredAs(
  node: ModelNode,
  path: string,
  { value, draw }: { value: Json; draw: Draw },
): Declared {
  const whole = { [path]: value };
  switch (node.kind) {
    case "leaf":
    case "leaf-list":
      return whole;
    case "container": {
      if (!isObject(value) || Object.keys(value).length === 0 || isOrderedIn(node, value) || draw.is(0.4))
        return whole;
      return inside(node.children, path, { value, draw });
    }
    case "list":
      return listAs(node, path, { value, draw });
  }
}

/**
 * True if a node contains an ordered list. RESTCONF cannot write such a list alone, so the node that contains it is
 * declared.
 */
function isOrderedIn(node: ModelNode & { readonly kind: "container" | "list" }, value: JsonObject): boolean {
  return node.children.some(
    (child) => child.kind === "list" && child.isOrdered === true && Object.hasOwn(value, child.name),
  );
}

function inside(
  children: readonly ModelNode[],
  path: string,
  { value, draw }: { value: JsonObject; draw: Draw },
): Declared {
  return Object.assign(
    {},
    ...children.flatMap((child) => {
      const own = Object.hasOwn(value, child.name) ? value[child.name] : undefined;
      return own === undefined ? [] : [declaredAs(child, `${path}/${child.name}`, { value: own, draw })];
    }),
  );
}

function listAs(
  node: ModelNode & { readonly kind: "list" },
  path: string,
  { value, draw }: { value: Json; draw: Draw },
): Declared {
  if (!isArray(value)) return { [path]: value };
  const entries = value.filter(isObject);
  const form = draw.of(["list", "map", "entries", "entries", "inner"]);
  if (form === "list") return { [path]: value };
  if (form === "map") {
    const byKey = entries.map((entry) => {
      const text = node.keys
        .map(([key]) => String(entry[key]).replaceAll(/[%,]/g, encodeURIComponent))
        .join(",");
      return [text, draw.is() ? entry : withoutKeys(node, entry)] as const;
    });
    return { [path]: Object.fromEntries(byKey) };
  }
  return Object.assign(
    {},
    ...entries.map((entry) => {
      const key = node.keys.map(([name]) => encodedKey(String(entry[name]))).join(",");
      const own = withoutKeys(node, entry);
      if (form === "entries" || Object.keys(own).length === 0 || isOrderedIn(node, entry))
        return { [`${path}=${key}`]: own };
      return inside(node.children, `${path}=${key}`, { value: own, draw });
    }),
  );
}

function encodedKey(text: string): string {
  return text.replaceAll(/[%,/]/g, encodeURIComponent);
}

function withoutKeys({ keys }: ModelNode & { readonly kind: "list" }, entry: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !keys.some(([key]) => key === name)));
}
