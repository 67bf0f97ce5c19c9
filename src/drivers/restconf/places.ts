/** Where things of a device are in the RESTCONF interface: members of its tree, and URLs. Pure. */

import { segment } from "../../catalog/segments.ts";
import type { Write } from "../contract.ts";
import { members } from "../device/kinds/data-path.ts";
import { type DeviceKind, rootOf } from "../device/model.ts";
import { ofKind } from "../of-kind.ts";
import type { RestconfDialect } from "./dialects/dialect.ts";

/** What requests are made from: the target's URL, with `{host}` in it, and its dialect. */
export interface RestconfRequestContext {
  readonly url: string;
  readonly dialect: RestconfDialect;
}

/** Where a resource stands in the tree. */
export interface RestconfPlace {
  /** The members down to it. */
  readonly path: readonly string[];
  /** The segments of its URL. */
  readonly url: readonly string[];
  /** The key of the one element of a list that it is. */
  readonly element?: string;
}

type MakePlace = (dialect: RestconfDialect, key: string) => RestconfPlace;

const places: Readonly<Record<DeviceKind, MakePlace>> = {
  deviceHostname: (dialect) => {
    const path = [rootOf(dialect), dialect.hostname];
    return { path, url: path };
  },
  deviceInterface: (dialect, key) => {
    const element = key.slice(dialect.interfaceType.length + 1);
    const path = [rootOf(dialect), ...dialect.interfaces];
    return { path, url: [...path.slice(0, -1), `${path.at(-1)}=${element}`], element };
  },
  deviceConfiguration: (_, key) => {
    const path = members(key);
    return { path, url: path };
  },
};

/** Where the resource of this kind and identity stands; throws for a kind that is none of a device's. */
export function placeOf(
  dialect: RestconfDialect,
  { kind, identity, scope }: Pick<Write, "kind" | "identity" | "scope">,
): RestconfPlace {
  return ofKind(places, kind)(dialect, identity.slice((scope.host ?? "").length + 1));
}

/** The last member of a path with its module, as it stands at the top of a body. */
export function qualified(path: readonly string[]): string {
  const last = path.at(-1) ?? "";
  if (last.includes(":")) return last;
  const [module] = path.findLast((member) => member.includes(":"))?.split(":") ?? [];
  return `${module}:${last}`;
}

/** Colons stay as they are; the slashes in a list's key do not (RFC 8040, 3.5.3). */
export function dataUrl(ground: RestconfRequestContext, host: string, path: readonly string[]): string {
  const segments = path.map((each) => `/${each.split("=").map(encoded).join("=")}`);
  return `${ground.url.replaceAll("{host}", host)}${ground.dialect.root}/data${segments.join("")}`;
}

function encoded(text: string): string {
  return segment(text).replaceAll("%3A", ":");
}
