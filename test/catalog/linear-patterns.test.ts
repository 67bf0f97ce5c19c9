/**
 * Patterns of other authors. RE2 must give the same result as JavaScript for each text, in time that grows linearly
 * with the length of the text.
 */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { linearPattern, linearSize, matchesRe2 } from "../../src/catalog/patterns/linear.ts";
import { anyText, isPattern, literalSource } from "../../src/catalog/patterns/pattern.ts";
import { Re2 } from "../../src/catalog/patterns/re2.ts";
import { classesToRead, re2Classes, re2Size } from "../../src/catalog/patterns/re2-size.ts";
import { Allowance } from "../../src/load/expressions/allowance.ts";

const atoms = [
  ...[
    "a",
    "b",
    "-",
    " ",
    "é",
    "\\.",
    "\\/",
    "\\-",
    "\\_",
    "\\$",
    "{",
    "}",
    "]",
    ",",
    "\\t",
    "\\n",
    "\\x61",
    "\\x4",
  ],
  ...["\\u0062", "\\u12", "\\0", "\\cA", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", ".", "\\v"],
  // Escaped letters that have a meaning in RE2, but stand for themselves in JavaScript.
  ...["\\a", "\\z", "\\A", "\\Q", "\\C", "\\E"],
  ...[
    "[ab]",
    "[^ab]",
    "[a-c]",
    "[\\w-]",
    "[-a]",
    "[a-]",
    "[a-\\d]",
    "[\\s\\S]",
    "[^\\S]",
    "[^\\s]",
    "[\\D]",
    "[]",
    "[^]",
  ],
  ...[
    "[[:alpha:]]",
    "[a[b]",
    "[\\]a]",
    "[\\b]",
    "[.]",
    "[é-ü]",
    "[a&&b]",
    "[\\^a]",
    "[!-/]",
    "[^-a]",
    "[a-b-z]",
  ],
];
const anchors = ["^", "$", "\\b", "\\B"];
const repeats = ["*", "+", "?", "*?", "+?", "{2}", "{1,}", "{0,2}", "{0}", "{2,3}?"];
const letters = [..."ab-. _/$z0AQCE:\n\r\t\v\b\u00a0\u2028\ufeff\u0000\u0001é{},]x4u12&!^[lph"];

const { pattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(...atoms),
    fc.array(tie("piece"), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join("")),
    fc.tuple(tie("pattern"), tie("pattern")).map((both) => both.join("|")),
  ),
  piece: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(...atoms, ...anchors),
    fc.tuple(fc.constantFrom(...atoms), fc.constantFrom(...repeats)).map((both) => both.join("")),
    fc
      .tuple(fc.constantFrom("(", "(?:"), tie("pattern"), fc.constantFrom("", ...repeats))
      .map(([open, inside, repeat]) => `${open}${inside})${repeat}`),
  ),
}));
const text = fc.array(fc.constantFrom(...letters), { maxLength: 6 }).map((each) => each.join(""));

