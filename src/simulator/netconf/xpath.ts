/** The part of XPath that devices' filters support: location paths, with predicates that compare a child. */

import { RpcRefusal } from "./rpc-error.ts";
import { childrenOf, type SelectedNodes, union } from "./subtree.ts";
import type { Output } from "./tree/output.ts";
import type { Element } from "./xml.ts";

/** One step of a path, for example `native:interface[native:name='1/0/1']`. `*` stands for every name. */
interface Step {
  readonly name: string;
  readonly namespace: string | undefined;
  readonly equal: readonly { readonly name: string; readonly value: string }[];
}

const step = /\/((?:[\w.-]+:)?(?:[\w.-]+|\*))((?:\[[^\]]*\])*)/y;
const predicate = /\[\s*(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:'([^']*)'|"([^"]*)")\s*\]/y;

/** Returns the top-level elements that the attribute `select` of a filter selects. */
export function chosenByXPath(filter: Element, all: readonly Output[]): SelectedNodes {
  const select = filter.attributes.select;
  if (select === undefined) {
    const info = { "bad-attribute": "select", "bad-element": "filter" };
    throw new RpcRefusal({
      type: "protocol",
      tag: "missing-attribute",
      info,
      message: "a filter needs select",
    });
  }
  return pathsOf(select)
    .map((path) => chosenAlong(stepsOf(path.trim(), filter.scope), all))
    .reduce(union, new Map());
}

function chosenAlong(steps: readonly Step[], siblings: readonly Output[]): SelectedNodes {
  const [first, ...rest] = steps;
  if (first === undefined) return "all";
  return new Map(
    siblings.flatMap((each, index): readonly (readonly [number, SelectedNodes])[] => {
      if (!fits(first, each)) return [];
      const inside = chosenAlong(rest, childrenOf(each));
      return inside === "all" || inside.size > 0 ? [[index, inside]] : [];
    }),
  );
}

function fits({ name, namespace, equal }: Step, each: Output): boolean {
  const named = name === "*" || name === each.name;
  return (
    named &&
    (namespace ?? each.namespace) === each.namespace &&
    equal.every((one) =>
      childrenOf(each).some((child) => child.name === one.name && child.content === one.value),
    )
  );
}

/** Returns the paths that `|` separates. A `|` in quotes separates nothing. */
function pathsOf(select: string): readonly string[] {
  return select.match(/(?:'[^']*'|"[^"]*"|[^|'"])+/g) ?? [select];
}

function stepsOf(path: string, scope: Readonly<Record<string, string>>): readonly Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < path.length || at === 0; at = step.lastIndex) {
    step.lastIndex = at;
    const [, qualified, predicates = ""] = step.exec(path) ?? [];
    if (qualified === undefined) throw notUnderstood(path);
    const [prefix, name] = qualified.includes(":") ? qualified.split(":") : [undefined, qualified];
    const namespace = prefix === undefined ? undefined : scope[prefix];
    if (name === undefined || (prefix !== undefined && namespace === undefined)) throw notUnderstood(path);
    steps.push({ name, namespace, equal: equalOf(predicates, path) });
  }
  return steps;
}

function equalOf(predicates: string, path: string): Step["equal"] {
  const found: { name: string; value: string }[] = [];
  for (let at = 0; at < predicates.length; at = predicate.lastIndex) {
    predicate.lastIndex = at;
    const [, name, single, double] = predicate.exec(predicates) ?? [];
    if (name === undefined) throw notUnderstood(path);
    found.push({ name, value: single ?? double ?? "" });
  }
  return found;
}

function notUnderstood(path: string): RpcRefusal {
  const info = { "bad-attribute": "select", "bad-element": "filter" };
  return new RpcRefusal({ type: "protocol", tag: "invalid-value", info, message: `not understood: ${path}` });
}
