/** Subtree filters (RFC 6241 section 6). A reply contains only the nodes that a filter selects. */

import type { Output } from "./tree/output.ts";
import type { Element } from "./xml.ts";

/** The selected siblings: `all` with their whole content, or some of them by index. */
export type SelectedNodes = "all" | ReadonlyMap<number, SelectedNodes>;

const none: SelectedNodes = new Map();

/**
 * Returns the siblings that the elements of a filter select. The namespace "" matches every namespace (section 6.2.1).
 */
export function chosenBy(filters: readonly Element[], siblings: readonly Output[]): SelectedNodes {
  const contents = filters.filter(isContentMatch);
  if (!contents.every((filter) => siblings.some((each) => matches(filter, each)))) return none;
  if (filters.length > 0 && contents.length === filters.length) return "all";
  return filters
    .map((filter): SelectedNodes => new Map(siblings.flatMap((each, index) => entryOf(filter, each, index))))
    .reduce(union, none);
}

/**
 * Returns the filter as evaluated by devices that select one list element per request. If several filters have the same
 * name and a content match, only the first one counts.
 */
export function withOneElement(filters: readonly Element[]): readonly Element[] {
  const named = new Set<string>();
  const isFurther = ({ name, namespace, children }: Element) => {
    const list = children.some(isContentMatch) ? `${namespace} ${name}` : undefined;
    const known = list !== undefined && named.has(list);
    if (list !== undefined) named.add(list);
    return known;
  };
  return filters
    .filter((each) => !isFurther(each))
    .map((each) => ({ ...each, children: withOneElement(each.children) }));
}

/** Returns the selected siblings with their selected content. If `withKeys`, the keys of lists are included. */
export function selectedSiblings(
  siblings: readonly Output[],
  chosen: SelectedNodes,
  withKeys: boolean,
): readonly Output[] {
  if (chosen === "all") return siblings;
  return siblings.flatMap((each, index) => {
    const inside = chosen.get(index);
    if (inside === undefined) return [];
    if (inside === "all") return [each];
    const keys = withKeys ? Array.from({ length: each.keys ?? 0 }, (_, at) => [at, "all"] as const) : [];
    const whole = new Map<number, SelectedNodes>([...inside, ...keys]);
    return [{ ...each, content: selectedSiblings(childrenOf(each), whole, withKeys) }];
  });
}

/** Returns the union of two selections. */
export function union(one: SelectedNodes, other: SelectedNodes): SelectedNodes {
  if (one === "all" || other === "all") return "all";
  const both = new Map(one);
  for (const [index, inside] of other) {
    const there = both.get(index);
    both.set(index, there === undefined ? inside : union(there, inside));
  }
  return both;
}

/** Returns the elements within an element. */
export function childrenOf({ content }: Output): readonly Output[] {
  return typeof content === "string" ? [] : content;
}

function entryOf(
  filter: Element,
  each: Output,
  index: number,
): readonly (readonly [number, SelectedNodes])[] {
  if (!isNamed(filter, each)) return [];
  if (isContentMatch(filter)) return matches(filter, each) ? [[index, "all"]] : [];
  if (filter.children.length === 0) return [[index, "all"]];
  const inside = chosenBy(filter.children, childrenOf(each));
  return inside === "all" || inside.size > 0 ? [[index, inside]] : [];
}

function isContentMatch({ children, text }: Element): boolean {
  return children.length === 0 && text.trim() !== "";
}

function matches(filter: Element, each: Output): boolean {
  return (
    isNamed(filter, each) && typeof each.content === "string" && each.content.trim() === filter.text.trim()
  );
}

/**
 * True if the filter names this element. The data has no attributes, so a filter with an attribute matches nothing
 * (section 6.2.2).
 */
function isNamed(filter: Element, each: Output): boolean {
  const asks = Object.keys(filter.attributes).some((name) => name !== "xmlns" && !name.startsWith("xmlns:"));
  return !asks && filter.name === each.name && ["", each.namespace].includes(filter.namespace);
}
