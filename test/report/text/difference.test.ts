/** Two different values must look different in every format, however long or similar they are. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Difference } from "../../../src/model/change.ts";
import { isArray, isObject, type Json, sameJson } from "../../../src/model/json.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import { driftMarkdown, driftText } from "../../../src/report/drift/drift.ts";
import { driftHtml } from "../../../src/report/drift/drift-html.ts";
import { planFindings } from "../../../src/report/findings/plan-findings.ts";
import { githubAnnotations } from "../../../src/report/formats/annotations.ts";
import { junitXml } from "../../../src/report/formats/junit.ts";
import { sarifDocument } from "../../../src/report/formats/sarif.ts";
import { planHtml } from "../../../src/report/plan/plan-html.ts";
import { planDocument } from "../../../src/report/plan/plan-json.ts";
import { planMarkdown } from "../../../src/report/plan/plan-markdown.ts";
import { planText } from "../../../src/report/plan/plan-text.ts";
import { legible } from "../../../src/report/text/characters.ts";
import { besideEachOther, differenceShown } from "../../../src/report/text/difference.ts";
import { plain } from "../../../src/report/text/style.ts";
import { fieldName, shown } from "../../../src/report/text/value.ts";
import { planWithout } from "../../../src/report/without-secrets.ts";
import { openRedactor } from "../../../src/runtime/secrets/redactor.ts";
import { cases, times } from "../../long-forms.ts";
import { planWith, updating } from "../plans.ts";

/** Returns a plan that updates one field. If a value is not given, the field has no value on that side. */
function planOf(sides: Pick<Difference, "desired" | "live">): Plan {
  const difference: Partial<Difference> = {
    path: "/field",
    at: undefined,
    desired: undefined,
    live: undefined,
    ...sides,
  };
  return planWith([updating("cloud/network/berlin", [difference])]);
}

const formats: Readonly<Record<string, (plan: Plan) => string>> = {
  text: (plan) => planText(plan, plain),
  drift: (plan) => driftText(plan, plain),
  "drift's HTML": driftHtml,
  Markdown: (plan) => planMarkdown(plan),
  HTML: (plan) => planHtml(plan),
  // Blanks are escaped, because a reader of JSON can count them.
  JSON: (plan) => JSON.stringify(planDocument(plan)).replaceAll(" ", "\\u0020"),
  SARIF: (plan) => JSON.stringify(sarifDocument(planFindings(plan), "")),
  "drift's Markdown": driftMarkdown,
  JUnit: (plan) => junitXml(planFindings(plan), "plan", 0),
};

/** Formats with little room, such as GitHub's. They cut both values soon after the first difference. */
const briefFormats: typeof formats = {
  annotations: (plan) => githubAnnotations(planFindings(plan), ""),
};

/** Returns a text as a browser or a terminal shows it: any run of unescaped white space looks like one blank. */
const seen = (text: string) => text.replace(/\s+/g, " ");

const unit = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'ab 01.…-\\"<&|`u{}') },
  fc.constantFrom(
    "\u3164",
    "\u2800",
    "\ufe0f",
    "\u00a0",
    "\u200b",
    "\u202e",
    "\u0301",
    "а",
    "о",
    "\ud800",
    "\n",
    "\t",
    "’",
  ),
  fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
);
const text = fc.string({ unit, maxLength: 12 });
const longText = fc
  .tuple(text, fc.integer({ min: 0, max: 300 }), text)
  .map(([before, length, after]) => `${before}${"x".repeat(length)}${after}`);
const leaf = fc.oneof(
  text,
  longText,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom("1", "true", "removed", "secret", "null"),
);
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    leaf,
    fc.array(tie("value"), { maxLength: 30 }),
    fc.dictionary(
      text.filter((name) => name !== "__proto__"),
      tie("value"),
      { maxKeys: 6 },
    ),
  ),
}));

/** Two values that are mostly alike, as if somebody wanted to hide a change. */
const nearly: fc.Arbitrary<readonly [Json, Json]> = fc.oneof(
  fc
    .tuple(fc.array(leaf, { minLength: 1, maxLength: 40 }), fc.nat(), leaf)
    .map(([list, at, other]): readonly [Json, Json] => [list, list.with(at % list.length, other)]),
  fc
    .tuple(fc.array(text, { maxLength: 40 }), fc.nat(), text)
    .map(([list, at, other]): readonly [Json, Json] => [
      list,
      list.toSpliced(at % (list.length + 1), 0, other),
    ]),
  fc
    .tuple(fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), leaf, { minKeys: 1, maxKeys: 8 }), fc.nat(), leaf)
    .map(([members, at, other]): readonly [Json, Json] => {
      const names = Object.keys(members);
      return [members, { ...members, [names[at % names.length] ?? "a"]: other }];
    }),
  fc.tuple(longText, fc.nat(), unit).map(([long, at, other]): readonly [Json, Json] => {
    const place = at % (long.length + 1);
    return [long, long.slice(0, place) + other + long.slice(place + 1)];
  }),
  fc.tuple(value, value),
);

