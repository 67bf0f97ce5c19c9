/** Editor schemas for device configurations, from the target's modules if they are known. Pure. */

import type { Resource } from "../../../model/desired.ts";
import type { Json, JsonObject } from "../../../model/json.ts";
import { type EditedNode, nodeSchemas } from "../../../yang/editor/node-schemas.ts";
import { configNames, nodeAt, type Schema } from "../../../yang/schema/schema.ts";
import type { EditorForms } from "../../contract/target-model.ts";
import { dataPath, entryKeyIn, members, pathParts, withoutKeys, writtenPath } from "./kinds/data-path.ts";
import { type DeviceModel, rootOf } from "./model.ts";

/** The limits of an editor schema, which editors read as a whole. */
const bounds = { maxNodes: 4_000, maxDepth: 8 };
/** The maximum number of undeclared paths that an editor schema offers for further declarations. */
const maxPaths = 2_000;

/** Returns the schema of `config:` for a target's modules. Undefined: the target has no modules. */
export function editorForms(resources: readonly Resource[], device: DeviceModel): EditorForms | undefined {
  const schema = device.schema?.();
  if (schema === undefined) return undefined;
  const declared = declaredPaths(resources);
  const found = [...declared].flatMap(([path, values]): readonly (readonly [string, EditedNode])[] => {
    const result = nodeAt(schema, members(withoutKeys(path)));
    return "node" in result ? [[path, { node: result.node, declared: values }]] : [];
  });
  const { schemas, definitions } = nodeSchemas(
    schema,
    found.map(([, edited]) => edited),
    bounds,
  );
  const own = found.map(([path], at) => [path, schemas[at] ?? {}] as const);
  const others = pathsAround(schema, [`/${rootOf(device)}`, ...declared.keys()]).map(
    (path) => [path, {}] as const,
  );
  const properties = Object.fromEntries([...others.slice(0, maxPaths), ...own]);
  const form: JsonObject = { type: ["object", "null"], properties };
  return { sections: { deviceConfiguration: form }, definitions };
}

/** Returns the declared values by path as written. All entries of a list are under one path. */
function declaredPaths(resources: readonly Resource[]): ReadonlyMap<string, readonly Json[]> {
  const own = resources.filter(({ kind }) => kind === "deviceConfiguration");
  const byPath = Map.groupBy(own, ({ identity }) => writtenPath(dataPath(identity)));
  return new Map(
    [...byPath].map(([path, all]) => [
      path,
      all.map(({ identity, value }) => (entryKeyIn(identity) ? [value] : value)),
    ]),
  );
}

/** Returns the paths beside and above `paths`, as candidates for further declarations. */
function pathsAround(schema: Schema, paths: readonly string[]): readonly string[] {
  const parents = new Set(
    paths.flatMap((path) => {
      const parts = pathParts(path);
      return parts.map((_, at) => parts.slice(0, at + 1).join(""));
    }),
  );
  return [...parents].flatMap((parent) => {
    const result = nodeAt(schema, members(withoutKeys(parent)));
    if (!("node" in result)) return [];
    const { kind, keys } = result.node;
    const isEntry = kind === "list" && pathParts(parent).at(-1)?.includes("=");
    if (kind !== "container" && !isEntry) return [];
    const names = configNames(result.node).filter((name) => !isEntry || !keys.includes(name));
    return names.map((name) => `${parent}/${name}`);
  });
}
