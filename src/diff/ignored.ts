/** Ignored fields: takes the fields of `ignore:` out of a comparison. Pure. */

import type { Resource } from "../model/desired.ts";
import { matches } from "../model/glob.ts";
import { isArray, isObject, type Json, type JsonObject } from "../model/json.ts";
import { byIdentity } from "../model/list-identity.ts";
import { type Pointer, pointer } from "../model/pointer.ts";
import { inside, shapeOf, type ValueShape } from "./value-shape.ts";

/** A resource as it is compared and written, and what was left out of account. */
export interface ResourceWithoutIgnored {
  readonly resource: Resource;
  /** The topmost ignored fields, in pointer order. */
  readonly ignored: readonly Pointer[];
}

/**
 * The resource with its ignored fields as they are live: they never differ, and a write that sends them sends what is
 * there. In an exclusive tree they stay, though they are not declared.
 */
export function disregard(resource: Resource, live: Json): ResourceWithoutIgnored {
  const globs = resource.ignored ?? [];
  if (globs.length === 0) return { resource, ignored: [] };
  const walk = new Walk(globs, resource.ownership === "exclusive");
  const value = walk.merge({ declared: resource.value, live }, shapeOf(resource)) ?? null;
  return { resource: { ...resource, value }, ignored: walk.found.sort() };
}

interface Both {
  readonly declared: Json | undefined;
  readonly live: Json | undefined;
}

class Walk {
  readonly found: Pointer[] = [];
  readonly #globs: readonly string[];
  readonly #exclusive: boolean;
  readonly #path: string[] = [];

  constructor(globs: readonly string[], exclusive: boolean) {
    this.#globs = globs;
    this.#exclusive = exclusive;
  }

  /** What is declared, with the ignored parts of it as they are live; undefined when nothing is left of it. */
  merge({ declared, live }: Both, shape: ValueShape | undefined): Json | undefined {
    const path = pointer(this.#path);
    if (this.#globs.some((glob) => matches(glob, path))) {
      this.found.push(path);
      return live;
    }
    if (isObject(declared ?? live ?? null) && isObject(declared ?? {}) && isObject(live ?? {}))
      return this.#members(asObject(declared), asObject(live), shape);
    const leaves = shape?.leaves;
    if (leaves && isArray(declared) && isArray(live))
      return this.#elements(declared, live, { leaves, shape }) ?? declared;
    return declared;
  }

  /**
   * | declared | live   | left of both       | merged                                       |
   * |----------|--------|--------------------|----------------------------------------------|
   * | object   | object | anything           | what is left                                 |
   * | object   | -      | something          | what is left                                 |
   * | object   | -      | nothing of nothing | the empty object that is declared            |
   * | object   | -      | nothing            | - : all that was declared is ignored         |
   * | -        | object | something          | what is left                                 |
   * | -        | object | nothing            | -                                            |
   */
  #members(
    declared: JsonObject | undefined,
    live: JsonObject | undefined,
    shape: ValueShape | undefined,
  ): Json | undefined {
    const names = new Set(Object.keys(declared ?? {}));
    if (this.#exclusive) for (const name of Object.keys(live ?? {})) names.add(name);
    const merged: Record<string, Json> = {};
    for (const name of names) {
      const sides = { declared: member(declared, name), live: member(live, name) };
      const value = this.#inside(name, () => this.merge(sides, inside(shape, name)));
      if (value !== undefined) merged[name] = value;
    }
    const isLeft = Object.keys(merged).length > 0;
    if (isLeft || (declared && live)) return merged;
    return declared && names.size === 0 ? merged : undefined;
  }

  /** Undefined when the lists are not maps: then they are compared whole. */
  #elements(
    declared: readonly Json[],
    live: readonly Json[],
    { leaves, shape }: { readonly leaves: readonly string[]; readonly shape: ValueShape | undefined },
  ): Json | undefined {
    const wanted = byIdentity(declared, leaves);
    const found = byIdentity(live, leaves);
    if (!wanted || !found) return undefined;
    const names = new Set([...wanted.keys(), ...(this.#exclusive ? found.keys() : [])]);
    return [...names].flatMap((name) => {
      const sides = {
        declared: declared[wanted.get(name) ?? -1],
        live: live[found.get(name) ?? -1],
      };
      const value = this.#inside(name, () => this.merge(sides, inside(shape, name)));
      return value === undefined ? [] : [value];
    });
  }

  #inside<T>(segment: string, act: () => T): T {
    this.#path.push(segment);
    const result = act();
    this.#path.pop();
    return result;
  }
}

function asObject(value: Json | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

function member(value: JsonObject | undefined, name: string): Json | undefined {
  return value !== undefined && Object.hasOwn(value, name) ? value[name] : undefined;
}