/** A third value that is nearly the first one, as for a field that was changed twice. */
function nearTo(one: Json, more: Json): Json {
  if (isArray(one)) return [...one, more];
  if (isObject(one)) return { ...one, more };
  return typeof one === "string" ? `${one}+` : more;
}

describe("two values that are not the same", () => {
  test("are shown apart, whole and beside each other", () => {
    fc.assert(
      fc.property(nearly, ([one, other]) => {
        fc.pre(!sameJson(one, other));
        expect(seen(shown(one))).not.toBe(seen(shown(other)));
        const [a, b] = besideEachOther(one, other);
        expect(seen(a)).not.toBe(seen(b));
      }),
      { numRuns: cases(1500) },
    );
  });

  test("make different texts of every format, as what is desired and as what is live", () => {
    fc.assert(
      fc.property(nearly, value, fc.boolean(), ([one, other], more, isNear) => {
        fc.pre(!sameJson(one, other));
        const third = isNear ? nearTo(one, more) : more;
        for (const [name, of] of Object.entries(formats)) {
          const asDesired = [one, other].map((desired) => seen(of(planOf({ desired, live: third }))));
          expect(asDesired[0], name).not.toBe(asDesired[1]);
          const asLive = [one, other].map((live) => seen(of(planOf({ desired: third, live }))));
          expect(asLive[0], name).not.toBe(asLive[1]);
        }
      }),
      { numRuns: times("texts") },
    );
  });

  test("are told from nothing at all, and from a word that stands for it", () => {
    for (const [name, of] of Object.entries({ ...formats, ...briefFormats })) {
      const without = seen(of(planOf({ live: "a" })));
      for (const desired of ["removed", "(not set)", "not declared", "no longer declared"])
        expect(seen(of(planOf({ desired, live: "a" }))), name).not.toBe(without);
    }
  });
});

const servers = Array.from({ length: 12 }, (_, at) => `time-${at}.example.net`);

test.each<[string, Json, Json, string, string]>([
  [
    "an element that became another",
    servers,
    servers.with(6, "66.66.66.66"),
    "[(6 elements alike), time-6.example.net, (5 elements alike)]",
    "[(6 elements alike), 66.66.66.66, (5 elements alike)]",
  ],
  [
    "an element more",
    servers,
    [...servers, "66.66.66.66"],
    "[(12 elements alike)]",
    "[(12 elements alike), 66.66.66.66]",
  ],
  [
    "elements in another order",
    servers,
    [...servers.slice(1), servers[0] ?? ""],
    "[time-0.example.net, (11 elements alike)]",
    "[(11 elements alike), time-0.example.net]",
  ],
  [
    "a character in a long text",
    `${"a".repeat(150)}l${"b".repeat(150)}`,
    `${"a".repeat(150)}1${"b".repeat(150)}`,
    `(130 characters alike) "${"a".repeat(20)}l${"b".repeat(20)}" (130 characters alike)`,
    `(130 characters alike) "${"a".repeat(20)}1${"b".repeat(20)}" (130 characters alike)`,
  ],
  [
    "a member of a large object",
    { a: "x".repeat(120), b: 1, c: true },
    { a: "x".repeat(120), b: 2, c: true },
    '{(2 members alike),"b":1}',
    '{(2 members alike),"b":2}',
  ],
])("of long values only what differs is shown: %s", (_, live, desired, ofLive, ofDesired) => {
  expect(differenceShown({ live, desired })).toMatchObject({ live: ofLive, desired: ofDesired });
});

test("a text that was changed in two places shows both, and counts what is alike between them", () => {
  const lines = Array.from({ length: 40 }, (_, at) => `line ${at} of the banner`);
  const other = lines.with(3, "line 3 of the Banner").with(30, "line 30 of the banne");
  const [one, two] = besideEachOther(lines.join("\n"), other.join("\n"));
  expect(one).toBe(
    '(57 characters alike) "anner\\nline 3 of the banner\\nline 4 of the " (552 characters alike) ' +
      '"line 30 of the banner\\nline 31 of the bann" (178 characters alike)',
  );
  expect(two).toContain("of the Banner");
  expect(two).toContain("of the banne\\nline 31");
});

