/** Compiles a product's files into a dialect: its kinds, their operations, and how replies are interpreted. Pure. */

import { referencesIn } from "../../../catalog/fields/pointers.ts";
import { shownNames } from "../../../catalog/fields/shown.ts";
import {
  type ReadTemplate,
  readTemplate,
  reasonsOf,
  storedOperations,
  supportOf,
  switchedOff,
  type WriteTemplates,
  writeTemplates,
} from "../../../catalog/operations.ts";
import { type PatternReader, shippedPattern } from "../../../catalog/patterns/pattern.ts";
import { replyRules } from "../../../catalog/reply-rules.ts";
import type { Catalog, KindFile } from "../../../catalog/schema/kind.ts";
import type { ProductFile } from "../../../catalog/schema/product.ts";
import { wordsIn } from "../../../catalog/templates.ts";
import { definedMembers, type JsonObject } from "../../../model/json.ts";
import { kindsNamed } from "../../../model/references.ts";
import type { Dialect, Kind } from "../../contract/contract.ts";
import type { Codec, Codecs } from "../codec.ts";
import { batchFacts, changeFacts, finishFacts, taskOperations } from "../facts.ts";
import { isReadByItself, kindOf } from "../kind.ts";

/** A kind with everything that the engine needs to read and write it. */
export interface RestKind {
  readonly file: KindFile;
  readonly kind: Kind;
  /** The kind's ancestors, the outermost first. */
  readonly above: readonly string[];
  /** True: other kinds are inside this kind or reference it, so the live ids of its resources are needed. */
  readonly isParent: boolean;
  /**
   * True: the paths of the kind or of its children include ids of ancestors. The live ids of the kind's resources are
   * then chains of ids.
   */
  readonly isChained: boolean;
  readonly list: ReadTemplate | undefined;
  readonly item: ReadTemplate | undefined;
  readonly writes: WriteTemplates;
  /** Behavior that catalogs cannot express. Absent: the catalog describes the kind completely. */
  readonly codec?: Codec | undefined;
  /** The product's settings for all kinds. */
  readonly product: ProductFile;
  /**
   * Names of members whose values other kinds declare. The members are in the kind's record, or in a read of its
   * contents.
   */
  readonly innerNames: ReadonlySet<string>;
  /**
   * The read for the contents of the kind's resources, and the codec for the objects in these contents. Absent:
   * contents are not read.
   */
  readonly inside?: { readonly read: ReadTemplate; readonly codec: Codec } | undefined;
}

/** The context of a compilation. */
export interface CompileContext {
  /** Codecs by name. Default: there are no codecs. */
  readonly codecs?: Codecs | undefined;
  /** Compiles the patterns in the catalog's files. Default: the patterns are compiled as in built-in catalogs. */
  readonly patterns?: PatternReader | undefined;
}

/** A product as the engine sees it. */
export interface RestDialect extends Dialect {
  readonly product: ProductFile;
  readonly kinds: readonly Kind[];
  readonly byName: ReadonlyMap<string, RestKind>;
  readonly byCollection: ReadonlyMap<string, RestKind>;
  /** Names under which the product's replies show secrets. */
  readonly shownNames: ReadonlySet<string>;
  /** The values of `{settings.NAME}` in templates. */
  readonly values: JsonObject;
}

/**
 * Returns the dialect of a product. Its files have been validated, individually and together (`catalog/load/`).
 * `values`: a target's settings, for `{settings.NAME}`. Throws if a kind names a missing codec.
 */
export function compileCatalog(
  { product, kinds: files }: Catalog,
  values: JsonObject = {},
  { codecs = {}, patterns = shippedPattern }: CompileContext = {},
): RestDialect {
  const { fileField, caseSensitive, decidesAccess, attached } = product;
  const byFile = new Map(files.map((file) => [file.kind, file]));
  const names = collectionNames(files);
  const named = namedKinds(files);
  const chained = chainedKinds(files, byFile);
  const compiled = files.map((file): RestKind => {
    const above = ancestorsOf(file, byFile);
    // A file field, such as `organization`, selects a resource of the kind that it names.
    const byField = above.some(({ kind }) => kind === fileField?.kind) ? [fileField?.name ?? ""] : [];
    const scopeKeys = isReadByItself(file) ? [file.kind] : byField;
    const codec = codecOf(file, codecs);
    const collection = names.get(file.kind) ?? file.kind;
    const { instead } = codec ?? {};
    const said = { caseSensitive, decidesAccess, attached };
    const own = kindOf(file, { above, collection, scopeKeys, ...said, instead, patterns });
    return {
      file,
      codec,
      // The schema of `own` is a lazy getter, which a copy would evaluate.
      kind: Object.assign(own, codec?.kind?.(file, own)),
      above: above.filter(({ form }) => form !== "singleton").map(({ kind }) => kind),
      isParent: named.has(file.kind),
      isChained: chained.has(file.kind),
      list: readTemplate(file.list),
      item: readTemplate(file.item),
      writes: file.observed ? {} : writeTemplates(file),
      product,
      ...insideOf(file, files, codecs),
    };
  });
  return {
    name: product.dialect ?? product.product,
    product,
    kinds: compiled.map(({ kind }) => kind),
    byName: new Map(compiled.map((each) => [each.file.kind, each])),
    byCollection: new Map([
      ...compiled.map((each) => [each.kind.collection.name, each] as const),
      ...compiled.flatMap((each) => {
        const list = readTemplate(each.file.discover);
        return list ? [[discoveredIn(each.kind), { ...each, list }] as const] : [];
      }),
    ]),
    shownNames: shownNames(files),
    values,
    operations: Object.fromEntries(files.map((file) => [file.kind, supportOf(file)])),
    reasons: Object.fromEntries(files.map((file) => [file.kind, reasonsOf(file)])),
    switchedOff: Object.fromEntries(files.map((file) => [file.kind, switchedOff(file)])),
    limits: product.limits,
    replies: replyRules(product),
    replaces: definedMembers(files.map(({ kind, replaces }) => [kind, replaces])),
    complete: files.filter(({ complete }) => complete).map(({ kind }) => kind),
    unread: product.unread,
    waysIn: product.lockout?.map((way) => ({ ...way, at: patterns(way.at, { unsure: true }) })),
    batches: batchFacts(product, files),
    changes: changeFacts(product, files),
    finishing: finishFacts(product),
    tasks: Object.fromEntries(compiled.map((each) => [each.file.kind, taskOperations(product, each.writes)])),
    stored: Object.fromEntries(
      compiled.map(({ file, kind, writes }) => {
        const has = { writes, tasks: taskOperations(product, writes), isByPath: kind.createdByPath === true };
        return [file.kind, storedOperations(file, has)];
      }),
    ),
  };
}

