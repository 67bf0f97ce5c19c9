/** Instances: a document with `each` exists once for each row of its data. */

import { isArray, isObject, type Json } from "../../../model/json.ts";
import { type Caret, caretIn } from "../../../yaml/caret.ts";
import type { YamlDocument } from "../../../yaml/compose.ts";
import { meant } from "../../../yaml/did-you-mean.ts";
import { nodeSize } from "../../../yaml/positions.ts";
import { shape as shapeWord } from "../../../yaml/schema-issues.ts";
import type { DataRow } from "../../composition/csv.ts";
import { besidePath, type DataFiles, isDataPath } from "../../composition/data.ts";
import type { DocumentNode } from "../../composition/document-node.ts";
import type { VariableLayer, VariableScope } from "../../composition/scope.ts";
import { isVariableName } from "../../expressions/compile.ts";
import { hasExpression } from "../../expressions/text.ts";
import { type LoadRun, reportAt, reportNode } from "../load-run.ts";
import { caretsIn, evaluated } from "./expressions-of.ts";

/** How a document is instantiated. */
export interface Instance {
  readonly root: DocumentNode;
  readonly variables: VariableScope;
  /** The variables of the file and of the row, which are above the layers of folders. */
  readonly own: readonly VariableLayer[];
}

/** The maximum number of rows of one `each`. */
const rowsMax = 100_000;

/** The header fields that control how a document is instantiated. */
export const makingNames: ReadonlySet<string> = new Set(["vars", "each", "where", "groups"]);

/** Returns the variables of a document, which override those of its folders; undefined if it has none. */
function documentVariables(run: LoadRun, { value, outline }: YamlDocument): VariableLayer | undefined {
  const vars = isObject(value) && Object.hasOwn(value, "vars") ? (value.vars ?? null) : undefined;
  if (vars === undefined) return undefined;
  return variablesAt(run, { outline, layer: "entry", path: ["vars"] }, vars);
}

/**
 * Returns a map of variables as a layer. Undefined if there are no variables, or, with a finding, if they are invalid.
 */
export function variablesAt(run: LoadRun, node: DocumentNode, vars: Json): VariableLayer | undefined {
  return vars === null ? undefined : checkedVariables(run, vars, (path, at) => caretIn(node, path, at));
}

/** Like `variablesAt`, for a map at any place. `caret` finds the positions for errors in the map. */
export function checkedVariables(
  run: LoadRun,
  vars: Json,
  caret: (path: readonly string[], at: "key" | "value") => Caret,
): VariableLayer | undefined {
  if (!isObject(vars)) {
    const message = `variables must be a map by name, not ${shapeWord(vars)}`;
    reportAt(run, caret([], "value"), { code: "wrong-type", message });
    return undefined;
  }
  for (const name of Object.keys(vars)) {
    if (isVariableName(name) && !given.has(name)) run.variableNames.add(name);
    else {
      const message = `\`${name}\` cannot be the name of a variable`;
      const hint = given.has(name)
        ? "Every entry already has that variable."
        : "Names have letters, digits and `_`, do not begin with a digit, and are not reserved words of expressions.";
      reportAt(run, caret([name], "key"), { code: "bad-variable", message, hint });
    }
  }
  return { values: vars, caret: (path) => caret(path, "value") };
}

/** Variables that the loader defines for every entry. */
const given: ReadonlySet<string> = new Set(["key", "target", "scope"]);

/** Returns the instances of a document: a single one, one per row, or none if its `each` has an error. */
export function* instancesOf(
  run: LoadRun,
  document: YamlDocument,
  of: { readonly variables: VariableScope; readonly data: DataFiles },
): Generator<Instance> {
  const { value, outline } = document;
  const root: DocumentNode = { outline, layer: "entry", path: [] };
  const file = documentVariables(run, document);
  const own = file ? [file] : [];
  const variables = file ? of.variables.with(file) : of.variables;
  const each = isObject(value) ? value.each : undefined;
  if (each === undefined) {
    if (isObject(value) && Object.hasOwn(value, "where"))
      reportNode(
        run,
        { ...root, path: ["where"] },
        { code: "bad-each", message: "`where` is only for documents with `each`" },
      );
    yield { root, variables, own };
    return;
  }
  const found = rowsOf(run, { each, root, variables, data: of.data });
  if (!found) return;
  const { name, rows } = found;
  run.variableNames.add(name);
  const size = outline.numbers.length / nodeSize;
  const most = rows.length > rowsMax ? rowsMax : run.made(rows.length * size);
  if (most !== undefined) {
    const message =
      rows.length > rowsMax
        ? `\`each\` has ${rows.length} rows, and at most ${rowsMax} are allowed`
        : `documents with \`each\` would make more than ${most} values, the limit for files of this size`;
    reportNode(run, { ...root, path: ["each"] }, { code: "too-large", message, at: "value" });
    return;
  }
  if (rows.length === 0) {
    const message = "`each` has no rows, so this document declares nothing";
    const hint =
      "Add rows, or remove the document. With --prune, trueup removes the resources of this document.";
    const what = { severity: "warning", code: "no-rows", message, hint, at: "value" } as const;
    reportNode(run, { ...root, path: ["each"] }, what);
  }
  const where = isObject(value) ? value.where : undefined;
  for (const { value: data, caret } of rows) {
    const row = { ...caret, name };
    const layer: VariableLayer = { values: { [name]: data }, caret: () => caret, row };
    const inRow = { root: { ...root, row }, variables: variables.with(layer), own: [...own, layer] };
    if (where === undefined || isWanted(run, where, inRow)) yield inRow;
  }
}