test("lists that were made to be compared for ever are compared in time, and what differs is shown", () => {
  // Each stretch has one element that occurs once on each side, and another such stretch before it.
  const made = (other: string) =>
    Array.from({ length: 5000 }, (_, at) => 5000 - at).flatMap((at) => [
      `x${at}`,
      `${other}${at}`,
      `x${at + 1}`,
      `${other}${other}${at}`,
    ]);
  const { live, desired } = differenceShown({ live: made("a"), desired: made("b") });
  for (const at of [1, 2500, 5000]) {
    expect(live).toContain(`a${at},`);
    expect(desired).toContain(`b${at},`);
  }
}, 20_000);

test("of a long list each element that differs is shown, and only what differs in it", () => {
  const rule = (at: number) => ({
    action: "deny",
    from: `10.0.${at}.0/24`,
    to: "any",
    name: `rule ${at}`,
    log: true,
  });
  const rules: Json[] = Array.from({ length: 50 }, (_, at) => rule(at));
  const { live, desired } = differenceShown({
    live: rules,
    desired: rules.with(20, { ...rule(20), action: "permit", comment: "x".repeat(80) }),
    base: undefined,
  });
  expect(live).toBe('[(20 elements alike), {(4 members alike),"action":deny}, (29 elements alike)]');
  expect(desired).toContain('{(4 members alike),"action":permit,"comment":xxx');
});

const many = Array.from({ length: 10_000 }, (_, at) => `10.${at >> 8}.${at & 255}.1`);

test("of 10,000 elements the 300 that differ are shown, wherever they stand", () => {
  const others = many.map((each, at) => (at % 33 === 7 && at < 9900 ? `66.${each}` : each));
  const [one, other] = besideEachOther(many, others);
  expect(one.match(/\(\d+ elements? alike\)/g)).toHaveLength(301);
  expect(other.match(/66\./g)?.length).toBeGreaterThanOrEqual(300);
  const alike = [...other.matchAll(/\((\d+) elements? alike\)/g)].reduce((sum, [, n]) => sum + Number(n), 0);
  expect(alike).toBe(9700);
});

test("a character in megabytes is found, and a list of any length is shown", () => {
  const banner = "authorized use only, \u3164 ".repeat(80_000);
  const [one, other] = besideEachOther(`${banner}l${banner}`, `${banner}1${banner}`);
  expect(one).toBe(
    '(1839980 characters alike) "horized use only, \\u{3164} lauthorized use only," (1839980 characters alike)',
  );
  expect(other).toContain("\\u{3164} 1authorized");
  const long = Array.from({ length: 130_000 }, (_, at) => at);
  expect(
    besideEachOther(
      long,
      long.map((each) => -each - 1),
    )[1].endsWith(", -130000]"),
  ).toBe(true);
});

test("lists that have nothing in common, and repeat themselves, are shown whole", () => {
  const [one, other] = besideEachOther(
    many.map((_, at) => `a${at % 7}`),
    many.map((_, at) => `b${at % 11}`),
  );
  expect(one.split(", ")).toHaveLength(10_000);
  expect(other.split(", ")).toHaveLength(10_000);
});

test.each([
  ["a trailing blank", "cloud/network/berlin", "cloud/network/berlin "],
  ["two blanks", "cloud/network/a b", "cloud/network/a  b"],
  ["what looks like an escape", "cloud/network/a\u200bb", "cloud/network/a\\u{200b}b"],
  ["another script", "cloud/network/paypal", "cloud/network/p\u0430ypal"],
  ["a filler", "cloud/network/berlin", "cloud/network/berlin\u3164"],
] as const)("names that differ are never shown the same: %s", (_, one, other) => {
  for (const [name, of] of Object.entries({ ...formats, ...briefFormats })) {
    const texts = [one, other].map((address) => seen(of(planWith([updating(address, [{}])]))));
    expect(texts[0]?.replaceAll("> ", ">"), name).not.toBe(texts[1]?.replaceAll("> ", ">"));
  }
  for (const path of ["/a.b", "/a/b", "/a\u200bb", "/a\\u{200b}b"])
    for (const second of ["/a.b", "/a/b", "/a\u200bb", "/a\\u{200b}b"])
      expect(fieldName(path) === fieldName(second), `${path} ${second}`).toBe(path === second);
});