/**
 * Returns the name of an additional list with all resources of a kind. Otherwise, resources of this kind are read one
 * at a time. Used by imports.
 */
export function discoveredIn({ collection }: Kind): string {
  return `all ${collection.name}`;
}

function codecOf({ kind, codec }: KindFile, codecs: Codecs): Codec | undefined {
  const found = codec === undefined ? undefined : codecs[codec];
  if (codec !== undefined && !found) throw new Error(`${kind} needs the codec ${codec}`);
  return found;
}

/**
 * Returns the names of the members in which a kind's records contain the records of its child kinds. For a nested
 * place, this is the first name.
 */
function innerNames({ kind }: KindFile, files: readonly KindFile[]): ReadonlySet<string> {
  const inner = files.filter((each) => each.in === kind);
  const wraps = inner.flatMap(({ list, item }) => [list, item].map((read) => readTemplate(read)?.wrap));
  return new Set(wraps.flatMap((wrap) => wrap?.split(".")[0] ?? []));
}

function insideOf(
  file: KindFile,
  files: readonly KindFile[],
  { objectTree }: Codecs,
): Pick<RestKind, "innerNames" | "inside"> {
  const read = readTemplate(file.inside);
  return {
    innerNames: innerNames(file, files),
    inside: read && objectTree && { read, codec: objectTree },
  };
}

/** Returns the ancestors of a kind, the outermost first. In a cycle, the list ends before the first repetition. */
function ancestorsOf(file: KindFile, all: ReadonlyMap<string, KindFile>): readonly KindFile[] {
  const found: KindFile[] = [];
  for (let at = all.get(file.in ?? ""); at && !found.includes(at); at = all.get(at.in ?? ""))
    found.unshift(at);
  return found;
}

/**
 * Returns the name of each kind's collection: the short form of its section, or else the section. If another kind would
 * get the same name, the kind's own name is used instead. Top-level kinds are compared only with each other.
 */
function collectionNames(files: readonly KindFile[]): ReadonlyMap<string, string> {
  const wanted = (file: KindFile) => file.alsoSections?.[0] ?? file.section;
  const alike = Map.groupBy(files, wanted);
  const isOnly = (file: KindFile) => {
    const others = (alike.get(wanted(file)) ?? []).filter((each) => each !== file);
    return isAtTop(file) ? !others.some(isAtTop) : others.length === 0;
  };
  return new Map(files.map((file) => [file.kind, isOnly(file) ? wanted(file) : file.kind]));
}

function isAtTop({ atTop, in: parent }: KindFile): boolean {
  return atTop === true || parent === undefined;
}

/** Returns the kinds that have child kinds, and the kinds that other kinds reference. */
function namedKinds(files: readonly KindFile[]): ReadonlySet<string | undefined> {
  return new Set(
    files.flatMap(({ in: parent, fields }) => [
      parent,
      ...Object.values(referencesIn(fields) ?? {}).flatMap(kindsNamed),
    ]),
  );
}

/** Returns the kinds with ancestor ids in their own paths, or in the paths of their children. */
function chainedKinds(
  files: readonly KindFile[],
  byFile: ReadonlyMap<string, KindFile>,
): ReadonlySet<string> {
  const chained = new Set<string>();
  for (const file of files) {
    const above = ancestorsOf(file, byFile);
    const { list = null, create = null, item = null, update = null, remove = null, identity = null } = file;
    const toOne = wordsIn(JSON.stringify([item, update, remove, identity]));
    const all = [...toOne, ...wordsIn(JSON.stringify([list, create]))];
    const first = (words: readonly string[]) => above.findIndex(({ kind }) => words.includes(kind));
    if (first(toOne) !== -1) chained.add(file.kind);
    const outermost = first(all);
    if (outermost !== -1) for (const { kind } of above.slice(outermost + 1)) chained.add(kind);
  }
  return chained;
}
