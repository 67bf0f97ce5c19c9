/** Builds a kind from its file. The kind's schema is built lazily. Pure. */

import type { z } from "zod";
import { alikeFormsOf } from "../../catalog/fields/alike.ts";
import { canonicalFields, withoutDefaults } from "../../catalog/fields/canonical.ts";
import { faultsOf, withImplied } from "../../catalog/fields/implied.ts";
import { mayDifferIn } from "../../catalog/fields/may-differ.ts";
import {
  hiddenIn,
  listsIn,
  onlyFields,
  otherNamesOf,
  referencesIn,
  secretsIn,
} from "../../catalog/fields/pointers.ts";
import { type Instead, keysSchema, objectSchema } from "../../catalog/fields/schema.ts";
import { spellingFaults } from "../../catalog/fields/spelling-faults.ts";
import { fromWire } from "../../catalog/fields/wire.ts";
import { wordFault, wordFaults } from "../../catalog/fields/words.ts";
import {
  declaredIdentity,
  declaredWord,
  filledIdentity,
  hasOwnKey,
  isIdKnown,
  keyInIdentity,
  lackOfIdentity,
  namesInIdentity,
  pathIdentity,
} from "../../catalog/identity.ts";
import { identityForm } from "../../catalog/identity-form.ts";
import { writeTemplates } from "../../catalog/operations.ts";
import type { PatternReader } from "../../catalog/patterns/pattern.ts";
import type { KindFile } from "../../catalog/schema/kind.ts";
import { saysWhich, wordsIn } from "../../catalog/templates.ts";
import type { WholeCollection } from "../../model/collection.ts";
import { filterMembers, isArray, isObject, type Json, type JsonObject, sameJson } from "../../model/json.ts";
import { inPath } from "../../model/names/hierarchy.ts";
import type { Remade } from "../../model/plan/step.ts";
import { pointer } from "../../model/pointer.ts";
import type { KindProblem } from "../../model/problem.ts";
import type { Kind } from "../contract/contract.ts";
import { withinOf } from "./elements/live-parts.ts";
import { elementSteps, orderFaults, type RemadeElement, remadeElements } from "./elements/steps.ts";

/** A kind's ancestors, and the product's settings for all kinds. */
export interface KindContext {
  /** The kind's ancestors, the outermost first. */
  readonly above: readonly KindFile[];
  /** The name of the kind's collection, unique within the product. */
  readonly collection: string;
  /** The scope keys that select the kind's collection. */
  readonly scopeKeys: readonly string[];
  /** The product's defaults for its kinds. A kind's own settings override them. */
  readonly caseSensitive?: boolean | undefined;
  readonly decidesAccess?: boolean | undefined;
  readonly attached?: string | undefined;
  /** See `Codec.instead`. */
  readonly instead?: Instead | undefined;
  readonly patterns: PatternReader;
}

/** Returns the kind's members that concern its names, and how its changes count. */
function namesOf(
  { touched, reaches, alike, caseSensitive }: KindFile,
  context: KindContext,
): Pick<Kind, "touched" | "reaches" | "attached" | "caseSensitive" | "alike"> {
  return {
    ...(touched && { touched }),
    ...(reaches && { reaches }),
    ...(context.attached !== undefined && { attached: context.attached }),
    ...((caseSensitive ?? context.caseSensitive) && { caseSensitive: true }),
    ...(alike && { alike }),
  };
}

