/** Formats the file of a kind as YAML, with one key per line, and the file of a product about which little is known. */

import { Document, isCollection, stringify } from "yaml";
import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { fieldWords } from "../schema/field.ts";
import { kindFile } from "../schema/kind.ts";

const widest = 110;
/** The line that marks a generated file. */
export const derivedLine =
  "# Derived by `npm run catalog:derive`. What it should say otherwise stands in the folder `overlay`.\n";
const heading = `# yaml-language-server: $schema=../../schemas/catalog.json\n${derivedLine}`;
const kindOrder = Object.keys(kindFile.shape);
const fieldOrder = ["type", "format", ...fieldWords()];

/** Returns the text of a kind's file, which begins with `first`. */
export function kindFileText(kind: JsonObject, first: string = heading): string {
  return `${first}${block(inOrder(kind, kindOrder), 0)}`;
}

/** Returns the text of an overlay's file. */
export function overlayText(overlay: JsonObject): string {
  return block(overlay, 0);
}

function block(value: JsonObject, indent: number): string {
  return Object.entries(value)
    .map(([name, each]) => line(name, each, indent))
    .join("");
}

function line(name: string, value: Json, indent: number): string {
  const start = `${" ".repeat(indent)}${flow(name)}:`;
  const ordered = isObject(value) && "type" in value ? inOrder(value, fieldOrder) : value;
  const short = shortLine(start, ordered);
  if (short !== undefined && (name !== "fields" || isEmpty(ordered))) return short;
  if (isObject(ordered)) return `${start}\n${block(ordered, indent + 2)}`;
  if (!isArray(ordered)) return "";
  if (ordered.every((each) => !isObject(each) && !isArray(each))) return `${start} ${flow(ordered)}\n`;
  return `${start}\n${ordered.map((each) => `${" ".repeat(indent + 2)}- ${flow(each)}\n`).join("")}`;
}

/**
 * Returns a value on the line of its name. Undefined: the value does not fit there. Very long values are not formatted
 * for this test.
 */
function shortLine(start: string, value: Json): string | undefined {
  if (!isObject(value) && !isArray(value)) return `${start} ${outside(value)}\n`;
  if (JSON.stringify(value).length > 3 * widest) return undefined;
  const line = `${start} ${flow(value)}\n`;
  return line.length <= widest ? line : undefined;
}

function isEmpty(value: Json): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/**
 * Returns a plain value for the line of its name. Braces in the value need no quotes there, unlike in flow notation.
 */
function outside(value: Json): string {
  return stringify(value, { lineWidth: 0, singleQuote: true }).trim();
}

/** Returns a value on one line. */
function flow(value: Json): string {
  if (isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (!isObject(value)) return scalar(value);
  const members = Object.entries(value).map(([name, each]) => `${scalar(name)}: ${flow(each)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** Returns a plain value. It is in quotes if YAML would otherwise read another value. */
function scalar(value: Json): string {
  if (typeof value !== "string" || isPlainWord(value)) return String(value);
  const document = new Document([value]);
  if (isCollection(document.contents)) document.contents.flow = true;
  return document
    .toString({ lineWidth: 0, flowCollectionPadding: false, singleQuote: true })
    .trim()
    .slice(1, -1);
}

/** True for a word without a special meaning in any YAML version. */
function isPlainWord(text: string): boolean {
  return /^[A-Za-z][\w]*$/.test(text) && !/^(?:y|yes|n|no|on|off|true|false|null|nan|inf)$/i.test(text);
}

function inOrder(value: JsonObject, order: readonly string[]): JsonObject {
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => rank(a) - rank(b)));
}

interface OwnProductInput {
  readonly product: string;
  readonly title: string;
  /** The prefix of all paths. It may be empty. */
  readonly basePath: string;
  /** Keys with a comment above each, such as authentication and paging. */
  readonly parts: readonly (readonly [comment: string, words: JsonObject])[];
  /** The kind that `trueup check` reads first. */
  readonly check: string;
}

const replies = [
  { status: "2xx", means: "accepted" },
  ...["PUT", "PATCH", "DELETE"].map((method) => ({ status: 404, method, means: "conflict" })),
  { status: 409, means: "contended" },
  { status: 412, means: "contended" },
  { status: 423, means: "locked" },
  { status: 429, means: "throttled" },
  { status: 503, means: "unavailable" },
  { status: "4xx", means: "refused" },
  { status: "5xx", means: "lost" },
];

/** Returns the text of `product.yaml` for a project's own product. */
export function ownProductText({ product, title, basePath, parts, check }: OwnProductInput): string {
  const all: OwnProductInput["parts"] = [
    ...parts,
    [
      "Assumed: the request limits. Compare them with the API's documentation.",
      { limits: { requestsPerSecond: 5, concurrency: 2 } },
    ],
    ["Assumed: the meaning of answers. The first row that matches an answer decides.", { replies }],
    ["The kinds that `trueup check` reads first.", { checks: [check] }],
  ];
  const head = overlayText({ product, title, interface: "rest", basePath });
  return head + all.map(([comment, words]) => `# ${comment}\n${overlayText(words)}`).join("");
}
