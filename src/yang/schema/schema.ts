/** The schema trees of a set of modules, computed on demand. */

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

/** Facts that a device announces about its modules. */
export interface SchemaOptions {
  /** Returns whether a feature is enabled. Default: all features are enabled. */
  readonly hasFeature?: FeatureChoice;
  /**
   * False for modules that are only imported for their types: the augments and deviations of such a module do not
   * apply. Default: all modules are implemented.
   */
  readonly implements?: (module: string) => boolean;
  /** False for modules whose deviations belong to another device. Default: all deviations apply. */
  readonly deviates?: (module: string) => boolean;
  /** A cache of parsed texts. Default: the cache is empty. */
  readonly known?: KnownTexts | undefined;
}

/** Modules as one schema. The schema is immutable, and its computed parts are cached. */
export class Schema {
  readonly #set: ModuleSet;
  readonly #names: Names;
  readonly #expansion: Expansion;
  readonly #resolver: NodeResolver;
  readonly #implements: (module: string) => boolean;
  readonly #deviates: (module: string) => boolean;
  readonly #tops = new Map<string, SchemaNode | undefined>();
  /** The derivation of identities. */
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

  /** The names of all modules and submodules, sorted. */
  get names(): readonly string[] {
    return this.#set.names;
  }

  /** The cache for the next run. Undefined: nothing new was parsed. */
  get newTexts(): KnownTexts | undefined {
    return this.#set.newTexts;
  }

  /** The errors found so far, at most 100. */
  get problems(): readonly Problem[] {
    return this.#set.problems;
  }

  /** Returns a module, as the parent node of its top-level nodes. Undefined: there is no module with this name. */
  module(name: string): SchemaNode | undefined {
    if (!this.#tops.has(name)) this.#tops.set(name, this.#top(name));
    return this.#tops.get(name);
  }

  /** Returns the top-level node with this name in a module. Undefined: there is no such node. */
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

  /** Returns the changes to a module's nodes. Augments come first, since a deviation may concern an augmented node. */
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

/**
 * Returns the node of a data member. If the member's name contains no module, the parent's module applies. Undefined:
 * the parent has no such node.
 */
export function childOf(parent: SchemaNode, member: string): SchemaNode | undefined {
  const { prefix, name } = prefixedName(member);
  let known = byName.get(parent);
  if (known === undefined) {
    known = new Map(parent.dataChildren.map((each) => [`${each.module}:${each.name}`, each]));
    byName.set(parent, known);
  }
  return known.get(`${prefix === "" ? parent.module : prefix}:${name}`);
}

/**
 * Returns a node's name in data below this parent. The name contains the node's module if that differs from the
 * parent's module (RFC 7951 4).
 */
export function dataName(node: SchemaNode, parent: SchemaNode): string {
  return node.module === parent.module ? node.name : `${node.module}:${node.name}`;
}

/** The result of following a path: a node, or the first member that does not exist. */
export type DataPathResult =
  | { readonly node: SchemaNode /** The lists on the path. */; readonly lists: readonly SchemaNode[] }
  | {
      readonly unknown: string /** The members that would be possible instead. */;
      readonly names: readonly string[];
    };

/** Follows the members of a data path. The first member includes its module. */
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

/** Returns the names of the configuration members that a node may have. */
export function configNames(parent: SchemaNode): readonly string[] {
  const isTop = parent.kind === "module";
  return parent.dataChildren
    .filter(({ config }) => config)
    .map((each) => (isTop ? `${each.module}:${each.name}` : dataName(each, parent)));
}
