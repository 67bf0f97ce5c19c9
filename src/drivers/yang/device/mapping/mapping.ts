/** A compiled mapping: its kinds, the places of their entries, and field conversion in both directions. Pure. */

import { z } from "zod";
import { alikeFormsOf } from "../../../../catalog/fields/alike.ts";
import { canonicalFields, withoutDefaults } from "../../../../catalog/fields/canonical.ts";
import { mayDifferIn } from "../../../../catalog/fields/may-differ.ts";
import { listsIn, secretsIn } from "../../../../catalog/fields/pointers.ts";
import { objectSchema } from "../../../../catalog/fields/schema.ts";
import { spellingFaults } from "../../../../catalog/fields/spelling-faults.ts";
import { type PatternReader, shippedPattern } from "../../../../catalog/patterns/pattern.ts";
import type { Field, Fields } from "../../../../catalog/schema/field.ts";
import type {
  MappedField,
  MappedFields,
  MappedKindFile,
  MappingData,
} from "../../../../catalog/schema/mapping.ts";
import { isObject, type Json, type JsonObject } from "../../../../model/json.ts";
import { hasUnkeyedList } from "../../../../model/list-identity.ts";
import type { UndeclarablePart } from "../../../../model/live/undeclarable.ts";
import { at, type Pointer, pointer, segments } from "../../../../model/pointer.ts";
import type { KindProblem } from "../../../../model/problem.ts";
import type { Kind } from "../../../contract/contract.ts";
import type { ReplacingChange } from "../../../contract/target-model.ts";
import { entryIdentity } from "../kinds/data-path.ts";
import { onePerDevice, tree } from "../kinds/tree.ts";
import { memberPattern } from "./codecs.ts";
import { shapeOf, type TreeLists, takingFields, treeLists } from "./merge.ts";
import { KeyTemplate, type KeyWords, keyLeaves, type TemplatePath, templatePath, wordsIn } from "./paths.ts";
import { stayingOf } from "./staying.ts";
import { fromTree, type KeyPlaces, type MappedEdit, toTree, withWholeLists } from "./tree-fields.ts";
import { type EntryToCompare, undeclaredInEntry } from "./undeclared.ts";

/** The place of one entry in the tree. */
export interface MappedEntry extends KeyPlaces {
  /** The data path of the entry's list. For a container, it is the path of the container itself. */
  readonly path: string;
  /** The entry's identity as a part of a device's configuration, without the host. */
  readonly identity: string;
}

/** A kind with the places of its fields and entries in the tree. */
export interface MappedKind {
  readonly file: MappedKindFile;
  readonly kind: Kind;
  readonly lists: TreeLists;
  /** A tree with the kind's lists, for protocols whose data does not distinguish lists from other nodes. */
  readonly shape: JsonObject;
  /** The paths of all entries of the kind: the paths of its lists, or of its one container. */
  readonly paths: readonly string[];
  /** Returns the place of the entry with this key. Undefined: the key is invalid. */
  entryOf(key: string): MappedEntry | undefined;
  /** Returns the variables in a key. Undefined: the key is invalid, or the kind has no variables. */
  wordsOf(key: string): KeyWords | undefined;
  /** Returns the leaves that contain this variable of the kind's keys, each with the path of its list. */
  leavesOf(word: string): readonly { readonly path: string; readonly leaf: string }[];
  /** Returns the keys of the entries at one of `paths`, each with its tree. */
  entriesIn(path: string, value: Json): readonly { readonly key: string; readonly tree: JsonObject }[];
  toTree(value: Json, entry: MappedEntry): MappedEdit;
  /** Returns an entry's fields. `key`: the entry's key, because the tree may lack some of the fields. */
  fromTree(tree: JsonObject, key: string): Json;
  /** Returns the parts of an entry that no field declares. */
  undeclared(tree: JsonObject, key: string): readonly UndeclarablePart[];
  /** True if a change removes something, or requires a full write. */
  replaces(change: ReplacingChange): boolean;
}

/** A mapping. */
export interface DeviceMapping {
  readonly name: string;
  readonly module: string;
  readonly container: string;
  readonly hostname: string | undefined;
  /** See `DeviceModel.notSecret`. */
  readonly notSecret: readonly string[];
  /** The kinds of the mapping, by name. */
  readonly kinds: ReadonlyMap<string, MappedKind>;
}

/**
 * Compiles a mapping. `patterns` compiles the patterns of its variables and texts. Default: the patterns are compiled
 * as in built-in mappings.
 */
