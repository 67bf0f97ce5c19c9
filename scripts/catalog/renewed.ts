/** Facts from a newer file: reduced, written, and compared with the previous ones. */

import { derive, laidOut } from "../../src/catalog/derive/derive.ts";
import { objectIn, readDescription } from "../../src/catalog/derive/document.ts";
import { productWords } from "../../src/catalog/derive/draft-product.ts";
import { isObject, type Json, type JsonObject } from "../../src/model/json.ts";
import { type FactName, type FactSource, factsIn, sourcesIn, writeFacts } from "./facts-folder.ts";
import { writtenOverlay } from "./folder.ts";
import { type ReducedClient, reducedClient } from "./reduced-client.ts";
import { reducedDescription } from "./reduced-description.ts";

/** A newer file of facts, and data about it that the file itself does not contain. */
export interface Renewal {
  /** The folder of the catalog. */
  readonly folder: string;
  readonly name: FactName;
  readonly file: Json;
  /** The facts' name and origin, for `sources.yaml`. Absent: they stay as `sources.yaml` has them. */
  readonly source?: string | undefined;
  /** The date of a description, as `2026-07-01`. A client's file contains its own date. */
  readonly date?: string | undefined;
}

/** Reduces facts; throws if they are invalid, or of the other type. */
export function reduced(name: FactName, file: Json): ReducedClient {
  if (name === "client") return reducedClient(file);
  const document = laidOut(file);
  readDescription(document);
  return { facts: reducedDescription(isObject(document) ? document : {}), left: new Map() };
}

/** The source of facts; their version and a client's date come from the facts. */
export function sourceOf(
  name: FactName,
  facts: Json,
  given: Pick<FactSource, "source" | "date">,
): FactSource {
  const { source, date } = given;
  if (name === "description")
    return { source, version: String(objectIn(facts, "info").version ?? "?"), date };
  const asOf = isObject(facts) ? String(facts.asOf) : "";
  return { source, version: asOf.slice(0, 7), date: asOf };
}

/** Writes facts to a folder; returns a message for the user. Throws if something is missing. */
export function renewFacts({ folder, name, file, source, date }: Renewal): string {
  const { facts, left } = reduced(name, file);
  const told = source ?? sourcesIn(folder)[name]?.source;
  if (told === undefined) throw new Error("--source TEXT is needed: what the file is, and who publishes it");
  if (name === "description" && date === undefined)
    throw new Error("--date DATE is needed: the date of the description, such as 2026-07-01");
  if (name === "description") keepsAll(folder, laidOut(file), facts);
  const before = factsIn(folder, name);
  const of = sourceOf(name, facts, { source: told, date: date ?? "" });
  writeFacts(folder, name, { facts, source: of });
  return [
    `${name} ${of.version} of ${of.date}`,
    ...changesOf(before ?? {}, facts),
    ...(left.size === 0
      ? []
      : [`Left out, because derivation does not read them: ${[...left].map(shownWord).join(", ")}`]),
    "",
  ].join("\n");
}

const shownWord = ([word, count]: readonly [string, number]) => `${word} (${count})`;

/** Checks that the reduced description results in the same derivation. A difference would be a bug of this program. */
function keepsAll(folder: string, whole: Json, facts: JsonObject): void {
  const overlay = writtenOverlay(folder);
  const [first, second] = [whole, facts].map((each) => {
    const description = readDescription(each);
    const { kinds, names, notKinds, unknown } = derive(description, overlay);
    return JSON.stringify([kinds, [...names], [...notKinds], unknown, productWords(description)]);
  });
  if (first !== second)
    throw new Error("the reduced description leads to another catalog than the whole one: report this bug");
}

/** The new, removed and changed entries of facts: paths and schemas of a description, resources of a client. */
function changesOf(before: Json, after: Json): readonly string[] {
  const [was, is] = [entriesOf(before), entriesOf(after)];
  const both = [...is.keys()].filter((name) => was.has(name));
  const changed = both.filter((name) => was.get(name) !== is.get(name));
  const rows = [
    ["New", [...is.keys()].filter((name) => !was.has(name))],
    ["Gone", [...was.keys()].filter((name) => !is.has(name))],
    ["Changed", changed],
  ] as const;
  const told = rows.filter(([, names]) => names.length > 0);
  return told.length === 0
    ? ["Nothing has changed."]
    : told.map(([what, names]) => `${what} (${names.length}): ${listed(names)}`);
}

function entriesOf(facts: Json): ReadonlyMap<string, string> {
  const groups = [
    ["", objectIn(facts, "paths")],
    ["schema ", objectIn(objectIn(facts, "components"), "schemas")],
    ["resource ", objectIn(facts, "resources")],
  ] as const;
  const entries = groups.flatMap(([sort, group]) =>
    Object.entries(group).map(([name, each]) => [sort + name, JSON.stringify(each)] as const),
  );
  return new Map(entries);
}

/** The number of names that are shown; the others are counted. */
const mostShown = 20;

function listed(names: readonly string[]): string {
  const more = names.length > mostShown ? `, and ${names.length - mostShown} others` : "";
  return `${names.slice(0, mostShown).join(", ")}${more}`;
}
