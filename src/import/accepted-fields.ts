/** Removes the fields of a live value that its kind's schema rejects, and reports them. Pure. */

import { z } from "zod";
import type { Driver, Kind } from "../drivers/contract/contract.ts";
import { byText } from "../model/compare.ts";
import type { Scope } from "../model/desired.ts";
import { isArray, isObject, type Json, type JsonObject, parseJson } from "../model/json.ts";
import { shortSection } from "../model/place.ts";
import { isPlaceOf, type Pointer, pointer, segments } from "../model/pointer.ts";
import { explain } from "../yaml/schema-issues.ts";
import type { AdoptedKind } from "./edit/adopted-lists.ts";
import { labelled, withValueAt } from "./labels.ts";

/** A live field that cannot be declared. If there is no reason, the field's kind does not have it. */
export interface DroppedField {
  readonly path: readonly string[];
  readonly reason?: string | undefined;
}

/**
 * The declared fields and the dropped fields. If nothing can be declared, `refused` says why. It is undefined for a
 * resource that always exists and shows none of its fields.
 */
type AcceptedValue =
  | {
      readonly value: Json;
      readonly dropped: readonly DroppedField[];
      /** Live values that look like typos. The entry marks them as intended. Absent: none. */
      readonly unknownWords?: readonly string[];
      /**
       * Required secrets that no reply shows. `value` has a placeholder for the reference to each of them. Absent:
       * none.
       */
      readonly needed?: readonly Pointer[];
    }
  | { readonly refused: string | undefined };

/** Removes rejected fields from a live value one by one, until the rest is valid. */
export function accepted(
  kind: Kind,
  of: {
    readonly key: string;
    readonly value: Json;
    readonly scope: Scope;
    readonly repeatsSecret: (value: Json) => boolean;
    /** True: required secrets are declared by reference. */
    readonly references?: boolean | undefined;
  },
): AcceptedValue {
  let value = kind.canonical(of.value);
  if (!isObject(value) && of.repeatsSecret(value)) return { refused: `it ${secretInside}` };
  const dropped: DroppedField[] = [];
  const needed: Pointer[] = [];
  for (;;) {
    const checked = kind.schema.safeParse(value);
    const unknown = checked.success ? [] : checked.error.issues.flatMap(unknownIn);
    // Fields that the kind does not have are never written, no matter what they contain.
    const known = unknown.reduce((rest, { path }) => without(rest, path), value);
    const open = secretsIn(known, of.repeatsSecret);
    const faults = (): readonly Fault[] =>
      checked.success ? faultsOf(kind, { ...of, value }) : issuesOf(kind, value, checked.error.issues);
    const found: readonly Fault[] = open.length > 0 ? open : faults();
    if (found.length === 0) {
      const unknownWords = unknownWordsOf(kind, { ...of, value });
      const own = bare(undeclared(inOrder(value, checked.data), kind), kind);
      return {
        value: own,
        dropped,
        ...(unknownWords.length > 0 && { unknownWords }),
        ...(needed.length > 0 && { needed }),
      };
    }
    const before = value;
    for (const { path, reason, isUnseenSecret } of found) {
      if (isUnseenSecret && of.references) {
        needed.push(pointer(path));
        value = withValueAt(value, path, standIn);
        continue;
      }
      const ofElements = reason === undefined ? elementMember(before, path) : undefined;
      if (ofElements !== undefined) {
        const isKnown = dropped.some((one) => one.path.join("/") === ofElements.join("/"));
        if (!isKnown) dropped.push({ path: ofElements });
        value = withoutAt(value, path);
        continue;
      }
      const place = placeOf(before, path);
      if (place.length === 0)
        return {
          refused: isNothing(kind, kind.canonical(of.value))
            ? undefined
            : (reasonOf(dropped, path) ?? reason ?? "it has no fields"),
        };
      const own = at(before, place);
      const inList = own !== undefined && isArray(own) && place.length < path.length;
      if (inList && !isUnseenSecret && kind.keepsElements?.includes(pointer(place))) {
        const [at = 0] = path.slice(place.length).map(Number);
        dropped.push({ path: labelled(before, path, kind).slice(0, place.length + 1), reason });
        value = withValueAt(value, place, own.toSpliced(at, 1));
        break; // The removal shifts all later positions.
      }
      const said =
        inList && !isUnseenSecret ? inElement(kind, { value: before, path, place, reason }) : reason;
      if (own !== null) dropped.push({ path: place, reason: said });
      value = without(value, place);
    }
  }
}

