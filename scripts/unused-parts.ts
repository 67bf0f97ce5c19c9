/**
 * Leaves out what js-yaml makes for its printer and its other schemas when it is loaded: nobody could tell whether
 * making it does something else, and so the bundle would make it too, at each start.
 */

import type { Plugin } from "rolldown";
import { parseAst } from "rolldown/parseAst";

/** What stays as it is: it costs nothing, or is not made at all. */
const plain = new Set(["Literal", "Identifier", "ClassExpression", "FunctionExpression", "UnaryExpression"]);

/** Says of each constant at the top of that file that making it does nothing else. */
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

/** What the constants are made of, in their order. */
function constants(code: string): readonly { readonly start: number; readonly end: number }[] {
  return parseAst(code).body.flatMap((statement) =>
    statement.type === "VariableDeclaration"
      ? statement.declarations.flatMap(({ init }) => (init && !plain.has(init.type) ? [init] : []))
      : [],
  );
}
