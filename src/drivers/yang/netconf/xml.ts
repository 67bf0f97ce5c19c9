/**
 * Parses NETCONF's XML: with namespaces and the entities of XML itself, but without document types (RFC 6241, 3). The
 * parser is stricter than general parsers, because truncated or malformed XML must never count as a reply. Pure.
 */

/** The namespace of each prefix inside an element. */
interface NamespaceScope {
  get(prefix: string): string | undefined;
  /** The number of surrounding elements that have declarations of their own. */
  readonly depth: number;
}

/** An element. `namespace` is `""` if the element has no namespace. */
export interface XmlElement {
  /** The name without its prefix. */
  readonly name: string;
  readonly namespace: string;
  /** The attributes, by name with prefix, including namespace declarations. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly prefixes: NamespaceScope;
  readonly children: readonly XmlElement[];
  /** The direct text of the element, including white space. */
  readonly text: string;
}

/** An element that is not closed yet. */
interface Open extends XmlElement {
  readonly written: string;
  children: XmlElement[];
  text: string;
}

/** The state of the parser. */
interface Reading {
  readonly text: string;
  at: number;
  readonly open: Open[];
  root?: XmlElement;
  /** The number of elements, attributes and references so far. */
  parts: number;
}

type Fault = string | undefined;

const maxDepth = 200;

/**
 * The maximum number of elements, attributes and references in a document. The whole configuration of a device has a
 * fraction of that number.
 */
export const maxXmlParts = 250_000;

const maxAttributes = 1000;
const name = String.raw`[\p{L}_][\p{L}\p{N}\p{M}._\-\u00b7]*(?::[\p{L}_][\p{L}\p{N}\p{M}._\-\u00b7]*)?`;
/** Matches most tags: those without attributes, in ASCII. It is many times faster than the general pattern. */
const plainTag = /<([a-z_][\w.-]*(?::[a-z_][\w.-]*)?)(\/?)>/iy;
/**
 * The patterns are created when they are needed, because Unicode letter classes take milliseconds to compile. Each
 * match covers one attribute, because longer matches would overflow the engine's stack.
 */
const makePatterns = () => ({
  tagName: new RegExp(`<(${name})`, "yu"),
  attribute: new RegExp(String.raw`\s+(${name})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')`, "yu"),
  endTag: new RegExp(String.raw`</(${name})\s*>`, "yu"),
});
let madePatterns: ReturnType<typeof makePatterns> | undefined;
function patterns(): ReturnType<typeof makePatterns> {
  madePatterns ??= makePatterns();
  return madePatterns;
}
const tagEnd = /\s*(\/?)>/y;
const instruction = /<\?(?!xml\s)[^?]*\?>|^<\?xml\s[^?]*\?>/y;
const own: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
const noAttributes: ReadonlyMap<string, string> = new Map();
/** Shared by all elements without children, and therefore never modified. */
const noChildren: XmlElement[] = [];

/** Returns the root element of a document, or half a sentence about what is wrong with the document. */
export function parseXml(document: string): { readonly root: XmlElement } | { readonly fault: string } {
  const text = document.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const reading: Reading = { text, at: 0, open: [], parts: 0 };
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
  if (text.startsWith("<!", at)) return "has a document type declaration, which NETCONF forbids";
  if (text.startsWith("<?", at))
    return matched(reading, instruction) ? undefined : "has an invalid processing instruction";
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
  const decoded = unescaped(reading, raw);
  if (typeof decoded !== "string") return decoded.fault;
  if (inner) inner.text += decoded;
  reading.at = to;
  return undefined;
}

function end(reading: Reading): Fault {
  const { text, at, open } = reading;
  const element = open.pop();
  if (element === undefined) return "has an end tag without a start tag";
  const after = at + 2 + element.written.length;
  if (text[after] === ">" && text.startsWith(element.written, at + 2)) reading.at = after + 1;
  else if (matched(reading, patterns().endTag)?.[1] !== element.written)
    return "has an end tag without a start tag";
  return placed(reading, element);
}

function start(reading: Reading): Fault {
  if (reading.root !== undefined) return "has more than one root";
  if (reading.open.length >= maxDepth) return `is nested over ${maxDepth} levels deep`;
  const tag = startTag(reading);
  if (typeof tag === "string") return tag;
  const element = elementOf(tag, reading.open.at(-1)?.prefixes);
  if (typeof element === "string") return element;
  if (tag.isEmpty) return placed(reading, element);
  reading.open.push(element);
  return undefined;
}

