/** Variables of the project file, checked against its inputs, with their positions. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Project } from "../../model/project.ts";
import type { SourcePosition } from "../../model/source.ts";
import { type FileReading, keyPosition, note } from "../../yaml/issue-reporter.ts";
import { shape } from "../../yaml/schema-issues.ts";
import { asJson } from "../../yaml/schema-output.ts";
import { templateOf } from "../composition/template.ts";
import { isVariableName } from "../expressions/compile.ts";
import type { InputDeclaration } from "./variables-schema.ts";

/** The desired-state settings of the project file: folders and variables. */
export type DesiredSettings = Pick<Project, "desiredState" | "desiredBelow" | "vars">;

/** The desired-state settings as written. */
export interface WrittenSettings {
  readonly desiredState?: string | readonly string[];
  readonly vars?: Readonly<Record<string, unknown>>;
  readonly inputs?: Readonly<Record<string, InputDeclaration>>;
}

/** Returns the folders and variables that a project file names, and reports errors in the variables. */
export function desiredSettings(reading: FileReading, written: WrittenSettings): DesiredSettings {
  const { desiredState = "desired-state", inputs = {} } = written;
  const folders =
    typeof desiredState === "string"
      ? [desiredState]
      : desiredState.map((each) => each.replace(/^(?:\.\/)+|\/+$/g, ""));
  const below = folders.slice(0, -1);
  const vars = asJson(written.vars ?? {});
  const variables =
    written.vars || written.inputs ? variablesOf(reading, isObject(vars) ? vars : {}, inputs) : undefined;
  return {
    desiredState: folders.at(-1) ?? "desired-state",
    ...(below.length > 0 && { desiredBelow: below }),
    ...(variables && { vars: variables }),
  };
}

function variablesOf(
  reading: FileReading,
  vars: JsonObject,
  inputs: NonNullable<WrittenSettings["inputs"]>,
): NonNullable<Project["vars"]> {
  const fault = (path: readonly string[], message: string, hint?: string) =>
    note(reading, path, [{ path: [], code: "bad-variable", message, hint, at: "value" }]);
  for (const name of [...Object.keys(vars), ...Object.keys(inputs)])
    if (!isVariableName(name))
      fault(
        [Object.hasOwn(vars, name) ? "vars" : "inputs", name],
        `\`${name}\` cannot be the name of a variable`,
      );
  for (const [name, value] of Object.entries(vars))
    if (templateOf(value))
      fault(
        ["vars", name],
        "variables of the project file are plain values, without expressions",
        "Put the expression into vars.yaml of desired state.",
      );
  for (const [name, input] of Object.entries(inputs)) {
    const given = vars[name];
    const why = given === undefined ? undefined : misfit(given, input);
    if (why !== undefined) fault(["vars", name], `\`${name}\` ${why}`, input.description);
    const byDefault = input.default === undefined ? undefined : misfit(asJson(input.default), input);
    if (byDefault !== undefined)
      fault(["inputs", name, "default"], `the default of \`${name}\` ${byDefault}`);
  }
  const defaults = Object.entries(inputs).flatMap(([name, input]): readonly (readonly [string, Json])[] =>
    input.default === undefined ? [] : [[name, asJson(input.default)]],
  );
  const at: Record<string, SourcePosition> = {};
  for (const name of Object.keys(vars)) at[name] = keyPosition(reading, ["vars", name]);
  for (const name of Object.keys(inputs)) at[name] ??= keyPosition(reading, ["inputs", name]);
  return { values: vars, defaults: Object.fromEntries(defaults), inputs: Object.keys(inputs), at };
}

/** Returns why a value does not fit an input; undefined if it fits. */
function misfit(value: Json, input: InputDeclaration): string | undefined {
  const { type, enum: values, minimum, maximum, maxLength } = input;
  if (type !== undefined && !isOf[type](value)) return `must be ${words[type]}, not ${shape(value)}`;
  if (values && !values.some((each) => each === value)) return `must be one of ${values.join(", ")}`;
  if (typeof value === "number" && minimum !== undefined && value < minimum)
    return `must be at least ${minimum}`;
  if (typeof value === "number" && maximum !== undefined && value > maximum)
    return `must be at most ${maximum}`;
  const length = typeof value === "string" || isArray(value) ? value.length : 0;
  return maxLength !== undefined && length > maxLength ? `must be at most ${maxLength} long` : undefined;
}

const isOf: Readonly<Record<NonNullable<InputDeclaration["type"]>, (value: Json) => boolean>> = {
  text: (value) => typeof value === "string",
  integer: (value) => typeof value === "number" && Number.isInteger(value),
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  list: isArray,
  map: isObject,
};

const words = {
  text: "text",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
  list: "a list",
  map: "a map",
};
