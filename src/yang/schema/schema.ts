/** The schema trees of a set of modules, worked out as far as is asked for. */

import type { Problem } from "../../model/problem.ts";
import type { SourceText } from "../../model/source.ts";
import { type KnownTexts, ModuleSet, type YangModule } from "../modules/module-set.ts";
import { every } from "../syntax/statement.ts";
import { Types } from "../types/resolve-type.ts";
import { absoluteChange, type PendingChange } from "./changes.ts";
import { Expansion } from "./expand.ts";
import { type FeatureChoice, Features } from "./features.ts";
import { Identities } from "./identities.ts";
import { type NodeResolver, SchemaNode } from "./node.ts";
import { fileScope, Names, prefixedName } from "./scope.ts";

/** What a device says of its modules. */
export interface SchemaOptions {
  /** Which features are on. All are when it is left out. */
  readonly hasFeature?: FeatureChoice;
  /** False for modules that are there for their types only: what they augment and deviate is left as it is. */
  readonly implements?: (module: string) => boolean;
  /** False for modules whose deviations are of another device. All count when it is left out. */
  readonly deviates?: (module: string) => boolean;
  /** What the same texts were read as before. */
  readonly known?: KnownTexts | undefined;
}

/** Modules as one schema. What it shows never changes; what was worked out is kept. */
export class Schema {
  readonly #set: ModuleSet;
  readonly #names: Names;
  readonly #expansion: Expansion;
  readonly #resolver: NodeResolver;
  readonly #implements: (module: string) => boolean;
  readonly #deviates: (module: string) => boolean;
  readonly #tops = new Map<string, SchemaNode | undefined>();
  /** Which identities are derived from which. */
  readonly identities: Identities;

  constructor(sources: readonly SourceText[], options: SchemaOptions = {}) {
    const { hasFeature, implements: has, deviates } = options;
    this.#set = new ModuleSet(sources, options.known);
    this.#names = new Names(this.#set);
    this.#implements = has ?? (() => true);
    this.#deviates = deviates ?? (() => true);
    const features = new Features(this.#names, hasFeature ?? (() => true));
    const types = new Types(this.#names, features);
    this.identities = new Identities(this.#names, features);
    this.#resolver = {
      children: (node) => (node.kind === "module" ? this.#topNodes(node) : this.#expansion.below(node)),
      type: (node) => types.of(node.property("type") ?? node),
    };
    this.#expansion = new Expansion(this.#names, features, this.#resolver);
  }

  /** The names of all modules and submodules that there are, sorted. */
  get names(): readonly string[] {
    return this.#set.names;
  }

  /** What texts were read as, to be known the next time; undefined where nothing new was read. */
  get newTexts(): KnownTexts | undefined {
    return this.#set.newTexts;
  }

  /** What was found wrong in what was worked out so far: 100 at most. */
  get problems(): readonly Problem[] {
    return this.#set.problems;
  }

  /** A module as the node around its top nodes; undefined where there is none of this name. */
  module(name: string): SchemaNode | undefined {
    if (!this.#tops.has(name)) this.#tops.set(name, this.#top(name));
    return this.#tops.get(name);
  }

  /** The node with this name at the top of a module's data. */
  top(module: string, name: string): SchemaNode | undefined {
    return this.module(module)?.dataChildren.find((each) => each.name === name && each.module === module);
  }

  #top(name: string): SchemaNode | undefined {
    const module = this.#set.module(name);
    if (module === undefined) return undefined;
    const { statement } = module.main;
    const origin = {
      kind: "module" as const,
      name,
      module: name,
      parent: undefined,
      statement,
      scope: fileScope(module.main),
      properties: undefined,
      changes: this.#changesOf(module),
      groupings: undefined,
      isConditional: false,
    };
    return new SchemaNode(origin, this.#resolver);
  }

  /** Augments first: what a deviation speaks of may have come by one. */
  #changesOf(module: YangModule): readonly PendingChange[] {
    const importers = this.#set.importersOf(module.name, "changes");
    const others = importers.filter((each) => each !== module && this.#implements(each.name));
    const all = [module, ...others];
    const changes = (keyword: string, from: readonly YangModule[]) =>
      from
        .flatMap(({ files }) => files)
        .flatMap((file) =>
          every(file.statement, keyword).map((statement) =>
            absoluteChange(this.#names, { statement, scope: fileScope(file) }),
          ),
        );
    const deviating = all.filter(({ name }) => this.#deviates(name));
    const found = [...changes("augment", all), ...changes("deviation", deviating)];
    return found.filter(({ change }) => change.steps[0]?.module === module.name);
  }

  #topNodes(node: SchemaNode): readonly SchemaNode[] {
    const files = this.#set.module(node.name)?.files ?? [];
    return this.#expansion.nodes(
      node,
      files.map((file) => ({
        statements: file.statement.children,
        body: { scope: fileScope(file), module: node.name, groupings: undefined, isConditional: false },
      })),
    );
  }
}

const byName = new WeakMap<SchemaNode, ReadonlyMap<string, SchemaNode>>();

/** The node that a member of data is below its parent; without a module it is of the parent's. */
export function childOf(parent: SchemaNode, member: string): SchemaNode | undefined {
  const { prefix, name } = prefixedName(member);
  let known = byName.get(parent);
  if (known === undefined) {
    known = new Map(parent.dataChildren.map((each) => [`${each.module}:${each.name}`, each]));
    byName.set(parent, known);
  }
  return known.get(`${prefix === "" ? parent.module : prefix}:${name}`);
}

/** A name as data has it below this parent: with its module where that is another (RFC 7951 4). */
export function dataName(node: SchemaNode, parent: SchemaNode): string {
  return node.module === parent.module ? node.name : `${node.module}:${node.name}`;
}

/** Where a path leads: to a node, or no further than to some member of it. */
export type DataPathResult =
  | { readonly node: SchemaNode /** Lists on the way. */; readonly lists: readonly SchemaNode[] }
  | { readonly unknown: string /** What could stand in its place. */; readonly names: readonly string[] };

/** Follows the members of a data path, the first with its module. */
export function nodeAt(schema: Schema, members: readonly string[]): DataPathResult {
  const [top = "", ...below] = members;
  const { prefix } = prefixedName(top);
  const module = schema.module(prefix);
  if (module === undefined) return { unknown: prefix, names: schema.names };
  let here: SchemaNode = module;
  const lists: SchemaNode[] = [];
  for (const member of [top, ...below]) {
    const next = childOf(here, member);
    if (next === undefined) return { unknown: member, names: configNames(here) };
    if (here.kind === "list") lists.push(here);
    here = next;
  }
  return { node: here, lists };
}

/** What configuration may have below a node, as data names it. */
export function configNames(parent: SchemaNode): readonly string[] {
  const isTop = parent.kind === "module";
  return parent.dataChildren
    .filter(({ config }) => config)
    .map((each) => (isTop ? `${each.module}:${each.name}` : dataName(each, parent)));
}
