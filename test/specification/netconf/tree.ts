/** What a device does with trees: subtree filters (RFC 6241, section 6), edits (7.2) and defaults (RFC 6243). */

import { type Element, element } from "./xml.ts";

/** The lists in the device's model, with their key leaves. */
const keys: Readonly<Record<string, string>> = { GigabitEthernet: "name", server: "ip" };

/** Returns what identifies an element among its siblings: its name, and for a list entry also its key. */
function identityOf({ name, children }: Element): string {
  const key = keys[name];
  return key === undefined ? name : `${name}=${children.find((child) => child.name === key)?.text ?? ""}`;
}

/** Returns the part of `data` that a subtree filter selects. An empty filter selects nothing. */
export function selected(data: readonly Element[], filter: readonly Element[]): readonly Element[] {
  return data.flatMap((node) => {
    const asked = filter.filter((one) => one.name === node.name && isOf(one, node));
    const parts = asked.flatMap((one) => partOf(node, one) ?? []);
    const [first] = parts;
    return first === undefined ? [] : [parts.slice(1).reduce(joined, first)];
  });
}

function isOf(filter: Element, node: Element): boolean {
  return filter.namespace === "" || filter.namespace === node.namespace;
}

function partOf(node: Element, filter: Element): Element | undefined {
  const matches = filter.children.filter(({ children, text }) => children.length === 0 && text !== "");
  const isMatch = matches.every(({ name, text }) =>
    node.children.some((child) => child.name === name && child.text === text),
  );
  if (!isMatch) return undefined;
  const others = filter.children.filter((each) => !matches.includes(each));
  if (others.length === 0) return node;
  const content = node.children.filter((child) => matches.some(({ name }) => name === child.name));
  const inside = selected(node.children, others);
  return { ...node, children: [...content, ...inside.filter((each) => !content.includes(each))] };
}

function joined(one: Element, other: Element): Element {
  const known = new Set(one.children.map(identityOf));
  return {
    ...one,
    children: [...one.children, ...other.children.filter((each) => !known.has(identityOf(each)))],
  };
}

/** Returns `data` after an edit. The default operation is `merge`. */
export function edited(data: readonly Element[], edit: readonly Element[]): readonly Element[] {
  const result = [...data];
  for (const change of edit) {
    const at = result.findIndex((node) => identityOf(node) === identityOf(change));
    const { operation = "merge" } = change.attributes;
    const live = result[at];
    if (operation === "delete" || operation === "remove") {
      if (at >= 0) result.splice(at, 1);
      continue;
    }
    const isMerged = operation === "merge" && live !== undefined && change.children.length > 0;
    const made = isMerged ? { ...live, children: edited(live.children, change.children) } : bare(change);
    if (at < 0) result.push(made);
    else result[at] = made;
  }
  return result;
}

/**
 * Returns the element of a new node without operations, because a new node contains nothing that an edit could remove.
 */
function bare(change: Element): Element {
  return { ...change, attributes: {}, children: edited([], change.children) };
}

/** The default values of leaves, by the paths of the leaves. */
export type Defaults = Readonly<Record<string, string>>;

/** Returns `data` without leaves that have their default value, and without containers that are then empty (`trim`). */
export function trimmed(data: readonly Element[], defaults: Defaults, path = ""): readonly Element[] {
  return data.flatMap((node) => {
    const here = `${path}/${node.name}`;
    if (node.children.length === 0) return defaults[here] === node.text ? [] : [node];
    const children = trimmed(node.children, defaults, here);
    return children.length === 0 ? [] : [{ ...node, children }];
  });
}

/** Returns `data` with all unset defaults added (`report-all`), in the given namespace. */
export function reported(
  data: readonly Element[],
  { defaults, namespace, path = "" }: { defaults: Defaults; namespace: string; path?: string },
): readonly Element[] {
  const below = Object.keys(defaults).filter((each) => each.startsWith(`${path}/`));
  const names = new Set(below.map((each) => each.slice(path.length + 1).split("/")[0] ?? ""));
  const inside = (node: Element): Element => {
    const children = reported(node.children, { defaults, namespace, path: `${path}/${node.name}` });
    return children.length === 0 ? node : { ...node, children };
  };
  const there = data.map(inside);
  const missing = [...names].filter((name) => !data.some((node) => node.name === name));
  const added = missing.map((name) => inside(element(name, namespace, defaults[`${path}/${name}`] ?? "")));
  return [...there, ...added];
}
