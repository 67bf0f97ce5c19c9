/** Data for `each`: files of rows. Their paths are relative to the documents that name them. */

import { isArray } from "../../model/json.ts";
import type { SourceText } from "../../model/source.ts";
import { type Caret, caretIn } from "../../yaml/caret.ts";
import { nearest } from "../../yaml/did-you-mean.ts";
import { parse } from "../../yaml/parse.ts";
import type { KeyNumbers } from "../../yaml/positions.ts";
import { shape } from "../../yaml/schema-issues.ts";
import { textFile } from "../../yaml/text-file.ts";
import { csvRows, type DataRow } from "./csv.ts";

/** The rows of a file, or its error. An error without a caret is reported at the place that names the file. */
export type DataFile =
  | { readonly rows: readonly DataRow[] }
  | {
      readonly fault: {
        readonly message: string;
        readonly hint?: string | undefined;
        readonly caret?: Caret;
      };
    };

/** True if the text names a data file. */
export function isDataPath(text: string): boolean {
  return /\.(?:csv|json|ya?ml)$/i.test(text) && !text.includes("${");
}

/**
 * Returns the path of a file that another file names. Both paths are relative to the project's folder. Undefined: the
 * named file would be outside the project's folder.
 */
export function besidePath(from: string, named: string): string | undefined {
  if (/^[/\\]|^[A-Za-z]:|\\/.test(named)) return undefined;
  const steps = from.split("/").slice(0, -1);
  for (const step of named.split("/")) {
    if (step === "" || step === ".") continue;
    if (step !== "..") steps.push(step);
    else if (steps.pop() === undefined) return undefined;
  }
  return steps.join("/");
}

/** Data files. Each is read once. */
export class DataFiles {
  readonly #files: ReadonlyMap<string, SourceText>;
  readonly #names: KeyNumbers;
  readonly #read = new Map<string, DataFile>();

  constructor(files: readonly SourceText[], names: KeyNumbers) {
    this.#files = new Map(files.map((file) => [file.path, file]));
    this.#names = names;
  }

  /** The rows of the file with this path. */
  rows(path: string): DataFile {
    const before = this.#read.get(path) ?? this.#rowsOf(path);
    this.#read.set(path, before);
    return before;
  }

  #rowsOf(path: string): DataFile {
    const source = this.#files.get(path);
    if (!source) {
      const known = [...this.#files.keys()].filter(isDataPath);
      const message = `there is no file ${path} in desired state`;
      const tables = known.filter((each) => /\.(?:csv|json)$/i.test(each));
      const near = nearest(path, known);
      return {
        fault: { message, hint: near === undefined ? tablesHint(tables) : `Did you mean \`${near}\`?` },
      };
    }
    if (source.fault !== undefined) return { fault: { message: source.fault } };
    const file = textFile(source.path, source.text);
    if (/\.csv$/i.test(path)) return csvRows(file);
    const { documents, faults } = parse(file, this.#names);
    const [fault] = faults;
    if (fault) return { fault: { ...fault, caret: { file, offset: fault.offset } } };
    const [document, another] = documents;
    if (!document || another !== undefined || !isArray(document.value)) {
      const what = another === undefined ? shape(document?.value ?? null) : "several documents";
      const message = `${path} must be one list of rows, not ${what}`;
      return { fault: { message, caret: { file, offset: 0 } } };
    }
    const { outline } = document;
    const rows = document.value.map((value, index) => ({
      value,
      caret: caretIn({ outline, path: [] }, [String(index)], "value"),
    }));
    return { rows };
  }
}

function tablesHint(tables: readonly string[]): string {
  const some = tables.length > 20 ? [] : [...tables].sort();
  return some.length === 0
    ? "Add the table at this path, or correct the path."
    : `Known: ${some.join(", ")}.`;
}
