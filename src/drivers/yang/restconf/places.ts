/** Where things of a device are in the RESTCONF interface: members of its tree, and URLs. Pure. */

import { segment } from "../../../catalog/segments.ts";
import { isObject, type Json, type JsonObject } from "../../../model/json.ts";
import type { Write } from "../../contract/contract.ts";
import { ofKind } from "../../contract/kind-table.ts";
import {
  dataPath,
  type EntryKey,
  entryKeyIn,
  isEntryStep,
  names,
  steps,
  type TreeStep,
} from "../device/kinds/data-path.ts";
import { type DeviceKind, rootOf } from "../device/model.ts";
import type { RestconfDialect } from "./dialects/dialect.ts";

/** What requests are made from: where devices are, and the target's dialect. */
export interface RestconfRequestContext {
  urlOf(host: string): string;
  readonly dialect: RestconfDialect;
}

/** Where a resource stands in the tree. */
export interface RestconfPlace {
  /** The steps down to it. */
  readonly path: readonly TreeStep[];
  /** The key of the one entry of a list that it is. */
  readonly entry?: EntryKey | undefined;
}

type MakePlace = (dialect: RestconfDialect, key: string) => RestconfPlace;

const places: Readonly<Record<DeviceKind, MakePlace>> = {
  deviceHostname: (dialect) => ({ path: [rootOf(dialect), dialect.hostname] }),
  deviceInterface: (dialect, key) => {
    const name = key.slice(dialect.interfaceType.length + 1);
    return { path: [rootOf(dialect), ...dialect.interfaces], entry: [{ leaf: "name", value: name }] };
  },
  deviceConfiguration: (_, key) => ({ path: steps(dataPath(key)), entry: entryKeyIn(key) }),
};

/** Where the resource of this kind and identity stands; throws for a kind that is none of a device's. */
export function placeOf(
  dialect: RestconfDialect,
  { kind, identity, scope }: Pick<Write, "kind" | "identity" | "scope">,
): RestconfPlace {
  return ofKind(places, kind)(dialect, identity.slice((scope.host ?? "").length + 1));
}

/** The last member of a path with its module, as it stands at the top of a body. */
export function qualified(path: readonly TreeStep[]): string {
  const members = names(path);
  const last = members.at(-1) ?? "";
  if (last.includes(":")) return last;
  const [module] = members.findLast((member) => member.includes(":"))?.split(":") ?? [];
  return `${module}:${last}`;
}

/** The top-level member that it is in. */
export function topOf({ path }: RestconfPlace): string {
  return names(path)[0] ?? "";
}

/** An entry with its key, in the types that the device shows that in. */
export function keyed(entry: EntryKey, value: Json, live: Json | undefined): JsonObject {
  const texts = entry.map(({ leaf, value: text }): [string, Json] => [leaf, text]);
  const shown = entry.flatMap(({ leaf }): [string, Json][] => {
    const own = live !== undefined && isObject(live) ? live[leaf] : undefined;
    return own === undefined ? [] : [[leaf, own]];
  });
  return { ...Object.fromEntries(texts), ...(isObject(value) && value), ...Object.fromEntries(shown) };
}

/** Colons stay as they are; the slashes and commas in a list's key do not (RFC 8040, 3.5.3). */
export function dataUrl(ground: RestconfRequestContext, host: string, place: RestconfPlace): string {
  return `${ground.urlOf(host)}${ground.dialect.root}/data${segmentsOf(place)}`;
}

/** The place as a path below the datastore: `/a:b/list=key`; nothing for the datastore itself. */
export function segmentsOf({ path, entry }: RestconfPlace): string {
  const segments = [...path, ...(entry ? [entry] : [])].map((step) =>
    isEntryStep(step) ? `=${step.map(({ value }) => encoded(value)).join(",")}` : `/${encoded(step)}`,
  );
  return segments.join("");
}

function encoded(text: string): string {
  return segment(text).replaceAll("%3A", ":");
}
