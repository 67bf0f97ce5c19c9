/** Formats YAML texts: changes indentation, blanks and line ends. Comments, quotes, order and values stay. */

import {
  type CST,
  type Document,
  isNode,
  isScalar,
  Lexer,
  parseAllDocuments,
  type ScalarTag,
  type Tags,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { stringifyString } from "yaml/util";
import { type Json, sameJson } from "../../model/json.ts";

/**
 * The formatted text. `because`: half a sentence on why the text is left unchanged; line and column are counted from 1.
 */
export type FormatResult =
  | { readonly text: string }
  | { readonly because: string; readonly line?: number; readonly column?: number };

/** The maximum length of a line that contains a list or map in flow style. */
const lineWidth = 120;

/**
 * Formats a text as `trueup fmt` does. Each level is indented by two blanks, and lists by two below their key. `{ a: 1
 * }` and `[1, 2]` are on one line of at most 120 columns. There is at most one empty line in a row, and lines end with
 * line feeds. Returns a reason instead if the text is invalid YAML, if the result would not have exactly the same
 * values and comments, or if it would change when formatted again.
 */
export function formatYaml(text: string): FormatResult {
  const plain = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const documents = documentsIn(plain);
  const wrong = documents.flatMap(({ errors }) => errors)[0];
  if (wrong) {
    const [at] = wrong.linePos ?? [];
    const because = `it is not YAML: ${wrong.message.split(/ at line \d|\n/)[0]}`;
    return at ? { because, line: at.line, column: at.col } : { because };
  }
  // The text contains only blanks and comments, so it stays unchanged.
  if (documents.length === 0) return { text };
  const before = meaningOf(documents);
  const formatted = written(documents);
  const again = documentsIn(formatted);
  if (!sameJson(before, meaningOf(again)) || !sameJson(commentsIn(plain), commentsIn(formatted)))
    return { because: "the result would have another meaning" };
  if (written(again) !== formatted) return { because: "its format would change a second time" };
  return { text: formatted };
}

function documentsIn(text: string): readonly Document.Parsed[] {
  const documents = parseAllDocuments(text, {
    keepSourceTokens: true,
    customTags: withVerbatim,
    uniqueKeys: false,
  });
  return "empty" in documents ? [] : documents;
}

function withVerbatim(tags: Tags): Tags {
  return [verbatim, ...tags];
}

function written(documents: readonly Document.Parsed[]): string {
  const texts = documents.map((document, index) => {
    prepare(document);
    const text = backBeside(document.toString({ lineWidth }));
    return index > 0 && !/^(?:---|%)/.test(text) ? `---\n${text}` : text;
  });
  const text = texts.join("");
  return text.endsWith("\n") ? text : `${text}\n`;
}

/**
 * Prints scalars as they are written. The tag is that of strings, so that no tag is printed. The pattern matches
 * nothing, so that this type is never used for parsing.
 */
const verbatim: ScalarTag = {
  tag: "tag:yaml.org,2002:str",
  default: true,
  test: /(?!)/,
  identify: () => true,
  resolve: (value) => value,
  stringify: (item, context, ...[onComment, onChompKeep]) => {
    const token = item.srcToken;
    if (token?.type === "block-scalar") {
      const block = blockLines(token, context.indent);
      if (block === undefined) return stringifyString(item, context, onComment, onChompKeep);
      if (item.comment) onComment?.();
      if (token.props.some((prop) => "source" in prop && /^[|>].*\+/.test(prop.source))) onChompKeep?.();
      return block;
    }
    return token && "source" in token ? continued(token.source, context.indent) : (item.source ?? "");
  },
};

/** Returns a multi-line text with a new indentation. Leading blanks of continuation lines are insignificant. */
function continued(source: string, indent: string): string {
  const [first = "", ...others] = source.split("\n");
  return [first, ...others.map((line) => (line.trim() === "" ? "" : `${indent}${line.trimStart()}`))].join(
    "\n",
  );
}

/** Returns a block scalar with a new indentation; undefined if it has an explicit indentation. */
function blockLines({ props, source }: CST.BlockScalar, indent: string): string | undefined {
  const header = props.map((prop) => ("source" in prop ? prop.source : "")).join("");
  if (/^[|>][+-]?[1-9]/.test(header)) return undefined;
  const lines = source.replace(/\n$/, "").split("\n");
  const depth = Math.min(...lines.filter((line) => line.trim() !== "").map(indentOf));
  const moved = lines.map((line) => (line.trim() === "" ? line.slice(depth) : indent + line.slice(depth)));
  return [header.replace(/\s+$/, "").replace(/\s+#/, " #"), ...moved].join("\n");
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Private-use characters that mark comments which stay on the line of their key or dash. */
const besideKey = "\uF8FE";
const besideDash = "\uF8FF";

/** True if a comment follows the dash or the colon on the same line. */
function beginsBeside(all: readonly CST.SourceToken[]): boolean {
  const tokens = all.slice(all.findIndex(({ type }) => type === "seq-item-ind" || type === "map-value-ind"));
  return tokens.find(({ type }) => type === "comment" || type === "newline")?.type === "comment";
}

function markBeside(value: unknown, mark: string, tokens: readonly CST.SourceToken[] = []): void {
  if (isNode(value) && value.commentBefore && beginsBeside(tokens))
    value.commentBefore = mark + value.commentBefore;
}

/** Moves comments that were printed below a key, or above a dash, back to the line of the key or dash. */
function backBeside(printed: string): string {
  return printed
    .replaceAll(new RegExp(`:\\s*#${besideKey}`, "g"), ": #")
    .replaceAll(
      new RegExp(`^( *)#${besideDash}(.*)\n((?:\\1#.*\n)*)\\1- `, "gm"),
      (_, ...[indent = "", first = "", others = ""]: string[]) =>
        `${indent}- #${first}\n${others.replaceAll(/^(?=.)/gm, "  ")}${indent}  `,
    );
}

/**
 * Prepares a document for printing: maps in flow style get blanks inside their braces, and lists get none. Comments
 * stay on the line of their key.
 */
function prepare(document: Document.Parsed): void {
  const of = (node: YAMLMap | YAMLSeq, flowCollectionPadding: string) => {
    const usual = node.toString.bind(node);
    node.toString = (context, onComment, onChompKeep) =>
      context ? usual({ ...context, flowCollectionPadding }, onComment, onChompKeep) : usual();
  };
  visit(document, {
    Map: (_, node) => of(node, " "),
    Seq: (_, node) => {
      of(node, "");
      const tokens = node.srcToken?.type === "block-seq" ? node.srcToken.items : [];
      for (const [index, item] of node.items.entries()) markBeside(item, besideDash, tokens[index]?.start);
    },
    Pair: (_, { value, srcToken }) => markBeside(value, besideKey, srcToken?.sep),
    Scalar: (_, node) => {
      // Numbers stay as they are written.
      delete node.format;
    },
  });
}

/** Everything that a text means: values, anchors, tags and comments, each at its place. */
function meaningOf(documents: readonly Document.Parsed[]): Json {
  return documents.map((document) => {
    const parts: Json[] = [document.commentBefore ?? null, document.comment ?? null];
    visit(document, {
      Alias: (_, { source }) => {
        parts.push(["*", source]);
      },
      Node: (_, node) => {
        const { comment, commentBefore, tag = null } = node;
        const value = isScalar(node) ? String(node.value) : "";
        const anchor = "anchor" in node ? (node.anchor ?? null) : null;
        const type = isScalar(node) ? typeof node.value : node.constructor.name;
        parts.push([value, type, tag, anchor, trimmed(commentBefore), trimmed(comment)]);
      },
    });
    return parts;
  });
}

/** All comments in order. */
function commentsIn(text: string): readonly string[] {
  return [...new Lexer().lex(text)].filter((token) => token.startsWith("#")).map((token) => token.trim());
}

function trimmed(comment: string | null | undefined): Json {
  return comment?.replace(/[ \t]+$/gm, "").trim() ?? null;
}
