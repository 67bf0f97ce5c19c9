/** Evaluates values: replaces expressions by their results in a scope. Variables are evaluated lazily. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Meter } from "../../model/meter.ts";
import { hasMember, VariableFailure, type Variables } from "../expressions/evaluate.ts";
import type { ExpressionProblem } from "../expressions/faults.ts";
import { valueOfText } from "../expressions/text.ts";
import { type CelValue, celOf } from "../expressions/values.ts";
import { layeredOver } from "./layering.ts";
import type { FoundVariable, VariableLayer, VariableScope } from "./scope.ts";
import { type Template, templateOf } from "./template.ts";

/** An error in an expression, and its place in the value as written. */
export interface TemplateFault {
  readonly path: readonly string[];
  readonly at: "key" | "value";
  readonly problem: ExpressionProblem;
}

/** An error in a variable's expression. Its path begins with the variable's name. */
export interface VariableFault extends TemplateFault {
  readonly layer: VariableLayer;
}

/** An evaluated value. Parts with an error are left out. */
export interface EvaluatedValue {
  readonly value: Json;
  readonly faults: readonly TemplateFault[];
  /**
   * True: all expressions in the value could be evaluated. An error in a variable is reported at the variable, not
   * here.
   */
  readonly isWhole: boolean;
  /** The keys that contain expressions, each with its evaluated and its written path. */
  readonly keys: readonly RenderedKey[];
}

/** A key with expressions. */
export interface RenderedKey {
  readonly path: readonly string[];
  readonly written: readonly string[];
}

interface Output {
  readonly faults: TemplateFault[];
  readonly keys: RenderedKey[];
  isWhole: boolean;
}

/** The place of a part, both in the evaluated value and in the written value. */
interface Spot {
  readonly path: readonly string[];
  readonly written: readonly string[];
}

interface PartIn {
  readonly spot: Spot;
  readonly to: Output;
}

const left = Symbol("left out");

/** Returns the layer from which a part of a value comes: 0 is the highest layer. Undefined: unknown. */
export type LayerFinder = (path: readonly string[]) => number | undefined;

/** Evaluates values in one scope. Each variable is evaluated once. */
export class Renderer implements Variables {
  readonly budget: Meter;
  readonly saysOnce = true;
  /** Errors in variables. Each is reported once. */
  readonly faults: VariableFault[] = [];
  readonly #scope: VariableScope;
  readonly #known = new Map<string, CelValue | typeof left>();
  readonly #open: string[] = [];
  readonly #layerOf: LayerFinder | undefined;
  /** The nesting depth of the values that are being evaluated, including variables. Each level takes stack space. */
  #levels = 0;

  /** `layerOf`: returns the layer of a part by its written path; 0 is the highest layer. */
  constructor(scope: VariableScope, budget: Meter, layerOf?: LayerFinder) {
    this.#scope = scope;
    this.budget = budget;
    this.#layerOf = layerOf;
  }

  names(): readonly string[] {
    return this.#scope.names();
  }

  holding(member: string): string | undefined {
    return this.names().find((name) => hasMember(this.#scope.find(name)?.value, member));
  }

  value(name: string): CelValue | undefined {
    const before = this.#known.get(name);
    if (before === left) throw new VariableFailure(name);
    if (before !== undefined) return before;
    const found = this.#scope.find(name);
    if (!found) return undefined;
    const value = this.#evaluated(name, found);
    this.#known.set(name, value);
    if (value === left) throw new VariableFailure(name);
    return value;
  }

  #evaluated(name: string, { value, layer }: FoundVariable): CelValue | typeof left {
    const template = layer.row ? undefined : templateOf(value);
    if (!template) return celOf(value);
    if (this.#open.includes(name)) {
      const needed = [...this.#open.slice(this.#open.indexOf(name) + 1), name].map((each) => `\`${each}\``);
      const message = `the variable \`${name}\` needs ${needed.join(", which needs ")}`;
      const problem = {
        message,
        hint: "Give one of these variables a value that uses none of the others.",
        start: 0,
        end: 0,
      };
      this.faults.push({ layer, path: [name], at: "value", problem });
      return left;
    }
    if (this.#open.length >= openMax) {
      const problem = {
        message: `a chain of variables has more than ${openMax} steps`,
        start: 0,
        end: 0,
      };
      this.faults.push({ layer, path: [name], at: "value", problem });
      return left;
    }
    this.#open.push(name);
    const { value: made, faults, isWhole } = this.render(value);
    this.#open.pop();
    this.faults.push(...faults.map((fault) => ({ ...fault, layer, path: [name, ...fault.path] })));
    return isWhole ? celOf(made) : left;
  }

  /**
   * Returns the value with all its expressions evaluated. A map member that evaluates to null counts as not declared.
   */
  render(value: Json): EvaluatedValue {
    const template = templateOf(value);
    if (!template) return { value, faults: [], isWhole: true, keys: [] };
    const output: Output = { faults: [], keys: [], isWhole: true };
    const made = this.#part(value, template, { spot: { path: [], written: [] }, to: output });
    return { ...output, value: made === left ? null : made };
  }

  #part(value: Json, template: Template, at: PartIn): Json | typeof left {
    if (this.#levels >= levelsMax) {
      const message = `variables are nested more than ${levelsMax} levels deep`;
      at.to.faults.push({ path: at.spot.written, at: "value", problem: { message, start: 0, end: 0 } });
      at.to.isWhole = false;
      return left;
    }
    this.#levels += 1;
    const made = this.#inside(value, template, at);
    this.#levels -= 1;
    return made;
  }

  #inside(value: Json, template: Template, { spot, to }: PartIn): Json | typeof left {
    switch (template.kind) {
      case "text":
        return this.#text(template.text, { path: spot.written, at: "value" }, to);
      case "list": {
        const list = isArray(value) ? [...value] : [];
        for (const [index, element] of template.elements) {
          const made = this.#part(list[index] ?? null, element, { spot: at(spot, String(index)), to });
          list[index] = made === left ? null : made;
        }
        return list;
      }
      case "map":
        return this.#map(isObject(value) ? value : {}, template.members, { spot, to });
    }
  }

