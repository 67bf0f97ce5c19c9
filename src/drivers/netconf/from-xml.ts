/**
 * XML → JSON in the form of RFC 7951. XML says neither what is a list nor what is a number: what is declared does.
 * Where nothing is declared, what stands there twice is a list and every value is text. Pure.
 */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { type Modules, memberParts } from "./modules.ts";
import type { XmlElement } from "./xml.ts";

/** What is declared at one place: by desired, by base. */
export type DeclaredShapes = readonly Json[];

/** The members of an element, named by their modules where these differ from `around`. */
export function membersOf(
  element: XmlElement,
  {
    modules,
    shapes,
    around,
  }: { readonly modules: Modules; readonly shapes: DeclaredShapes; readonly around: string },
): JsonObject {
  const groups = Map.groupBy(element.children, ({ name, namespace }) => {
    const module = modules.moduleOf(namespace) ?? namespace;
    return module === around ? name : `${module}:${name}`;
  });
  const members = [...groups].map(([member, found]): [string, Json] => {
    const inside = shapes.flatMap((shape) =>
      isObject(shape) && Object.hasOwn(shape, member) ? [shape[member] ?? null] : [],
    );
    const { module } = memberParts(member, around);
    return [member, together(found, { modules, shapes: inside, around: module })];
  });
  return Object.fromEntries(members.filter(([member]) => member !== "__proto__"));
}

type Within = Parameters<typeof membersOf>[1];

function together(found: readonly XmlElement[], within: Within): Json {
  const isLeafOfNothing = within.shapes.some(
    (shape) => isArray(shape) && shape.length === 1 && shape[0] === null,
  );
  const [only] = found;
  if (only && found.length === 1 && isLeafOfNothing && only.children.length === 0 && only.text.trim() === "")
    return [null];
  const isList = found.length > 1 || within.shapes.some(isArray);
  if (!isList) return only ? jsonOf(only, within) : null;
  const shapes = within.shapes.flatMap((shape) => (isArray(shape) ? shape : []));
  return found.map((element) => jsonOf(element, { ...within, shapes }));
}

function jsonOf(element: XmlElement, within: Within): Json {
  const isBranch =
    element.children.length > 0 || (element.text.trim() === "" && within.shapes.some(isObject));
  return isBranch ? membersOf(element, within) : leafOf(element, within);
}

/** A leaf in the first declared type that has this text; else as text. */
function leafOf(element: XmlElement, { modules, shapes }: Within): Json {
  const { text, prefixes } = element;
  const trimmed = text.trim();
  for (const shape of shapes) {
    if (typeof shape === "number" && trimmed !== "" && String(Number(trimmed)) === trimmed)
      return Number(trimmed);
    if (typeof shape === "boolean" && (trimmed === "true" || trimmed === "false")) return trimmed === "true";
    if (typeof shape !== "string" || !shape.includes(":")) continue;
    const [, prefix = "", name = ""] = /^([^:]+):(.+)$/.exec(trimmed) ?? [];
    const namespace = prefixes.get(prefix);
    const module = namespace === undefined ? undefined : modules.moduleOf(namespace);
    if (module !== undefined && shape === `${module}:${name}`) return shape;
  }
  return trimmed === "" ? "" : text;
}