function isWanted(run: LoadRun, where: Json, { root, variables }: Instance): boolean {
  const node = { ...root, path: ["where"] };
  if (typeof where === "boolean") return where;
  if (typeof where !== "string") {
    const message = `\`where\` must be an expression, not ${shapeWord(where)}`;
    reportNode(run, node, { code: "wrong-type", message, at: "value" });
    return false;
  }
  const value = evaluated(run, where, { variables, carets: caretsIn(node) });
  if (value === undefined || typeof value === "boolean") return value === true;
  const message = `\`where\` must give true or false, not ${shapeWord(value)}`;
  const hint = comparisonHint(where);
  reportNode(run, node, { code: "bad-expression", message, hint, at: "value" });
  return false;
}

/** Returns a hint for an expression that should be a condition: a comparison to write instead. */
export function comparisonHint(expression: string): string {
  const shown = expression.length <= 60 && !expression.includes("\n") ? expression : "it";
  return `Compare it with something: \`${shown} == "yes"\`.`;
}

interface RowsRequest {
  readonly each: Json;
  readonly root: DocumentNode;
  readonly variables: VariableScope;
  readonly data: DataFiles;
}

function rowsOf(
  run: LoadRun,
  { each, root, variables, data }: RowsRequest,
): { readonly name: string; readonly rows: readonly DataRow[] } | undefined {
  const names = isObject(each) ? Object.keys(each) : [];
  const [name = ""] = names;
  const node: DocumentNode = { ...root, path: ["each", name] };
  const fault = (message: string, hint?: string) =>
    reportNode(run, names.length === 1 ? node : { ...root, path: ["each"] }, {
      code: "bad-each",
      message,
      hint,
      at: "value",
    });
  if (!isObject(each) || names.length !== 1) {
    fault("`each` must be a map of one variable", "For example `each: { site: sites.csv }`.");
    return undefined;
  }
  if (!isVariableName(name) || given.has(name)) {
    fault(`\`${name}\` cannot be the name of a variable`);
    return undefined;
  }
  const source = each[name] ?? null;
  if (typeof source === "string" && isDataPath(source)) {
    const path = besidePath(root.outline.file.path, source);
    const read = path === undefined ? undefined : data.rows(path);
    if (!read) fault(`${source} is outside the project`);
    else if ("fault" in read) {
      const { message, hint, caret } = read.fault;
      if (caret) reportAt(run, caret, { code: "bad-data", message, hint });
      else fault(message, hint);
    } else return { name, rows: read.rows };
    return undefined;
  }
  return listed(run, { name, source, node, variables, fault });
}

/**
 * Returns the list of an `each` (a literal list, or the value of a variable). If there is no such list, reports a
 * finding and returns undefined.
 */
function listed(
  run: LoadRun,
  of: {
    readonly name: string;
    readonly source: Json;
    readonly node: DocumentNode;
    readonly variables: VariableScope;
    readonly fault: (message: string, hint?: string) => void;
  },
): { readonly name: string; readonly rows: readonly DataRow[] } | undefined {
  const { name, source, node, variables, fault } = of;
  const isText = typeof source === "string";
  if (isText && !hasExpression(source) && isVariableName(source) && !variables.find(source)) {
    fault(
      `there is no variable \`${source}\``,
      meant(source, variables.names()) ?? "Name a file such as sites.csv, or a variable.",
    );
    return undefined;
  }
  const value = isText ? evaluated(run, source, { variables, carets: caretsIn(node) }) : source;
  if (value === undefined) return undefined;
  if (!isArray(value)) {
    fault(`\`each\` needs a list of rows, not ${shapeWord(value)}`);
    return undefined;
  }
  const caret = (index: number): Caret => {
    const layer = isText ? variables.find(source)?.layer : undefined;
    return (
      layer?.caret?.([String(source), String(index)]) ?? caretIn(node, isText ? [] : [String(index)], "value")
    );
  };
  return { name, rows: value.map((each, index) => ({ value: each, caret: caret(index) })) };
}
