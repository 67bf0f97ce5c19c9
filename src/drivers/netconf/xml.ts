/**
 * Reads the XML that NETCONF uses: namespaces, no document types (RFC 6241, 3), no entity but XML's own. Stricter
 * than parsers for any XML: what is cut short or not well formed must never pass for an answer. Pure.
 */

/** An element. `namespace` is `""` where it has none. */
export interface XmlElement {
  /** Without its prefix. */
  readonly name: string;
  readonly namespace: string;
  /** By their names as written, declarations of namespaces too. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Prefix → namespace, as they hold inside it. */
  readonly prefixes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** All text that stands in it directly, white space too. */
  readonly text: string;
}

/** An element whose end has not come yet. */
interface Open extends XmlElement {
  readonly written: string;
  readonly children: XmlElement[];
  text: string;
}

/** How far reading has come. */
interface Reading {
  readonly text: string;
  at: number;
  readonly open: Open[];
  root?: XmlElement;
}

type Fault = string | undefined;

const deepest = 200;
const name = String.raw`[\p{L}_][\p{L}\p{N}\p{M}._\-·]*(?::[\p{L}_][\p{L}\p{N}\p{M}._\-·]*)?`;
const startTag = new RegExp(
  String.raw`<(${name})((?:\s+${name}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(/?)>`,
  "yu",
);
const endTag = new RegExp(String.raw`</(${name})\s*>`, "yu");
const attribute = new RegExp(String.raw`(${name})\s*=\s*(?:"([^"]*)"|'([^']*)')`, "gu");
const instruction = /<\?(?!xml\s)[^?]*\?>|^<\?xml\s[^?]*\?>/y;
const own: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** The root element of a document, or what is wrong with it: half a sentence. */
export function parseXml(document: string): { readonly root: XmlElement } | { readonly fault: string } {
  const text = document.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const reading: Reading = { text, at: 0, open: [] };
  while (reading.at < text.length) {
    const fault = text[reading.at] === "<" ? markup(reading) : characters(reading);
    if (fault !== undefined) return { fault: `${fault}, at character ${reading.at + 1}` };
  }
  if (reading.root === undefined || reading.open.length > 0) return { fault: "ends too early" };
  return { root: reading.root };
}

function markup(reading: Reading): Fault {
  const { text, at } = reading;
  if (text.startsWith("<!--", at)) return skipTo(reading, "-->", 4);
  if (text.startsWith("<![CDATA[", at)) return characterData(reading);
  if (text.startsWith("<!", at)) return "has a document type, which NETCONF forbids";
  if (text.startsWith("<?", at)) return matched(reading, instruction) ? undefined : "has a bad instruction";
  return text.startsWith("</", at) ? end(reading) : start(reading);
}

function skipTo(reading: Reading, end: string, from: number): Fault {
  const found = reading.text.indexOf(end, reading.at + from);
  if (found < 0) return `has no ${end}`;
  reading.at = found + end.length;
  return undefined;
}

function characterData(reading: Reading): Fault {
  const from = reading.at + "<![CDATA[".length;
  const fault = skipTo(reading, "]]>", "<![CDATA[".length);
  const inner = reading.open.at(-1);
  if (fault !== undefined || inner === undefined) return fault ?? "has text outside its root";
  inner.text += reading.text.slice(from, reading.at - "]]>".length);
  return undefined;
}

function characters(reading: Reading): Fault {
  const found = reading.text.indexOf("<", reading.at);
  const to = found < 0 ? reading.text.length : found;
  const raw = reading.text.slice(reading.at, to);
  const inner = reading.open.at(-1);
  if (inner === undefined && raw.trim() !== "") return "has text outside its root";
  const decoded = unescaped(raw);
  if (decoded === undefined) return "has an entity that is not XML's own";
  if (inner) inner.text += decoded;
  reading.at = to;
  return undefined;
}

function end(reading: Reading): Fault {
  const found = matched(reading, endTag);
  const element = reading.open.pop();
  if (!found || element === undefined || element.written !== found[1]) return "has an end without its start";
  return placed(reading, element);
}

function start(reading: Reading): Fault {
  if (reading.root !== undefined) return "has more than one root";
  if (reading.open.length >= deepest) return `is nested over ${deepest} levels deep`;
  const [, written = "", attributes = "", empty] = matched(reading, startTag) ?? [];
  if (written === "") return "has a bad tag";
  const element = elementOf(written, attributes, reading.open.at(-1)?.prefixes);
  if (typeof element === "string") return element;
  if (empty === "/") return placed(reading, element);
  reading.open.push(element);
  return undefined;
}

function placed(reading: Reading, element: XmlElement): Fault {
  const around = reading.open.at(-1);
  if (around) around.children.push(element);
  else reading.root = element;
  return undefined;
}

const noPrefixes: ReadonlyMap<string, string> = new Map([["xml", "http://www.w3.org/XML/1998/namespace"]]);

function elementOf(written: string, listed: string, around = noPrefixes): Open | string {
  const attributes = new Map<string, string>();
  let prefixes = around;
  for (const [, name = "", double, single] of listed.matchAll(attribute)) {
    const value = unescaped(double ?? single ?? "");
    if (value === undefined) return "has an entity that is not XML's own";
    if (attributes.has(name)) return `has the attribute ${name} twice`;
    attributes.set(name, value);
    const declared = name === "xmlns" ? "" : /^xmlns:(.+)$/.exec(name)?.[1];
    if (declared !== undefined) prefixes = new Map(prefixes).set(declared, value);
  }
  const colon = written.indexOf(":");
  const prefix = colon < 0 ? "" : written.slice(0, colon);
  const namespace = prefixes.get(prefix) ?? (prefix === "" ? "" : undefined);
  if (namespace === undefined) return `has no namespace for the prefix ${prefix}`;
  const name = written.slice(colon + 1);
  return { written, name, namespace, attributes, prefixes, children: [], text: "" };
}

function matched(reading: Reading, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = reading.at;
  const found = pattern.exec(reading.text);
  if (found) reading.at = pattern.lastIndex;
  return found ?? undefined;
}

/** The text with its references resolved; undefined when one is not XML's own. */
function unescaped(text: string): string | undefined {
  if (!text.includes("&")) return text;
  let known = true;
  const result = text.replace(/&([^;&]{0,32};?)/g, (_, reference: string) => {
    const character = characterOf(reference);
    known &&= character !== undefined;
    return character ?? "";
  });
  return known ? result : undefined;
}

function characterOf(reference: string): string | undefined {
  const [, hexadecimal, decimal, named = ""] =
    /^(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));$/i.exec(reference) ?? [];
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  if (hexadecimal === undefined && decimal === undefined)
    return Object.hasOwn(own, named) ? own[named] : undefined;
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : undefined;
}