/**
 * Returns why a list is dropped because of a member of one of its elements. The list cannot be declared without this
 * element, because that would declare the element as absent. Undefined: there is no reason to report.
 */
function inElement(
  kind: Kind,
  of: {
    readonly value: Json;
    readonly path: readonly string[];
    readonly place: readonly string[];
    readonly reason: string | undefined;
  },
): string | undefined {
  if (of.reason === undefined) return undefined;
  const [list = "", element = "", ...field] = labelled(of.value, of.path, kind).slice(of.place.length - 1);
  const where = [element, ...field].join(" → ");
  return `${where}: ${of.reason}; therefore \`${list}\` is not declared at all`;
}

/** The path of a member of list elements, with `*` for the element. Undefined: the path leads to no such member. */
function elementMember(value: Json, path: readonly string[]): readonly string[] | undefined {
  let here: Json | undefined = value;
  const way = path.map((step) => {
    const isElement = here !== undefined && isArray(here);
    if (here !== undefined && isArray(here)) here = here[Number(step)];
    else here = here !== undefined && isObject(here) ? here[step] : undefined;
    return isElement ? "*" : step;
  });
  return here !== undefined && way.includes("*") && way.at(-1) !== "*" ? way : undefined;
}

/** Returns the facts about a kind that `adopt` needs. */
export function adoptedKind(kind: Kind): AdoptedKind {
  return {
    alikeForm: kind.alikeForm,
    canonical: (value) => kind.canonical(value),
    declarable: (value) => undeclared(withoutUnknown(kind, value), kind),
  };
}

/** The value without members that the kind does not have, at any depth. */
function withoutUnknown({ schema }: Pick<Kind, "schema">, value: Json): Json {
  const checked = schema.safeParse(value);
  if (checked.success) return value;
  return checked.error.issues.flatMap(unknownIn).reduce((rest, { path }) => withoutAt(rest, path), value);
}

function withoutAt(value: Json, path: readonly string[]): Json {
  const [step = "", ...rest] = path;
  if (!isArray(value))
    return rest.length === 0 || !isObject(value) ? without(value, path) : inMember(value, step, rest);
  const at = Number(step);
  return value[at] === undefined ? value : value.with(at, withoutAt(value[at], rest));
}

function inMember(value: JsonObject, step: string, rest: readonly string[]): Json {
  return Object.hasOwn(value, step) ? { ...value, [step]: withoutAt(value[step] ?? null, rest) } : value;
}

/** True if the resource always exists and shows none of its fields. */
function isNothing({ place, schema }: Kind, value: Json): boolean {
  if (!place.single || !isObject(value) || !(schema instanceof z.ZodObject)) return false;
  return !Object.keys(value).some((name) => Object.hasOwn(schema.shape, name));
}

/** Half a sentence about a value that is not written because it contains a secret. */
export const secretInside = "contains a secret, and trueup never writes secrets into files";

function secretsIn(value: Json, repeatsSecret: (value: Json) => boolean): readonly DroppedField[] {
  if (!isObject(value)) return [];
  const fields = Object.entries(value).filter(([name, field]) => repeatsSecret({ [name]: field }));
  return fields.map(([name]) => ({ path: [name], reason: `${name} ${secretInside}` }));
}

/** The value without product defaults. */
function undeclared(value: Json, kind: Kind): Json {
  return kind.withoutDefaults?.(value) ?? value;
}

/** Returns the value without empty fields, which are redundant in a declaration. Free-form data stays unchanged. */
function bare(value: Json, { schema }: Kind): Json {
  if (!isObject(value) || !(schema instanceof z.ZodObject)) return value;
  const isEmpty = (field: Json) => isObject(field) && Object.keys(field).length === 0;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => !isEmpty(field)));
}

/** Returns why the field at this path was dropped. Undefined: it was not dropped, or there is no reason. */
function reasonOf(dropped: readonly DroppedField[], path: readonly string[]): string | undefined {
  const isHere = (one: DroppedField) => one.path.join("/") === path.join("/");
  return dropped.find((one) => one.reason !== undefined && isHere(one))?.reason;
}

