/** Outgoing XML elements, and how they are written. */

/** An outgoing element. */
export interface Output {
  readonly name: string;
  readonly namespace: string;
  /** The declarations of the prefixes that the element's text uses. */
  readonly attributes?: Readonly<Record<string, string>>;
  readonly content: string | readonly Output[];
  /** How many of the first children are keys of this list element. */
  readonly keys?: number;
}

/** The namespace of NETCONF's own elements. */
export const baseNamespace = "urn:ietf:params:xml:ns:netconf:base:1.0";

/** Returns an element in NETCONF's own namespace. */
export function netconfElement(name: string, content: Output["content"] = []): Output {
  return { name, namespace: baseNamespace, content };
}

/** Returns an element as text. `outer` is the default namespace of the element around it. */
export function writeXml({ name, namespace, attributes = {}, content }: Output, outer = ""): string {
  const prefixes = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const declared = [namespace === outer ? "" : ` xmlns="${escaped(namespace)}"`, ...prefixes].join("");
  const inner =
    typeof content === "string"
      ? escaped(content)
      : content.map((each) => writeXml(each, namespace)).join("");
  return inner === "" ? `<${name}${declared}/>` : `<${name}${declared}>${inner}</${name}>`;
}

/** Returns a text escaped for use between tags or quotes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"\r]/g, (found) => replacements[found] ?? found);
}

const replacements: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
};