export function mappingOf(
  { mapping, kinds }: MappingData,
  patterns: PatternReader = shippedPattern,
): DeviceMapping {
  const { mapping: name, module, container, hostname, notSecret = [] } = mapping;
  const made = kinds.map((file) => [file.kind, mappedKind(file, patterns)] as const);
  return { name, module, container, hostname, notSecret, kinds: new Map(made) };
}

/** One place of a kind, with its key parser. */
interface ReadyPlace {
  readonly template: KeyTemplate;
  readonly path: TemplatePath;
  readonly without: readonly string[];
  readonly stays: boolean;
  /** The places where an entry repeats a key leaf, by the name of the leaf. */
  readonly also: Readonly<Record<string, string>>;
}

function entryOf(
  { fields, decides }: MappedKindFile,
  { place, tree }: { readonly place: ReadyPlace | undefined; readonly tree: JsonObject },
): EntryToCompare {
  const { without = [], also = {}, path } = place ?? {};
  const keys = [...(path?.keys.map(({ leaf }) => leaf) ?? []), ...Object.values(also)];
  const has = Object.fromEntries(Object.entries(fields).filter(([name]) => !without.includes(name)));
  return { fields: has, keys, tree, decides: decides === true };
}

function mappedKind(file: MappedKindFile, patterns: PatternReader): MappedKind {
  const { words = {}, fields } = file;
  const plain = catalogFields(fields);
  const lists = treeLists(fields);
  const taking = takingFields(fields);
  const places: readonly ReadyPlace[] = file.places.map((place) => ({
    template: new KeyTemplate(place, words, patterns),
    path: templatePath(place.path),
    without: place.without ?? [],
    stays: place.stays === true,
    also: place.also ?? {},
  }));
  const found = (key: string): { readonly place: ReadyPlace; readonly words: KeyWords } | undefined => {
    for (const place of places) {
      const said = file.single ? {} : place.template.read(key);
      if (said) return { place, words: said };
    }
    return undefined;
  };
  return {
    file,
    kind: kindOf(file, { found, patterns }),
    lists,
    shape: shapeOf(fields),
    paths: [...new Set(places.map(({ path }) => path.path))],
    entryOf: (key) => {
      const own = found(key);
      if (own === undefined) return undefined;
      const { path } = own.place.path;
      const leaves = keyLeaves(own.place.path, own.words, words);
      const texts = Object.entries(leaves).map(([leaf, value]) => ({ leaf, value: String(value) }));
      const also = Object.entries(own.place.also).map(
        ([leaf, other]) => [other, leaves[leaf] ?? null] as const,
      );
      return { path, key: leaves, also: Object.fromEntries(also), identity: entryIdentity(path, texts) };
    },
    wordsOf: (key) => found(key)?.words,
    leavesOf: (word) =>
      places.flatMap(({ path: { path, keys } }) =>
        keys.flatMap(({ leaf, text }) => (text === `{${word}}` ? [{ path, leaf }] : [])),
      ),
    entriesIn: (path, value) => {
      const own = places.filter((place) => place.path.path === path);
      if (file.single) return isObject(value) ? [{ key: file.section, tree: value }] : [];
      const entries = Array.isArray(value) ? value : [value];
      return entries.filter(isObject).flatMap((entry) => {
        const keys = own.flatMap((place) => {
          const said = wordsIn(place.path, entry);
          return (said && place.template.make(said)) ?? [];
        });
        return keys.slice(0, 1).map((key) => ({ key, tree: entry }));
      });
    },
    toTree: (value, entry) => toTree(fields, value, entry),
    fromTree: (entry, key) => {
      const lacking = new Set(found(key)?.place.without ?? []);
      const shown = Object.entries(withWholeLists(fields, canonicalFields(plain, fromTree(fields, entry))));
      return Object.fromEntries(shown.filter(([name]) => !lacking.has(name)));
    },
    undeclared: (tree, key) => undeclaredInEntry(entryOf(file, { place: found(key)?.place, tree })),
    replaces: ({ value, ownership, differences }) => {
      const { tree: whole } = toTree(fields, value, { key: {}, also: {} });
      if (ownership === "exclusive" || hasUnkeyedList({ value: whole, lists: lists.keys })) return true;
      if ([...lists.ordered].some((path) => !path.includes("*") && at(whole, path) !== undefined))
        return true;
      return differences.some(({ path }) => segments(path).some((each) => taking.has(each)));
    },
  };
}

type FindPlace = (key: string) => { readonly place: ReadyPlace } | undefined;

interface KindContext {
  readonly found: FindPlace;
  readonly patterns: PatternReader;
}

