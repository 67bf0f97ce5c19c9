/** Whether an answer holds the object that its path names: a fabric that is lax about case may answer with another. */

import type { ResourceQuery } from "../../model/collection.ts";
import { isObject, type Json } from "../../model/json.ts";
import { ofKind } from "../of-kind.ts";
import type { FabricDialect, FabricKind } from "./dialects/dialect.ts";
import { pathSegments } from "./kinds/path.ts";
import type { FoundObject } from "./replies.ts";

/**
 * Half a sentence on what the answer names instead: another class, another path (`dn`) or another name. Undefined:
 * it is what was asked for, as far as the answer says. Pure.
 */
export function otherObject(
  dialect: FabricDialect,
  wanted: ResourceQuery,
  found: FoundObject,
): string | undefined {
  const { dn } = found.attributes;
  const own = ofKind(namings, wanted.kind)(dialect, wanted);
  if (own.class !== undefined && own.class !== found.class) return `is a ${found.class}, not a ${own.class}`;
  if (isText(dn) && dn.replace(/^\//, "") !== wanted.identity)
    return `is of ${dn}, not of ${wanted.identity}`;
  const name = found.attributes[dialect.nameAttribute];
  if (!isText(name) || name === own.name) return undefined;
  const isOther = own.isNaming || name.toLowerCase() === own.name.toLowerCase();
  return isOther ? `names \`${name}\`, not \`${own.name}\`` : undefined;
}

/** What a path says of its object. */
interface Naming {
  /** Undefined where nothing is declared of it. */
  readonly class: string | undefined;
  /** The name in the path's last part: `main` of `ctx-main`. */
  readonly name: string;
  /** True: the attribute of names has that name. Of other classes it may be anything: a subnet goes by its address. */
  readonly isNaming: boolean;
}

const namings: Readonly<Record<FabricKind, (dialect: FabricDialect, wanted: ResourceQuery) => Naming>> = {
  tenant: ({ tenantClass }, { identity }) => ({
    class: tenantClass,
    name: lastName(identity),
    isNaming: true,
  }),
  managedObject: (dialect, { identity, declared: [declared = null] = [] }) => {
    const name = lastName(identity);
    const { class: its, attributes } = isObject(declared) ? declared : {};
    return { class: isText(its) ? its : undefined, name, isNaming: nameIn(dialect, attributes) === name };
  },
};

function nameIn({ nameAttribute }: FabricDialect, attributes: Json | undefined): Json | undefined {
  return attributes !== undefined && isObject(attributes) ? attributes[nameAttribute] : undefined;
}

/** The last part of a path without the prefix of its class. */
function lastName(path: string): string {
  const last = pathSegments(path).at(-1) ?? "";
  return last.slice(last.indexOf("-") + 1);
}

function isText(value: Json | undefined): value is string {
  return typeof value === "string" && value !== "";
}
