/** Checks declarations by the target's modules, before a device is contacted. Pure. */

import type { Resource } from "../../../model/desired.ts";
import type { DriverProblem } from "../../../model/problem.ts";
import { nodeProblems } from "../../../yang/data/check-data.ts";
import { leafNames, repeatedUniques } from "../../../yang/data/entries.ts";
import type { SchemaNode } from "../../../yang/schema/node.ts";
import { type DataPathResult, nodeAt } from "../../../yang/schema/schema.ts";
import { valuesOf } from "../../../yang/values/check-value.ts";
import type { NameHint } from "../../contract/target-model.ts";
import { declaredPart } from "./declared-part.ts";
import { dataPath, entryKeyIn, isEntryStep, names, steps, writtenPath } from "./kinds/data-path.ts";
import { mappedProblems } from "./mapping/checks.ts";
import type { DeviceModel } from "./model.ts";
import { pathIn, placeIn } from "./model-place.ts";
import { nodeOf } from "./places/nodes.ts";

/** Returns the problems of a declared configuration. There are none if the target has no modules. */
export function modelProblems(
  resources: readonly Resource[],
  device: DeviceModel,
  hint: NameHint = () => undefined,
): readonly DriverProblem[] {
  if (device.schema === undefined) return [];
  return [
    ...resources.flatMap((resource) => problemsOf(resource, device, hint)),
    ...togetherProblems(resources, device),
  ];
}

function problemsOf(resource: Resource, device: DeviceModel, hint: NameHint): readonly DriverProblem[] {
  if (device.mapping?.kinds.has(resource.kind)) return mappedProblems(resource, device, hint);
  if (resource.kind !== "deviceConfiguration") return ownProblems(resource, device, hint);
  const { address, value, ownership } = resource;
  const found = pathIn(device, resource);
  if (found === undefined) return [];
  const { schema, result } = found;
  const fault = pathFault(device, { result, path: dataPath(resource.identity) }, hint);
  if (fault !== undefined) return [{ address, path: "", ...fault }];
  if (!("node" in result)) return [];
  const options = { hint, isWhole: true, isOverLive: ownership !== "exclusive" };
  const { node } = result;
  if (!entryKeyIn(resource.identity))
    return nodeProblems(schema, { node, value }, options).map((each) => ({ address, ...each }));
  // A single entry does not show how many entries the list has, so problems of the list itself are left out.
  return nodeProblems(schema, { node, value: [value] }, options).flatMap(({ path, ...each }) =>
    path === "" ? [] : [{ address, path: path.slice("/0".length), ...each }],
  );
}

/** Checks a hostname or interface at the place that the target's model defines. */
function ownProblems(resource: Resource, device: DeviceModel, hint: NameHint): readonly DriverProblem[] {
  const schema = device.schema?.();
  if (schema === undefined) return [];
  const { address } = resource;
  const { path, value } = declaredPart(device, resource);
  const found = nodeAt(schema, path);
  if ("unknown" in found) {
    const where = `the target's settings or mapping contain the path /${path.join("/")}`;
    const message = `${where}, but the modules have no \`${found.unknown}\` in it`;
    return [{ address, path: "", code: "unknown-field", message, hint: hint(found.unknown, found.names) }];
  }
  return nodeProblems(schema, { node: found.node, value }, { hint, isWhole: true, isOverLive: true }).map(
    (each) => ({ ...each, address, path: "" }),
  );
}

function pathFault(
  device: DeviceModel,
  { result, path }: { readonly result: DataPathResult; readonly path: string },
  hint: NameHint,
): Pick<DriverProblem, "code" | "message" | "hint"> | undefined {
  if ("unknown" in result) {
    const { names: known } = result;
    const [unknown = ""] = result.unknown.split("=");
    if (known.includes(unknown)) {
      const message = `\`${unknown}\` in ${writtenPath(path)} is not a list with keys`;
      return {
        code: "unknown-field",
        message,
        hint: `Write it without \`${result.unknown.slice(unknown.length)}\`.`,
      };
    }
    const whole = known.find((each) => each.endsWith(`:${unknown}`));
    return {
      code: "unknown-field",
      message: `the modules have no \`${unknown}\` in ${writtenPath(path)}`,
      hint: whole === undefined ? hint(unknown, known) : `Did you mean \`${whole}\`?`,
    };
  }
  const list = listWithoutEntry(device, path);
  if (list === undefined) return undefined;
  const message =
    `\`${list.name}\` in ${writtenPath(path)} is a list, but the path does not contain the key of an ` +
    "entry";
  const entry = `${list.name}=${list.keys.map((leaf) => leaf.toUpperCase()).join(",")}`;
  return {
    code: "path-in-list",
    message,
    hint:
      `Append the key of the entry, such as \`${entry}\`, or declare the path to the list, with its ` +
      "entries.",
  };
}

/** Returns the first list in a path for which the path has no entry key. Undefined: there is no such list. */
function listWithoutEntry(device: DeviceModel, path: string): SchemaNode | undefined {
  const down = steps(path);
  for (const [index, step] of down.slice(0, -1).entries()) {
    const next = down[index + 1];
    if (isEntryStep(step) || next === undefined || isEntryStep(next)) continue;
    const node = nodeOf(device, names(down.slice(0, index + 1)))?.node;
    if (node?.kind === "list") return node;
  }
  return undefined;
}

/**
 * Checks that involve several entries: unique values, and the number of entries (RFC 7950 7.8.3, 7.7.6). They are made
 * for each list of each device.
 */
function togetherProblems(resources: readonly Resource[], device: DeviceModel): readonly DriverProblem[] {
  const entries = resources.filter(
    ({ kind, identity }) => kind === "deviceConfiguration" && entryKeyIn(identity) !== undefined,
  );
  const lists = Map.groupBy(entries, ({ scope, identity }) => `${scope.host ?? ""}\0${dataPath(identity)}`);
  return [...lists.values()].flatMap((own) => (own.length > 1 ? problemsIn(own, device) : []));
}

function problemsIn(own: readonly Resource[], device: DeviceModel): readonly DriverProblem[] {
  const [first] = own;
  const place = first && placeIn(device, first);
  if (!place) return [];
  const { schema, node } = place;
  const path = writtenPath(dataPath(first.identity));
  const problems = repeatedUniques(
    { node, entries: own.map(({ value }) => value) },
    valuesOf(schema),
  ).flatMap(({ at, before, unique }): DriverProblem[] => {
    const [one, other] = [own[at], own[before]];
    if (!one || !other) return [];
    const same = `has the same ${leafNames(unique)} as ${other.address}`;
    const message = `${same}, but this must be unique among the entries of ${path}`;
    return [{ address: one.address, path: "", code: "repeated-element", message }];
  });
  const beyond = own[node.maxElements];
  if (!beyond) return problems;
  const message = `${path} accepts at most ${node.maxElements} entries, but ${own.length} are declared`;
  return [...problems, { address: beyond.address, path: "", code: "invalid-value", message }];
}
