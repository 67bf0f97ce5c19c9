/** A node of a schema tree. What is below it is worked out when it is asked for. */

import type { Statement } from "../syntax/statement.ts";
import type { YangType } from "../types/type.ts";
import type { PendingChange } from "./changes.ts";
import type { LexicalScope, ScopedStatement } from "./scope.ts";

/** What a node is. The nodes of `module` are those at its top. */
export type NodeKind =
  | "module"
  | "container"
  | "list"
  | "leaf"
  | "leaf-list"
  | "choice"
  | "case"
  | "anydata"
  | "anyxml";

/** The groupings that a node came through: none of them may be used again below it. */
export interface GroupingChain {
  readonly grouping: Statement;
  readonly outer: GroupingChain | undefined;
}

/** What a node was made from. */
export interface NodeOrigin {
  readonly kind: NodeKind;
  readonly name: string;
  /** The module in whose namespace its name is. */
  readonly module: string;
  readonly parent: SchemaNode | undefined;
  /** Its statement; for the case that a shorthand leaves out, that of the node in it. */
  readonly statement: Statement;
  readonly scope: LexicalScope;
  /** True where a `when` of what brings it, an augment, a `uses` or itself, may be against it. */
  readonly isConditional: boolean;
  /** What says its properties, where refines or deviations changed them. */
  readonly properties: readonly ScopedStatement[] | undefined;
  /** Changes to it and to what is below it. */
  readonly changes: readonly PendingChange[];
  readonly groupings: GroupingChain | undefined;
}

/** Works out what nodes leave open. */
export interface NodeResolver {
  readonly children: (node: SchemaNode) => readonly SchemaNode[];
  readonly type: (node: SchemaNode) => YangType;
}

const none: readonly PendingChange[] = [];

/** A node; of the properties those that a tree of data is judged by. */
export class SchemaNode {
  readonly kind: NodeKind;
  readonly name: string;
  readonly module: string;
  readonly parent: SchemaNode | undefined;
  readonly statement: Statement;
  readonly scope: LexicalScope;
  /** How many nodes it is in. */
  readonly depth: number;
  readonly groupings: GroupingChain | undefined;
  /** True where a `when`, which is not worked out, may keep it from being there. */
  readonly isConditional: boolean;
  readonly #properties: readonly ScopedStatement[] | undefined;
  readonly #resolver: NodeResolver;
  #changes: readonly PendingChange[];
  #children: readonly SchemaNode[] | undefined;
  #dataChildren: readonly SchemaNode[] | undefined;

  constructor(origin: NodeOrigin, resolver: NodeResolver) {
    this.kind = origin.kind;
    this.name = origin.name;
    this.module = origin.module;
    this.parent = origin.parent;
    this.statement = origin.statement;
    this.scope = origin.scope;
    this.depth = (origin.parent?.depth ?? 0) + 1;
    this.groupings = origin.groupings;
    this.isConditional = origin.isConditional;
    this.#properties = origin.properties;
    this.#changes = origin.changes;
    this.#resolver = resolver;
  }

  /** Those right below it, choices and cases included: the keys of a list, then as they are written, augments last. */
  get children(): readonly SchemaNode[] {
    this.#children ??= this.#resolver.children(this);
    this.#changes = none;
    return this.#children;
  }

  /** Those that data has right below it: what is in choices counts as if there were none. */
  get dataChildren(): readonly SchemaNode[] {
    this.#dataChildren ??= this.children.flatMap((each) => (each.isData ? [each] : each.dataChildren));
    return this.#dataChildren;
  }

  /** The node that data has around this one; undefined at the top. */
  get dataParent(): SchemaNode | undefined {
    const { parent } = this;
    if (parent === undefined || parent.kind === "module") return undefined;
    return parent.isData ? parent : parent.dataParent;
  }

  /** False for choices and cases, which data does not show. */
  get isData(): boolean {
    return this.kind !== "choice" && this.kind !== "case" && this.kind !== "module";
  }

  /** Changes that are still to be made below it. */
  get changes(): readonly PendingChange[] {
    return this.#changes;
  }

  /** The first property of this keyword. */
  property(keyword: string): ScopedStatement | undefined {
    return this.properties(keyword)[0];
  }

  properties(keyword: string): readonly ScopedStatement[] {
    if (this.#isImplied) return [];
    if (this.#properties !== undefined)
      return this.#properties.filter(({ statement }) => statement.keyword === keyword);
    const { scope } = this;
    return this.statement.children.flatMap((statement) =>
      statement.keyword === keyword ? [{ statement, scope }] : [],
    );
  }

  #text(keyword: string): string | undefined {
    if (this.#isImplied) return undefined;
    if (this.#properties !== undefined) return this.property(keyword)?.statement.argument;
    return this.statement.children.find((each) => each.keyword === keyword)?.argument;
  }

  /** True for configuration, false for state (RFC 7950 7.21.1). */
  get config(): boolean {
    if (this.parent?.config === false) return false;
    return this.#text("config") !== "false";
  }

  /** True for the case of a shorthand, whose statement is that of its node. */
  get #isImplied(): boolean {
    return this.kind === "case" && this.statement.keyword !== "case";
  }

  /** True when data must have it, where its parent is there. */
  get isMandatory(): boolean {
    if (this.kind === "list" || this.kind === "leaf-list") return this.minElements > 0;
    return this.#text("mandatory") === "true";
  }

  /** True for a container that means something by being there. */
  get isPresence(): boolean {
    return this.kind === "container" && this.#text("presence") !== undefined;
  }

  /** The names of the leaves that tell the entries of a list apart; none for a list of state without. */
  get keys(): readonly string[] {
    if (this.kind !== "list") return [];
    const names = this.#text("key")?.trim().split(/\s+/) ?? [];
    return names.map((name) => name.slice(name.indexOf(":") + 1));
  }

  /** True when the order of its entries means something. */
  get isUserOrdered(): boolean {
    return this.#text("ordered-by") === "user";
  }

  get minElements(): number {
    return Number(this.#text("min-elements") ?? 0);
  }

  get maxElements(): number {
    return Number(this.#text("max-elements")?.replace("unbounded", "Infinity") ?? Number.POSITIVE_INFINITY);
  }

  /** For each `unique` of a list, its paths, as they are written. */
  get uniques(): readonly (readonly string[])[] {
    return this.properties("unique").map(({ statement }) => statement.argument.trim().split(/\s+/));
  }

  /** The type of a leaf or leaf-list. */
  get type(): YangType {
    return this.#resolver.type(this);
  }

  /** What counts where data has nothing: its own defaults, else its type's. None where it is mandatory. */
  get defaults(): readonly string[] {
    const own = this.properties("default").map(({ statement }) => statement.argument);
    const isLeaf = this.kind === "leaf" || this.kind === "leaf-list";
    if (own.length > 0 || !isLeaf || this.isMandatory) return own;
    const { defaultValue } = this.type;
    return defaultValue === undefined ? [] : [defaultValue];
  }
}
