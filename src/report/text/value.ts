/** Values and names for people. Pure. */

import type { Address, AddressParts } from "../../model/address.ts";
import { addressParts } from "../../model/address.ts";
import { isArray, isObject, type Json, type JsonObject, parseJson } from "../../model/json.ts";
import { isHidden } from "../../model/live/hidden.ts";
import type { KindTitles } from "../../model/place.ts";
import { type Pointer, segments } from "../../model/pointer.ts";
import { isSecretReference } from "../../model/secret.ts";
import type { Layer, Origin } from "../../model/source.ts";
import { code, html, visible } from "./escape.ts";

/** The text for a hidden live value. It has no digest, because the digest is not part of the network. */
const hiddenText = "[hidden]";

/**
 * A complete value on one line: as plain text if that is unambiguous, otherwise as JSON. Different values look
 * different, unless they are hidden.
 */
export function shown(value: Json | undefined): string {
  if (value === undefined) return "(not set)";
  if (isSecretReference(value)) return `[secret ${visible(value.secret)}]`;
  if (isArray(value)) return `[${value.map(shown).join(", ")}]`;
  if (isHidden(value)) return hiddenText;
  if (isObject(value)) return objectText(value);
  return typeof value === "string" ? textShown(value) : String(value);
}

function objectText(value: JsonObject): string {
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${memberName(name)}:${jsonText(value[name] ?? null)}`).join(",")}}`;
}

/** A value inside an object or a list. Every text in it is quoted, as in JSON. */
function jsonText(value: Json): string {
  if (isArray(value)) return `[${value.map(jsonText).join(",")}]`;
  if (isHidden(value)) return hiddenText;
  if (isObject(value)) return objectText(value);
  return typeof value === "string" ? quoted(value) : String(value);
}

/** The name of an object's member. */
export function memberName(name: string): string {
  return quoted(name);
}

function textShown(text: string): string {
  const isBare =
    /^[\p{L}\p{N}][\p{L}\p{N} ._:/+-]*$/u.test(text) && text.trim() === text && !/ {2}/.test(text);
  return isBare && !isTaken(text) ? visible(text) : quoted(text);
}

/** True for a text that would be ambiguous without quotes: a number, a JSON word, or one of trueup's own words. */
function isTaken(text: string): boolean {
  return /^(?:removed|secret\b.*)$/.test(text) || (/^[-\dtfn]/.test(text) && parseJson(text) !== undefined);
}

/** A text in JSON quotes. Characters that look alike are escaped, and so is the second of two spaces. */
export function quoted(text: string): string {
  return visible(JSON.stringify(text)).replace(/(?<= ) /g, "\\u{20}");
}

/**
 * A name, a key or an address. Characters that look alike are escaped, so that different names look different. Not for
 * texts that are already formatted.
 */
export function nameShown(name: string): string {
  return visible(name.replaceAll("\\", "\\\\")).replace(/^ | $|(?<= ) /g, "\\u{20}");
}

/** Returns the result of `nameShown` as Markdown. */
export function nameCode(name: string): string {
  return code(nameShown(name));
}

/** Returns the result of `nameShown` as HTML. */
export function nameHtml(name: string): string {
  return html(nameShown(name));
}

/** Matches a hidden key in the identity of a list element. In the identity, it is JSON, possibly next to other keys. */
const hiddenKey = /\{"\$hidden":"[0-9a-z ]+"\}/;

/** A pointer as a path: `netflow.enabled`; `value` for the whole value. A name that contains a dot is quoted. */
export function fieldName(path: Pointer): string {
  if (path === "") return "value";
  return segments(path)
    .map((name) =>
      hiddenKey.test(name) ? hiddenText : /[."]|^$/.test(name) ? quoted(name) : nameShown(name),
    )
    .join(".");
}

/** The title of a kind in a plan. Without a title, `deviceInterface` becomes `device interface`. */
export function kindName(
  { target, kind }: Pick<AddressParts, "target" | "kind">,
  titles: KindTitles,
): string {
  return titles?.[`${target}/${kind}`] ?? kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** An address for people: `network berlin`. */
export function resourceName(of: Address, titles?: KindTitles): string {
  const parts = addressParts(of);
  return `${kindName(parts, titles)} ${nameShown(parts.key)}`;
}

/**
 * The place where a field was written: `desired-state/acme/defaults.yaml:7 (folder defaults)`. If a variable changed
 * the field, the line of the variable comes first.
 */
export function originText(at: Origin | undefined): string {
  if (!at) return "";
  const own = `${visible(at.file)}:${at.line}${layers[at.layer]}`;
  return at.by ? `${visible(at.by.file)}:${at.by.line}, for ${own}` : own;
}

const layers: Readonly<Record<Layer, string>> = {
  entry: "",
  group: " (group)",
  fileDefaults: " (file defaults)",
  folderDefaults: " (folder defaults)",
};

/** The leaves of a value with their pointers, in key order; a list is a leaf. */
export function leaves(value: Json, path: Pointer = ""): readonly (readonly [Pointer, Json])[] {
  const isLeaf = !isObject(value) || isSecretReference(value) || isHidden(value);
  if (isLeaf || Object.keys(value).length === 0) return [[path, value]];
  return Object.keys(value)
    .sort()
    .flatMap((key) =>
      leaves(value[key] ?? null, `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
    );
}

/** A count with its noun: `1 network`, `3 networks`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A count with the plural of a kind's title: `187 networks`, `1 policy`, `3 VLAN settings of an appliance`. */
export function countedKind(count: number, kind: string): string {
  const [, head = kind, rest = ""] = /^(.*?)( (?:of|for|from|in|to|on|with|per) .*)$/.exec(kind) ?? [];
  return `${count} ${count === 1 ? kind : `${plural(head)}${rest}`}`;
}

/** The plural of a noun: `policies`, `classes`, `settings`. */
export function plural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  if (/(?:x|ch|sh|ss)$/.test(noun)) return `${noun}es`;
  return /s$/i.test(noun) && noun !== noun.toUpperCase() ? noun : `${noun}s`;
}

/** Breaks a text after commas into lines of at most about 100 characters. Each line begins with `indent`. */
export function wrapped(text: string, indent: string): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const part of text.split(/(?<=,) /)) {
    if (line !== "" && indent.length + line.length + part.length > 100) {
      lines.push(indent + line);
      line = "";
    }
    line += line === "" ? part : ` ${part}`;
  }
  return [...lines, indent + line];
}

/** The first few texts, and the number of the others. */
export function fewOf<T extends string>(
  names: readonly T[],
  as: (name: T) => string = nameShown,
  max = 8,
): string {
  const some = names
    .slice(0, max)
    .map((name) => as(name))
    .join(", ");
  return names.length <= max ? some : `${some} and ${names.length - max} more`;
}