/** Builds the kind that a file describes. */
export function kindOf(file: KindFile, context: KindContext): Kind {
  const { above, collection, scopeKeys, instead, patterns } = context;
  const single = file.form === "singleton";
  const { keySchema } = file;
  const hidden = hiddenIn(file.fields, []);
  let schema: z.ZodType | undefined;
  return {
    name: file.kind,
    title: file.title,
    place: {
      within: file.atTop || file.in === undefined ? "file" : file.in,
      section: file.section,
      ...(file.alsoSections && { also: file.alsoSections }),
      ...(single && { single }),
    },
    get schema() {
      schema ??= objectSchema({ ...file, instead, patterns });
      return schema;
    },
    ...(keySchema && { keys: keysSchema(keySchema, patterns) }),
    ...(file.observed && { observed: true }),
    ...(file.gathered && { gathered: true }),
    ...(file.notBeside && { notBeside: file.notBeside }),
    ...namesOf(file, context),
    ...otherNamesOf(file.fields),
    secrets: secretsIn(file.fields, []),
    ...(hidden.length > 0 && { hidden }),
    collection: {
      name: collection,
      scopeKeys,
      ...(file.in !== undefined && { within: file.in }),
      absence: absenceOf(file),
      ...(isReadByItself(file) && { alone: true as const }),
      ...(file.whole && { whole: wholeOf(file, file.whole, above) }),
      ...(file.onlyIf && { where: { field: file.onlyIf.field, lists: file.onlyIf.has } }),
    },
    ...valuesOf(file),
    identity: ({ key, value, scope }) => {
      const own = scope[file.kind] ?? key;
      const identity = declaredIdentity(file, own, value);
      if (file.below !== undefined) return inPath(identity);
      const path = pathIdentity(file);
      if (path === undefined) return identity;
      const wordOf = (word: string) => scope[word] ?? declaredWord(file, value, word);
      return filledIdentity(path, (word) => (word === "id" ? identity : wordOf(word)));
    },
    ...dependenceOf(file),
    ...(hasOwnKey(file) && {
      keyOf: ({ identity }: { readonly identity: string }) => keyInIdentity(file, identity),
    }),
    ...(instead && {
      isVariable: (value: Json) => instead("").some((each) => each.safeParse(value).success),
    }),
    check: ({ key, value }) => faultsIn(file, key, value),
    lists: listsIn(file.fields, []),
    refersTo: referencesIn(file.fields),
    after: file.after,
    makes: file.makes,
    ...(file.lockout && { lockout: file.lockout }),
    ...inOrder(file),
    createOnly: onlyFields("createOnly", file.fields, []),
    updateOnly: onlyFields("updateOnly", file.fields, []),
    exclusive: file.oneAtATime === undefined ? undefined : exclusiveOf(file, above),
    ...(single && leavesSome(file) && { isSetBack: (value: Json) => isSetBack(file, value) }),
    ...writtenIn(file),
    ...(isCreatedByPath(file) && { createdByPath: true as const }),
    mayDiffer: mayDifferIn(file, context.decidesAccess),
    ...ownStatesIn(file),
  };
}

function writtenIn(file: KindFile): Pick<Kind, "pushes" | "visibleSeconds"> {
  const { create, update } = writeTemplates(file);
  return {
    ...(update?.pushes && { pushes: true as const }),
    ...(create?.visibleSeconds !== undefined && { visibleSeconds: create.visibleSeconds }),
  };
}

function ownStatesIn({ fields }: KindFile): Pick<Kind, "ownStates"> {
  const states = Object.entries(fields).flatMap(([name, { replyOnly }]) =>
    replyOnly ? [[pointer([name]), replyOnly] as const] : [],
  );
  return states.length > 0 ? { ownStates: new Map(states) } : {};
}

/** Returns the planning facts about a list that the product stores element by element. */
function inOrder(file: KindFile): Partial<Pick<Kind, "ordered" | "requestsBetween" | "remade">> {
  if (file.elements === undefined) return {};
  return {
    ordered: [pointer([file.elements.field])],
    requestsBetween: (live, desired) => elementSteps(file, { live, desired }).length,
    remade: (live, desired) =>
      remadeElements(file, { live: live.value, desired }, withinOf(file, live)).map(remadeOf),
  };
}

function remadeOf({ identity, from, to }: RemadeElement): Remade {
  if (from === to) return { name: identity };
  const ends = [from, to].map((each) => each ?? "none");
  return { name: identity, note: `it moves from the part ${ends[0]} to ${ends[1]}` };
}

/** Returns the errors in an entry that its schema has accepted. */
function faultsIn(file: KindFile, key: string, value: Json): readonly KindProblem[] {
  const { keySchema, fields } = file;
  return [
    ...lackOfIdentity(file, value),
    ...(keySchema?.type === "string" ? wordFault(keySchema, key, []) : []),
    ...wordFaults(fields, value),
    ...faultsOf(file, value),
    ...spellingFaults(fields, value),
    ...orderFaults(file, value),
  ];
}

