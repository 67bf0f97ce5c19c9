/**
 * YANG texts are parsed according to RFC 7950, section 6. Errors are reported with their place, and the cost of hostile
 * texts is limited.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { parseYang, type YangBounds } from "../../src/yang/syntax/parse.ts";
import type { Statement } from "../../src/yang/syntax/statement.ts";

const read = (text: string, bounds?: YangBounds) => parseYang({ path: "m.yang", text }, bounds);

function statementIn(text: string): Statement {
  const result = read(text);
  if ("problem" in result) throw new Error(result.problem.message);
  return result;
}

/** Returns the argument that the parser reads from a text. */
const argument = (text: string) => statementIn(`module m { prefix ${text}; }`).children[0]?.argument;

test.each([
  ["a word", "ab/c:d", "ab/c:d"],
  ["single quotes", "'a \"b\" \\n'", 'a "b" \\n'],
  ["double quotes and escapes", '"a \\"b\\" \\\\ \\t."', 'a "b" \\ \t.'],
  ["escapes that YANG 1.0 leaves as they are", '"\\d+\\.x"', "\\d+\\.x"],
  ["texts put together", "'a' + \"b\" /* c */ + 'd'", "abd"],
  ["a comment after it", "word // ; }\n", "word"],
  ["a comment right after it", "word/* x */", "word"],
  ["marks in quotes", "'{ ; } // +'", "{ ; } // +"],
  // The quote is in column 19, so this much indentation is removed.
  ["lines, without their indentation", '"a  \n                   b\n                     c"', "a\nb\n  c"],
  ["lines that are indented by tabs", '"a\n\t\t\tb"', "a\n     b"],
])("an argument is read: %s", (_, text, expected) => {
  expect(argument(text)).toBe(expected);
});

test("descriptions and statements of extensions are not kept, nor is what is in them", () => {
  const { children } = statementIn(
    "module m { description 'a'; x:y { leaf a; } leaf b { x:z; type string; } }",
  );
  expect(children.map((each) => `${each.keyword} ${each.argument}`)).toEqual(["leaf b"]);
  expect(children[0]?.children.map(({ keyword }) => keyword)).toEqual(["type"]);
});

test("operations are kept by name only", () => {
  const [rpc] = statementIn("module m { rpc restart { input { leaf a { type string; } } } }").children;
  expect(rpc).toEqual({ keyword: "rpc", argument: "restart", offset: 11, children: [] });
});

test.each([
  ["", 1, 1, "no statement"],
  ["module m {\n  leaf a\n}", 2, 3, "a statement without `;` or `{` at its end"],
  ["module m {\n  leaf", 2, 3, "a statement without `;` or `{` at its end"],
  ["module m {\n  leaf a {\n", 2, 3, "a `{` that is never closed"],
  ["module m { }\n}", 2, 1, "a `}` that closes nothing"],
  ["module m { prefix 'abc; }", 1, 19, "a quoted text without an end"],
  ["module m { /* prefix", 1, 12, "a comment without an end"],
  ["module m {\n\n   laef a; }", 3, 4, "an unknown keyword"],
  ["module m { prefix 'a' + b; }", 1, 25, "a `+` without a quoted text after it"],
  ["module m { } module n { }", 1, 14, "text after the end of its module"],
  ["container m { }", 1, 1, "it begins with neither `module` nor `submodule`"],
])("%j is refused with its place", (text, line, column, message) => {
  expect(read(text)).toMatchObject({
    problem: {
      code: "yang-syntax",
      message: `m.yang is not YANG: ${message}`,
      at: { file: "m.yang", line, column },
    },
  });
});

const small: YangBounds = { length: 300, statements: 10, depth: 4 };

test.each([
  ["too long", `module m { description '${"a".repeat(300)}'; }`],
  ["too deep", "module m { container a { container b { container c { container d { } } } } }"],
  ["too deep where nothing is kept", "module m { x:a { x:b { x:c { x:d { } } } } }"],
  ["with too many statements", `module m { ${"leaf a;".repeat(11)} }`],
])("a text is refused that is %s", (_, text) => {
  expect(read(text, small)).toMatchObject({ problem: { code: "yang-too-large", severity: "error" } });
});

test("no text makes it fail otherwise or go on for ever", () => {
  const piece = fc.constantFrom(
    ...[
      "module",
      "leaf",
      "m",
      "{",
      "}",
      ";",
      '"',
      "'",
      "+",
      "//",
      "/*",
      "*/",
      "\\",
      "\n",
      " ",
      "\t",
      "x:y",
      "\u0000",
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), fc.boolean(), (pieces, isBegun) => {
      const text = `${isBegun ? "module m {" : ""}${pieces.join("")}`;
      const result = read(text);
      if ("problem" in result) expect(result.problem.code).toBe("yang-syntax");
      else expect(result.keyword).toBe("module");
    }),
  );
});

test("long runs of blanks, quotes, comments and backslashes are read in one pass", () => {
  const many = 400_000;
  const text = `module m { ${"/**/".repeat(many)} ${" ".repeat(many)} prefix "${"\\\\".repeat(many)}${"a \n".repeat(
    many,
  )}"${" + ''".repeat(many)}; }`;
  expect(statementIn(text).children[0]?.argument.length).toBe(many * 3);
});
