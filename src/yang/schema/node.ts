/** A node of a schema tree. Its children are computed lazily. */

import type { Statement } from "../syntax/statement.ts";
import type { YangType } from "../types/type.ts";
import type { PendingChange } from "./changes.ts";
import type { LexicalScope, ScopedStatement } from "./scope.ts";

/** The kind of a node. A `module` contains the top-level nodes. */
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

/** The groupings from which a node came. None of them may be used again below the node. */
export interface GroupingChain {
  readonly grouping: Statement;
  readonly outer: GroupingChain | undefined;
}

/** The origin of a node. */
export interface NodeOrigin {
  readonly kind: NodeKind;
  readonly name: string;
  /** The module to which the node's name belongs. */
  readonly module: string;
  readonly parent: SchemaNode | undefined;
  /** The node's statement. For an implied case, it is the statement of the node inside the case. */
  readonly statement: Statement;
  readonly scope: LexicalScope;
  /** True if a `when` (of the node, or of its augment or `uses`) may exclude the node. */
  readonly isConditional: boolean;
  /** The node's properties, if refines or deviations have changed them. */
  readonly properties: readonly ScopedStatement[] | undefined;
  /** Changes to the node and its descendants. */
  readonly changes: readonly PendingChange[];
  readonly groupings: GroupingChain | undefined;
}

/** Resolves the references of nodes. */
export interface NodeResolver {
  readonly children: (node: SchemaNode) => readonly SchemaNode[];
  readonly type: (node: SchemaNode) => YangType;
}

const none: readonly PendingChange[] = [];

/** A node, with the properties needed to validate data. */
export class SchemaNode {
  readonly kind: NodeKind;
  readonly name: string;
  readonly module: string;
  readonly parent: SchemaNode | undefined;
  readonly statement: Statement;
  readonly scope: LexicalScope;
  /** The node's nesting depth. */
  readonly depth: number;
  readonly groupings: GroupingChain | undefined;
  /** True if a `when`, which is not evaluated, may exclude the node. */
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

  /**
   * The node's children, including choices and cases. A list's keys come first, then the other children in written
   * order, and augments last.
   */
  get children(): readonly SchemaNode[] {
    this.#children ??= this.#resolver.children(this);
    this.#changes = none;
    return this.#children;
  }

  /** The node's data children. Nodes inside a choice count as children of the node that contains the choice. */
  get dataChildren(): readonly SchemaNode[] {
    this.#dataChildren ??= this.children.flatMap((each) => (each.isData ? [each] : each.dataChildren));
    return this.#dataChildren;
  }

  /** The node's data parent. Undefined: the node is at the top. */
  get dataParent(): SchemaNode | undefined {
    const { parent } = this;
    if (parent === undefined || parent.kind === "module") return undefined;
    return parent.isData ? parent : parent.dataParent;
  }

  /** False for choices and cases, which are not in data. */
  get isData(): boolean {
    return this.kind !== "choice" && this.kind !== "case" && this.kind !== "module";
  }

  /** The changes to descendants that have not been passed on to the children yet. */
  get changes(): readonly PendingChange[] {
    return this.#changes;
  }

  /** Returns the first property with this keyword. Undefined: there is none. */
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

  /** True for the implied case of a shorthand. Its statement is the statement of the node inside the case. */
  get #isImplied(): boolean {
    return this.kind === "case" && this.statement.keyword !== "case";
  }

  /** True if data must contain the node whenever its parent exists. */
  get isMandatory(): boolean {
    if (this.kind === "list" || this.kind === "leaf-list") return this.minElements > 0;
    return this.#text("mandatory") === "true";
  }

  /** True for a presence container. */
  get isPresence(): boolean {
    return this.kind === "container" && this.#text("presence") !== undefined;
  }

  /** The names of a list's key leaves. A state list without a key has none. */
  get keys(): readonly string[] {
    if (this.kind !== "list") return [];
    const names = this.#text("key")?.trim().split(/\s+/) ?? [];
    return names.map((name) => name.slice(name.indexOf(":") + 1));
  }

  /** True if the order of the node's entries is significant. */
  get isUserOrdered(): boolean {
    return this.#text("ordered-by") === "user";
  }

  get minElements(): number {
    return Number(this.#text("min-elements") ?? 0);
  }

  get maxElements(): number {
    return Number(this.#text("max-elements")?.replace("unbounded", "Infinity") ?? Number.POSITIVE_INFINITY);
  }

  /** The paths of each `unique` statement of a list, as written. */
  get uniques(): readonly (readonly string[])[] {
    return this.properties("unique").map(({ statement }) => statement.argument.trim().split(/\s+/));
  }

  /** The type of a leaf or leaf-list. */
  get type(): YangType {
    return this.#resolver.type(this);
  }

  /**
   * The values that apply if data contains none: the node's own defaults, or else the default of its type, unless the
   * node is mandatory. For a choice, this is the name of the default case.
   */
  get defaults(): readonly string[] {
    const own = this.properties("default").map(({ statement }) => statement.argument);
    const isLeaf = this.kind === "leaf" || this.kind === "leaf-list";
    if (own.length > 0 || !isLeaf || this.isMandatory) return own;
    const { defaultValue } = this.type;
    return defaultValue === undefined ? [] : [defaultValue];
  }
}
