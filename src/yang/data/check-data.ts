/** Data as JSON (RFC 7951) held against a schema, without a device. `when` and `must` are left to the device. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { KindProblem } from "../../model/problem.ts";
import { childOf, configNames } from "../schema/data-node.ts";
import type { SchemaNode } from "../schema/node.ts";
import type { Schema } from "../schema/schema.ts";
import { prefixedName } from "../schema/scope.ts";
import { type Values, valuesOf } from "../values/check-value.ts";
import { entryProblems } from "./entries.ts";
import { DataReport } from "./report.ts";
import { reportConflicts, reportMissing } from "./required.ts";

/** How data is judged. */
export interface DataOptions {
  /** Says which of the names there are a wrong one was meant to be, as a sentence. */
  readonly hint?: ((wrong: string, names: readonly string[]) => string | undefined) | undefined;
  /** True where the data is all that there will be: then what is mandatory must be in it. */
  readonly isWhole?: boolean | undefined;
  /** True: what lacks may be there already, so that it is a warning. */
  readonly isOverLive?: boolean | undefined;
}

/** What is wrong with configuration, `module:name` at its top: 200 problems at most, in the order of the data. */
export function dataProblems(schema: Schema, data: Json, options: DataOptions = {}): readonly KindProblem[] {
  const checks = new DataChecks(schema, options);
  checks.top(data);
  return checks.report.problems;
}

/** What is wrong with the value of one node: a container, a list with its entries, a leaf. */
export function nodeProblems(
  schema: Schema,
  { node, value }: { readonly node: SchemaNode; readonly value: Json },
  options: DataOptions = {},
): readonly KindProblem[] {
  const checks = new DataChecks(schema, options);
  checks.node(node, value, []);
  return checks.report.problems;
}

type Path = readonly string[];

class DataChecks {
  readonly report: DataReport;
  readonly #schema: Schema;
  readonly #values: Values;
  readonly #options: DataOptions;

  constructor(schema: Schema, options: DataOptions) {
    this.#schema = schema;
    this.#values = valuesOf(schema);
    this.#options = options;
    this.report = new DataReport(options.isOverLive === true ? "warning" : undefined);
  }

  top(data: Json): void {
    if (!isObject(data)) {
      this.#wrong([], "a map");
      return;
    }
    const present = new Set<SchemaNode>();
    for (const [member, value] of Object.entries(data)) {
      const { prefix, name } = prefixedName(member);
      const module = this.#schema.module(prefix);
      const node = module?.dataChildren.find((each) => each.name === name && each.module === prefix);
      if (node !== undefined) {
        present.add(node);
        this.node(node, value, [member]);
      } else if (module === undefined)
        this.#unknown(prefix === "" ? member : prefix, this.#schema.names, [member]);
      else
        this.#unknown(
          member,
          module.dataChildren.map((each) => `${each.module}:${each.name}`),
          [member],
        );
    }
    reportConflicts({ present, path: [] }, this.report);
  }

  node(node: SchemaNode, value: Json, path: Path): void {
    if (!node.config) {
      const message = `\`${node.name}\` is state of the device: it cannot be configured`;
      this.report.add(path, { code: "not-configurable", message });
      return;
    }
    if (node.kind === "container") this.#members(node, value, path);
    else if (node.kind === "list" || node.kind === "leaf-list") this.#entries(node, value, path);
    else if (node.kind === "leaf") this.#value(node, value, path);
    else if (node.kind === "anydata" && !isObject(value)) this.#wrong(path, "a map");
  }

  #members(node: SchemaNode, value: Json, path: Path): void {
    if (!isObject(value)) {
      this.#wrong(path, "a map");
      return;
    }
    const present = this.#present(node, value, path);
    const nodes = node.children;
    reportConflicts({ present, path }, this.report);
    if (this.#options.isWhole === true) reportMissing({ nodes, present, path }, this.report);
  }

  #present(parent: SchemaNode, value: JsonObject, path: Path): ReadonlySet<SchemaNode> {
    const present = new Set<SchemaNode>();
    for (const [member, each] of Object.entries(value)) {
      // RFC 7952: what begins with it says something of a member, and is not data.
      if (member.startsWith("@")) continue;
      const { name } = prefixedName(member);
      const node = childOf(parent, member);
      const own = [...path, member];
      if (node === undefined) this.#unknown(member, configNames(parent), own);
      else if (present.has(node))
        this.report.add(own, {
          code: "repeated-element",
          message: `\`${name}\` is there twice, with and without its module`,
        });
      else {
        present.add(node);
        this.node(node, each, own);
      }
    }
    return present;
  }

  #entries(node: SchemaNode, value: Json, path: Path): void {
    if (!isArray(value)) {
      this.#wrong(path, "a list");
      return;
    }
    for (const [at, entry] of value.entries()) {
      const own = [...path, String(at)];
      if (node.kind === "leaf-list") this.#value(node, entry, own);
      else this.#members(node, entry, own);
    }
    this.#count(node, value.length, path);
    entryProblems({ node, entries: value, path }, this.#values, this.report);
  }

  #count({ minElements: min, maxElements: max }: SchemaNode, count: number, path: Path): void {
    const isFew = count < min && this.#options.isWhole === true;
    if (!isFew && count <= max) return;
    const most = max === Number.POSITIVE_INFINITY ? "" : ` and ${max} at most`;
    const message = `must have ${min} entries at least${most}, not ${count}`;
    if (isFew) this.report.lacking(path, { code: "invalid-value", message });
    else this.report.add(path, { code: "invalid-value", message });
  }

  #value(node: SchemaNode, value: Json, path: Path): void {
    const result = this.#values.check(node, value);
    if ("fault" in result)
      this.report.add(path, { code: "invalid-value", message: `must be ${result.fault}` });
  }

  #wrong(path: Path, kind: string): void {
    this.report.add(path, { code: "wrong-type", message: `must be ${kind}` });
  }

  #unknown(wrong: string, names: readonly string[], path: Path): void {
    // A name of another module, without it: by far the likeliest mistake.
    const whole = names.find((each) => each.endsWith(`:${wrong}`));
    const hint = whole === undefined ? this.#options.hint?.(wrong, names) : `Did you mean \`${whole}\`?`;
    this.report.add(path, { code: "unknown-field", message: `the modules have no \`${wrong}\` here`, hint });
  }
}
