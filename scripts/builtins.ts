/**
 * Loads Node's built-in modules directly. An `import` of such a module evaluates all of its exports, and thereby loads
 * half of Node.
 */

import type { Plugin } from "rolldown";

/**
 * Replaces imports of Node's modules in chunks by `process.getBuiltinModule`, which exists since Node 22.3. Only
 * imports at the top of a chunk are replaced.
 */
export function builtins(): Plugin {
  return {
    name: "builtins",
    renderChunk(code) {
      const lines = code.split("\n");
      const end = lines.findIndex((line) => !line.startsWith("import "));
      const head = lines.slice(0, end).map(asked);
      // The order of the imports does not matter: imports from other chunks are always evaluated before any line of
      // this chunk runs.
      return { code: [...head, ...lines.slice(end)].join("\n"), map: null };
    },
  };
}

/**
 * The modules that are slowest to load and that not every run uses. Their functions are only looked up when they are
 * called.
 */
const heavy = new Set(["crypto", "child_process", "fs/promises", "timers/promises"]);

/**
 * Converts an import: `import a, { b as c } from "node:fs";` becomes
 * `const a = process.getBuiltinModule("node:fs"), { b: c } = a;`.
 */
function asked(line: string): string {
  const [, all, named, name] =
    /^import (?:(?:\* as )?([\w$]+))?(?:, )?(\{[^}]*\})? ?from "node:([^"]+)";$/.exec(line) ?? [];
  if (name === undefined || (all === undefined && named === undefined)) return line;
  const module =
    name === "process" ? "globalThis.process" : `globalThis.process.getBuiltinModule("node:${name}")`;
  if (heavy.has(name) && !/\b[A-Z]/.test(named ?? "")) return whenAsked(module, all, named);
  const names = named?.replaceAll(/\bdefault as\b/g, "default:").replaceAll(" as ", ": ");
  if (all === undefined) return `const ${names} = ${module};`;
  return `const ${all} = ${module}${names === undefined ? "" : `, ${names} = ${all}`};`;
}

/**
 * Converts an import of a heavy module: `{ spawn as run }` becomes `const run = (...args) => module.spawn(...args);`,
 * and a whole module becomes an object of such functions.
 */
function whenAsked(module: string, all: string | undefined, named = "{}"): string {
  const member = `(_, name) => ${module}[name]`;
  const whole = all === undefined ? [] : [`const ${all} = new Proxy({}, { get: ${member} });`];
  const functions = named
    .slice(1, -1)
    .split(",")
    .filter((part) => part.trim() !== "")
    .map((part) => part.trim().split(" as "))
    .map(([name = "", own = name]) => `const ${own} = (...args) => ${module}.${name}(...args);`);
  return [...whole, ...functions].join(" ");
}
