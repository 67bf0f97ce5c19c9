import { describe, expect, test } from "vitest";
import { aliasedNodesMax } from "../../src/yaml/composition.ts";
import { charactersMax, marksMax, type ParsedText, parse } from "../../src/yaml/parse.ts";
import { positionAt, textFile } from "../../src/yaml/text-file.ts";

function read(text: string): ParsedText {
  return parse(textFile("a.yaml", text), new Map());
}

function faults(text: string): readonly string[] {
  const file = textFile("a.yaml", text);
  return parse(file, new Map()).faults.map(({ code, offset }) => {
    const { line, column } = positionAt(file, offset);
    return `${line}:${column} ${code}`;
  });
}

function values(text: string): readonly unknown[] {
  const { documents, faults: found } = read(text);
  expect(found).toStrictEqual([]);
  return documents.map(({ value }) => value);
}

describe("what is read", () => {
  test("an empty file holds nothing", () => {
    expect(values("")).toStrictEqual([]);
    expect(values("# only a comment\n")).toStrictEqual([]);
    expect(values("\ufeff")).toStrictEqual([]);
  });

  test("several documents are read one by one", () => {
    expect(values("a: 1\n---\nb: 2\n...\n---\n")).toStrictEqual([{ a: 1 }, { b: 2 }, null]);
  });

  test("a byte order mark and Windows line ends change nothing", () => {
    expect(values("\ufeffa: x\r\nb:\r\n  - 1\r\n")).toStrictEqual([{ a: "x", b: [1] }]);
    expect(faults("\ufeffa: 012\r\nb: 013\r\n")).toStrictEqual([
      "1:4 ambiguous-number",
      "2:4 ambiguous-number",
    ]);
  });

  test("keys are text, exactly as they are written", () => {
    expect(values("0: a\n01: b\n1.0: c\nnull: d\ntrue: e\n'q': f\n")).toStrictEqual([
      { "0": "a", "01": "b", "1.0": "c", null: "d", true: "e", q: "f" },
    ]);
  });

  test("anchors and aliases repeat values", () => {
    expect(values("a: &x { b: [1, 2] }\nc: *x\nd: *x\n")).toStrictEqual([
      { a: { b: [1, 2] }, c: { b: [1, 2] }, d: { b: [1, 2] } },
    ]);
  });

  test("quoted and block texts stay texts", () => {
    expect(values(`a: "012"\nb: 'no'\nc: |\n  1\n  2\nd: !!str 5\ne: ! 6\n`)).toStrictEqual([
      { a: "012", b: "no", c: "1\n2\n", d: "5", e: "6" },
    ]);
  });

  test("%YAML 1.2 may be written", () => {
    expect(values("%YAML 1.2\n---\na: no\n")).toStrictEqual([{ a: "no" }]);
  });
});

