/** The object types of a simulated Intersight, with their paths and properties. They are parsed from texts of facts. */

import type { Json } from "../../../model/json.ts";
import { domains } from "./facts/domains.ts";
import { moreParts } from "./facts/more-parts.ts";
import { networking } from "./facts/networking.ts";
import { parts } from "./facts/parts.ts";
import { policies } from "./facts/policies.ts";
import { profiles } from "./facts/profiles.ts";
import { templates } from "./facts/templates.ts";

/** The type of a property. `own` means that the product sets the property, and that clients cannot write it. */
type PropertyKind =
  | { readonly is: "text" | "whole" | "flag" | "texts" | "own" }
  | { readonly is: "choice"; readonly of: readonly string[] }
  /** The type of the objects to which the property refers. If undefined, they may have any type. */
  | { readonly is: "reference"; readonly type: string | undefined; readonly isMany: boolean }
  | { readonly is: "part"; readonly type: string; readonly isMany: boolean };

/** A property. */
export interface PropertyFacts {
  readonly kind: PropertyKind;
  /** The property's default value. If undefined, it has none. */
  readonly standard: Json | undefined;
}

/** Properties by name. */
export type Properties = ReadonlyMap<string, PropertyFacts>;

/** A type of objects. */
export interface TypeFacts {
  readonly type: string;
  /** The path below the base path, for example `ntp/Policies`. */
  readonly path: string;
  readonly properties: Properties;
}

/** The object types by path. */
export const typesByPath: ReadonlyMap<string, TypeFacts> = new Map(
  [policies, networking, profiles, domains, templates].flatMap(blocksOf).map(({ head, body }) => {
    const [type = "", path = ""] = head.split(" at ");
    return [path, { type, path, properties: propertiesOf(body) }] as const;
  }),
);

const blocksOfParts = [parts, moreParts].flatMap(blocksOf);

/** The types of parts of objects. */
export const partTypes: ReadonlyMap<string, Properties> = new Map(
  blocksOfParts.filter(({ head }) => !isChoice(head)).map(({ head, body }) => [head, propertiesOf(body)]),
);

/** The types that stand for one of several other types. */
export const choicesOfParts: ReadonlyMap<string, readonly string[]> = new Map(
  blocksOfParts
    .filter(({ head }) => isChoice(head))
    .map(({ head, body }) => [head.split(" ")[0] ?? "", listed(body)]),
);

function isChoice(head: string): boolean {
  return head.endsWith(" is one of");
}

interface Block {
  readonly head: string;
  readonly body: string;
}

/** Returns the blocks of a text. A block is a line, together with the indented lines below it. */
function blocksOf(text: string): readonly Block[] {
  return text
    .trim()
    .split(/\n(?! )/)
    .map((block) => {
      const [head = "", ...lines] = block.split("\n");
      return { head, body: lines.map((line) => line.trim()).join("") };
    });
}

function listed(body: string): readonly string[] {
  return body.split(";").map((each) => each.trim());
}

function propertiesOf(body: string): Properties {
  return new Map(
    listed(body).map((property): [string, PropertyFacts] => {
      const [, name = "", said = "", standard] = /^(\w+): (.*?)(?: = (.*))?$/.exec(property) ?? [];
      const kind = kindOf(said === "token" ? "platform-default|enabled|disabled" : said);
      const given = said === "token" ? "platform-default" : standard;
      return [name, { kind, standard: given === undefined ? undefined : standardValue(kind, given) }];
    }),
  );
}

function kindOf(said: string): PropertyKind {
  const isMany = said.endsWith("[]");
  const one = isMany ? said.slice(0, -2) : said;
  if (one.startsWith("@")) return { is: "reference", type: one === "@*" ? undefined : one.slice(1), isMany };
  if (one.startsWith("{")) return { is: "part", type: one.slice(1, -1), isMany };
  if (said === "text" || said === "whole" || said === "flag" || said === "texts" || said === "own")
    return { is: said };
  return { is: "choice", of: said.split("|") };
}

function standardValue({ is }: PropertyKind, text: string): Json {
  if (is === "whole") return Number(text);
  return is === "flag" ? text === "true" : text;
}
