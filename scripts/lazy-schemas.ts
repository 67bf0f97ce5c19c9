/**
 * Creates schemas only when they are first used. A start would create hundreds of schemas, and a run uses only a few of
 * them. This applies only to the bundle, where startup time counts. In the sources, schemas are plain constants.
 */

import { existsSync } from "node:fs";
import type { Plugin } from "rolldown";
import { parseAst } from "rolldown/parseAst";

/**
 * Folders and files below `src/` whose schemas are seldom used. Each use of a deferred schema goes through a proxy, so
 * schemas that check resources are not listed here.
 */
const seldom: readonly string[] = [
  "catalog/schema/",
  "catalog/settings/",
  "load/project-file/",
  "load/policies/",
  "load/composition/groups.ts",
  "load/desired/loader-fields.ts",
  "drivers/http/auth/",
  "drivers/yang/netconf/",
  "drivers/yang/restconf/",
  "drivers/yang/device/settings.ts",
  "git/",
  "runtime/",
  "code-host/",
  "notify/",
];

for (const place of seldom)
  if (!existsSync(new URL(`../src/${place}`, import.meta.url)))
    throw new Error(`The file src/${place} does not exist.`);

/**
 * The helper that each file with deferred schemas gets. It is a function declaration, so it is available before the
 * line where it stands.
 */
const lazily = `
function __lazily(make) {
  let made;
  const get = () => (made ??= make());
  return new Proxy({}, {
    get: (_, name) => get()[name],
    has: (_, name) => name in get(),
    ownKeys: () => Reflect.ownKeys(get()),
    getOwnPropertyDescriptor: (_, name) => {
      const found = Object.getOwnPropertyDescriptor(get(), name);
      return found && { ...found, configurable: true };
    },
  });
}
`;

/** Defers the creation of every constant schema in the files of `seldom` until its first use. */
export function lazySchemas(): Plugin {
  return {
    name: "lazy-schemas",
    transform(code, id) {
      const [, path = ""] = id.replaceAll("\\", "/").split("/src/");
      if (
        !seldom.some((place) => path.startsWith(place)) ||
        !/import \{[^}]*\bz\b[^}]*\} from "zod"/.test(code)
      )
        return null;
      const found = constants(code).filter(({ text }) => isSchema(text, id));
      if (found.length === 0) return null;
      let after = code;
      for (const { from, to, text } of found.toReversed())
        after = `${after.slice(0, from)}__lazily(() => (${text}))${after.slice(to)}`;
      return { code: after + lazily, map: null };
    },
  };
}

/**
 * True for one of zod's own expressions, such as `z.strictObject(...)`, an alias of one, or a call that builds
 * fields.
 */
function isSchema(text: string, id: string): boolean {
  if (/\b(?:catalog\/schema|project-file|credentials)\b/.test(id) && text.startsWith("{"))
    return /\bz\s*\./.test(text);
  return /^z\s*\.|^\w+\.meta\(|^ownShape\b/.test(text);
}

interface Constant {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The initializers of the constants at the top of a file, in order. */
function constants(code: string): readonly Constant[] {
  return parseAst(code, { lang: "ts" }).body.flatMap((statement) => {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type !== "VariableDeclaration" || declared.kind !== "const") return [];
    return declared.declarations.flatMap(({ init }) =>
      init ? [{ from: init.start, to: init.end, text: code.slice(init.start, init.end) }] : [],
    );
  });
}
