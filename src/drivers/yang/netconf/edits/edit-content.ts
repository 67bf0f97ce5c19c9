/** Converts a write to the content of an edit-config. Pure. */

import { isArray } from "../../../../model/json.ts";
import { type Problem, problem } from "../../../../model/problem.ts";
import type { Write } from "../../../contract/contract.ts";
import { orderedIn } from "../../device/model-values.ts";
import { typedTree } from "../../device/typed-tree.ts";
import type { NetconfDialect } from "../dialects/dialect.ts";
import type { Modules } from "../modules.ts";
import { modulesNamed, onWire, partOf } from "../tree-parts.ts";
import { unkeyedLists } from "../unkeyed-lists.ts";
import { configFor, type TreeEdit } from "./to-xml.ts";
import type { XmlNode } from "./write-xml.ts";

/** The context for converting a write to XML. */
export interface EditContentContext {
  readonly dialect: NetconfDialect;
  readonly modules: Modules;
  /** The operation for removals: `remove` if the device announces base:1.1, which introduced it, otherwise `delete`. */
  readonly removal: TreeEdit["removal"];
}

/** Returns the content of `<config>`, or the reason why there is none. */
export function configOf(
  { dialect, modules, removal }: EditContentContext,
  write: Write,
): { readonly config: readonly XmlNode[] } | { readonly problem: Problem } {
  const part = partOf(dialect, write);
  const live = write.live?.raw ?? write.live?.value;
  const { lists, ownership } = write;
  const gone = write.operation === "remove";
  const declared = write.desired ?? null;
  const desired = onWire(write.kind, declared);
  const module = modulesNamed(dialect, write).find((each) => modules.namespaceOf(each) === undefined);
  if (module !== undefined) return { problem: unknownModule(write.address, module) };
  const taken = gone ? (isArray(live) ? live : null) : desired;
  const [list] = unkeyedLists({ value: taken, lists, ownership: gone ? "exclusive" : ownership });
  if (list !== undefined) return { problem: noKeys(write.address, list) };
  const ordered = orderedIn(dialect, write, write.desired);
  const type = typedTree(dialect);
  const edit = { part, live, lists, ordered, ownership, removal, modules, type };
  return { config: configFor(gone ? edit : { ...edit, desired }) };
}

/** Returns the modules for a preview, when no device has been contacted yet. Unknown namespaces appear in braces. */
export function previewModules(set: Readonly<Record<string, string>>): Modules {
  return {
    namespaceOf: (module) => set[module] ?? `{namespace of ${module}}`,
    moduleOf: () => undefined,
    isAnnounced: () => true,
  };
}

/** Returns the problem of a module whose namespace is unknown. */
export function unknownModule(where: string, module: string): Problem {
  const message = `${where}: the device does not announce the module ${module}, so its namespace is unknown.`;
  const hint = `Correct the name of the module, or set settings.namespaces.${module} of the target to the namespace.`;
  return problem("unknown-module", message, { hint });
}

function noKeys(where: string, list: string): Problem {
  const which = list === "" ? "this list" : list;
  const message = `${where}: the key leaves of ${which} are unknown.`;
  return problem("unkeyed-list", message, {
    hint: "Write the key leaves under keys: in the declaration of the device, by the list's data path.",
  });
}
