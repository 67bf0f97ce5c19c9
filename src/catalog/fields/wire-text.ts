/** Texts that are embedded in a longer text on the wire: `servers` in `uni/phys-servers`, 100 in `vlan-100`. Pure. */

import type { Json } from "../../model/json.ts";
import type { Field } from "../schema/field.ts";
import { declaredOf } from "./plain.ts";

/** Returns the wire text for a declared value. A text that already has the prefix stays unchanged. */
export function inWireText({ wireText }: Field, value: Json): Json {
  if (wireText === undefined || (typeof value !== "string" && typeof value !== "number")) return value;
  const text = String(value);
  const [start = ""] = wireText.split("{}");
  const isWhole = start !== "" && text.startsWith(start);
  return text === "" || isWhole ? text : wireText.replace("{}", () => text);
}

/** Returns the declared form of a wire text, or of a declared text in full form. Other texts stay unchanged. */
export function outOfWireText({ wireText, type }: Field, value: Json): Json {
  const inner = wireText !== undefined && typeof value === "string" ? innerOf(wireText, value) : undefined;
  if (inner === undefined) return value;
  return type === "integer" ? (declaredOf(inner) ?? value) : inner;
}

function innerOf(wireText: string, text: string): string | undefined {
  const [start = "", end = ""] = wireText.split("{}");
  const isWhole = text.length > start.length + end.length && text.startsWith(start) && text.endsWith(end);
  return isWhole ? text.slice(start.length, text.length - end.length) : undefined;
}