/** Returns the kind's members that deal with equivalent values and with defaults. */
function valuesOf(file: KindFile): Pick<Kind, "canonical" | "alikeForm" | "nameForm" | "withoutDefaults"> {
  const alikeForm = alikeFormsOf(file.fields);
  const nameForm = identityForm(file);
  return {
    canonical: (value) => canonicalOf(file, value),
    ...(alikeForm && { alikeForm }),
    ...(nameForm && { nameForm }),
    withoutDefaults: (value) => withoutDefaultsOf(file, value),
  };
}

/** Returns the members of a kind whose identity contains other resources. */
function dependenceOf(file: KindFile): Pick<Kind, "identifiedBy" | "below"> {
  const identifiedBy = namesInIdentity(file);
  return {
    ...(identifiedBy.length > 0 && { identifiedBy }),
    ...(file.below !== undefined && { below: pointer([file.below]) }),
  };
}

function leavesSome(file: KindFile): boolean {
  const { remove } = writeTemplates(file);
  return remove !== undefined && remove.method !== "DELETE";
}

/** True if a value is the value that a removal leaves. A field that is not shown counts as null. */
function isSetBack(file: KindFile, value: Json): boolean {
  const left = writeTemplates(file).remove?.with ?? {};
  const wanted = Object.entries(canonicalFields(file.fields, fromWire(file.fields, left)));
  return isObject(value) && wanted.every(([name, each]) => sameJson(each, value[name] ?? null));
}

function wholeOf(
  { list, item }: KindFile,
  { path, shows }: NonNullable<KindFile["whole"]>,
  above: readonly KindFile[],
): WholeCollection {
  const named = wordsIn(path).filter((word) => above.some(({ kind }) => kind === word));
  const only = list === undefined && item === undefined && { only: true as const };
  return { within: named.at(-1) ?? "", ...(shows && { shows }), ...only };
}

/**
 * True if no list contains the kind's top-level resources. Each of them is then read individually, and a failed read
 * affects no other resource.
 */
export function isReadByItself({ list, item, form, in: parent }: KindFile): boolean {
  return list === undefined && item !== undefined && form === "collection" && parent === undefined;
}

/**
 * Absence is concluded from an individual read only if the kind has no list. A singleton must also define which replies
 * mean absence.
 */
function absenceOf({ list, item, form }: KindFile): "list" | "item" {
  if (list !== undefined || item === undefined) return "list";
  const isTold = typeof item === "object" && (item.absent !== undefined || item.none !== undefined);
  return form === "singleton" && !isTold ? "list" : "item";
}

/** Returns the canonical form of a value, declared or live. */
export function canonicalOf(file: Pick<KindFile, "fields" | "implies">, value: Json): Json {
  return isObject(value) ? withImplied(file, canonicalFields(file.fields, value)) : value;
}

/** Required, matched and implied fields stay even if they have their default. */
function withoutDefaultsOf(file: KindFile, value: Json): Json {
  const { identity = "name", implies = [], required = [] } = file;
  const named = typeof identity === "object" && "first" in identity ? identity.first : identity;
  const names = typeof named === "string" || isArray(named) ? [named].flat() : [];
  const kept = [...required, ...names, ...implies.flatMap(({ set }) => Object.keys(set))];
  if (!isObject(value)) return value;
  return withoutStates(file, withoutDefaults(file.fields, value, new Set(kept)));
}

/**
 * Returns the value without states that `implies` sets unconditionally, because nobody needs to declare such states.
 */
function withoutStates({ fields, implies = [] }: KindFile, value: JsonObject): JsonObject {
  const always = implies.flatMap(({ if: conditions, set }) => (conditions ? [] : Object.entries(set)));
  const isImplied = (name: string) =>
    fields[name]?.replyOnly !== undefined &&
    always.some(([each, state]) => each === name && sameJson(state, value[name] ?? null));
  return always.length === 0 ? value : filterMembers(value, (name) => !isImplied(name));
}

function isCreatedByPath(file: KindFile): boolean {
  if (file.form !== "collection") return true;
  const { create } = writeTemplates(file);
  if (pathIdentity(file) && create && saysWhich(create.path)) return true;
  return (create?.method === "PUT" || create?.method === "PATCH") && isIdKnown(file);
}

/** Returns the scope keys within which writes of the kind are sent one at a time. */
function exclusiveOf({ oneAtATime, kind: own }: KindFile, above: readonly KindFile[]): readonly string[] {
  if (oneAtATime === "kind") return [`all of ${own}`];
  return oneAtATime === "parent" ? above.map(({ kind }) => kind) : [];
}
