/** Exported names. Each name has one meaning in all of `src/`, and types are nouns. */

import { type Breach, child, type Node, type Source, textField } from "./source.ts";

/** An exported name, and the file that exports it. */
interface ExportedName {
  readonly name: string;
  readonly isType: boolean;
  readonly path: string;
}

/** Matches the folders of single drivers. Each of these folders exports functions with the same names. */
const ofOneDriver = /^src\/drivers\/[a-z]+\//;

function exportsOf({ path, visits }: Source): readonly ExportedName[] {
  return visits.flatMap(({ node }) => {
    const declaration = node.type === "ExportNamedDeclaration" ? child(node, "declaration") : undefined;
    if (!declaration) return [];
    const isType = /^TS(?:Interface|TypeAlias)Declaration$|^ClassDeclaration$/.test(declaration.type);
    return namesIn(declaration).map((name) => ({ name, isType, path }));
  });
}

function namesIn(declaration: Node): readonly string[] {
  const declarators = declaration.declarations;
  const ids = Array.isArray(declarators)
    ? declarators.map((each) => child(each, "id"))
    : [child(declaration, "id")];
  return ids.flatMap((id) => textField(id, "name") ?? []);
}

/**
 * Returns names that more than one file exports. The simulator's names are counted apart, and the functions of drivers
 * are left out.
 */
export function repeatedExports(sources: readonly Source[]): readonly Breach[] {
  const counted = sources.flatMap(exportsOf).filter(({ isType, path }) => isType || !ofOneDriver.test(path));
  const zones = Map.groupBy(counted, ({ path }) => path.startsWith("src/simulator/"));
  return [...zones.values()].flatMap((zone) =>
    [...Map.groupBy(zone, ({ name }) => name)].flatMap(([name, all]) =>
      all.length > 1 ? [`${name}: ${all.map(({ path }) => path).join(", ")}`] : [],
    ),
  );
}

const irregular =
  "Found|Told|Written|Left|Heard|Said|Held|Made|Sent|Put|Sought|Taken|Given|Known|Built|Brought|Shown|Kept|Read|Done|Seen|Lost|Chosen";
const participle = new RegExp(`^(?:[A-Z][a-z]*(?:[^e]ed|ing)|${irregular})$`);
/** Participles that are used as nouns, some of them in ARCHITECTURE.md. */
const nouns = ["Desired", "Finding", "Framing", "Hosting", "Listing", "Paging", "Served", "Setting"];

/**
 * Returns exported types whose name is a bare participle. In another file, such a name does not tell what was found,
 * told or written.
 */
export function participleTypes(source: Source): readonly Breach[] {
  return exportsOf(source).flatMap(({ name, isType, path }) =>
    isType && participle.test(name) && !nouns.includes(name) ? [`${path}: the type ${name} is no noun`] : [],
  );
}
