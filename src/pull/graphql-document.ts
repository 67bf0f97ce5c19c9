/**
 * Facts about a GraphQL document: whether it only reads, and which variables it takes. The document is parsed only as
 * far as this needs. Pure.
 */

/** The facts about a document. */
export interface DocumentFacts {
  /**
   * The keywords of the document's definitions: `query`, `mutation` or `fragment`. A definition that begins with `{` is
   * a query too.
   */
  readonly definitions: readonly string[];
  /** The variables that the document declares or uses, without `$`. */
  readonly variables: ReadonlySet<string>;
  /** False if a bracket or a text in the document has no end. */
  readonly isWhole: boolean;
}

/** Matches texts, comments, names, variables and brackets. Everything between them is irrelevant here. */
const token = /"""[\s\S]*?(?<!\\)"""|"(?:[^"\\\n]|\\.)*"|#[^\n\r]*|\$[A-Za-z_]\w*|[A-Za-z_]\w*|[{}()[\]]|"/g;
const pairs: Readonly<Record<string, string>> = { "}": "{", ")": "(", "]": "[" };

/** Parses a document (GraphQL, October 2021). */
export function documentFacts(text: string): DocumentFacts {
  const open: string[] = [];
  const definitions: string[] = [];
  const variables = new Set<string>();
  let isWhole = true;
  /** True if the next token begins a definition. */
  let isStart = true;
  for (const [word] of text.matchAll(token)) {
    if (word === '"') isWhole = false;
    if (word.startsWith('"') || word.startsWith("#")) continue;
    if (word.startsWith("$")) variables.add(word.slice(1));
    if (open.length === 0 && isStart) definitions.push(word);
    isStart = false;
    if ("{([".includes(word)) open.push(word);
    else if (word in pairs) {
      if (open.pop() !== pairs[word]) isWhole = false;
      if (word === "}" && open.length === 0) isStart = true;
    }
  }
  return {
    definitions,
    variables,
    isWhole: isWhole && open.length === 0 && isStart && definitions.length > 0,
  };
}

/** Returns why a document is refused, as half a sentence; undefined if it is a single query. */
export function documentFault({ definitions, isWhole }: DocumentFacts): string | undefined {
  const other = definitions.find((word) => !["query", "{", "fragment"].includes(word));
  if (other !== undefined) return `must be a query, but has \`${other}\``;
  if (!isWhole) return "has unbalanced brackets or an unclosed text";
  const queries = definitions.filter((word) => word !== "fragment").length;
  return queries === 1 ? undefined : `must have one query, but has ${queries}`;
}
