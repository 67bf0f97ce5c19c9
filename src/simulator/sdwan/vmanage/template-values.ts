/** Values in feature templates. Each value is an object with `vipType`. Some values are variables of a device. */

import type { Json, JsonObject } from "../../../model/json.ts";
import { isList, isRecord } from "../../wire/message.ts";

const sorts: readonly Json[] = ["object", "list", "tree", "node-only"];
const vipTypes: readonly Json[] = ["constant", "variableName", "variable", "ignore", "notIgnore"];

/**
 * Returns an error in a template's definition. Returns undefined if the definition violates none of the checked rules.
 */
export function templateFault({ templateDefinition }: JsonObject): string | undefined {
  if (!isRecord(templateDefinition)) return "templateDefinition is not an object";
  return faultIn(templateDefinition, "templateDefinition");
}

function faultIn(value: Json, at: string): string | undefined {
  if (!isRecord(value)) return `${at} has no vipType`;
  const { vipType, vipObjectType = null, vipValue, vipVariableName } = value;
  if (vipType === undefined) {
    const members = Object.entries(value).filter(
      ([name]) => name !== "priority-order" && name !== "vipOptional",
    );
    return members.map(([name, each]) => faultIn(each, `${at}.${name}`)).find((each) => each !== undefined);
  }
  if (!vipTypes.includes(vipType)) return `${at}.vipType is not one of ${vipTypes.join(", ")}`;
  if (!sorts.includes(vipObjectType)) return `${at}.vipObjectType is not one of ${sorts.join(", ")}`;
  if (vipType === "variableName" && typeof vipVariableName !== "string") return `${at} names no variable`;
  if (vipType === "constant" && vipValue === undefined) return `${at}.vipValue is required`;
  if (vipType !== "constant" || vipObjectType !== "tree") return undefined;
  if (!isList(vipValue) || !isList(value.vipPrimaryKey ?? null)) return `${at} is no tree`;
  const inside = vipValue.map((each, index) => faultIn(each, `${at}[${index}]`));
  return inside.find((each) => each !== undefined);
}

/** A variable of a template: its column in a row, and its name. */
export interface TemplateVariable {
  readonly property: string;
  readonly name: string;
}

/** Returns the variables of a definition, with columns that begin with `around`. */
export function variablesIn(definition: Json, around: string): readonly TemplateVariable[] {
  if (isList(definition)) return definition.flatMap((each, index) => variablesIn(each, `${around}/${index}`));
  if (!isRecord(definition)) return [];
  const { vipType, vipVariableName, vipValue } = definition;
  if (vipType === "variableName" && typeof vipVariableName === "string")
    return [{ property: around, name: vipVariableName }];
  if (vipType === "constant") return isList(vipValue ?? null) ? variablesIn(vipValue ?? null, around) : [];
  if (vipType !== undefined) return [];
  return Object.entries(definition).flatMap(([name, each]) => variablesIn(each, `${around}/${name}`));
}
