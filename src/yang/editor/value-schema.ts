/**
 * Describes the values of a leaf as a JSON Schema. It accepts every valid value, and as few other values as the schema
 * language allows. Pure.
 */

import type { JsonObject } from "../../model/json.ts";
import { javascriptPattern } from "../patterns/javascript.ts";
import type { SchemaNode } from "../schema/node.ts";
import type { Schema } from "../schema/schema.ts";
import { type Interval, wholeRange, type YangType } from "../types/type.ts";
import { leafrefTarget } from "../values/leafref.ts";

/** The maximum length of a chain of leafrefs. It is also the maximum depth of nested unions. */
const maxChain = 10;
/** The maximum number of names. More names would not help in an editor. */
const maxNames = 500;

interface TypedPlace {
  readonly schema: Schema;
  readonly node: SchemaNode;
  readonly type: YangType;
  readonly depth: number;
}

/** Returns the schema of a leaf, or of a leaf-list entry. */
export function valueSchema(schema: Schema, node: SchemaNode): JsonObject {
  return either(formsOf({ schema, node, type: node.type, depth: 0 }));
}

/** Returns a union of schemas without duplicates. The union accepts everything if one of the schemas does. */
function either(forms: readonly JsonObject[]): JsonObject {
  const byText = new Map(forms.map((each) => [JSON.stringify(each), each]));
  const [first = {}, ...others] = byText.values();
  if (byText.has("{}")) return {};
  return others.length === 0 ? first : { anyOf: [...byText.values()] };
}

function formsOf(at: TypedPlace): readonly JsonObject[] {
  const { schema, node, type, depth } = at;
  if (depth > maxChain) return [{}];
  switch (type.base) {
    case "boolean":
      return [{ type: "boolean" }, { enum: ["true", "false"] }];
    case "empty":
      return [{ enum: [[null], null] }];
    case "union":
      return type.members.flatMap((member) => formsOf({ ...at, type: member, depth: depth + 1 }));
    case "leafref": {
      const target = leafrefTarget(schema, node, type);
      const isLeaf = target?.kind.startsWith("leaf") === true;
      return isLeaf ? formsOf({ schema, node: target, type: target.type, depth: depth + 1 }) : [{}];
    }
    case "enumeration":
      return named([...type.enums.keys()]);
    case "identityref":
      return named(identityNames(at));
    case "string":
      return [textForm(type)];
    case "instance-identifier":
      return [{ type: "string", pattern: "^/" }];
    case "binary":
    case "bits":
      return [{ type: "string" }];
    default:
      return numberForms(type);
  }
}

function named(names: readonly string[]): readonly JsonObject[] {
  return names.length > maxNames || names.length === 0 ? [{ type: "string" }] : [{ enum: names }];
}

/**
 * Returns the allowed identities with their module. Identities of the leaf's own module are also returned without it.
 */
function identityNames({ schema, node, type }: TypedPlace): readonly string[] {
  const [first = new Set<string>(), ...others] = type.identities.map((each) =>
    schema.identities.derivedFrom(each),
  );
  const names = [...first].filter((name) => others.every((each) => each.has(name))).sort();
  const own = `${node.module}:`;
  return names.flatMap((name) => (name.startsWith(own) ? [name.slice(own.length), name] : [name]));
}

function textForm({ length, patterns }: YangType): JsonObject {
  const [least, most] = [length?.[0]?.[0], length?.at(-1)?.[1]];
  const known = patterns.flatMap(({ text, isInverted }): readonly JsonObject[] => {
    const pattern = javascriptPattern(text);
    if (pattern === undefined) return [];
    return [isInverted ? { not: { pattern } } : { pattern }];
  });
  const [only, ...others] = known;
  return {
    type: "string",
    ...(least !== undefined && least > 0n && isSafe(least) && { minLength: Number(least) }),
    ...(most !== undefined && isSafe(most) && { maxLength: Number(most) }),
    ...(others.length > 0 ? { allOf: known } : only),
  };
}

/** Returns schemas for numbers, which may also be texts. For decimals, only the format is checked. */
function numberForms(type: YangType): readonly JsonObject[] {
  if (type.base === "decimal64") return [{ type: "number" }, { type: "string", pattern: "^[+-]?[0-9]" }];
  const whole = wholeRange[type.base];
  const intervals: readonly Interval[] = type.range ?? (whole ? [whole] : []);
  const numbers = intervals.slice(0, 50).map(([low, high]) => ({
    type: "integer",
    ...(isSafe(low) && { minimum: Number(low) }),
    ...(isSafe(high) && { maximum: Number(high) }),
  }));
  const isShort = intervals.length <= 50;
  return [...(isShort ? numbers : [{ type: "integer" }]), { type: "string", pattern: "^[+-]?[0-9]+$" }];
}

function isSafe(number: bigint): boolean {
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  return -most <= number && number <= most;
}