test("whatever the pattern is, it matches what JavaScript matches, and from the same place on", () => {
  let read = 0;
  fc.assert(
    fc.property(
      pattern,
      fc.array(text, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      (source, texts, isLoose) => {
        fc.pre(isPattern(source));
        const linear = linearPattern(source, isLoose ? { flags: "i" } : {});
        if (linear === undefined) return expect(linearSize(source)).toHaveProperty("lacks");
        read += 1;
        const native = new RegExp(source, isLoose ? "i" : "");
        for (const each of texts) {
          expect(linear.test(each)).toBe(native.test(each));
          // If a repeat matches the empty text, the two engines report different positions. Nothing uses such a
          // position.
          expect(linear.exec(each)?.index).toBe(native.exec(each)?.index);
        }
      },
    ),
    { numRuns: 3_000 },
  );
  expect(read).toBeGreaterThan(2_000);
});

test.each([
  ["^\\p{L}+$", "é", true],
  ["^\\p{Lu}$", "a", false],
  ["^\\p{Greek}+$", "αβ", true],
  ["^.$", "😀", true],
  ["^[😀]$", "😀", true],
  ["^\\ud83d\\ude00$", "😀", true],
  ["^\\u{1F600}$", "😀", true],
  ["^(?<first>a)b$", "ab", true],
  ["^a{1,1000}$", "a".repeat(1000), true],
  ["^a{1,1000}$", "a".repeat(1001), false],
])("%s on %s: %s", (source, each, isOne) => {
  expect(linearPattern(source)?.test(each)).toBe(isOne);
});

test.each([
  ["^(?=.*[A-Z]).+$", "look-around"],
  ["^(?!default$)a", "look-around"],
  ["(?<=a)b", "look-around"],
  ["(?<!a)b", "look-around"],
  ["(a)\\1", "back-references"],
  ["(?<n>a)\\k<n>", "back-references"],
  ["a{1,1001}", "repeats of more than 1000"],
  ["((a{20}){20}){20}", "repeats of more than 1000"],
  ["(?i:a)", "flags of groups"],
  ["\\p{Nonsense}", "syntax that RE2 does not support"],
  [`(?:${"a".repeat(900)}){900}`, "more than 5000 parts, with repeats expanded"],
  ["(".repeat(400) + ")".repeat(400), "groups that are nested more than 200 deep"],
])("%s is not read: it has %s", (source, lacks) => {
  expect(linearSize(source)).toEqual({ lacks });
  expect(linearPattern(source)).toBeUndefined();
});

describe("it takes no longer than the text is long", () => {
  test.each([
    "^(a+)+$",
    "^(a|aa)+$",
    "^(a|a?)+$",
    "^(.*)*(.*)*(.*)*!$",
    "(x+x+)+y",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
    "^(?:(?:a?){30}){30}a{30}[xy]$",
    "(?:a?){1000}[a]{1000}[xy]",
    "^\\S(?:.{0,200}\\S)?\\s\\S(?:.{0,200}\\S)?[xy]$",
  ])("with %s", (source) => {
    const linear = linearPattern(source);
    const texts = ["a", "aA", "x", "ab "].map((each) => each.repeat(50_000));
    const begun = performance.now();
    for (const each of texts) {
      linear?.test(each);
      linear?.exec(each);
    }
    expect(linear).toBeDefined();
    // All texts together take a second on an idle machine, and much less than the limit even on a busy one.
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  test("and a text that is too long for the pattern is none, or one where that is the safe side", () => {
    const source = "^(?:a?){1000}[ab]{1000}$";
    const long = "a".repeat(20_000);
    expect(linearPattern(source)?.test(long)).toBe(false);
    expect(linearPattern(source)?.exec(long)).toBeNull();
    expect(linearPattern(source, { unsure: true })?.test(long)).toBe(true);
    expect(linearPattern(source, { unsure: true })?.exec(long)?.[0]).toBe(long);
    expect(linearPattern("^[ab]+$")?.test("a".repeat(1_000_000))).toBe(true);
  });
});

test("it is a regular expression for whoever takes one: its source, its groups, and methods of texts", () => {
  const linear = linearPattern("(\\w+)-(\\d+)?") ?? /never/;
  expect(linear).toBeInstanceOf(RegExp);
  expect(linear.source).toBe("(\\w+)-(\\d+)?");
  expect([...(linear.exec("a b-7") ?? [])]).toEqual(["b-7", "b", "7"]);
  // A group that matched nothing is an empty text.
  expect([...("b-".match(linear) ?? [])]).toEqual(["b-", "b", ""]);
  expect("a b-7 c".replace(linear, "x")).toBe("a x c");
  expect("a b-7".search(linear)).toBe(2);
});

test("expressions of RE2 itself are those of expressions in values", () => {
  const allowance = new Allowance();
  expect(matchesRe2("Ab", "(?i)^ab\\z", allowance)).toBe(true);
  expect(() => matchesRe2("a", "(?=a)", allowance)).toThrow("is not a valid regular expression of RE2");
});

test("RE2 is counted by the states that it makes: texts that it knows cost little, and new ones what they take", () => {
  const steps = (pattern: string, text: string) => {
    let sum = 0;
    const take = (amount: number) => {
      sum += amount;
    };
    const re2 = new Re2(pattern, 0);
    re2.test(text, take);
    return { sum, all: re2.size * text.length };
  };
  const honest = steps("^[a-z0-9-]*x{1,63}$", "a-b".repeat(1000));
  expect(honest.sum).toBeLessThan(honest.all / 10);
  let state = 1;
  const random = Array.from({ length: 1000 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state > 2 ** 30 ? "k" : "s";
  }).join("");
  const hostile = steps("(?i:(k|s)*k(k|s){60}x)", random);
  expect(hostile.sum).toBeGreaterThan(hostile.all / 10);
});

test.each([
  ["a", 1],
  ["(a?){1000}", 3000],
  ["((a{10}){10}){10}", 1000],
  ["[^]a{9}]{500}", 500],
  ["\\Q{500}\\E", 5],
])("an expression is about as large as it will be, before it is made: %s", (source, least) => {
  expect(re2Size(source)).toBeGreaterThanOrEqual(least);
  expect(re2Size(source) * 2 + 2).toBeGreaterThanOrEqual(new Re2(source, 0).size);
});

test.each([
  ["[a-z]{1,255}\\d\\w", 0, 0],
  ["\\pL\\P{Lu}", 2, 2],
  ["[\\pL\\pN_-]{40}", 80, 2],
  ["(\\p{L}{10}x){10}", 100, 1],
  ["(?i)[^x]\\PL", 1, 6],
  ["\\Q\\pL\\E", 0, 0],
])("classes of Unicode are counted: of %s %i in all, %i to read", (source, written, read) => {
  expect(re2Classes(source)).toBeGreaterThanOrEqual(written);
  expect(re2Classes(source)).toBeLessThanOrEqual(written * 1.3);
  expect(classesToRead(source)).toBe(read);
});

test("what a class of Unicode takes is paid for before it is made ready", () => {
  const steps = (pattern: string) => {
    let sum = 0;
    const ready = (_: string, amount: number) => {
      sum += amount;
    };
    matchesRe2("a", pattern, { take: () => {}, ready });
    return sum;
  };
  expect(steps("\\PLx")).toBeGreaterThan(5 * steps("[^a]x"));
});

test("texts stand for themselves", () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(new RegExp(`^${literalSource(one)}$`).test(one)).toBe(true);
      expect(anyText([one, `${one}!`], "").test(other)).toBe(other.includes(one));
    }),
  );
  expect(anyText([], "").test("")).toBe(false);
});