function kindOf(file: MappedKindFile, { found, patterns }: KindContext): Kind {
  const { kind: name, title, section, single, description, lockout } = file;
  const fields = catalogFields(file.fields);
  const alikeForm = alikeFormsOf(fields);
  const identityOf = (key: string) => (single ? section : key);
  const { keys = `a key such as \`${file.places[0]?.key ?? "{key}"}\`` } = file;
  let schema: z.ZodType | undefined;
  return {
    name,
    title,
    place: { within: "device", section, ...(single && { single }) },
    get schema() {
      schema ??= objectSchema({ fields, required: file.required, description, patterns, closedEnums: true });
      return schema;
    },
    ...(!single && {
      keyNames: file.places.flatMap(({ key = "" }) => /^[A-Za-z][\w-]*/.exec(key) ?? []),
      keys: z
        .string()
        .max(255)
        .refine((key) => found(key) !== undefined, keys)
        .describe(keys),
    }),
    secrets: secretsIn(fields, []),
    lists: listsIn(fields, []),
    // In a list that decides about access, elements affect each other's meaning, so none may be omitted.
    ...(!file.decides && { keepsElements: keepingLists(file.fields, []) }),
    collection: tree,
    createdByPath: true,
    exclusive: onePerDevice,
    ...(file.needs && { after: file.needs }),
    ...(lockout && { lockout }),
    ...stayingOf(file, (identity) => found(identity.slice(identity.indexOf(" ") + 1))?.place.stays === true),
    mayDiffer: mayDifferIn({ kind: name, title, form: single ? "singleton" : "collection", fields, lockout }),
    canonical: (value) =>
      isObject(value) ? withWholeLists(file.fields, canonicalFields(fields, value)) : value,
    ...(alikeForm && { alikeForm }),
    withoutDefaults: (value) =>
      isObject(value) ? withoutDefaults(fields, value, new Set(file.required)) : value,
    identity: ({ key, scope }) => `${scope.host} ${identityOf(key)}`,
    ...(!single && {
      keyOf: ({ identity, scope }) => identity.slice(`${scope.host} `.length),
    }),
    check: ({ key, value }) => [
      ...(single || !isObject(value) ? [] : notThere(found(key)?.place, key, value)),
      ...spellingFaults(fields, value),
    ],
  };
}

/** Returns a problem for each declared field that the entries at this place do not have. */
function notThere(place: ReadyPlace | undefined, key: string, value: JsonObject): readonly KindProblem[] {
  return (place?.without ?? [])
    .filter((field) => Object.hasOwn(value, field))
    .map((field) => ({ path: `/${field}`, code: "unfit-mode", message: `${key} cannot have \`${field}\`` }));
}

/** Returns the keyed lists that need not be declared completely and are not inside list elements. */
function keepingLists(fields: MappedFields, above: readonly string[]): readonly Pointer[] {
  return Object.entries(fields).flatMap(([name, { type, identity, whole, ordered, properties }]) => {
    const here = [...above, name];
    if (properties) return keepingLists(properties, here);
    return type === "array" && identity && !whole && !ordered ? [pointer(here)] : [];
  });
}

/** Returns the fields in catalog form, without their places in the tree. */
function catalogFields(fields: MappedFields): Fields {
  const own = Object.entries(fields).filter(([, { always }]) => always === undefined);
  return Object.fromEntries(own.map(([name, each]) => [name, catalogField(each)]));
}

function catalogField(field: MappedField): Field {
  const {
    path: _path,
    also: _also,
    always: _always,
    as,
    key: _key,
    members,
    spread,
    values,
    whole,
    ordered,
    identity,
    refers,
    stays: _stays,
    ...rest
  } = field;
  const { properties, items, secret, ...plain } = rest;
  return {
    ...plain,
    ...(as !== undefined && Object.hasOwn(unset, as) && { default: unset[as] ?? false }),
    ...(as === "keyed" && !ordered && { set: true }),
    // Enumerations, references and converted values may decide about access.
    ...((values ?? refers ?? as) !== undefined && { decidesAccess: true }),
    ...(members && { pattern: memberPattern(members, Object.keys(values ?? {})) }),
    ...(spread && { maxItems: spread.length }),
    ...(whole && !ordered && { set: true }),
    ...((whole || ordered) && { closed: "declared" as const }),
    ...(!whole && !ordered && identity && { identity }),
    ...(secret && { secret: "hidden" as const }),
    ...(properties && { properties: catalogFields(properties) }),
    ...(items && { items: catalogField(items) }),
  };
}

/** The value of a field whose place in the tree is empty. */
const unset: Readonly<Record<string, boolean>> = { presence: false, absence: true, container: false };
