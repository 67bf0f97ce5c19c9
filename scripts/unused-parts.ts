/**
 * Drops js-yaml's printer and unused schemas, which it creates when it is loaded: the bundler cannot tell
 * whether that has side effects, so the bundle would create them at each start.
 */

import type { Plugin } from "rolldown";
import { parseAst } from "rolldown/parseAst";

/** The types of initializers that need no mark: they cost nothing, or are not evaluated at all. */
const plain = new Set(["Literal", "Identifier", "ClassExpression", "FunctionExpression", "UnaryExpression"]);

/** Marks each constant at the top of js-yaml's files as free of side effects. */
export function unusedParts(): Plugin {
  return {
    name: "unused-parts",
    transform(code, id) {
      if (!/\/node_modules\/js-yaml\//.test(id.replaceAll("\\", "/"))) return null;
      let after = code;
      for (const { start, end } of constants(code).toReversed())
        after = `${after.slice(0, start)}/* @__PURE__ */ (() => (${after.slice(start, end)}))()${after.slice(end)}`;
      return { code: after, map: null };
    },
  };
}

/** The initializers of the constants, in order. */
function constants(code: string): readonly { readonly start: number; readonly end: number }[] {
  return parseAst(code).body.flatMap((statement) =>
    statement.type === "VariableDeclaration"
      ? statement.declarations.flatMap(({ init }) => (init && !plain.has(init.type) ? [init] : []))
      : [],
  );
}
