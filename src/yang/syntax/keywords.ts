/** The keywords of YANG 1.0 and 1.1, and which of them say nothing that a schema tree needs. */

/** Counted up when something else is kept of a text: what was kept by an earlier version is read anew. */
export const statementsVersion = "1";

/** Statements that are kept, with all that is kept below them. */
const kept = [
  "anydata anyxml augment base belongs-to bit case choice config container default deviate deviation enum feature",
  "fraction-digits grouping identity if-feature import include key leaf leaf-list length list mandatory max-elements",
  "min-elements modifier module namespace ordered-by path pattern position prefix presence range refine",
  "require-instance revision revision-date status submodule type typedef unique uses value when yang-version",
];

/** Statements of which only the name is kept. */
const named = ["action notification rpc"];

/** Statements that are left out with all that is below them. */
const leftOut = [
  "argument contact description error-app-tag error-message extension input must organization output reference units",
  "yin-element",
];

/** What becomes of a statement, and the one spelling of its keyword. */
export interface Keyword {
  readonly text: string;
  readonly keeps: "all" | "name" | "nothing";
}

const words = (lines: readonly string[]) => lines.join(" ").split(" ");

const keywords: ReadonlyMap<string, Keyword> = new Map(
  [
    ...words(kept).map((text) => ({ text, keeps: "all" }) as const),
    ...words(named).map((text) => ({ text, keeps: "name" }) as const),
    ...words(leftOut).map((text) => ({ text, keeps: "nothing" }) as const),
  ].map((each) => [each.text, each]),
);

const extension: Keyword = { text: "", keeps: "nothing" };
const prefixed = /^[A-Za-z_][\w.-]*:[A-Za-z_][\w.-]*$/;

/** What a word means as a keyword; undefined when it is none. With a prefix it is the statement of an extension. */
export function keywordOf(word: string): Keyword | undefined {
  return keywords.get(word) ?? (prefixed.test(word) ? extension : undefined);
}