  #map(
    value: JsonObject,
    members: Extract<Template, { kind: "map" }>["members"],
    { spot, to }: PartIn,
  ): Json {
    const map: Record<string, Json> = { ...value };
    const writtenAs = new Map<string, string>();
    for (const { key, isDynamic } of members) if (isDynamic) delete map[key];
    for (const { key, isDynamic, value: template } of members) {
      const written = [...spot.written, key];
      const own = isDynamic ? this.key(key, written, to) : key;
      if (own === undefined) continue;
      const before = isDynamic && Object.hasOwn(map, own) ? (writtenAs.get(own) ?? own) : undefined;
      const order = before === undefined ? 0 : this.#order([...spot.written, before], written);
      if (before !== undefined && order === 0) {
        const message = `\`${key}\` gives the key \`${own}\`, which this map already has`;
        to.faults.push({ path: written, at: "key", problem: { message, start: 0, end: 0 } });
        to.isWhole = false;
        continue;
      }
      const path = [...spot.path, own];
      const raw = value[key] ?? null;
      const made = template ? this.#part(raw, template, { spot: { path, written }, to }) : raw;
      if (isDynamic && order >= 0) to.keys.push({ path, written });
      if (isDynamic) writtenAs.set(own, key);
      if (order !== 0 && made !== left) {
        const other = map[own] ?? null;
        const laid = order > 0 ? layeredOver(other, made) : layeredOver(made, other);
        if (laid === undefined) delete map[own];
        else map[own] = laid;
      } else if (made === left || (made === null && template?.kind === "text")) delete map[own];
      else map[own] = made;
    }
    return map;
  }

  /**
   * Decides which of two keys with the same evaluated text has priority. Negative: the first. Positive: the second. 0:
   * both are in one layer, or a layer is unknown.
   */
  #order(one: readonly string[], other: readonly string[]): number {
    const [a, b] = [one, other].map((path) => this.#layerOf?.(path));
    return a === undefined || b === undefined ? 0 : a - b;
  }

  /** Returns the evaluated key. If the result is not a valid key, reports an error and returns undefined. */
  key(key: string, written: readonly string[], to: Pick<Output, "faults" | "isWhole">): string | undefined {
    const made = this.#text(key, { path: written, at: "key" }, to);
    if (made === left) return undefined;
    const text = typeof made === "string" || typeof made === "number" ? String(made) : undefined;
    const message =
      text === undefined
        ? "a key must be text or a number"
        : text === ""
          ? "the key is empty"
          : hostile.has(text)
            ? `\`${text}\` cannot be a key`
            : undefined;
    if (message === undefined) return text;
    const hint = text === "" ? "The expression of the key needs a value in every row and entry." : undefined;
    to.faults.push({ path: written, at: "key", problem: { message, hint, start: 0, end: key.length } });
    to.isWhole = false;
    return undefined;
  }

  #text(
    text: string,
    where: Pick<TemplateFault, "path" | "at">,
    to: Pick<Output, "faults" | "isWhole">,
  ): Json | typeof left {
    try {
      const evaluation = valueOfText(text, this);
      if ("value" in evaluation) return evaluation.value;
      to.faults.push(...evaluation.problems.map((problem) => ({ ...where, problem })));
    } catch (error) {
      if (!(error instanceof VariableFailure)) throw error;
    }
    to.isWhole = false;
    return left;
  }
}

const openMax = 100;
const levelsMax = 400;
const hostile = new Set(["__proto__", "constructor", "prototype"]);

function at({ path, written }: Spot, step: string): Spot {
  return { path: [...path, step], written: [...written, step] };
}
