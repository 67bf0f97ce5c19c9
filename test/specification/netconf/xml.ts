/** XML as NETCONF needs it: elements with namespaces, attributes and either children or text. */

/** An element. Its attributes of namespaces are resolved and left out. */
export interface Element {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** The text without surrounding white space. It is empty if the element has children. */
  readonly text: string;
}

/** Returns an element without attributes. `inside` is its text or its children. */
export function element(name: string, namespace: string, inside: string | readonly Element[] = []): Element {
  const isText = typeof inside === "string";
  return { name, namespace, attributes: {}, children: isText ? [] : inside, text: isText ? inside : "" };
}

interface Open {
  readonly name: string;
  readonly namespaces: Readonly<Record<string, string>>;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/**
 * Matches, in this order: instructions and comments; CDATA; tags with their end, name, attributes and emptiness; text.
 */
const token = new RegExp(
  [
    /<\?[\s\S]*?\?>|<!--[\s\S]*?-->/,
    /<!\[CDATA\[([\s\S]*?)\]\]>/,
    /<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/,
    /([^<]+)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/** Returns the root of a document. Throws if the document is not well formed. */
export function parseXml(text: string): Element {
  const stack: Open[] = [{ name: "", namespaces: {}, attributes: {}, children: [], text: "" }];
  for (const [whole, data, end, name, attributes = "", empty, plain] of text.matchAll(token)) {
    const top = stack.at(-1);
    if (top === undefined) throw new Error("not well formed");
    if (plain !== undefined || data !== undefined) top.text += data ?? unescaped(plain ?? "");
    if (name === undefined || whole === undefined) continue;
    if (end === "") stack.push(opened(name, attributes, top));
    if (end === "/" || empty === "/") close(stack, name);
  }
  const [root] = stack[0]?.children ?? [];
  if (root === undefined || stack.length !== 1) throw new Error("not well formed");
  return root;
}

function opened(name: string, text: string, parent: Open): Open {
  const pairs = [...text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
    ([, key = "", double, single]) => [key, unescaped(double ?? single ?? "")] as const,
  );
  const declared = pairs.filter(([key]) => /^xmlns(?::|$)/.test(key));
  const namespaces = declared.map(([key, value]) => [key.replace(/^xmlns:?/, ""), value]);
  const others = pairs
    .filter(([key]) => !/^xmlns(?::|$)/.test(key))
    .map(([key, value]) => [local(key), value]);
  return {
    name,
    namespaces: { ...parent.namespaces, ...Object.fromEntries(namespaces) },
    attributes: Object.fromEntries(others),
    children: [],
    text: "",
  };
}

function close(stack: Open[], name: string): void {
  const done = stack.pop();
  if (done === undefined || done.name !== name) throw new Error(`</${name}> closes nothing`);
  const prefix = name.includes(":") ? (name.split(":")[0] ?? "") : "";
  stack.at(-1)?.children.push({
    name: local(name),
    namespace: done.namespaces[prefix] ?? "",
    attributes: done.attributes,
    children: done.children,
    text: done.children.length > 0 ? "" : done.text.trim(),
  });
}

function local(name: string): string {
  return name.replace(/^.*:/, "");
}

/** Returns an element as text. A namespace is declared if it differs from the parent's namespace. */
export function renderXml({ name, namespace, children, text }: Element, inherited = ""): string {
  const declared = namespace === inherited ? "" : ` xmlns="${escaped(namespace)}"`;
  const inside = children.map((child) => renderXml(child, namespace)).join("") || escaped(text);
  return `<${name}${declared}>${inside}</${name}>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function unescaped(text: string): string {
  const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
  return text.replaceAll(/&(\w+);/g, (whole, name) => named[name] ?? whole);
}
