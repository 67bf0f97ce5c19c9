/** Patterns follow XML Schema, and are matched in linear time. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { matcherOf } from "../../src/yang/patterns/matcher.ts";

const matches = (pattern: string, text: string) => matcherOf(pattern)?.(text);

test.each<[string, readonly string[], readonly string[]]>([
  ["[a-z]+", ["abc"], ["", "aBc", "abc1"]],
  ["a|bc|", ["a", "bc", ""], ["b", "abc"]],
  ["(ab){2,3}", ["abab", "ababab"], ["ab", "abababab"]],
  ["a{2}b{0,}c{1,}", ["aac", "aabbcc"], ["ac", "aab"]],
  ["[^a-c]", ["d"], ["b", "dd"]],
  ["[a-z-[aeiou]]*", ["xyz"], ["xaz"]],
  ["[a-z-[b-y-[m]]]+", ["azm"], ["n"]],
  ["\\d\\D\\s\\S\\w\\W", ["1a bc-", "٣x\tya."], ["aa bc-"]],
  ["\\i\\c*", ["a-b.c:d", "_1"], ["1a", "-a"]],
  ["\\p{Lu}\\P{Lu}", ["Éa"], ["aa", "AA"]],
  ["\\p{IsBasicLatin}+", ["abc"], ["é"]],
  [".", ["x", "😀"], ["\n", "xy"]],
  ["\\.\\*\\[\\]\\-\\\\", [".*[]-\\"], ["x*[]-\\"]],
  ["[\\-+.]", ["-", "+", "."], ["\\"]],
  ["[+-]", ["+", "-"], [","]],
  ["a^b$c", ["a^b$c"], ["abc"]],
  // XML Schema has neither anchors nor groups with `(?:`, but many modules use them.
  ["^a$|^b$", ["a", "b"], ["^a$", "ab"]],
  ["(?:ab)+", ["abab"], ["aba"]],
])("%s", (pattern, fitting, others) => {
  expect(fitting.filter((text) => matches(pattern, text) !== true)).toEqual([]);
  expect(others.filter((text) => matches(pattern, text) !== false)).toEqual([]);
});

test.each(["(a", "a)", "[a", "a**", "*", "[z-a]", "a{3,2}", "\\p{Nothing}", "\\q", "a{99999}b{99999}"])(
  "%s cannot be read, and nothing is said of any text",
  (pattern) => {
    expect(matcherOf(pattern)).toBeUndefined();
  },
);

test("patterns over which others take for ever take no time here", () => {
  const many = "a".repeat(20_000);
  expect(matches("(a+)+b", many)).toBe(false);
  expect(matches("(a|a)*b", many)).toBe(false);
  expect(matches("((a*)*)*", many)).toBe(true);
  expect(matches("(.*,){11}P", "1,".repeat(10_000))).toBe(false);
});

test("nothing is said where even that would take long", () => {
  expect(matches("(a{0,100}){0,100}b", "a".repeat(60_000))).toBeUndefined();
});

test("where JavaScript has the same notation, it has the same meaning", () => {
  const { pattern } = fc.letrec<{ pattern: string; atom: string; piece: string }>((tie) => ({
    atom: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom("a", "b", ".", "[ab]", "[^a]", "\\d", "[a-c]"),
      tie("pattern").map((inner) => `(${inner})`),
    ),
    piece: fc
      .tuple(tie("atom"), fc.constantFrom("", "", "?", "*", "+", "{2}", "{1,2}", "{2,}"))
      .map((all) => all.join("")),
    pattern: fc.oneof(
      fc.array(tie("piece"), { maxLength: 3 }).map((all) => all.join("")),
      fc.array(tie("piece"), { minLength: 2, maxLength: 3 }).map((all) => all.join("|")),
    ),
  }));
  const texts = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "c", "1"), maxLength: 6 }), {
    minLength: 5,
  });
  fc.assert(
    fc.property(pattern, texts, (each, all) => {
      const theirs = new RegExp(`^(?:${each})$`);
      for (const text of all)
        expect([each, text, matches(each, text)]).toEqual([each, text, theirs.test(text)]);
    }),
  );
});
