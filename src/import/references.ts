/** References for secrets that no interface shows, named after what they are for. Pure. */

import type { Address } from "../model/address.ts";
import { isObject, type Json } from "../model/json.ts";
import { segments } from "../model/pointer.ts";
import { allIn, type ImportEntry, type ImportUnit } from "./entry.ts";
import { UniqueNames } from "./key-names.ts";

/** A secret that somebody has to set, and what would use it. */
export interface NeededSecret {
  /** `env:ACME_CORP_PSK`. */
  readonly reference: string;
  readonly addresses: readonly Address[];
}

/** The references for all secret fields: one for all of the same name in one organization. */
export function referencesOf(units: readonly ImportUnit[]): readonly NeededSecret[] {
  const names = new UniqueNames();
  const named = units.flatMap(({ header, entry }) =>
    [...allIn([entry])]
      .filter(({ kind }) => (kind?.secrets.length ?? 0) > 0)
      .map((one) => ({ words: wordsOf(header, one), address: one.address })),
  );
  const groups = Map.groupBy(named, ({ words }) => words.join("\0"));
  return [...groups.values()].map((group) => {
    const name = names.take(environmentName(group[0]?.words ?? []));
    const variable = `${name.replaceAll("-", "_").toUpperCase()}_PSK`;
    return { reference: `env:${variable}`, addresses: group.map(({ address }) => address) };
  });
}

/** The same entries with these references in their secret fields. */
export function withReferences(
  units: readonly ImportUnit[],
  secrets: readonly NeededSecret[],
): readonly ImportUnit[] {
  const references = new Map(
    secrets.flatMap(({ reference, addresses }) => addresses.map((each) => [each, reference] as const)),
  );
  const complete = (entry: ImportEntry): ImportEntry => {
    const secret = references.get(entry.address);
    const inner = entry.inner.map(complete);
    if (secret === undefined || !isObject(entry.value)) return { ...entry, inner };
    const fields = (entry.kind?.secrets ?? []).map((path) => [segments(path)[0] ?? "", { secret }] as const);
    return { ...entry, inner, value: { ...entry.value, ...Object.fromEntries(fields) } };
  };
  return units.map(({ header, entry }) => ({ header, entry: complete(entry) }));
}

function wordsOf(header: ImportUnit["header"], { value, key }: ImportEntry): readonly string[] {
  const name: Json = isObject(value) ? (value.name ?? key) : key;
  const own = typeof name === "string" ? name : key;
  const around = Object.values(header).filter((word) => !own.toLowerCase().startsWith(word.toLowerCase()));
  return [...around, own];
}

/** Letters, digits and underscores, the first no digit. */
function environmentName(words: readonly string[]): string {
  const bare = words
    .join(" ")
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "");
  const name = bare.replaceAll(/[^A-Za-z0-9]+/g, "_").replaceAll(/^_+|_+$/g, "");
  return name === "" ? "SECRET" : name.replace(/^(?=\d)/, "N_");
}
