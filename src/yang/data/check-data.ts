/** Validates JSON data (RFC 7951) by a schema, without a device. The device itself evaluates `when` and `must`. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { KindProblem } from "../../model/problem.ts";
import { isSecretReference } from "../../model/secret.ts";
import type { SchemaNode } from "../schema/node.ts";
import { childOf, configNames, type Schema } from "../schema/schema.ts";
import { prefixedName } from "../schema/scope.ts";
import { type Values, valuesOf } from "../values/check-value.ts";
import { entryProblems } from "./entries.ts";
import { DataReport } from "./report.ts";

interface DataOptions {
  /**
   * Returns a sentence that suggests which existing name was meant by a wrong name. Undefined: no name is similar.
   * Absent: nothing is suggested.
   */
  readonly hint?: ((wrong: string, names: readonly string[]) => string | undefined) | undefined;
  /** True for complete data, which must contain all mandatory nodes. Default: false. */
  readonly isWhole?: boolean | undefined;
  /** True: missing nodes may already exist on the device, so they are only warnings. Default: false. */
  readonly isOverLive?: boolean | undefined;
}

/** Returns the errors in the value of one node, such as a list with its entries: at most 200 problems, in order. */
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

function isReferenceAt({ kind }: SchemaNode, value: Json): boolean {
  if (kind === "leaf") return isSecretReference(value);
  return kind === "leaf-list" && isArray(value) && value.length > 0 && value.every(isSecretReference);
}

class DataChecks {
  readonly report: DataReport;
  readonly #values: Values;
  readonly #options: DataOptions;

  constructor(schema: Schema, options: DataOptions) {
    this.#values = valuesOf(schema);
    this.#options = options;
    this.report = new DataReport(options.isOverLive === true ? "warning" : undefined);
  }

  node(node: SchemaNode, value: Json, path: Path): void {
    if (!node.config) {
      const message = `\`${node.name}\` is state data of the device, which cannot be configured`;
      this.report.add(path, { code: "not-configurable", message });
      return;
    }
    // The value of a secret is never checked.
    if (isReferenceAt(node, value)) return;
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
    let names: readonly string[] | undefined;
    for (const [member, each] of Object.entries(value)) {
      // Members with the prefix `@` are annotations, not data (RFC 7952).
      if (member.startsWith("@")) continue;
      const { name } = prefixedName(member);
      const node = childOf(parent, member);
      const own = [...path, member];
      if (node === undefined) {
        // A problem that is no longer reported needs no hint.
        if (this.report.isFull) continue;
        names ??= configNames(parent);
        this.#unknown(member, names, own);
      } else if (present.has(node))
        this.report.add(own, {
          code: "repeated-element",
          message: `\`${name}\` appears twice: once with its module, and once without`,
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
    const most = max === Number.POSITIVE_INFINITY ? "" : ` and at most ${max}`;
    const message = `must have at least ${min}${most} entries, not ${count}`;
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
    // The most common error by far is a name of another module without its prefix.
    const whole = names.find((each) => each.endsWith(`:${wrong}`));
    const hint = whole === undefined ? this.#options.hint?.(wrong, names) : `Did you mean \`${whole}\`?`;
    this.report.add(path, { code: "unknown-field", message: `the modules have no \`${wrong}\` here`, hint });
  }
}

interface NodeGroup {
  readonly nodes: readonly SchemaNode[];
  /** The nodes of the parent that the data contains. */
  readonly present: ReadonlySet<SchemaNode>;
  readonly path: readonly string[];
}

/** Reports missing mandatory nodes, except conditional nodes (`when`) and state. */
function reportMissing({ nodes, present, path }: NodeGroup, report: DataReport): void {
  for (const node of nodes) {
    if (present.has(node) || !node.config || node.isConditional) continue;
    if (node.kind === "choice") missingOfChoice(node, { present, path }, report);
    else if (node.isMandatory) {
      const message = `${node.kind} \`${node.name}\` is missing`;
      report.lacking(path, { code: "missing-field", message });
    } else if (node.kind === "container" && !node.isPresence)
      reportMissing({ nodes: node.children, present, path: [...path, node.name] }, report);
  }
}

function missingOfChoice(
  choice: SchemaNode,
  { present, path }: Omit<NodeGroup, "nodes">,
  report: DataReport,
): void {
  const taken = choice.children.find((each) => each.dataChildren.some((node) => present.has(node)));
  if (taken !== undefined) reportMissing({ nodes: taken.children, present, path }, report);
  if (taken !== undefined || !choice.isMandatory) return;
  const cases = choice.children.slice(0, 20).map(({ name }) => `\`${name}\``);
  report.lacking(path, {
    code: "missing-field",
    message: `one of the cases of \`${choice.name}\` is required: ${cases.join(", ")}`,
  });
}

/** Reports nodes of two cases of one choice. */
function reportConflicts({ present, path }: Omit<NodeGroup, "nodes">, report: DataReport): void {
  const taken = new Map<SchemaNode, { readonly of: SchemaNode; readonly by: SchemaNode }>();
  for (const node of present)
    for (let at = node.parent; at !== undefined && !at.isData; at = at.parent) {
      const choice = at.kind === "case" ? at.parent : undefined;
      if (choice === undefined) continue;
      const other = taken.get(choice);
      if (other === undefined) taken.set(choice, { of: at, by: node });
      else if (other.of !== at) {
        const both = `\`${other.by.name}\` and \`${node.name}\``;
        const cases = `different cases of the choice \`${choice.name}\``;
        const message = `${both} belong to ${cases}: a device can have only one of them`;
        report.add([...path, node.name], { code: "conflicting-cases", message });
      }
    }
}
