/**
 * Computes the children of a node from its statements, expanded groupings and augments, and then applies refines and
 * deviations.
 */

import { sentence } from "../../model/problem.ts";
import { every, first, type Statement } from "../syntax/statement.ts";
import {
  hasArrived,
  isSupported,
  nextStep,
  type PendingChange,
  propertiesOf,
  relativeChange,
} from "./changes.ts";
import type { Features } from "./features.ts";
import { type GroupingChain, type NodeKind, type NodeResolver, SchemaNode } from "./node.ts";
import type { LexicalScope, Names, ScopedStatement } from "./scope.ts";

/** The maximum nesting of nodes. It is far more than in any vendor's modules. */
const maxDepth = 150;
/** The maximum nesting of groupings. It is far more than in any vendor's modules. */
const maxGroupings = 100;
/**
 * Returns the maximum number of nodes for modules with this many characters. There is a limit because nested groupings
 * multiply their nodes.
 */
const maxNodes = (characters: number) => Math.min(1_000_000, 200_000 + Math.ceil(characters / 4));

const kinds: ReadonlyMap<string, NodeKind | undefined> = new Map<string, NodeKind | undefined>([
  ...(["container", "list", "leaf", "leaf-list", "choice", "case", "anydata", "anyxml"] as const).map(
    (kind) => [kind, kind] as const,
  ),
  ...["rpc", "action", "notification"].map((keyword) => [keyword, undefined] as const),
]);

/** A statement from which a node may be created. */
interface Candidate {
  /**
   * The kind of the node. Undefined for operations and notifications, which are not part of the tree: changes to these
   * are dropped here.
   */
  readonly kind: NodeKind | undefined;
  readonly statement: Statement;
  readonly scope: LexicalScope;
  readonly module: string;
  readonly groupings: GroupingChain | undefined;
  readonly isConditional: boolean;
  readonly changes: PendingChange[];
}

interface Body {
  readonly scope: LexicalScope;
  readonly module: string;
  readonly groupings: GroupingChain | undefined;
  /** True below an augment or `uses` with a `when`. */
  readonly isConditional: boolean;
}

/** Computes children. */
export class Expansion {
  readonly #names: Names;
  readonly #features: Features;
  readonly #resolver: NodeResolver;
  readonly #maxNodes: number;
  #count = 0;

  constructor(names: Names, features: Features, resolver: NodeResolver) {
    this.#names = names;
    this.#features = features;
    this.#resolver = resolver;
    this.#maxNodes = maxNodes(names.set.characters);
  }

  /** Returns the children of a node that is not a module. */
  below(node: SchemaNode): readonly SchemaNode[] {
    if (node.depth > maxDepth) {
      this.#tooLarge(node, "are nested too deep");
      return [];
    }
    const { statement, module, groupings } = node;
    const isImplied = node.kind === "case" && statement.keyword !== "case";
    const bodies = isImplied
      ? [{ statements: [statement], body: { scope: node.scope, module, groupings, isConditional: false } }]
      : [
          {
            statements: statement.children,
            body: { scope: innerScope(node), module, groupings, isConditional: false },
          },
        ];
    return this.nodes(node, bodies);
  }

