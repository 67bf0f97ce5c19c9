/** Writes XML elements. A namespace is declared if it differs from the parent's namespace. Pure. */

/** An element to write. */
export interface XmlNode {
  readonly name: string;
  /** The element's namespace. `""` stands for the parent's namespace. */
  readonly namespace: string;
  /** The attributes, by their full names. Absent: there are no attributes. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** The text, or the child elements. */
  readonly content: string | readonly XmlNode[];
}

/** Returns the text of an element inside a parent with the namespace `around`. No white space is added. */
export function xmlText(node: XmlNode, around = ""): string {
  const { name, namespace: own, attributes = {}, content } = node;
  const namespace = own === "" ? around : own;
  const declared = namespace === around ? {} : { xmlns: namespace };
  const listed = Object.entries({ ...declared, ...attributes });
  const written = listed.map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`).join("");
  if (content.length === 0) return `<${name}${written}/>`;
  const inside =
    typeof content === "string" ? escaped(content) : content.map((each) => xmlText(each, namespace)).join("");
  return `<${name}${written}>${inside}</${name}>`;
}

/** Returns the text with one element per line, for people. */
export function indented(text: string): string {
  let depth = 0;
  return text
    .split(/(?<=>)(?=<)/)
    .map((piece) => {
      const ends = piece.startsWith("</");
      if (ends) depth -= 1;
      const line = "  ".repeat(depth) + piece;
      if (!ends && !piece.endsWith("/>") && !piece.includes("</")) depth += 1;
      return line;
    })
    .join("\n");
}

/** Returns a text escaped for XML. */
export function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\r", "&#13;");
}