describe("where there is no room for all of it", () => {
  const long = (end: string) => `${"x ".repeat(40_000)}${end}`;

  test("annotations show where the sides part, and count the rest", () => {
    fc.assert(
      fc.property(nearly, ([live, desired]) => {
        fc.pre(!sameJson(live, desired));
        const { live: one, desired: other } = differenceShown({ live, desired, base: undefined }, 300);
        expect(seen(one)).not.toBe(seen(other));
        expect(Math.max(one.length, other.length)).toBeLessThan(4200);
      }),
      { numRuns: cases(300) },
    );
    const [text = ""] = Object.values(briefFormats).map((of) =>
      of(planOf({ live: many, desired: long("evil") })),
    );
    expect(text.length).toBeLessThan(4096);
    expect(text).toMatch(/\(and \d+ more characters\)/);
  });

  test("one large resource hides no other from a comment, and its end is counted", () => {
    const first = updating("cloud/network/a", [{ path: "/banner", live: "x", desired: long("evil") }]);
    const others = ["b", "c", "d"].map((key) =>
      updating(`cloud/network/${key}`, [{ path: "/mtu", live: 1, desired: 2 }]),
    );
    for (const text of [
      planMarkdown(planWith([first, ...others])),
      driftMarkdown(planWith([first, ...others])),
    ]) {
      expect(text).toContain("network** `a` in");
      expect(text).toContain("at `b`, `c`, `d`");
      expect(text).toContain("(and 79806 more characters)");
      expect(text).toContain("**Not everything is shown:**");
      expect(text.length).toBeLessThan(65_536);
    }
    expect(planText(planWith([first]), plain)).toContain("evil");
    expect(planHtml(planWith([first]))).toContain("evil");
  });
});

test("secrets that differ are both hidden, and still said to differ", () => {
  const secrets = openRedactor();
  secrets.learn(["correct-horse-battery", "staple-of-the-night", "918273645546"]);
  for (const [live, desired] of [
    ["correct-horse-battery", "staple-of-the-night"],
    [
      ["a", "correct-horse-battery", 1],
      ["a", "staple-of-the-night", 2],
    ],
    [918273645546, "918273645546"],
    [{ "correct-horse-battery": 1 }, { "staple-of-the-night": 1 }],
    ["[secret]", "staple-of-the-night"],
  ] as const) {
    const plan = planWithout(planOf({ live, desired }), secrets);
    const [change] = plan.changes;
    const [one] = change?.action === "update" ? change.differences : [];
    if (!one) throw new Error("no difference");
    const sides = differenceShown(one);
    expect(sides.live).not.toBe(sides.desired);
    for (const of of [...Object.values(formats), ...Object.values(briefFormats)])
      expect(of(plan)).not.toMatch(/horse|staple|918273645546/);
  }
});

test.each([
  [
    "what has no glyph",
    "a\u3164b\u2800c\ufe0fd\u00a0e\u200bf\u3000g",
    "a\\u{3164}b\\u{2800}c\\u{fe0f}d\\u{a0}e\\u{200b}f\\u{3000}g",
  ],
  ["another script in a word", "p\u0430ypal, gu\u0435st", "p\\u{430}ypal, gu\\u{435}st"],
  ["a word that could be Latin", "\u0440\u0430\u0441\u0435", "\\u{440}\\u{430}\\u{441}\\u{435}"],
  ["a letter in two parts", "Mu\u0308nchen", "Mu\\u{308}nchen"],
  ["the sign of a unit", "\u2126", "\\u{2126}"],
  ["full width, ligatures, mathematical letters", "\uff21\ufb01\u{1d68a}", "\\u{ff21}\\u{fb01}\\u{1d68a}"],
  [
    "signs that look like those of ASCII",
    "10\u20240 a\u2013b Joe\u2019s x\u2026",
    "10\\u{2024}0 a\\u{2013}b Joe\\u{2019}s x\\u{2026}",
  ],
  ["digits of another script", "\u0661\u09ea", "\\u{661}\\u{9ea}"],
  ["scripts that nobody writes with", "\u13a0\ua4d0", "\\u{13a0}\\u{a4d0}"],
  ["half of a pair", "\ud83d!", "\\u{d83d}!"],
])("is written out: %s", (_, text, expected) => {
  expect(legible(text)).toBe(expected);
  expect(legible(expected)).toBe(expected);
});

test.each([
  "München Süd",
  "Kraków",
  "Москва, офис 2",
  "Αθήνα",
  "東京本社 Wi-Fi",
  "서울",
  "תל אביב",
  "القاهرة",
  "हिन्दी",
  "İstanbul Kadıköy",
  "Café ☕ №5",
  "m²",
  "1º piso",
])("what people write stays as it is: %s", (text) => {
  expect(legible(text)).toBe(text);
});
