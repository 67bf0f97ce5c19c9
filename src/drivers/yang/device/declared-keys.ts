/** The keys of lists that people declare at a device, held against the modules of its target. Pure. */

import { pointer } from "../../../model/pointer.ts";
import type { KindProblem } from "../../../model/problem.ts";
import { configNames, nodeAt } from "../../../yang/schema/schema.ts";
import type { DeclaredKeys, NameHint } from "../../contract/target-model.ts";
import { isDataPath, members } from "./kinds/data-path.ts";
import type { DeviceModel } from "./model.ts";

/**
 * What is wrong with them, by pointers into `keys`; nothing where the target has no modules. A path that leads to no
 * list of theirs is a warning, since defaults may say the keys of other devices' lists too.
 */
export function declaredKeyProblems(
  keys: DeclaredKeys,
  { schema }: Pick<DeviceModel, "schema">,
  hint: NameHint = () => undefined,
): readonly KindProblem[] {
  const made = schema?.();
  if (made === undefined) return [];
  return Object.entries(keys).flatMap(([list, leaves]): KindProblem[] => {
    if (!isDataPath(list)) return [];
    const path = pointer([list]);
    const found = nodeAt(made, members(list));
    if ("unknown" in found) {
      const message = `the modules have no \`${found.unknown}\` in ${list}: these keys count for nothing`;
      const meant = hint(found.unknown, found.names);
      return [{ path, code: "unknown-field", severity: "warning", message, hint: meant }];
    }
    const { node } = found;
    if (node.kind !== "list") {
      const message = `${list} is no list in the modules: these keys count for nothing`;
      return [{ path, code: "unknown-field", severity: "warning", message }];
    }
    const known = configNames(node);
    const wrong = [leaves].flat().find((leaf) => !known.includes(leaf));
    if (wrong === undefined) return [];
    const message = `the modules have no \`${wrong}\` in the entries of ${list}`;
    return [{ path, code: "unknown-field", message, hint: hint(wrong, known) }];
  });
}
