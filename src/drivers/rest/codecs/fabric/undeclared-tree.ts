/** Children and attributes of a fabric object that no field of its kind declares. Pure. */

import {
  below,
  element,
  type UndeclaredWords,
  unknownIn,
  type WirePlace,
  wholeRecord,
} from "../../../../catalog/fields/undeclared.ts";
import type { Json, JsonObject } from "../../../../model/json.ts";
import type { UndeclarablePart } from "../../../../model/live/undeclarable.ts";
import { isSecretName } from "../../../../model/names/secret-names.ts";
import { pointer } from "../../../../model/pointer.ts";
import type { ShownObject, TreeShape } from "./object-parts.ts";

type Parts = readonly UndeclarablePart[];

/** Returns the attributes and children of an object for which there is no field. */
export function undeclaredInTree(on: UndeclaredWords, shape: TreeShape, object: ShownObject): Parts {
  return inObject(on, shape, { object, at: wholeRecord });
}

interface Placed {
  readonly object: ShownObject;
  readonly at: WirePlace;
}

/** A shape without any fields. */
const noShape: TreeShape = { attributes: new Map(), only: new Map(), lists: new Map(), texts: new Map() };

function inObject(on: UndeclaredWords, shape: TreeShape, { object, at }: Placed): Parts {
  const children = [...object.below].flatMap(([name, each]) =>
    inClass(on, shape, { name, children: each, at: below(at, name) }),
  );
  return [...inAttributes(on, { attributes: object.attributes, at, own: shape.attributes }), ...children];
}

function inAttributes(
  on: UndeclaredWords,
  of: {
    readonly attributes: JsonObject;
    readonly at: WirePlace;
    readonly own: { has(name: string): boolean };
  },
): Parts {
  const others = Object.entries(of.attributes).filter(([name]) => !of.own.has(name));
  return others.flatMap(([name, record]) => unknownIn(on, { record, at: below(of.at, name) }));
}

interface PlacedChildren {
  readonly name: string;
  readonly children: readonly ShownObject[];
  readonly at: WirePlace;
}

function inClass(on: UndeclaredWords, shape: TreeShape, { name, children, at }: PlacedChildren): Parts {
  const [list, text, only] = [shape.lists.get(name), shape.texts.get(name), shape.only.get(name)];
  const naming = list?.naming ?? (text === undefined ? [] : [text]);
  if (only !== undefined && !on.isReadOnly(at.names))
    return children.flatMap((object, index) =>
      index === 0 ? inObject(on, only, { object, at }) : unknownChild(on, { object, at }, index),
    );
  if ((list === undefined && text === undefined) || on.isReadOnly(at.names))
    return children.flatMap((object, index) => unknownChild(on, { object, at }, index));
  const inner = list ?? { ...noShape, attributes: new Map(naming.map((each) => [each, { isList: false }])) };
  return children.flatMap((object, index) =>
    inObject(on, inner, { object, at: element(at, labelOf({ object, at }, naming, index)) }),
  );
}

/** Returns a child whose class has no field, with its descendants. */
function unknownChild(on: UndeclaredWords, { object, at }: Placed, index: number): Parts {
  if (on.isReadOnly(at.names) || isUsual(on, object, at)) return [];
  const place = element(at, labelOf({ object, at }, [], index));
  const decides = on.decides(at.names, true);
  const children = [...object.below].flatMap(([name, each]) =>
    each.flatMap((inner, number) => unknownChild(on, { object: inner, at: below(place, name) }, number)),
  );
  const name = at.names.join(".");
  return [
    { path: pointer(place.path), name, what: "child", ...(decides && { decides: true as const }) },
    ...children,
  ];
}

/** True if a relation points only to the product's default destination, as most unconfigured relations do. */
function isUsual(on: UndeclaredWords, { attributes, below: inner }: ShownObject, at: WirePlace): boolean {
  if (inner.size > 0 || !/^[a-z0-9]+Rs[A-Z]/.test(at.names.at(-1) ?? "")) return false;
  return inAttributes(on, { attributes, at, own: new Set(["dn"]) }).length === 0;
}

/** Attributes that identify an object among its siblings, as named in various classes. */
const namedBy = ["name", "tDn", "ip", "addr", "nhAddr", "ctrctNameOrLbl", "key", "dn"];

/**
 * Returns the name of a child for paths. If the name is a secret, such as an SNMP community, or if a path would reveal
 * a secret, returns the child's number instead.
 */
function labelOf({ object: { attributes }, at }: Placed, naming: readonly string[], index: number): string {
  const given = naming.map((name) => textOf(attributes[name]));
  const relation = Object.keys(attributes).find((name) => /^tn[A-Z]\w*Name$/.test(name));
  const name = [...namedBy.slice(0, -1), ...(relation ? [relation] : []), "dn"].find((each) =>
    textOf(attributes[each]),
  );
  const names = given.length > 0 && given.every((each) => each !== undefined) ? naming : name ? [name] : [];
  const isSecret = (one: string) =>
    isSecretName(one, at.names) || (one === "dn" && at.names.some((each) => isSecretName("name", [each])));
  if (names.length === 0 || names.some(isSecret)) return String(index);
  return names.map((each) => String(attributes[each])).join(", ");
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
