/** Characters that look like ASCII. They are escaped wherever they could mislead, and ordinary text stays readable. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { driftMarkdown, driftText } from "../../../src/report/drift/drift.ts";
import { driftHtml } from "../../../src/report/drift/drift-html.ts";
import { planFindings } from "../../../src/report/findings/plan-findings.ts";
import { githubAnnotations } from "../../../src/report/formats/annotations.ts";
import { junitXml } from "../../../src/report/formats/junit.ts";
import { sarifDocument } from "../../../src/report/formats/sarif.ts";
import { planHtml } from "../../../src/report/plan/plan-html.ts";
import { planMarkdown } from "../../../src/report/plan/plan-markdown.ts";
import { planText } from "../../../src/report/plan/plan-text.ts";
import { legible } from "../../../src/report/text/characters.ts";
import { confusableRanges } from "../../../src/report/text/confusables.ts";
import { plain } from "../../../src/report/text/style.ts";
import { planWith, updating } from "../plans.ts";

/**
 * The characters that TR39 calls confusable with ASCII. Two ligatures are left out, because they are common in Danish
 * and French.
 */
const confusables = confusableRanges
  .flatMap((line) => line.split(" "))
  .flatMap((range) => {
    const [from = 0, to = from] = range.split("-").map((each) => Number.parseInt(each, 16));
    return Array.from({ length: to - from + 1 }, (_, offset) => String.fromCodePoint(from + offset));
  })
  .filter((each) => !/[æœÆŒ]/.test(each));

/** All characters that Unicode's normal form KC turns into ASCII. */
const forms = Array.from({ length: 0x110000 }, (_, point) => point)
  .filter((point) => point > 0x7f && (point < 0xd800 || point > 0xdfff))
  .map((point) => String.fromCodePoint(point))
  .filter((each) => /^[ -~]+$/.test(each.normalize("NFKC")));

const wordsOf = [
  (each: string) => `ad${each}min`,
  (each: string) => `${each}dmin`,
  (each: string) => `admi${each}`,
  (each: string) => `core-${each}-01`,
  (each: string) => each + each,
];

test.each([
  ["confusable with ASCII, by TR39", confusables, 1857],
  ["a form of ASCII, by NFKC", forms, 1000],
] as const)("none is left in a Latin word that is %s", (_, all, least) => {
  expect(all.length).toBeGreaterThanOrEqual(least);
  for (const word of wordsOf) expect(all.filter((each) => legible(word(each)).includes(each))).toEqual([]);
});

test.each<[string, (text: string) => string]>([
  ["text", (text) => planText(planOf(text), plain)],
  ["Markdown", (text) => planMarkdown(planOf(text))],
  ["HTML", (text) => planHtml(planOf(text))],
  ["drift's text", (text) => driftText(planOf(text), plain)],
  ["drift's Markdown", (text) => driftMarkdown(planOf(text))],
  ["drift's HTML", (text) => driftHtml(planOf(text))],
  ["JUnit", (text) => junitXml(planFindings(planOf(text)), "plan", 0)],
  ["SARIF's messages", (text) => JSON.stringify(messagesOf(sarifDocument(planFindings(planOf(text)), "")))],
  ["annotations", (text) => githubAnnotations(planFindings(planOf(text)), "")],
])("in values, names and fields, by format: %s", (_, of) => {
  const shown = of("");
  // Characters that the format itself writes, such as dashes, arrows and dots.
  const own = new Set(shown);
  const written = new Set(of(confusables.map((each) => `a${each}m`).join(" ")));
  expect([...written].filter((each) => !own.has(each) && confusables.includes(each))).toEqual([]);
});

/**
 * Returns the parts of SARIF that people read. Fingerprints and names of places are left out, because they are for
 * machines.
 */
function messagesOf(document: object): unknown {
  return JSON.parse(JSON.stringify(document), (name, value) =>
    /^(?:fullyQualifiedName|partialFingerprints|fingerprints)$/.test(name) ? undefined : value,
  );
}

function planOf(text: string) {
  const field = `/a${text.slice(0, 4000)}`;
  return planWith([
    updating(`cloud/network/a${text}`, [{ path: field, live: `${text}a`, desired: `${text}b` }]),
  ]);
}

test.each([
  ["a Roman number", "admin\u217c, \u216d", "admin\\u{217c}, \\u{216d}"],
  ["small capitals", "r\u1d0f\u1d0ft", "r\\u{1d0f}\\u{1d0f}t"],
  ["a letter without its dot", "adm\u0131n", "adm\\u{131}n"],
  ["one beside letters that others write too", "Z\u00fcr\u0131ch", "Z\u00fcr\\u{131}ch"],
  [
    "one in a text that is Turkish elsewhere",
    "Be\u015fikta\u015f adm\u0131n",
    "Be\u015fikta\u015f adm\\u{131}n",
  ],
  ["Greek of mathematics", "\u{1d6c2}dmin", "\\u{1d6c2}dmin"],
  ["letters of Iceland in a word without others", "\u00feass", "\\u{fe}ass"],
  [
    "a stroke of Japanese between numbers",
    "10\u30ce8, a\u30ceb, \u30ce",
    "10\\u{30ce}8, a\\u{30ce}b, \\u{30ce}",
  ],
  ["a zero of Chinese in a number", "1\u30070", "1\\u{3007}0"],
  ["a letter of a script without a Latin likeness in the rest", "c\u0d20re", "c\\u{d20}re"],
  [
    "words of such letters alone",
    "\u05e1\u05d5\u05e1 \u0433\u0430\u0441\u0435",
    "\\u{5e1}\\u{5d5}\\u{5e1} \\u{433}\\u{430}\\u{441}\\u{435}",
  ],
  ["an ordinal or a power that is none", "adm\u00ba vlan\u00b2", "adm\\u{ba} vlan\\u{b2}"],
  ["a sign of numbers inside a word", "\u2116rth", "\\u{2116}rth"],
  ["a mark whose letter goes", "adm\u0131\u0323n", "adm\\u{131}\\u{323}n"],
])("is written out: %s", (_, text, expected) => {
  expect(legible(text)).toBe(expected);
  expect(legible(expected)).toBe(expected);
});

test.each([
  "İstanbul Kadıköy",
  "Beşiktaş Iğdır Kırşehir",
  "Hafþór í Garðabæ",
  "Næstved Ærø Kælder",
  "cœur de réseau",
  "Zürich Malmö Łódź Çankaya",
  "ノート 丸ノ内 二〇二六年 会議室①",
  "한글① 東京",
  "אולם הרצאות",
  "القاهرة الجديدة",
  "офис №5, второй этаж",
  "Κτίριο Διοίκησης",
  "อาคาร1 WiFiอาคาร",
  "Nº 5, 2ª planta, 10 m², 3 km²",
])("what people write stays as it is: %s", (text) => {
  expect(legible(text)).toBe(text);
});

test("what is written out once stays as it is", () => {
  const unit = fc.oneof(
    fc.constantFrom(...confusables),
    fc.constantFrom(...forms),
    fc.constantFrom(..."ışğöüçþðéæabim1-. ноbжтノー〇東ト①½²º№ഠമ\u0301\u0323\u3099か"),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 14 }), (text) => {
      const once = legible(text);
      expect(legible(once)).toBe(once);
    }),
    { numRuns: 3000 },
  );
});