/** A start tag as written, with the references in its attributes resolved. */
interface StartTag {
  readonly written: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly isEmpty: boolean;
}

function startTag(reading: Reading): StartTag | string {
  reading.parts += 1;
  if (reading.parts > maxXmlParts) return tooManyParts;
  const [, simple, slash] = matched(reading, plainTag) ?? [];
  if (simple !== undefined) return { written: simple, attributes: noAttributes, isEmpty: slash === "/" };
  const [, written] = matched(reading, patterns().tagName) ?? [];
  if (written === undefined) return "has an invalid tag";
  const attributes = new Map<string, string>();
  const { attribute } = patterns();
  for (let found = matched(reading, attribute); found; found = matched(reading, attribute)) {
    const [, key = "", double, single] = found;
    const value = unescaped(reading, double ?? single ?? "");
    if (typeof value !== "string") return value.fault;
    if (attributes.has(key)) return `has the attribute ${key} twice`;
    attributes.set(key, value);
    reading.parts += 1;
    if (attributes.size > maxAttributes || reading.parts > maxXmlParts) return tooManyParts;
  }
  const [, closed] = matched(reading, tagEnd) ?? [];
  return closed === undefined ? "has an invalid tag" : { written, attributes, isEmpty: closed === "/" };
}

const tooManyParts = "has more than 250,000 elements and attributes";

function placed(reading: Reading, element: XmlElement): Fault {
  const parent = reading.open.at(-1);
  if (!parent) reading.root = element;
  else if (parent.children === noChildren) parent.children = [element];
  else parent.children.push(element);
  return undefined;
}

const xmlPrefix = new Map([["xml", "http://www.w3.org/XML/1998/namespace"]]);
const noPrefixes: NamespaceScope = { get: (prefix) => xmlPrefix.get(prefix), depth: 0 };

/**
 * The maximum number of nested elements that redefine prefixes. It is bounded because each lookup may pass all of them.
 */
const maxScopes = 32;

/** Returns the scope with the declarations in the attributes. Redundant declarations are skipped. */
function scopeOf(attributes: ReadonlyMap<string, string>, around: NamespaceScope): NamespaceScope {
  const declared = new Map<string, string>();
  for (const [key, value] of attributes) {
    const prefix = key === "xmlns" ? "" : /^xmlns:(.+)$/.exec(key)?.[1];
    if (prefix !== undefined && around.get(prefix) !== value) declared.set(prefix, value);
  }
  if (declared.size === 0) return around;
  return { get: (prefix) => declared.get(prefix) ?? around.get(prefix), depth: around.depth + 1 };
}

function elementOf({ written, attributes }: StartTag, around = noPrefixes): Open | string {
  const prefixes = attributes.size === 0 ? around : scopeOf(attributes, around);
  if (prefixes.depth > maxScopes) return `has over ${maxScopes} declarations of namespaces inside each other`;
  const colon = written.indexOf(":");
  const prefix = colon < 0 ? "" : written.slice(0, colon);
  const namespace = prefixes.get(prefix) ?? (prefix === "" ? "" : undefined);
  if (namespace === undefined) return `has no namespace for the prefix ${prefix}`;
  const name = written.slice(colon + 1);
  return { written, name, namespace, attributes, prefixes, children: noChildren, text: "" };
}

function matched(reading: Reading, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = reading.at;
  const found = pattern.exec(reading.text);
  if (found) reading.at = pattern.lastIndex;
  return found ?? undefined;
}

/** Returns the text with its references resolved, or what is wrong with the references. */
function unescaped(reading: Reading, text: string): string | { readonly fault: string } {
  if (!text.includes("&")) return text;
  let known = true;
  const result = text.replace(/&([^;&]{0,32};?)/g, (_, reference: string) => {
    reading.parts += 1;
    const character = known && reading.parts <= maxXmlParts ? characterOf(reference) : undefined;
    known &&= character !== undefined;
    return character ?? "";
  });
  if (reading.parts > maxXmlParts) return { fault: tooManyParts };
  return known ? result : { fault: "contains an entity that XML does not predefine" };
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
