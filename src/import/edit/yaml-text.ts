/** Writes values as YAML text: a scalar, a single-line collection in flow style, or block lines under a key. Pure. */

import { stringify } from "yaml";
import { isArray, isObject, type Json } from "../../model/json.ts";

/** How a text is quoted. `PLAIN` quotes it only if necessary. */
export type Quotes = "PLAIN" | "QUOTE_SINGLE" | "QUOTE_DOUBLE";

/** The place of a value. */
export interface YamlPosition {
  /** True inside `{…}` or `[…]`, where line breaks are not written. */
  readonly flow: boolean;
  /** The indentation of the value's contents, in spaces. */
  readonly indent: number;
  readonly quotes?: Quotes;
  /** True: texts and keys may contain expressions. False: `${` is literal, and is written as `$${`. */
  readonly isTemplate?: boolean;
}

/** How scalars are written. */
interface ScalarStyle {
  readonly quotes: Quotes;
  readonly isTemplate: boolean;
  /** True inside `{…}` or `[…]`. */
  readonly flow: boolean;
}

const maxFlowLength = 80;

/** Returns the text after `key:`. It begins with a space, or with a line break for block lines. */
export function valueText(value: Json, position: YamlPosition): string {
  const { flow, indent, quotes = "PLAIN", isTemplate = false } = position;
  const style = { quotes, isTemplate, flow: flow || typeof value === "object" };
  const inline = flowText(value, style);
  const fits = inline.length <= maxFlowLength && depthOf(value) <= 2;
  return flow || fits || depthOf(value) === 0 ? ` ${inline}` : blockText(value, { indent, isTemplate });
}

/** Returns maps as the documents of one YAML text. */
export function yamlDocuments(documents: readonly Readonly<Record<string, Json>>[]): string {
  const lines = (document: Readonly<Record<string, Json>>) =>
    Object.entries(document).map(
      ([key, value]) => `${keyText(key)}:${valueText(value, { flow: false, indent: 2 })}\n`,
    );
  return documents.map((document) => lines(document).join("")).join("---\n");
}

/** Returns the value on one line, in a form that is valid anywhere. */
function flowText(value: Json, style: ScalarStyle): string {
  if (typeof value === "string") return textScalar(value, style);
  const inner: ScalarStyle = { ...style, quotes: "PLAIN", flow: true };
  if (isArray(value)) return `[${value.map((element) => flowText(element, inner)).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, member]) => `${keyText(key, style.isTemplate)}: ${flowText(member, inner)}`,
  );
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** Returns a key as it is written. Keys are always texts, so numbers need no quotes. */
export function keyText(key: string, isTemplate = false): string {
  return /^\d+$/.test(key) ? key : textScalar(key, { quotes: "PLAIN", isTemplate, flow: true });
}

/** Matches characters that move a cursor or hide something. They are escaped. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function textScalar(value: string, { quotes, isTemplate, flow }: ScalarStyle): string {
  // A text that is not a template is literal. Its `${` must be escaped, because it would begin an expression in desired
  // state.
  const text = isTemplate ? value : value.replaceAll("${", "$$${");
  // Quotes make surrounding white space visible, because YAML readers disagree on which characters are white space.
  if (text.search(unsafe) >= 0 || text.trim() !== text)
    return JSON.stringify(text).replaceAll(unsafe, escaped);
  const options = { collectionStyle: "flow", lineWidth: 0, defaultStringType: quotes } as const;
  // On its own line, an expression needs no quotes because of its braces.
  if (isTemplate && !flow) return stringify(text, { lineWidth: 0, defaultStringType: quotes }).trim();
  const listed = stringify([text], options).trim();
  return listed.slice(1, -1).trim();
}

function escaped(character: string): string {
  const code = character.codePointAt(0)?.toString(16) ?? "";
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}

type BlockPosition = Required<Pick<YamlPosition, "indent" | "isTemplate">>;

function blockText(value: Json, { indent, isTemplate }: BlockPosition): string {
  const margin = `\n${" ".repeat(indent)}`;
  const inside = { flow: false, indent: indent + 2, isTemplate };
  if (isArray(value))
    return value.map((element) => `${margin}-${elementText(element, { indent, isTemplate })}`).join("");
  if (!isObject(value)) return ` ${flowText(value, { quotes: "PLAIN", isTemplate, flow: true })}`;
  const members = Object.entries(value);
  return members
    .map(([key, member]) => `${margin}${keyText(key, isTemplate)}:${valueText(member, inside)}`)
    .join("");
}

/** Returns an element after its dash. A map begins on the same line as the dash. */
function elementText(element: Json, { indent, isTemplate }: BlockPosition): string {
  const text = valueText(element, { flow: false, indent: indent + 2, isTemplate });
  return text.startsWith("\n") ? ` ${text.slice(indent + 3)}` : text;
}

function depthOf(value: Json): number {
  if (!isArray(value) && !isObject(value)) return 0;
  const members: readonly Json[] = isArray(value) ? value : Object.values(value);
  return members.length === 0 ? 0 : 1 + Math.max(...members.map(depthOf));
}
