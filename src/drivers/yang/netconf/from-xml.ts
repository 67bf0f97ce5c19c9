/**
 * Converts XML to JSON as in RFC 7951. XML distinguishes neither lists from single elements nor numbers from texts, so
 * declarations decide. Without declarations, repeated elements form a list, and every value is a text. Pure.
 */

import type { Json, JsonObject } from "../../../model/json.ts";
import { pathFromXml } from "../device/places/instance-paths.ts";
import type { TypedNode } from "../device/typed-tree.ts";
import type { DeclaredShape } from "./declared-shape.ts";
import { type Modules, memberParts } from "./modules.ts";
import type { XmlElement } from "./xml.ts";

/** The context of an element: modules, declarations, and the parent's module. */
interface XmlContext {
  readonly modules: Modules;
  readonly shape: DeclaredShape;
  readonly around: string;
  /** The type of the element, from the target's modules. Absent: the modules are missing, or do not define the type. */
  readonly type?: TypedNode | undefined;
  /** The type of the top of the tree. Default: `type`. */
  readonly root?: TypedNode | undefined;
}

/** Returns the members of an element. The name of a member includes its module if the module differs from `around`. */
export function membersOf(
  element: XmlElement,
  { modules, shape, around, type, root = type }: XmlContext,
): JsonObject {
  const groups = Map.groupBy(element.children, ({ name, namespace }) => {
    const module = modules.moduleOf(namespace) ?? namespace;
    return module === around ? name : `${module}:${name}`;
  });
  const members = [...groups].map(([member, found]): [string, Json] => {
    const { module, name } = memberParts(member, around);
    const own = { shape: shape.member(member), around: module, type: type?.child(module, name) };
    const below = { modules, root, ...own };
    return [member, together(found, below)];
  });
  return Object.fromEntries(members.filter(([member]) => member !== "__proto__"));
}

function together(found: readonly XmlElement[], within: XmlContext): Json {
  const { shape } = within;
  const [only] = found;
  if (
    only &&
    found.length === 1 &&
    shape.isEmptyLeaf &&
    only.children.length === 0 &&
    only.text.trim() === ""
  )
    return [null];
  const isList = found.length > 1 || shape.isList;
  if (!isList) return only ? jsonOf(only, within) : null;
  return found.map((element) => jsonOf(element, { ...within, shape: shape.elements }));
}

function jsonOf(element: XmlElement, within: XmlContext): Json {
  const isBranch = element.children.length > 0 || (element.text.trim() === "" && within.shape.isBranch);
  return isBranch ? membersOf(element, within) : leafOf(element, within);
}

/**
 * Returns the value of a leaf with this text: in the declared type if the text fits the type, otherwise as a text. An
 * identity without a prefix stays unchanged, because its module is then the leaf's module, in XML and in JSON (RFC
 * 7950, 9.10.3).
 */
function leafOf({ text, prefixes }: XmlElement, { modules, shape, type, root }: XmlContext): Json {
  const trimmed = text.trim();
  const moduleOf = (prefix: string) => modules.moduleOf(prefixes.get(prefix) ?? "");
  if (type?.isPath(trimmed)) return pathFromXml(trimmed, { moduleOf, root }) ?? trimmed;
  // If modules define the type, they decide which texts are numbers: in a union, not every text of digits is a number.
  const plain = (value: Json) => (type === undefined ? value : trimmed);
  if (shape.hasNumber && trimmed !== "" && String(Number(trimmed)) === trimmed) return plain(Number(trimmed));
  if (shape.hasBoolean && (trimmed === "true" || trimmed === "false")) return plain(trimmed === "true");
  const [, prefix, name = ""] = /^([^:]+):(.+)$/.exec(trimmed) ?? [];
  const module = prefix === undefined ? undefined : moduleOf(prefix);
  const identity = `${module}:${name}`;
  if (module !== undefined && (type?.hasIdentities || shape.hasText(identity))) return identity;
  return trimmed === "" ? "" : text;
}
