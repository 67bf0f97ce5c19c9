/** Checks declarations in mapped sections against the target's modules. Pure. */

import type { Resource } from "../../../../model/desired.ts";
import { type Pointer, pointer, segments } from "../../../../model/pointer.ts";
import type { DriverProblem } from "../../../../model/problem.ts";
import { nodeProblems } from "../../../../yang/data/check-data.ts";
import { nodeAt } from "../../../../yang/schema/schema.ts";
import type { NameHint } from "../../../contract/target-model.ts";
import { members } from "../kinds/data-path.ts";
import type { DeviceModel } from "../model.ts";
import { originOf } from "./origins.ts";
import type { MappedEdit } from "./tree-fields.ts";

/** Returns the problems of a mapped resource. There are none if its target has no modules. */
export function mappedProblems(
  resource: Resource,
  device: DeviceModel,
  hint: NameHint = () => undefined,
): readonly DriverProblem[] {
  const { address, identity, kind, scope, value, ownership } = resource;
  const mapped = device.mapping?.kinds.get(kind);
  const schema = device.schema?.();
  if (mapped === undefined || schema === undefined) return [];
  const entry = mapped.entryOf(identity.slice(`${scope.host ?? ""} `.length));
  if (entry === undefined) return [];
  const found = nodeAt(schema, members(entry.path));
  if (!("node" in found)) {
    const message = `the mapping contains the path ${entry.path}, but the modules have no \`${found.unknown}\` in it`;
    return [{ address, path: "", code: "unknown-field", message, hint: hint(found.unknown, found.names) }];
  }
  const edit = mapped.toTree(value, entry);
  const isEntry = found.node.kind === "list";
  const options = { hint, isWhole: true, isOverLive: ownership !== "exclusive" };
  const problems = nodeProblems(
    schema,
    { node: found.node, value: isEntry ? [edit.tree] : edit.tree },
    options,
  );
  return problems.flatMap(({ path, ...said }) => {
    const inside = isEntry ? pointer(segments(path).slice(1)) : path;
    return isAtSecret(resource, edit, inside) ? [] : [{ address, ...said, path: originOf(edit, inside) }];
  });
}

/** True for a problem at a secret reference: a check does not resolve secrets, so it cannot judge their values. */
function isAtSecret({ secrets }: Resource, edit: MappedEdit, path: Pointer): boolean {
  const origin = edit.origins.get(path);
  return origin !== undefined && secrets.includes(origin);
}
