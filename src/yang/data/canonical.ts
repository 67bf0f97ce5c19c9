/** Canonicalizes data by its modules, so that the same configuration is the same value. */

import { byTextOf } from "../../model/compare.ts";
import { isArray, isObject, type Json, type JsonObject, put } from "../../model/json.ts";
import type { SchemaNode } from "../schema/node.ts";
import { childOf, dataName, type Schema } from "../schema/schema.ts";
import { prefixedName } from "../schema/scope.ts";
import { type Values, valuesOf } from "../values/check-value.ts";

/**
 * Returns the value of a node in the form of RFC 7951. Integers and decimals have the JSON types of their YANG types.
 * Identities have their module. The name of a member has its module if that differs from the parent's module. A single
 * entry becomes a list, and sets are sorted. Every value is accepted: a value of another type stays unchanged.
 */
export function canonicalData(schema: Schema, node: SchemaNode, value: Json): Json {
  return canonical(valuesOf(schema), node, value);
}

function canonical(values: Values, node: SchemaNode, value: Json): Json {
  switch (node.kind) {
    case "container":
      // XML shows an empty container in the same way as an empty leaf.
      return isObject(value) ? members(values, node, value) : value === "" || value === null ? {} : value;
    case "list":
      return isObject(value) ? [members(values, node, value)] : entries(values, node, value);
    case "leaf":
      return leaf(values, node, value);
    case "leaf-list":
      return isArray(value) || !isObject(value)
        ? leafList(values, node, isArray(value) ? value : [value])
        : value;
    case "anydata":
      return anyData(value, node.module);
    default:
      return value;
  }
}

/**
 * Returns the canonical form of data without modules. A name contains its module only if that differs from the parent's
 * module (RFC 7951, 4).
 */
function anyData(value: Json, around: string): Json {
  if (isArray(value)) return value.map((each) => anyData(each, around));
  if (!isObject(value)) return value;
  const made: Record<string, Json> = {};
  for (const [member, each] of Object.entries(value)) {
    const { prefix, name } = prefixedName(member);
    const isOwn = prefix === around && !Object.hasOwn(value, name);
    put(made, isOwn ? name : member, anyData(each, prefix === "" ? around : prefix));
  }
  return made;
}

function entries(values: Values, node: SchemaNode, value: Json): Json {
  if (!isArray(value)) return value === "" ? [] : value;
  return value.map((entry) => (isObject(entry) ? members(values, node, entry) : entry));
}

function members(values: Values, parent: SchemaNode, value: JsonObject): JsonObject {
  const made: Record<string, Json> = {};
  for (const [member, each] of Object.entries(value)) {
    const node = childOf(parent, member);
    const name = node ? dataName(node, parent) : member;
    const isTwice = name !== member && Object.hasOwn(value, name);
    put(made, isTwice ? member : name, node ? canonical(values, node, each) : each);
  }
  return made;
}

function leaf(values: Values, node: SchemaNode, value: Json): Json {
  if (value === "" && node.type.base === "empty") return [null];
  const result = values.check(node, value);
  return "json" in result ? result.json : value;
}

/** If one of the values is invalid, all values keep their positions, because problems refer to positions. */
function leafList(values: Values, node: SchemaNode, list: readonly Json[]): Json {
  const spelled = list
    .map((each) => values.check(node, each))
    .flatMap((each) => ("json" in each ? each : []));
  const isSet = !node.isUserOrdered && new Set(spelled.map((each) => each.canonical)).size === list.length;
  if (spelled.length < list.length) return list;
  const sorted = isSet ? spelled.sort(byTextOf((each) => each.canonical)) : spelled;
  return sorted.map(({ json }) => json);
}
