/** Scopes: the variables that are visible at a place, in layers, and the place where each variable was written. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { SourcePosition, WrittenVariable } from "../../model/source.ts";
import { type Caret, positionOf } from "../../yaml/caret.ts";
import type { VariableUse } from "../expressions/evaluate.ts";
import { hasExpression, usesInText } from "../expressions/text.ts";
import type { Row } from "./document-node.ts";

/** Variables from one source: a `vars.yaml`, a file, a row, an entry, the project file, or the loader itself. */
export interface VariableLayer {
  readonly values: JsonObject;
  /**
   * Returns the place where a part of a variable was written. The first name of the path is the name of the variable.
   * Variables of the loader have no position.
   */
  readonly caret?: ((path: readonly string[]) => Caret) | undefined;
  /** Like `caret`, but returns only the position. For a layer whose text is not available. */
  readonly position?: ((path: readonly string[]) => SourcePosition | undefined) | undefined;
  /** The data row whose members are the variables of the layer. Absent: the layer does not come from a row. */
  readonly row?: Row | undefined;
}

/** A variable and its layer. */
export interface FoundVariable {
  readonly value: Json;
  readonly layer: VariableLayer;
}

/**
 * The layers that are visible at one place. The layer of the project file has priority. Among the others, the nearest
 * layer has priority.
 */
export class VariableScope {
  readonly #own: VariableLayer | undefined;
  readonly #below: VariableScope | undefined;
  readonly #strongest: VariableLayer | undefined;

  constructor(of: {
    own?: VariableLayer;
    below?: VariableScope | undefined;
    strongest?: VariableLayer | undefined;
  }) {
    this.#own = of.own;
    this.#below = of.below;
    this.#strongest = of.strongest;
  }

  /** Returns this scope with a further layer, which overrides all layers except that of the project file. */
  with(own: VariableLayer): VariableScope {
    return new VariableScope({ own, below: this, strongest: this.#strongest });
  }

  /** Returns the variable with this name. */
  find(name: string): FoundVariable | undefined {
    return inLayer(this.#strongest, name) ?? this.#nearest(name);
  }

  #nearest(name: string): FoundVariable | undefined {
    for (let scope: VariableScope | undefined = this; scope; scope = scope.#below) {
      const found = inLayer(scope.#own, name);
      if (found) return found;
    }
    return undefined;
  }

  /** The row of the innermost `each` around this place. */
  get row(): Row | undefined {
    return this.#own?.row ?? this.#below?.row;
  }

  /** All variable names. */
  names(): readonly string[] {
    const below = this.#below?.names() ?? Object.keys(this.#strongest?.values ?? {});
    return [...new Set([...Object.keys(this.#own?.values ?? {}), ...below])];
  }
}

function inLayer(layer: VariableLayer | undefined, name: string): FoundVariable | undefined {
  if (!layer || !Object.hasOwn(layer.values, name)) return undefined;
  return { value: layer.values[name] ?? null, layer };
}

/**
 * Returns the variables that a value's expressions use, directly or through other variables. Each is returned once, in
 * the order in which it is found.
 */
export function variablesIn(value: Json, scope: VariableScope): readonly WrittenVariable[] {
  const used = new Map<string, WrittenVariable>();
  const seen = new Map<string, Set<string | undefined>>();
  const walk = (of: Json): void => {
    if (typeof of === "string") {
      if (hasExpression(of)) for (const each of usesInText(of)) visit(each);
    } else if (isArray(of)) for (const each of of) walk(each);
    else if (isObject(of)) for (const each of Object.values(of)) walk(each);
  };
  const visit = ({ name, member }: VariableUse): void => {
    const members = seen.get(name);
    if (members?.has(member)) return;
    seen.set(name, new Set([...(members ?? []), member]));
    const found = scope.find(name);
    if (!found) return;
    const caret = found.layer.caret?.([name]);
    const at = caret ? positionOf(caret) : found.layer.position?.([name]);
    if (at) used.set(name, { name, ...at, value: found.value });
    if (!found.layer.row) walk(found.value);
  };
  walk(value);
  return [...used.values()].map((each) => ({ ...each, value: named(each.value, seen.get(each.name)) }));
}

/**
 * Reduces a variable's value to the members that expressions use. If `members` contains undefined, expressions use the
 * whole value.
 */
function named(value: Json, members: ReadonlySet<string | undefined> = new Set()): Json {
  if (!isObject(value) || members.has(undefined)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => members.has(name)));
}
