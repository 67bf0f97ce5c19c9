/**
 * Ordered rules. The create of a rule contains its position: the section or category, and the number of another rule.
 */

import type { JsonObject } from "../../../model/json.ts";
import { isRecord } from "../../wire/message.ts";
import type { FmcCollection } from "./collections.ts";

type Objects = ReadonlyMap<string, JsonObject>;
type Entry = readonly [path: string, record: JsonObject];

interface Placing {
  readonly collection: FmcCollection;
  readonly entry: Entry;
  readonly query: URLSearchParams;
}

/** The sections from top to bottom, and the default section. */
const sections = {
  access: { all: ["Mandatory", "Default"], standard: "Default" },
  nat: { all: ["BEFORE_AUTO", "AFTER_AUTO"], standard: "BEFORE_AUTO" },
} as const;

/** The category of rules that belong to no category. */
const noCategory = "--Undefined--";

/**
 * Returns the objects with a new object added at its position. If the order of objects does not matter, it is added at
 * the end.
 */
export function placed(
  objects: Objects,
  { collection, entry: [path, record], query }: Placing,
): { readonly placed: Objects } | { readonly refused: string } {
  const { order } = collection;
  if (order === undefined) return { placed: new Map([...objects, [path, record]]) };
  if (order === "categories") return placedCategory(objects, { collection, entry: [path, record], query });
  const asked = query.get("section")?.toLowerCase();
  const { all, standard } = sections[order];
  const rules = rulesOf(objects, collection);
  const category = query.get("category");
  if (category !== null && asked !== undefined)
    return { refused: "A category cannot be specified when a section is" };
  const inCategory = rules.flatMap(([, rule], index) =>
    category !== null && metadataOf(rule).category === category ? [{ rule, index }] : [],
  );
  const home = category === null ? undefined : categoryNamed(objects, collection, category);
  const usual = inCategory[0] ? sectionOf(inCategory[0].rule) : home ? sectionOf(home) : standard;
  const section = asked === undefined ? usual : all.find((each) => each.toLowerCase() === asked);
  if (section === undefined) return { refused: `Invalid section: one of ${all.join(", ")}` };
  const shown = category ?? (order === "access" ? noCategory : undefined);
  const own: JsonObject = {
    ...record,
    metadata: { ...metadataOf(record), section, ...(shown !== undefined && { category: shown }) },
  };
  const at = indexFor(rules, query, { section, all });
  if (at === undefined) return { refused: "Invalid rule index" };
  const [from, to] = [inCategory[0]?.index ?? at, (inCategory.at(-1)?.index ?? at - 1) + 1];
  if (at < from || at > to) return { refused: "Invalid rule index: it is not of the category" };
  const after = [...rules.slice(0, at), [path, own] as const, ...rules.slice(at)];
  return { placed: withRules(objects, collection, after) };
}

/** Places a new category above another category, or after all categories. */
function placedCategory(
  objects: Objects,
  { collection, entry: [path, record], query }: Placing,
): { readonly placed: Objects } | { readonly refused: string } {
  const asked = query.get("section") ?? "default";
  const section = sections.access.all.find((each) => each.toLowerCase() === asked.toLowerCase());
  if (section === undefined) return { refused: `Invalid section: one of ${sections.access.all.join(", ")}` };
  const held = rulesOf(objects, collection);
  const above = query.get("aboveCategory");
  const at = above === null ? held.length : held.findIndex(([, { name }]) => name === above);
  if (at < 0) return { refused: `There is no category ${above}` };
  const own: JsonObject = { ...record, metadata: { ...metadataOf(record), section } };
  const others = [...objects].filter(([each]) => !held.some(([other]) => other === each));
  return { placed: new Map([...others, ...held.slice(0, at), [path, own], ...held.slice(at)]) };
}

/**
 * Returns the category with this name in the policy that contains the rules. Returns undefined if there is no such
 * category.
 */
function categoryNamed(objects: Objects, { path }: FmcCollection, name: string): JsonObject | undefined {
  const parent = path.slice(0, path.lastIndexOf("/"));
  const held = [...objects].filter(([at]) => at.startsWith(`${parent}/categories/`));
  return held.find(([, each]) => each.name === name)?.[1];
}

/** Returns the objects with the rules of a collection renumbered from 1. */
export function renumbered(objects: Objects, collection: FmcCollection): Objects {
  return withRules(objects, collection, rulesOf(objects, collection));
}

/** Returns the number of rules that precede a new rule. Returns undefined if the given position does not exist. */
function indexFor(
  rules: readonly Entry[],
  query: URLSearchParams,
  { section, all }: { readonly section: string; readonly all: readonly string[] },
): number | undefined {
  const rank = (rule: JsonObject) => all.indexOf(sectionOf(rule));
  const own = all.indexOf(section);
  const first = rules.filter(([, rule]) => rank(rule) < own).length;
  const last = rules.filter(([, rule]) => rank(rule) <= own).length;
  const numbers = [
    [query.get("insertBefore"), -1, rules.length],
    [query.get("insertAfter"), 0, rules.length],
    // The position within the section.
    [query.get("targetIndex"), first - 1, last],
  ] as const;
  for (const [text, from, most] of numbers) {
    if (text === null) continue;
    const at = Number(text) + from;
    return Number.isInteger(at) && at >= 0 && at <= most ? at : undefined;
  }
  return last;
}

function sectionOf(rule: JsonObject): string {
  const { section = "" } = metadataOf(rule);
  return String(section);
}

function metadataOf({ metadata = {} }: JsonObject): JsonObject {
  return isRecord(metadata) ? metadata : {};
}

function rulesOf(objects: Objects, { path }: FmcCollection): readonly Entry[] {
  return [...objects].filter(([at]) => at.slice(0, at.lastIndexOf("/")) === path);
}

function withRules(objects: Objects, { path }: FmcCollection, rules: readonly Entry[]): Objects {
  const others = [...objects].filter(([at]) => at.slice(0, at.lastIndexOf("/")) !== path);
  const numbered = rules.map(
    ([at, rule], index) =>
      [at, { ...rule, metadata: { ...metadataOf(rule), ruleIndex: index + 1 } }] as const,
  );
  return new Map([...others, ...numbered]);
}
