/** Reads XML as RFC 6241 section 3 requires, and resolves its namespaces. Document types are not supported. */

/** A parsed element. */
export interface Element {
  /** The local name, without a prefix. */
  readonly name: string;
  /** The namespace. If empty, the element has none. */
  readonly namespace: string;
  /** The name with its prefix. */
  readonly tag: string;
  /** The attributes by their names with prefixes, including namespace declarations. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The namespaces in scope, by prefix. The prefix "" stands for the default namespace. */
  readonly scope: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** The text directly inside the element. */
  readonly text: string;
}

const xmlNamespace = "http://www.w3.org/XML/1998/namespace";
const name = String.raw`[\p{L}_][\p{L}\p{N}._-]*(?::[\p{L}_][\p{L}\p{N}._-]*)?`;
const attribute = String.raw`\s+${name}\s*=\s*(?:"[^"<]*"|'[^'<]*')`;
const tokens = new RegExp(
  [
    String.raw`<!\[CDATA\[(?<cdata>[\s\S]*?)\]\]>`,
    String.raw`(?<aside><\?[\s\S]*?\?>|<!--(?:(?!--)[\s\S])*-->)`,
    String.raw`<\/(?<close>${name})\s*>`,
    String.raw`<(?<open>${name})(?<attributes>(?:${attribute})*)\s*(?<empty>\/?)>`,
    "(?<text>[^<]+)",
  ].join("|"),
  "uy",
);
const oneAttribute = new RegExp(String.raw`(${name})\s*=\s*(?:"([^"]*)"|'([^']*)')`, "gu");
// Matches characters that XML 1.0 does not allow.
const noCharacter = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** An element that is not closed yet. */
interface Open {
  readonly element: Omit<Element, "children" | "text">;
  readonly children: Element[];
  text: string;
}

/** Returns the root element of a text. Returns undefined if the text is not well-formed, or has a document type. */
export function readXml(source: string): Element | undefined {
  if (noCharacter.test(source)) return undefined;
  const top: Element[] = [];
  const open: Open[] = [];
  for (let at = source.startsWith("\uFEFF") ? 1 : 0; at < source.length; at = tokens.lastIndex) {
    tokens.lastIndex = at;
    const groups = tokens.exec(source)?.groups;
    if (groups === undefined || !taken(groups, open, top)) return undefined;
  }
  const [root, ...others] = top;
  return open.length === 0 && others.length === 0 ? root : undefined;
}

type Groups = Readonly<Record<string, string | undefined>>;

/** Consumes one token. Returns false if the token is not allowed here. */
function taken(groups: Groups, open: Open[], top: Element[]): boolean {
  const inside = open.at(-1);
  const { aside, cdata, text, close } = groups;
  if (aside !== undefined) return true;
  if (cdata !== undefined || text !== undefined) {
    const read = cdata ?? unescaped(text ?? "");
    if (read === undefined) return false;
    if (inside === undefined) return cdata === undefined && read.trim() === "";
    inside.text += read;
    return true;
  }
  if (close === undefined) return begun(groups, open, top);
  return inside?.element.tag === close && ended(open, top);
}

function begun({ open: tag = "", attributes = "", empty }: Groups, open: Open[], top: Element[]): boolean {
  const written = attributesOf(attributes);
  const scope = written && scopeOf(written, open.at(-1)?.element.scope ?? { xml: xmlNamespace });
  const found = scope && resolved(tag, scope);
  if (written === undefined || scope === undefined || found === undefined) return false;
  const prefixes = Object.keys(written).filter((each) => each.includes(":") && !each.startsWith("xmlns:"));
  if (!prefixes.every((each) => resolved(each, scope))) return false;
  open.push({ element: { ...found, tag, attributes: written, scope }, children: [], text: "" });
  return empty !== "/" || ended(open, top);
}

function ended(open: Open[], top: Element[]): boolean {
  const last = open.pop();
  if (last === undefined) return false;
  const siblings = open.at(-1)?.children ?? top;
  siblings.push({ ...last.element, children: last.children, text: last.text });
  return true;
}

/** Returns the attributes by name. Returns undefined if an attribute is repeated, or its value is unreadable. */
function attributesOf(source: string): Record<string, string> | undefined {
  const found: Record<string, string> = {};
  for (const [, key = "", double, single] of source.matchAll(oneAttribute)) {
    const value = unescaped(double ?? single ?? "");
    if (value === undefined || Object.hasOwn(found, key)) return undefined;
    found[key] = value;
  }
  return found;
}

/** Returns the namespaces in scope inside an element. Returns undefined if the element undeclares a prefix. */
function scopeOf(
  attributes: Readonly<Record<string, string>>,
  outer: Readonly<Record<string, string>>,
): Record<string, string> | undefined {
  const declared = Object.entries(attributes).flatMap(([key, value]) =>
    key === "xmlns" ? [["", value]] : key.startsWith("xmlns:") ? [[key.slice(6), value]] : [],
  );
  if (declared.some(([prefix, value]) => prefix !== "" && value === "")) return undefined;
  return { ...outer, ...Object.fromEntries(declared) };
}

/** Returns the local name and the namespace of a prefixed name. Returns undefined if the prefix is undeclared. */
function resolved(
  tag: string,
  scope: Readonly<Record<string, string>>,
): { readonly name: string; readonly namespace: string } | undefined {
  const [prefix, local] = tag.includes(":") ? tag.split(":") : ["", tag];
  if (prefix === undefined || local === undefined) return undefined;
  const namespace = Object.hasOwn(scope, prefix) ? scope[prefix] : prefix === "" ? "" : undefined;
  return namespace === undefined ? undefined : { name: local, namespace };
}

/**
 * Returns the value of the attribute with this name in a namespace. Returns undefined if the element has no such
 * attribute.
 */
export function attributeOf(element: Element, namespace: string, wanted: string): string | undefined {
  const found = Object.entries(element.attributes).find(([key]) => {
    const named = key.includes(":") ? resolved(key, element.scope) : undefined;
    return named?.name === wanted && named.namespace === namespace;
  });
  return found?.[1];
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Returns a text with its references replaced. Returns undefined if XML does not define one of them. */
function unescaped(source: string): string | undefined {
  let known = true;
  const text = source.replace(/\r\n?/g, "\n").replace(/&([^;&]{0,10});?/g, (whole, reference: string) => {
    const code = /^#(?:x([\da-fA-F]+)|(\d+))$/.exec(reference);
    const point = code ? Number.parseInt(code[1] ?? code[2] ?? "", code[1] ? 16 : 10) : undefined;
    const meant =
      point === undefined
        ? Object.hasOwn(entities, reference) && entities[reference]
        : point <= 0x10ffff && String.fromCodePoint(point);
    if (!whole.endsWith(";") || meant === false || meant === undefined || noCharacter.test(meant))
      known = false;
    return meant === false || meant === undefined ? "" : meant;
  });
  return known ? text : undefined;
}