  /** Returns the nodes for these statements below a parent, and for the augments of the parent. */
  nodes(
    parent: SchemaNode,
    bodies: readonly { readonly statements: readonly Statement[]; readonly body: Body }[],
  ): readonly SchemaNode[] {
    const arrived = parent.changes.filter(hasArrived).filter(({ change }) => isAugment(change.statement));
    const added = arrived.flatMap(({ change: { statement, scope, module } }) =>
      this.#features.allow({ statement, scope })
        ? this.#candidates(statement.children, {
            scope: { file: scope.file, statement, outer: scope },
            module,
            groupings: parent.groupings,
            isConditional: hasWhen(statement),
          })
        : [],
    );
    const own = bodies.flatMap(({ statements, body }) => this.#candidates(statements, body));
    const all = [...own, ...added];
    const passing = parent.changes.filter((each) => !hasArrived(each));
    this.#passOn(passing, all);
    return keysFirst(
      all.flatMap((each) => this.#node(each, parent) ?? []),
      parent.keys,
    );
  }

  #candidates(statements: readonly Statement[], body: Body): readonly Candidate[] {
    return statements.flatMap((statement) => {
      if (statement.keyword === "uses") return this.#used(statement, body);
      const { keyword } = statement;
      return kinds.has(keyword) ? [{ kind: kinds.get(keyword), statement, ...body, changes: [] }] : [];
    });
  }

  /** Returns the nodes of a grouping, with the refines and augments of this `uses`. */
  #used(statement: Statement, body: Body): readonly Candidate[] {
    const by = { statement, scope: body.scope };
    if (!this.#features.allow(by)) return [];
    const found = this.#names.find("grouping", statement.argument, by);
    if (found === undefined || !this.#mayUse(found, by, body.groupings)) return [];
    const scope = { file: found.scope.file, statement: found.statement, outer: found.scope };
    const groupings = { grouping: found.statement, outer: body.groupings };
    const inner = this.#candidates(found.statement.children, {
      scope,
      module: body.module,
      groupings,
      isConditional: body.isConditional || hasWhen(statement),
    });
    const changes = [...every(statement, "refine"), ...every(statement, "augment")];
    const pending = changes.map((each) =>
      relativeChange(this.#names, { statement: each, scope: body.scope }, body.module),
    );
    this.#passOn(pending, inner);
    return inner;
  }

  #mayUse(found: ScopedStatement, by: ScopedStatement, groupings: GroupingChain | undefined): boolean {
    if (!this.#isBelowMost(by)) return false;
    let depth = 0;
    for (let at = groupings; at !== undefined; at = at.outer) {
      depth += 1;
      if (at.grouping !== found.statement && depth < maxGroupings) continue;
      const message = sentence`the grouping ${found.statement.argument} uses itself, or too many other groupings`;
      this.#names.set.report(by.scope.file, by.statement.offset, { code: "yang-circle", message });
      return false;
    }
    return true;
  }

  /** Passes changes on to the next nodes on their paths. Reports paths to which no node belongs. */
  #passOn(changes: readonly PendingChange[], candidates: readonly Candidate[]): void {
    if (changes.length === 0) return;
    const byName = Map.groupBy(candidates, ({ statement }) => statement.argument);
    for (const pending of changes) {
      const step = nextStep(pending);
      const fitting = byName.get(step?.name ?? "")?.filter(({ module }) => module === step?.module) ?? [];
      const at = pending.at + 1;
      for (const each of fitting) each.changes.push({ change: pending.change, at });
      if (fitting.length > 0) continue;
      const { scope, statement } = pending.change;
      const message = sentence`${statement.keyword} ${statement.argument}: there is no ${step?.name ?? "node"}`;
      this.#names.set.report(scope.file, statement.offset, { code: "yang-path", message });
    }
  }

  #node(candidate: Candidate, parent: SchemaNode): SchemaNode | undefined {
    const { kind, statement, scope, module, changes, groupings } = candidate;
    if (kind === undefined || !isSupported(changes) || !this.#features.allow(candidate)) return undefined;
    if (!this.#isBelowMost(candidate)) return undefined;
    const isShorthand = parent.kind === "choice" && kind !== "case";
    const properties = isShorthand ? undefined : propertiesOf(candidate);
    const allowed = (properties ?? []).every(
      (each) => each.statement.keyword !== "if-feature" || this.#allowsOne(each),
    );
    if (!allowed) return undefined;
    return new SchemaNode(
      {
        kind: isShorthand ? "case" : kind,
        name: statement.argument,
        module,
        parent,
        statement,
        scope,
        properties,
        changes,
        groupings,
        isConditional: candidate.isConditional || hasWhen(statement),
      },
      this.#resolver,
    );
  }

  /** True if the `if-feature` of a refine is true. */
  #allowsOne({ statement, scope }: ScopedStatement): boolean {
    return this.#features.allow({ statement: { ...statement, children: [statement] }, scope });
  }

  /** Counts a node or a use of a grouping. Returns false once there are too many. */
  #isBelowMost(at: ScopedStatement): boolean {
    this.#count += 1;
    if (this.#count > this.#maxNodes) this.#tooLarge(at, "make too many nodes");
    return this.#count <= this.#maxNodes;
  }

  #tooLarge({ scope, statement }: ScopedStatement, what: string): void {
    const message = sentence`${statement.keyword} ${statement.argument}: the modules ${what}`;
    // One report per file is enough, because every further node exceeds the limit.
    this.#names.set.report(scope.file, 0, { code: "yang-too-large", message });
  }
}

function hasWhen(statement: Statement): boolean {
  return first(statement, "when") !== undefined;
}

/** Returns the nodes with keys first (RFC 7950 7.8.5). */
function keysFirst(nodes: readonly SchemaNode[], keys: readonly string[]): readonly SchemaNode[] {
  if (keys.length === 0) return nodes;
  const own = keys.flatMap((key) => nodes.find(({ name }) => name === key) ?? []);
  return [...own, ...nodes.filter((each) => !own.includes(each))];
}

function isAugment({ keyword }: Statement): boolean {
  return keyword === "augment";
}

/** Returns the scope of a node's statements. */
function innerScope({ scope, statement }: SchemaNode): LexicalScope {
  return { file: scope.file, statement, outer: scope };
}
