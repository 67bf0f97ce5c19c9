/** Determines how the values of a kind's fields are compared if the declared and live spellings differ. Pure. */

import type { Json } from "../../model/json.ts";
import type { AlikeForm } from "../../model/sameness/alike.ts";
import type { Field, Fields } from "../schema/field.ts";
import { numberFormats } from "../schema/format.ts";
import { alikeText } from "./formats.ts";
import { meantBy } from "./plain.ts";
import { partFields } from "./referring-parts.ts";

const made = new WeakMap<Fields, AlikeForm | "none">();

/** Returns the forms for an object with these fields. Undefined: all values are compared literally. */
export function alikeFormsOf(fields: Fields): AlikeForm | undefined {
  const known = made.get(fields);
  if (known !== undefined) return known === "none" ? undefined : known;
  const form = formOf({ inside: insideOf(fields) });
  made.set(fields, form ?? "none");
  return form;
}

function insideOf(fields: Fields): AlikeForm["inside"] {
  const inside = new Map<string, AlikeForm>();
  for (const [name, field] of Object.entries(fields)) {
    const own = fieldForm(field);
    if (own) inside.set(name, own);
  }
  return inside.size === 0 ? undefined : inside;
}

function fieldForm(field: Field): AlikeForm | undefined {
  const { secret, derivedFrom, set, closed, identity } = field;
  if (secret !== undefined) return undefined;
  if (partFields(field)) return partsForm(field);
  return formOf({
    of: textForm(field),
    key: field.keys === undefined ? undefined : alikeText({ format: field.keys }),
    inside: memberForms(field),
    set: set || undefined,
    closed: closed === "declared" || undefined,
    whole: identity === undefined ? undefined : needsSecret(field.items) ? "all" : "declared",
    derivedFrom,
    unset: field.default,
  });
}

/** True if a value cannot be sent without a secret. */
function needsSecret({ properties = {}, items, required = [] }: Field = {}): boolean {
  if (items !== undefined && needsSecret(items)) return true;
  return Object.entries(properties).some(([name, field]) => {
    const isHidden = field.secret !== undefined || field.access === "writeOnly";
    return isHidden ? required.includes(name) : needsSecret(field);
  });
}

/**
 * Returns the form in which a text is compared. Each part of the text has the same form as the text. Undefined: the
 * text is compared literally.
 */
function partsForm(field: Field): AlikeForm | undefined {
  const of = textForm(field);
  const set = [field.format].flat().includes("flags") || undefined;
  return formOf({ of, set, inside: of && new Map([["*", { of }]]), unset: field.default });
}

function memberForms({ properties, additionalProperties, items }: Field): AlikeForm["inside"] {
  const own = properties && alikeFormsOf(properties)?.inside;
  const other = additionalProperties ?? (properties ? undefined : items);
  const form = other && fieldForm(other);
  return form ? new Map([...(own ?? []), ["*", form]]) : own;
}

/**
 * Returns how a text field is compared. Undefined: it is compared literally. If the format is one for numbers, a number
 * is compared like a text.
 */
function textForm({ format, hostBits, type, synonyms }: Field): AlikeForm["of"] {
  if (type === "array" || type === "object") return undefined;
  const spelled = alikeText({ format, hostBits });
  const form = synonyms ? (text: string) => meantBy(synonyms, spelled?.(text) ?? text) : spelled;
  if (form === undefined) return undefined;
  const takesNumbers = [format].flat().some((word) => word !== undefined && numberFormats.has(word));
  return (value: Json) => {
    if (typeof value === "string") return form(value);
    return takesNumbers && typeof value === "number" ? form(String(value)) : value;
  };
}

/** Returns the form without undefined members. Undefined: no member is left. */
function formOf(form: AlikeForm): AlikeForm | undefined {
  const said = Object.entries(form).filter(([, value]) => value !== undefined);
  return said.length === 0 ? undefined : Object.fromEntries(said);
}
