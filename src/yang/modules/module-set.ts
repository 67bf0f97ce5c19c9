/** All available modules, by name and revision. Each text is parsed once, on demand. */

import { byText, byTextOf } from "../../model/compare.ts";
import { type Problem, problem, type Sentence, sentence } from "../../model/problem.ts";
import type { SourceText } from "../../model/source.ts";
import { Lexer } from "../syntax/lexer.ts";
import { parseYang } from "../syntax/parse.ts";
import { argumentOf, every, first, positionIn, type Statement } from "../syntax/statement.ts";

/** A module with its submodules, which have one namespace (RFC 7950 5.1). */
export interface YangModule {
  readonly name: string;
  readonly main: ModuleFile;
  /** The main file first, then the submodules in order of inclusion, direct or indirect. */
  readonly files: readonly ModuleFile[];
}

/** A top-level definition of a module, and its file. */
interface TopDefinition {
  readonly statement: Statement;
  readonly file: ModuleFile;
}

/** An error at a place in a text. */
interface YangFault {
  readonly code: string;
  readonly message: Sentence;
  readonly severity?: Problem["severity"];
}

/** The maximum number of problems. There is a limit because a vendor's systematic error is in every file. */
const maxProblems = 100;

/** A cache of parsed texts by path, used if the text is identical. */
export interface KnownTexts {
  readonly index: Readonly<Record<string, IndexedText>>;
  /** The top statement of each text, on demand. */
  readonly statements: ReadonlyMap<string, () => Statement>;
}

const nothingKnown: KnownTexts = { index: {}, statements: new Map() };

/** The available module texts. Their order does not matter. */
export class ModuleSet {
  readonly #sources: ReadonlyMap<string, readonly SourceText[]>;
  readonly #files = new Map<SourceText, ModuleFile | undefined>();
  readonly #modules = new Map<ModuleFile, YangModule>();
  readonly #definitions = new Map<YangModule, ReadonlyMap<string, TopDefinition>>();
  readonly #told = new Set<string>();
  readonly #known: KnownTexts;
  readonly #index: ReadonlyMap<SourceText, IndexedText>;
  /** The number of characters in all texts together. */
  readonly characters: number;
  /** The errors found so far, with places; at most 100. More errors are added while further modules are parsed. */
  readonly problems: Problem[] = [];

  constructor(sources: readonly SourceText[], known = nothingKnown) {
    this.#known = known;
    this.characters = sources.reduce((sum, { text }) => sum + text.length, 0);
    const byPath = [...sources].sort(byTextOf(({ path }) => path));
    const index = byPath.map((each) => [each, own(known.index, each.path) ?? indexedText(each)] as const);
    this.#index = new Map(index);
    this.#sources = Map.groupBy(byPath, (each) => this.#index.get(each)?.name ?? "");
  }

