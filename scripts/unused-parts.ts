/**
 * Drops parts of packages that nothing uses. A start would load them, because the bundler cannot tell that they are
 * unused.
 */

import type { Plugin } from "rolldown";
import { parseAst } from "rolldown/parseAst";

/** The types of initializers that need no mark, because they cost nothing or are not evaluated at all. */
const plain = new Set(["Literal", "Identifier", "ClassExpression", "FunctionExpression", "UnaryExpression"]);

/** Changes these files, by the end of their paths. */
const changes: Readonly<Record<string, (code: string) => string>> = {
  // The printer and the unused schemas are created when js-yaml is loaded.
  "js-yaml/dist/js-yaml.mjs": withoutEffects,
  // A mention of all of zod would load its messages in 60 languages, although only this class is extended.
  "@hono/zod-openapi/dist/index.mjs": (code) =>
    replaced(code, "extendZodWithOpenApi(z);", "extendZodWithOpenApi({ ZodType: z.ZodType });"),
  // The whole index also loads caches, mocks, web sockets and event sources.
  "undici/index.js": () => usedOfUndici,
  "undici/lib/dispatcher/client.js": (code) =>
    replaced(code, "= require('./client-h2.js')", "= (...args) => require('./client-h2.js')(...args)"),
};

/** The modules must be in this order, because a module of undici uses what earlier modules have registered. */
const usedOfUndici = `
const Dispatcher = require("./lib/dispatcher/dispatcher");
Dispatcher.prototype.request = require("./lib/api/api-request");
module.exports.Agent = require("./lib/dispatcher/agent");
module.exports.EnvHttpProxyAgent = require("./lib/dispatcher/env-http-proxy-agent");
module.exports.Pool = require("./lib/dispatcher/pool");
module.exports.buildConnector = require("./lib/core/connect");
module.exports.FormData = require("./lib/web/fetch/formdata").FormData;
module.exports.Headers = require("./lib/web/fetch/headers").Headers;
module.exports.Response = require("./lib/web/fetch/response").Response;
module.exports.Request = require("./lib/web/fetch/request").Request;
`;

/** Applies the changes. */
export function unusedParts(): Plugin {
  return {
    name: "unused-parts",
    transform(code, id) {
      const path = id.replaceAll("\\", "/");
      if (path.includes("/node_modules/ky/")) return { code: withUndici(code), map: null };
      const [, change] = Object.entries(changes).find(([end]) => path.endsWith(`/node_modules/${end}`)) ?? [];
      return change ? { code: change(code), map: null } : null;
    },
  };
}

/**
 * Makes ky use the classes of the bundled undici. Node loads its own copy of undici as soon as one of its global
 * classes is used.
 */
function withUndici(code: string): string {
  const after = code.replaceAll(/\bglobalThis\.(FormData|Headers|Request|Response)\b/g, "undici.$1");
  return after === code ? code : `import * as undici from "undici";\n${after}`;
}

function replaced(code: string, before: string, after: string): string {
  if (!code.includes(before)) throw new Error(`There is no \`${before}\` any more.`);
  return code.replace(before, after);
}

/** Marks each constant at the top of a file as free of side effects. */
function withoutEffects(code: string): string {
  let after = code;
  for (const { start, end } of constants(code).toReversed())
    after = `${after.slice(0, start)}/* @__PURE__ */ (() => (${after.slice(start, end)}))()${after.slice(end)}`;
  return after;
}

/** The initializers of the constants, in order. */
function constants(code: string): readonly { readonly start: number; readonly end: number }[] {
  return parseAst(code).body.flatMap((statement) =>
    statement.type === "VariableDeclaration"
      ? statement.declarations.flatMap(({ init }) => (init && !plain.has(init.type) ? [init] : []))
      : [],
  );
}
