/** Instance-identifiers (RFC 7950, 9.13): paths to nodes of data, with the keys of entries. Pure. */

/** A name in a path. Without a prefix it is of the module of the name before it. */
interface PathName {
  readonly prefix: string;
  readonly name: string;
}

/** `[key='value']`, `[.='value']` of a leaf-list, or with an empty name the position of an entry. */
interface PathPredicate extends PathName {
  readonly value: string;
}

/** One node on the way. */
export interface PathNode extends PathName {
  readonly predicates: readonly PathPredicate[];
}

const word = String.raw`(?:([A-Za-z_][\w.-]*):)?([A-Za-z_][\w.-]*)`;
const predicateForm = String.raw`\[\s*(?:(?:${word}|(\.))\s*=\s*(?:"([^"]*)"|'([^']*)')|(\d+))\s*\]`;
const onePredicate = new RegExp(predicateForm, "gy");
const oneNode = new RegExp(String.raw`\/${word}`, "y");

/** The nodes of a path, or undefined where it is none. */
export function parsePath(text: string): readonly PathNode[] | undefined {
  const nodes: PathNode[] = [];
  let at = 0;
  while (at < text.length) {
    oneNode.lastIndex = at;
    const found = oneNode.exec(text);
    if (found === null) return undefined;
    at = oneNode.lastIndex;
    const predicates: PathPredicate[] = [];
    for (;;) {
      onePredicate.lastIndex = at;
      const each = onePredicate.exec(text);
      if (each === null) break;
      at = onePredicate.lastIndex;
      const [, prefix = "", name, dot = "", double, single, position = ""] = each;
      predicates.push({ prefix, name: name ?? dot, value: double ?? single ?? position });
    }
    nodes.push({ prefix: found[1] ?? "", name: found[2] ?? "", predicates });
  }
  return nodes.length === 0 ? undefined : nodes;
}

/** The same with the prefix of each name written out. */
export function withPrefixes(nodes: readonly PathNode[]): readonly PathNode[] {
  let around = "";
  return nodes.map((node) => {
    around = node.prefix || around;
    const predicates = node.predicates.map((each) =>
      isNamed(each) ? { ...each, prefix: each.prefix || around } : each,
    );
    return { ...node, prefix: around, predicates };
  });
}

/** The same with the prefix of a name where another one was before it: JSON's way, with modules (RFC 7951, 6.11). */
export function withFewPrefixes(nodes: readonly PathNode[]): readonly PathNode[] {
  let around = "";
  return withPrefixes(nodes).map((node) => {
    const prefix = node.prefix === around ? "" : node.prefix;
    around = node.prefix;
    const predicates = node.predicates.map((each) =>
      each.prefix === around ? { ...each, prefix: "" } : each,
    );
    return { ...node, prefix, predicates };
  });
}

/** Whether a predicate names a leaf. */
export function isNamed({ name }: PathName): boolean {
  return name !== "" && name !== ".";
}

/** A path as text. */
export function pathText(nodes: readonly PathNode[]): string {
  return nodes.map((node) => `/${nameText(node)}${node.predicates.map(predicateText).join("")}`).join("");
}

function nameText({ prefix, name }: PathName): string {
  return prefix === "" ? name : `${prefix}:${name}`;
}

function predicateText(predicate: PathPredicate): string {
  if (predicate.name === "") return `[${predicate.value}]`;
  const quote = predicate.value.includes("'") ? '"' : "'";
  return `[${nameText(predicate)}=${quote}${predicate.value}${quote}]`;
}