  /** The cache for all texts. Undefined: all texts were in the cache before. */
  get newTexts(): KnownTexts | undefined {
    const read = [...this.#files].flatMap(([{ path }, file]) =>
      file ? [[path, () => file.statement] as const] : [],
    );
    if (read.every(([path]) => this.#known.statements.has(path))) return undefined;
    const index = [...this.#index].map(([{ path }, each]) => [path, each] as const);
    return { index: Object.fromEntries(index), statements: new Map([...this.#known.statements, ...read]) };
  }

  /** The names of all modules and submodules, sorted. */
  get names(): readonly string[] {
    return [...this.#sources.keys()].filter((name) => name !== "").sort(byText);
  }

  /**
   * Returns a module by name, with the requested revision, or the latest revision if none is requested. Undefined:
   * there is no such module.
   */
  module(name: string, revision?: string): YangModule | undefined {
    const file = this.#file(name, revision);
    if (file === undefined || file.statement.keyword !== "module") return undefined;
    const known = this.#modules.get(file);
    if (known !== undefined) return known;
    const made = { name: file.name, main: file, files: [file, ...this.#submodules(file)] };
    this.#modules.set(file, made);
    return made;
  }

  /**
   * Returns the module to which a prefix in a file refers. Without a prefix, or with the file's own prefix, it is the
   * file's module. Undefined: the prefix is unknown, or its module is missing.
   */
  byPrefix(prefix: string, file: ModuleFile): YangModule | undefined {
    if (prefix === "" || (prefix === file.prefix && !file.imports.has(prefix))) return this.#ownerOf(file);
    const wanted = file.imports.get(prefix);
    return wanted && this.#imported(file, wanted);
  }

  /** Returns the module to which a file belongs. Undefined: that module is missing. */
  #ownerOf(file: ModuleFile): YangModule | undefined {
    const own = this.#modules.get(file);
    if (own !== undefined) return own;
    return this.module(file.owner, file.statement.keyword === "module" ? file.revision : undefined);
  }

  #imported(file: ModuleFile, wanted: ModuleReference): YangModule | undefined {
    const exact = this.module(wanted.name, wanted.revision);
    if (exact !== undefined) return exact;
    const other = this.module(wanted.name);
    const { name, revision = "" } = wanted;
    const message =
      other === undefined
        ? sentence`there is no module ${name}`
        : sentence`there is no revision ${revision} of the module ${name}, so ${other.main.revision} is used`;
    const severity = other === undefined ? "error" : "warning";
    this.report(file, wanted.offset, { code: "yang-import", message, severity });
    return other;
  }

  /**
   * Returns a top-level `grouping`, `typedef`, `identity` or `feature` of a module. Undefined: the module has none with
   * this name.
   */
  definition(keyword: string, name: string, module: YangModule): TopDefinition | undefined {
    let all = this.#definitions.get(module);
    if (all === undefined) {
      all = new Map(module.files.flatMap(definitionsOf));
      this.#definitions.set(module, all);
    }
    return all.get(`${keyword} ${name}`);
  }

  /**
   * Returns the modules that import this module. `changes`: only modules that may change nodes of other modules.
   * `identities`: only modules that may derive identities.
   */
  importersOf(name: string, saying: "changes" | "identities"): readonly YangModule[] {
    const fitting = [...this.#sources].flatMap(([each, texts]) =>
      texts.some((text) => this.#isImporter(text, name, saying)) ? this.#ownersOf(each) : [],
    );
    return [...new Set(fitting)];
  }

  #isImporter(text: SourceText, name: string, saying: "changes" | "identities"): boolean {
    const indexed = this.#index.get(text);
    return indexed?.[saying] === true && indexed.imports.includes(name);
  }

  #ownersOf(name: string): readonly YangModule[] {
    const file = this.#file(name, undefined);
    const owner = file && this.#ownerOf(file);
    return owner === undefined ? [] : [owner];
  }

  #submodules(main: ModuleFile): readonly ModuleFile[] {
    const found = new Map<string, ModuleFile>();
    const waiting = main.includes.map((wanted) => ({ wanted, from: main }));
    // Submodules that submodules include are appended during the loop.
    for (const { wanted, from } of waiting) {
      if (found.has(wanted.name)) continue;
      const file = this.#file(wanted.name, wanted.revision) ?? this.#file(wanted.name, undefined);
      if (file?.owner !== main.name) {
        const message = sentence`there is no submodule ${wanted.name} of ${main.name}`;
        this.report(from, wanted.offset, { code: "yang-import", message });
        continue;
      }
      found.set(wanted.name, file);
      waiting.push(...file.includes.map((each) => ({ wanted: each, from: file })));
    }
    return [...found.values()];
  }

  #file(name: string, revision: string | undefined): ModuleFile | undefined {
    const files = (this.#sources.get(name) ?? []).flatMap((source) => this.#parsed(source) ?? []);
    if (revision !== undefined) return files.find((each) => each.revision === revision);
    return files.reduce<ModuleFile | undefined>(
      (best, each) => (best === undefined || each.revision > best.revision ? each : best),
      undefined,
    );
  }

  #parsed(source: SourceText): ModuleFile | undefined {
    if (this.#files.has(source)) return this.#files.get(source);
    const result = this.#known.statements.get(source.path)?.() ?? parseYang(source);
    const file = "problem" in result ? undefined : moduleFile(source, result);
    this.#files.set(source, file);
    if ("problem" in result) this.problems.push(result.problem);
    return file;
  }

  /** Records an error in a file at an offset. An error is recorded once, however often it is found. */
  report({ source }: ModuleFile, offset: number, { code, message, severity = "error" }: YangFault): void {
    const once = `${source.path}:${offset}:${code}`;
    if (this.#told.has(once) || this.problems.length >= maxProblems) return;
    this.#told.add(once);
    this.problems.push(problem(code, message, { severity, at: positionIn(source, offset) }));
  }
}

const defining = new Set(["grouping", "typedef", "identity", "feature"]);

function definitionsOf(file: ModuleFile): readonly (readonly [string, TopDefinition])[] {
  return file.statement.children
    .filter(({ keyword }) => defining.has(keyword))
    .map((statement) => [`${statement.keyword} ${statement.argument}`, { statement, file }] as const);
}

function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** A file's reference to another module or submodule. */
interface ModuleReference {
  readonly name: string;
  /** The required revision date. Undefined: any revision is acceptable. */
  readonly revision: string | undefined;
  readonly offset: number;
}

/** A parsed file. */
export interface ModuleFile {
  readonly source: SourceText;
  readonly statement: Statement;
  readonly name: string;
  /** The module whose namespace the file shares: a module itself, or the module of a submodule. */
  readonly owner: string;
  /** The imported modules by prefix, without the file's own prefix. */
  readonly imports: ReadonlyMap<string, ModuleReference>;
  readonly includes: readonly ModuleReference[];
  /** The file's own prefix. In a submodule, it is the prefix of the submodule's module. */
  readonly prefix: string;
  /** The file's latest revision date. Empty: the file has none. */
  readonly revision: string;
}

/** Returns the header data of a file, from its top statement. */
function moduleFile(source: SourceText, statement: Statement): ModuleFile {
  const belongs = first(statement, "belongs-to");
  const revisions = every(statement, "revision").map(({ argument }) => argument);
  return {
    source,
    statement,
    name: statement.argument,
    owner: belongs?.argument ?? statement.argument,
    imports: new Map(
      every(statement, "import").map((each) => [argumentOf(each, "prefix") ?? "", reference(each)]),
    ),
    includes: every(statement, "include").map(reference),
    prefix: argumentOf(belongs ?? statement, "prefix") ?? "",
    revision: revisions.sort().at(-1) ?? "",
  };
}

function reference(statement: Statement): ModuleReference {
  const revision = argumentOf(statement, "revision-date");
  return { name: statement.argument, revision, offset: statement.offset };
}

/** A text that was scanned without parsing. */
interface IndexedText {
  /** The name of the module or submodule. Empty: the text is neither. */
  readonly name: string;
  /** The modules that the text seems to import. */
  readonly imports: readonly string[];
  /** True if the text may change nodes of other modules, because it seems to contain augments or deviations. */
  readonly changes: boolean;
  readonly identities: boolean;
}

/**
 * Scans a text. Words in comments and descriptions count too, so the result may contain too much, but never too little.
 */
export function indexedText(source: SourceText): IndexedText {
  const { text } = source;
  const imports = [...text.matchAll(/\bimport\s+["']?([\w.-]+)/g)].map(([, name = ""]) => name);
  return {
    name: headerName(text),
    imports: [...new Set(imports)],
    changes: /\b(?:augment|deviation)\b/.test(text),
    identities: /\bidentity\b/.test(text),
  };
}

/**
 * Returns the name of the module or submodule at the beginning of a text. The result is empty if the text begins with
 * something else.
 */
function headerName(text: string): string {
  const lexer = new Lexer(text);
  lexer.peek();
  if (!/^(?:sub)?module$/.test(lexer.word())) return "";
  lexer.peek();
  return lexer.argument(true);
}