describe("what is refused, with its place", () => {
  test.each([
    ["a: 1\nb:\n  c: 1\n  c: 2\n", ["4:3 duplicate-key"]],
    ["a: 1\n'a': 2\n", ["2:1 duplicate-key"]],
    ["<<: { a: 1 }\n", ["1:1 merge-key"]],
    ["__proto__: 1\n", ["1:1 bad-key"]],
    ["a: { constructor: 1, prototype: 2 }\n", ["1:6 bad-key", "1:22 bad-key"]],
    ["? [a]\n: 1\n", ["1:3 bad-key"]],
    ["a: &x b\n*x : 1\n", ["2:1 bad-key"]],
    [": 1\n", ["1:1 bad-key"]],
    ["a: !!int 1\n", ["1:4 yaml-tag"]],
    ["a: !custom { b: 1 }\n", ["1:4 yaml-tag"]],
    ["!!str a: 1\n", ["1:7 yaml-tag"]],
    ["%YAML 1.1\n---\na: no\n", ["1:1 yaml-directive"]],
    ["%TAG ! tag:x,2000:\n---\na: 1\n", ["1:1 yaml-directive"]],
    ["a: *nothing\n", ["1:4 unknown-alias"]],
    ["a: &a [*a]\n", ["1:8 unknown-alias"]],
    ["a: &x 1\n---\nb: *x\n", ["3:4 unknown-alias"]],
    ["a:\n\tb: 1\n", ["2:1 yaml-syntax"]],
    ["a: 1\n  b: 2\n", ["2:4 yaml-syntax"]],
    ["a: [1, 2\nb: 3\n", ["1:4 yaml-syntax"]],
    ["a: {b: 1\n", ["1:4 yaml-syntax"]],
    ["a: 'b\n", ["1:4 yaml-syntax"]],
    ["a: \u0000\n", ["1:4 yaml-syntax"]],
    ["a: 1\nb\n", ["3:1 yaml-syntax"]],
    ["a: @x\n", ["1:4 yaml-syntax"]],
  ])("%j", (text, expected) => {
    expect(faults(text)).toStrictEqual(expected);
  });

  test("all faults of a file are told at once", () => {
    expect(faults("a: 012\n<<: 1\nb: [1.10, .inf]\na: 2\n")).toStrictEqual([
      "1:4 ambiguous-number",
      "2:1 merge-key",
      "3:5 ambiguous-number",
      "3:11 ambiguous-number",
      "4:1 duplicate-key",
    ]);
  });

  test("a tab is called a tab, with what to do", () => {
    expect(read("a:\n\tb: 1\n").faults[0]).toMatchObject({
      message: "a tab indents this line",
      hint: "Indent with spaces, because YAML allows no tabs there.",
    });
  });

  test("no key reaches a prototype", () => {
    const { documents } = read("a: { __proto__: { polluted: true } }\n");
    expect(documents[0]?.value).toStrictEqual({ a: {} });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("of very many faults the first hundred are told", () => {
    const found = read("- 012\n".repeat(10_000)).faults;
    expect(found).toHaveLength(101);
    expect(found.at(-1)?.code).toBe("too-many-problems");
  });
});

describe("bounds", () => {
  test.each([
    ["flow lists", "[".repeat(100_000), "too-deep"],
    ["flow maps", "{a: ".repeat(100_000), "too-deep"],
    ["block lists", "- ".repeat(100_000), "too-deep"],
    [
      "block maps",
      Array.from({ length: 500 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n"),
      "too-deep",
    ],
    ["a large file", "x".repeat(charactersMax + 1), "too-large"],
    ["many values", "- \n".repeat(marksMax), "too-large"],
    ["many values in brackets", `[${"1,".repeat(marksMax + 1)}]`, "too-large"],
  ])("%s end with one clear problem", (_, text, code) => {
    expect(read(text).faults.map((fault) => fault.code)).toStrictEqual([code]);
  });

  test("deep documents one after another don't harm the process", () => {
    for (const depth of [1000, 5000, 20_000])
      expect(faults("[".repeat(depth))).toStrictEqual(["1:100 too-deep"]);
  });

  test("90 levels may be nested", () => {
    expect(values("[".repeat(90) + "]".repeat(90))).toHaveLength(1);
  });

  test("aliases of aliases of aliases end with a problem, and without their values", () => {
    const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
    for (let n = 1; n < 30; n++) lines.push(`a${n}: &a${n} [${`*a${n - 1}, `.repeat(10)}]`);
    const { faults: found, documents } = read(lines.join("\n"));
    expect(found.map((fault) => fault.code)).toStrictEqual(["too-many-aliases"]);
    expect(JSON.stringify(documents[0]?.value).length).toBeLessThan(aliasedNodesMax * 10);
  });

  test("aliases cannot nest deeper than written values can", () => {
    const lines = ["a0: &a0 [x]"];
    for (let n = 1; n < 300; n++) lines.push(`a${n}: &a${n} [*a${n - 1}]`);
    expect(new Set(read(lines.join("\n")).faults.map((fault) => fault.code))).toStrictEqual(
      new Set(["too-deep"]),
    );
  });
});
