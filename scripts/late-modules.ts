/**
 * Loads modules that few runs need only when one of their functions is first called. Most of the time of a start is
 * spent on loading code. This applies only to the bundle. The sources import these modules like all others.
 */

import { readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import type { Plugin } from "rolldown";

/** The modules, each with a chunk of its own. Other modules may import only functions and types from them. */
const late = [
  "src/drivers/yang/device/editor-forms.ts",
  "src/drivers/yang/device/mapping/session.ts",
  "src/drivers/yang/device/model-checks.ts",
  "src/drivers/yang/device/places/moved-places.ts",
  "src/drivers/yang/netconf/conversation.ts",
  "src/drivers/yang/netconf/session.ts",
  "src/drivers/rest/session.ts",
  "src/drivers/yang/restconf/session.ts",
  "src/catalog/load/catalog.ts",
  "src/catalog/load/mapping.ts",
  "src/load/composition/csv.ts",
  "src/load/expressions/compile.ts",
  "src/catalog/patterns/linear.ts",
  "src/report/text/characters.ts",
  "src/runtime/pino-log.ts",
];

/** Replaces each imported function with one that loads the module first. */
export function lateModules(): Plugin {
  const paths = new Map(late.map((path) => [resolve(path), chunkOf(path)]));
  return {
    name: "late-modules",
    buildStart() {
      for (const [id, fileName] of paths)
        this.emitFile({ type: "chunk", id, fileName, preserveSignature: "strict" });
    },
    transform(code, id) {
      if (!id.includes("/src/")) return null;
      const after = code.replaceAll(/^import \{([^}]*)\} from "(\.[^"]+)";$/gm, (line, names, from) => {
        const path = resolve(dirname(id), from);
        const chunk = paths.get(path);
        if (chunk === undefined || /^\s*(?:type \w+,?\s*)+$/.test(names)) return line;
        return functionsOf(names, path)
          .map((name) => lateFunction(name, chunk))
          .join(" ");
      });
      return after === code ? null : { code: after, map: null };
    },
  };
}

/** The path of a module's chunk: `chunks/late-rest-session.js` for `src/drivers/rest/session.ts`. */
function chunkOf(path: string): string {
  return `chunks/late-${basename(dirname(path))}-${basename(path, ".ts")}.js`;
}

/**
 * Returns the names in an import, except types. Throws for anything but a function, because a class cannot be loaded
 * later.
 */
function functionsOf(names: string, path: string): readonly string[] {
  const source = readFileSync(path, "utf8");
  const functions = names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "));
  const other = functions.find((name) => !source.includes(`export function ${name}(`));
  if (other !== undefined) throw new Error(`${path} is loaded late, and its ${other} is not a function`);
  return functions;
}

/** All chunks are in one folder. Node can require ES modules since 22.12. */
function lateFunction(name: string, chunk: string): string {
  const required = `globalThis.process.getBuiltinModule("node:module").createRequire(import.meta.url)("./${basename(chunk)}")`;
  return `const ${name} = (...args) => ${required}.${name}(...args);`;
}
