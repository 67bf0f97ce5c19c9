/**
 * Describes parts of a schema tree as JSON Schemas, for editors. Vendor trees can have a million nodes. Therefore,
 * declared parts are described completely, then the nodes nearest to the top, up to a limit. Nodes beyond the limit are
 * accepted without a check. Pure.
 */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { SchemaNode } from "../schema/node.ts";
import { childOf, dataName, type Schema } from "../schema/schema.ts";
import { valueSchema } from "./value-schema.ts";

/** A node, and its declarations. */
export interface EditedNode {
  readonly node: SchemaNode;
  readonly declared: readonly Json[];
}

/** The limits of a description. */
export interface EditorBounds {
  readonly maxNodes: number;
  /** The maximum depth below the requested nodes. */
  readonly maxDepth: number;
}

/** The schemas of nodes. */
export interface NodeSchemas {
  /** The schemas, in the order of the nodes. */
  readonly schemas: readonly JsonObject[];
  /** The definitions that the schemas share. */
  readonly definitions: JsonObject;
}

/** Returns the schemas of these nodes. */
export function nodeSchemas(
  schema: Schema,
  edited: readonly EditedNode[],
  bounds: EditorBounds,
): NodeSchemas {
  const described = describedNodes(edited, bounds);
  const made = new NodeForms(schema, described);
  const schemas = edited.map(({ node }) => made.topFormOf(node));
  return { schemas, definitions: Object.fromEntries(made.definitions) };
}

/** Returns the nodes whose children are all described. Nodes with declared data come first. */
function describedNodes(
  edited: readonly EditedNode[],
  { maxNodes, maxDepth }: EditorBounds,
): ReadonlySet<SchemaNode> {
  const described = new Set<SchemaNode>();
  let count = 0;
  const describe = (node: SchemaNode): boolean => {
    if (described.has(node)) return true;
    if (node.kind !== "container" && node.kind !== "list") return false;
    if (count > maxNodes) return false;
    count += node.dataChildren.length;
    described.add(node);
    return true;
  };
  const walk = (node: SchemaNode, value: Json): void => {
    if (isArray(value)) for (const each of value) walk(node, each);
    else if (isObject(value) && describe(node))
      for (const [member, each] of Object.entries(value)) {
        const child = childOf(node, member);
        if (child !== undefined) walk(child, each);
      }
  };
  for (const { node, declared } of edited) for (const each of declared) walk(node, each);
  let level = edited.map(({ node }) => node);
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1)
    level = level.filter(describe).flatMap((node) => node.dataChildren.filter(({ config }) => config));
  return described;
}

/** Schemas of at least this length become shared definitions. */
const minShared = 80;

class NodeForms {
  readonly definitions = new Map<string, JsonObject>();
  readonly #schema: Schema;
  readonly #described: ReadonlySet<SchemaNode>;
  readonly #names = new Map<string, string>();

  constructor(schema: Schema, described: ReadonlySet<SchemaNode>) {
    this.#schema = schema;
    this.#described = described;
  }

  /**
   * Returns the schema of a node at the top of a declaration. A list with a path of its own may be written as a map by
   * key. The entries of such a map need not repeat their key.
   */
  topFormOf(node: SchemaNode): JsonObject {
    const form = this.formOf(node);
    if (node.kind !== "list" || node.keys.length === 0 || node.isUserOrdered) return form;
    const { required: _, ...entry } = this.#members(node);
    return { ...form, type: ["array", "object"], additionalProperties: this.#shared(entry) };
  }

  formOf(node: SchemaNode): JsonObject {
    const about = describedBy(node);
    switch (node.kind) {
      case "leaf":
        return { ...about, ...this.#shared(valueSchema(this.#schema, node)) };
      case "leaf-list":
        return { ...about, type: "array", items: this.#shared(valueSchema(this.#schema, node)) };
      case "list":
        return { ...about, type: "array", items: this.#shared(this.#members(node)) };
      case "container":
        return { ...about, ...this.#shared(this.#members(node)) };
      default:
        return about;
    }
  }

  #members(node: SchemaNode): JsonObject {
    if (!this.#described.has(node)) return { type: "object" };
    const children = node.dataChildren.filter(({ config }) => config);
    const properties = children.map((each) => [dataName(each, node), this.formOf(each)] as const);
    const required = node.keys.length > 0 ? { required: [...node.keys] } : {};
    return {
      type: "object",
      properties: Object.fromEntries(properties),
      ...required,
      // Names may include their own module, and RFC 7952 allows annotations of members.
      patternProperties: { [`^(?:${node.module}:|@)`]: {} },
      additionalProperties: false,
    };
  }

  /** Returns a reference instead of a long schema. In draft 7, a reference must not have other members beside it. */
  #shared(form: JsonObject): JsonObject {
    const text = JSON.stringify(form);
    if (text.length < minShared) return form;
    const name = this.#names.get(text) ?? `yang.${this.#names.size + 1}`;
    this.#names.set(text, name);
    this.definitions.set(name, form);
    return { allOf: [{ $ref: `#/definitions/${name}` }] };
  }
}

/** Returns the default of a leaf as a description for editors. Parsing drops the descriptions of modules. */
function describedBy(node: SchemaNode): JsonObject {
  const usual = node.kind === "leaf" ? node.defaults[0] : undefined;
  return usual === undefined ? {} : { description: `Default: ${usual}.` };
}
