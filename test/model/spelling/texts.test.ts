/**
 * URIs, and texts that products change. Two values are equal exactly if a rule makes them equal, and to apply a rule
 * twice has the same result as once.
 */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  canonicalDecimal,
  canonicalNumberSet,
  foldedCase,
  trimmedText,
} from "../../../src/model/spelling/texts.ts";
import { canonicalUri } from "../../../src/model/spelling/uri.ts";

describe("URIs", () => {
  test.each([
    ["HTTP://User@Example.COM:80/Path?Q#F", "http://User@example.com:80/Path?Q#F"],
    ["example://a/b/c/%7Bfoo%7D", "example://a/b/c/%7Bfoo%7D"],
    ["eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D"],
    ["http://a/b/c/./../../g", "http://a/g"],
    ["http://a/b/..", "http://a/"],
    ["http://a/../b", "http://a/b"],
    ["http://a/b/.", "http://a/b/"],
    ["http://a/%2E%2e/b", "http://a/b"],
    ["http://ex%41mple/%c3%a4", "http://example/%C3%A4"],
    ["http://a/x?y=%7e%2f", "http://a/x?y=~%2F"],
    ["http://[2001:DB8::1]/", "http://[2001:db8::1]/"],
    ["URN:isbn:0", "urn:isbn:0"],
    ["mailto:A@B.example", "mailto:A@B.example"],
  ])("%s is %s", (text, own) => {
    expect([canonicalUri(text), canonicalUri(own)]).toEqual([own, own]);
  });

  test.each([
    ["http://a", "http://a/"],
    ["http://a:80/", "http://a/"],
    ["http://a/B", "http://a/b"],
    ["http://a/%2F", "http://a//"],
    ["http://a/b", "http://a/b/"],
    ["http://a/?B", "http://a/?b"],
    ["http://U@a/", "http://u@a/"],
  ])("%s is not %s: RFC 3986 says so elsewhere, or nowhere", (one, other) => {
    expect(canonicalUri(one)).not.toBe(canonicalUri(other));
  });

  test.each(["", "/a/../b", "http://a/%4", "http://a/%%34%31", "http://a b/", "Not a URI"])(
    "%j is none, and stays",
    (text) => {
      expect(canonicalUri(text)).toBe(text);
    },
  );

  test("done again, it is the same, and means the same to a parser of URLs", () => {
    const part = fc.string({ unit: fc.constantFrom(..."aB.~/-%2e%41%C3%a4:@?#"), maxLength: 20 });
    fc.assert(
      fc.property(fc.constantFrom("http", "HTTPS", "x"), part, part, (scheme, host, rest) => {
        for (const text of [`${scheme}://a${host}/${rest}`, `${scheme}:/${rest}`, `${scheme}:${rest}`]) {
          const own = canonicalUri(text);
          expect(canonicalUri(own)).toBe(own);
          if (URL.canParse(text) && /^https?:\/\//i.test(text))
            expect(canonicalUri(new URL(own).href)).toBe(canonicalUri(new URL(text).href));
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("case", () => {
  test("does not count by Unicode's simple folding: what a pattern without case takes is one, and nothing else", () => {
    const all = Array.from({ length: 0x1_f000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code));
    const cased = all.filter(
      (one) => one.toLowerCase() !== one || one.toUpperCase() !== one || foldedCase(one) !== one,
    );
    const isOne = (one: string, other: string) =>
      new RegExp(`^\\u{${one.codePointAt(0)?.toString(16)}}$`, "iu").test(other);
    const wrong = cased.flatMap((one) => {
      const others = [one.toLowerCase(), one.toUpperCase(), foldedCase(one), foldedCase(one).toUpperCase()];
      return others
        .filter((other) => [...other].length === 1)
        .filter((other) => isOne(one, other) !== (foldedCase(one) === foldedCase(other)))
        .map((other) => [one, other]);
    });
    expect(wrong).toEqual([]);
    expect(cased.length).toBeGreaterThan(2000);
  });

  test.each([
    ["Any", "any"],
    ["ÄÖÜ", "äöü"],
    ["ΣΑΣ", "σας"],
    ["K", "k"],
    ["ſ", "S"],
    ["ẞ", "ß"],
  ])("%s is %s", (one, other) => {
    expect(foldedCase(one)).toBe(foldedCase(other));
  });

  test.each([
    ["ß", "ss"],
    ["ı", "i"],
    ["İ", "i"],
    ["é", "e"],
    ["é", "e\u0301"],
  ])("%s is not %s", (one, other) => {
    expect(foldedCase(one)).not.toBe(foldedCase(other));
  });

  test("done again, it is the same", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(foldedCase(foldedCase(text))).toBe(foldedCase(text));
        expect(foldedCase(text.toUpperCase())).toBe(foldedCase(foldedCase(text.toUpperCase())));
      }),
    );
  });
});

describe("blanks", () => {
  test.each([
    ["a", [" a", "a\n", "\ta \r\n", "\u00a0a", "a\r"]],
    ["a\nb", ["a\r\nb", "a\rb", "a\nb\n"]],
    ["", [" ", "\r\n"]],
    ["a  b", ["a  b "]],
  ])("%j is each of %j", (own, texts) => {
    expect(texts.map(trimmedText)).toEqual(texts.map(() => own));
    expect(trimmedText(own)).toBe(own);
  });

  test("inside they count", () => {
    expect(trimmedText("a b")).not.toBe(trimmedText("a  b"));
    expect(trimmedText("a\n\nb")).not.toBe(trimmedText("a\r\nb"));
  });
});

describe("decimal numbers", () => {
  test.each([
    [["020", "20", "+20", "20.0", "20."]],
    [["1.50", "1.5", "01.5"]],
    [["0", "-0", "00", "0.00", "-.0", "+0"]],
    [[".5", "0.5", "+.50"]],
    [["-3", "-03.0"]],
    [["123456789012345678901234567890", "0123456789012345678901234567890.0"]],
  ])("%j are one", (texts) => {
    const all = texts.map(canonicalDecimal);
    expect(new Set(all).size).toBe(1);
    expect(all.map(canonicalDecimal)).toEqual(all);
  });

  test("two are one exactly where their numbers are", () => {
    const number = fc.tuple(fc.integer({ min: -30, max: 30 }), fc.integer({ min: 0, max: 3 }), fc.nat(2));
    const text = ([value, places, zeros]: readonly [number, number, number]) => {
      const [whole = "", fraction = ""] = (Math.abs(value) / 10 ** places).toFixed(3).split(".");
      return `${value < 0 ? "-" : ""}${"0".repeat(zeros)}${whole}.${fraction}${"0".repeat(zeros)}`;
    };
    fc.assert(
      fc.property(number, number, (one, other) => {
        const isSame = canonicalDecimal(text(one)) === canonicalDecimal(text(other));
        expect(isSame).toBe(Number(text(one)) === Number(text(other)));
      }),
    );
  });

  test.each(["", ".", "-", "1.2.3", "1,5", "0x10", "1e3", "ten", " 1"])("%j is none, and stays", (text) => {
    expect(canonicalDecimal(text)).toBe(text);
  });
});

describe("sets of numbers", () => {
  test.each([
    [["1, 10, 1140-1141", "1,10,1140,1141", "10,1,1140 - 1141", "1,1,10,1140-1141"]],
    [["1-3", "1,2,3", "3,1-2", "1-2,2-3", "001-3"]],
    [["5", "5-5", " 5 "]],
  ])("%j are one", (texts) => {
    const all = texts.map(canonicalNumberSet);
    expect(new Set(all).size).toBe(1);
    expect(all.map(canonicalNumberSet)).toEqual(all);
  });

  test("two are one exactly where they have the same numbers", () => {
    const range = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 3 }));
    const ranges = fc.array(range, { minLength: 1, maxLength: 5 });
    type Ranges = readonly (readonly [number, number])[];
    const text = (all: Ranges) =>
      all.map(([from, more]) => (more === 0 ? `${from}` : `${from}-${from + more}`)).join(", ");
    const numbersOf = (all: Ranges) => {
      const every = all.flatMap(([from, more]) => Array.from({ length: more + 1 }, (_, at) => from + at));
      return [...new Set(every)].sort((a, b) => a - b).join();
    };
    fc.assert(
      fc.property(ranges, ranges, (one, other) => {
        const isSame = canonicalNumberSet(text(one)) === canonicalNumberSet(text(other));
        expect(isSame).toBe(numbersOf(one) === numbersOf(other));
      }),
    );
  });

  test.each(["", "all", "1,,2", "1,", "3-1", "1-", "-1", "1;2", "1.5"])("%j is none, and stays", (text) => {
    expect(canonicalNumberSet(text)).toBe(text);
  });
});
