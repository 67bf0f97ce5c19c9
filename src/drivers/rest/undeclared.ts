/** The parts of a kind's record that no field declares, which an import reports. Pure. */

import { kindDecidesByName, recordsByName } from "../../catalog/access-words.ts";
import { type UndeclaredWords, undeclaredIn, wholeRecord } from "../../catalog/fields/undeclared.ts";
import { idField, pathIdentity } from "../../catalog/identity.ts";
import { namesMatcher, saidOf } from "../../catalog/name-patterns.ts";
import { readTemplate, writeTemplates } from "../../catalog/operations.ts";
import type { KindFile } from "../../catalog/schema/kind.ts";
import type { JsonObject } from "../../model/json.ts";
import type { UndeclarablePart } from "../../model/live/undeclarable.ts";
import type { RestKind } from "./catalogs/catalog-dialect.ts";

/** Returns the undeclarable parts of a record. `record` has the product's form, without wrapper. */
export function undeclaredOf(of: RestKind, record: JsonObject): readonly UndeclarablePart[] {
  const { file, codec } = of;
  const on = wordsOf(of);
  if (codec?.undeclared) return codec.undeclared(file, record, on);
  return undeclaredIn(on, { fields: file.fields }, { record, at: wholeRecord });
}

/** Returns the parts of these objects, given as `{class: {attributes}}`, that no kind declares. */
export function undeclaredInside(of: RestKind, objects: readonly JsonObject[]): readonly UndeclarablePart[] {
  const { file, inside } = of;
  const shown = { attributes: {}, children: objects };
  return inside?.codec.undeclared?.({ ...file, fields: {} }, shown, wordsOf(of)) ?? [];
}

const known = new WeakMap<RestKind, UndeclaredWords>();

function wordsOf(of: RestKind): UndeclaredWords {
  const ready = known.get(of);
  if (ready) return ready;
  const { file, product, above, innerNames } = of;
  const own = new Set([...ownNames(file), ...innerNames, ...above.map((kind) => `${kind}Id`)]);
  const isReadOnly = namesMatcher([...(file.readOnly ?? []), ...(product.readOnly ?? [])]);
  const made: UndeclaredWords = {
    isReadOnly: (names) => (names.length === 1 && own.has(names[0] ?? "")) || isReadOnly(names),
    usual: saidOf(Object.entries({ ...product.usual, ...file.usual })),
    decides: decidesIn(file, product.decidesAccess),
  };
  known.set(of, made);
  return made;
}

/** Returns the top-level members that identify the record or its kind, or that writes always send. */
function ownNames(file: KindFile): readonly string[] {
  const { key, empty, builtIn, elements, identity, whole } = file;
  const reads = [file.list, file.item, file.discover].map(readTemplate);
  const named = typeof identity === "object" && "first" in identity ? identity.first : identity;
  const names = typeof named === "string" || Array.isArray(named) ? [named].flat() : [];
  return [
    ...[idField(file), key, pathIdentity(file)?.at, elements?.id, whole?.parent].filter(isName),
    ...names,
    ...[...reads.map((read) => read?.only), empty, builtIn].flatMap((each) => Object.keys(each ?? {})),
    ...Object.values(writeTemplates(file)).flatMap(({ ifMatch, with: always = {} }) => [
      ...(ifMatch === undefined ? [] : [ifMatch]),
      ...Object.keys(always),
    ]),
  ].map((name) => name.split(".")[0] ?? name);
}

function isName(name: string | undefined): name is string {
  return name !== undefined;
}

/**
 * Returns whether a member decides about access. If the kind does not say so, the member's position and name decide.
 */
function decidesIn(file: KindFile, ofProduct: boolean | undefined): UndeclaredWords["decides"] {
  if (file.decides) {
    const [open, own] = [true, false].map((is) =>
      namesMatcher(file.decides?.filter((each) => each.endsWith("*") === is) ?? []),
    );
    return (names) => own?.(names) === true || (open?.(names) === true && !recordsByName(names.at(-1) ?? ""));
  }
  if (!(file.decidesAccess ?? ofProduct ?? kindDecidesByName(file))) return () => false;
  return (names, isInElement) => isInElement && !names.some(recordsByName);
}