type Issue = NonNullable<ReturnType<Kind["schema"]["safeParse"]>["error"]>["issues"][number];

function unknownIn(issue: Issue): readonly DroppedField[] {
  if (issue.code !== "unrecognized_keys") return [];
  return issue.keys.map((key) => ({ path: [...issue.path.map(String), key] }));
}

interface Fault extends DroppedField {
  /** True: the value lacks a secret that no reply shows. */
  readonly isUnseenSecret?: boolean;
}

function issuesOf(kind: Kind, value: Json, issues: readonly Issue[]): readonly Fault[] {
  return issues.flatMap((issue): readonly Fault[] => {
    if (issue.code === "unrecognized_keys") return unknownIn(issue);
    const path = issue.path.map(String);
    const [said] = explain([issue], { schema: kind.schema, value, title: `this ${kind.title}`, beside: [] });
    if (said?.code !== "missing-field" || !isHidden(kind, path)) return [{ path, reason: said?.message }];
    return [{ path, reason: `${said.message}, ${unseen}`, isUnseenSecret: true }];
  });
}

const unseen = "which no reply shows: import with `--secrets` to declare it by reference";

/** A placeholder for a reference to a secret. */
const standIn: JsonObject = { secret: "env:STAND_IN" };

function isHidden({ secrets }: Kind, path: readonly string[]): boolean {
  return secrets.some((pattern) => isPlaceOf(pointer(path), pattern));
}

interface CheckedEntry {
  readonly key: string;
  readonly value: Json;
  readonly scope: Scope;
}

/**
 * Returns the words in a live value that the kind's check takes for typos. They are accepted, because a live value is
 * never a typo.
 */
function unknownWordsOf(kind: Kind, of: CheckedEntry): readonly string[] {
  const mistyped = (kind.check?.(of) ?? []).filter(({ severity }) => severity !== "warning");
  return [...new Set(mistyped.flatMap(({ word }) => word ?? []))].sort(byText);
}

function faultsOf(kind: Kind, of: CheckedEntry) {
  const found = (kind.check?.(of) ?? []).filter(
    ({ severity, word }) => severity !== "warning" && word === undefined,
  );
  return found.map(({ path, message }): DroppedField => ({ path: segments(path), reason: message }));
}

/** Returns the innermost existing part of the path that can be removed alone. A list is only removed as a whole. */
function placeOf(value: Json, path: readonly string[]): readonly string[] {
  const place: string[] = [];
  let here: Json | undefined = value;
  for (const step of path) {
    if (!isObject(here) || !Object.hasOwn(here, step)) break;
    place.push(step);
    here = here[step];
  }
  return place;
}

function at(value: Json, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((here, step) => (isObject(here) ? here[step] : undefined), value);
}

function without(value: Json, path: readonly string[]): Json {
  const [step, ...rest] = path;
  if (!isObject(value) || step === undefined || !Object.hasOwn(value, step)) return value;
  if (rest.length > 0) return { ...value, [step]: without(value[step] ?? null, rest) };
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== step));
}

/** Returns the value with its fields in the order of the schema, because people read this order most easily. */
function inOrder(value: Json, parsed: unknown): Json {
  const text = JSON.stringify(parsed);
  const ordered = text === undefined ? undefined : parseJson(text);
  return ordered ?? value;
}

/**
 * Returns the fields and inner sections of a kind that an entry must set to null if the live resource lacks them
 * (`ImportEntry.closed`). Secret fields are excluded: no reply shows them, so defaults may provide them.
 */
export function closedOf({ kinds }: Driver, name: string, kind?: Kind): readonly string[] {
  const fields = kind?.schema instanceof z.ZodObject ? Object.keys(kind.schema.shape) : [];
  const secret = kind?.secrets.map(topFieldOf) ?? [];
  const sections = kinds.filter(({ place }) => place.within === name).map(({ place }) => shortSection(place));
  return [...fields.filter((field) => !secret.includes(field)), ...sections];
}

/** Returns the name of the field at the top of the entry that contains this pointer. */
export function topFieldOf(path: Pointer): string {
  return segments(path)[0] ?? "";
}
