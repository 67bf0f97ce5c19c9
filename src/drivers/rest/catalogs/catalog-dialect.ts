/** Compiles a product's files into a dialect: its kinds, what can be done with each, how its answers read. Pure. */

import { referencesIn } from "../../../catalog/fields/pointers.ts";
import { shownNames } from "../../../catalog/fields/shown.ts";
import {
  type ReadTemplate,
  readTemplate,
  reasonsOf,
  storedOperations,
  supportOf,
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

/** A kind with all that the engine needs to read and write it. */
export interface RestKind {
  readonly file: KindFile;
  readonly kind: Kind;
  /** The kinds that it is in, from the outermost on. */
  readonly above: readonly string[];
  /** True: other kinds are in it or name it, so that its live id counts. */
  readonly isParent: boolean;
  /** True: paths to it, or to its children, take ids of its parents: its live id is a chain with those. */
  readonly isChained: boolean;
  readonly list: ReadTemplate | undefined;
  readonly item: ReadTemplate | undefined;
  readonly writes: WriteTemplates;
  /** What no word of the file can say. */
  readonly codec?: Codec | undefined;
  /** What its product says of all kinds. */
  readonly product: ProductFile;
  /** Names under which its record, or what is read of what stands in it, has what other kinds declare. */
  readonly innerNames: ReadonlySet<string>;
  /** How all that stands in it is read, and the codec of such objects. */
  readonly inside?: { readonly read: ReadTemplate; readonly codec: Codec } | undefined;
}

/** What a catalog is compiled with. */
export interface CompileContext {
  /** What kinds name. Default: none. */
  readonly codecs?: Codecs | undefined;
  /** What makes the patterns of its files. Default: those of catalogs that come with this program. */
  readonly patterns?: PatternReader | undefined;
}

/** A product as the engine knows it. */
export interface RestDialect extends Dialect {
  readonly product: ProductFile;
  readonly kinds: readonly Kind[];
  readonly byName: ReadonlyMap<string, RestKind>;
  readonly byCollection: ReadonlyMap<string, RestKind>;
  /** Names under which its answers show secrets. */
  readonly shownNames: ReadonlySet<string>;
  /** What stands for `{settings.NAME}` in templates. */
  readonly values: JsonObject;
}

/**
 * The dialect of a product. Its files have been checked, each by itself and against each other (`load/catalog/`).
 * `values`: what a target's settings say, for `{settings.NAME}`. Throws without a codec that a kind names.
 */
export function compileCatalog(
  { product, kinds: files }: Catalog,
  values: JsonObject = {},
  { codecs = {}, patterns = shippedPattern }: CompileContext = {},
): RestDialect {
  const { fileField, caseSensitive, decidesAccess } = product;
  const byFile = new Map(files.map((file) => [file.kind, file]));
  const names = collectionNames(files);
  const named = namedKinds(files);
  const chained = chainedKinds(files, byFile);
  const compiled = files.map((file): RestKind => {
    const above = ancestorsOf(file, byFile);
    // A field of the file selects what is in the kind that it names.
    const byField = above.some(({ kind }) => kind === fileField?.kind) ? [fileField?.name ?? ""] : [];
    const scopeKeys = isReadByItself(file) ? [file.kind] : byField;
    const codec = codecOf(file, codecs);
    const collection = names.get(file.kind) ?? file.kind;
    const { instead } = codec ?? {};
    const said = { caseSensitive, decidesAccess };
    const own = kindOf(file, { above, collection, scopeKeys, ...said, instead, patterns });
    return {
      file,
      codec,
      // Its schema is made when it is asked for, and would be by a copy.
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

/** The collection of all that there is of a kind which is else read one by one: for imports. */
export function discoveredIn({ collection }: Kind): string {
  return `all ${collection.name}`;
}

function codecOf({ kind, codec }: KindFile, codecs: Codecs): Codec | undefined {
  const found = codec === undefined ? undefined : codecs[codec];
  if (codec !== undefined && !found) throw new Error(`${kind} needs the codec ${codec}`);
  return found;
}

/** The objects in which records of the kinds in it stand. */
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

/** The kinds that a kind is in, from the outermost on. A circle of them ends where it closes. */
function ancestorsOf(file: KindFile, all: ReadonlyMap<string, KindFile>): readonly KindFile[] {
  const found: KindFile[] = [];
  for (let at = all.get(file.in ?? ""); at && !found.includes(at); at = all.get(at.in ?? ""))
    found.unshift(at);
  return found;
}

/** By kind: its short form or its section where no other has it, or it alone stands at the top; else its name. */
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

/** The kinds that others are in, or name. */
function namedKinds(files: readonly KindFile[]): ReadonlySet<string | undefined> {
  return new Set(
    files.flatMap(({ in: parent, fields }) => [
      parent,
      ...Object.values(referencesIn(fields) ?? {}).flatMap(kindsNamed),
    ]),
  );
}

/** The kinds of which some path to one, or to its children, names their parents. */
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
