/** The log and the redactor. Neither shows an opened secret in any form. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Redactions, Secret } from "../../src/model/secret.ts";
import { type LogLevel, openLog } from "../../src/runtime/log.ts";
import { openRedactor, redactor } from "../../src/runtime/secrets/redactor.ts";

async function logging(format: "json" | "human", level: LogLevel = "debug", secrets?: Redactions) {
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  return { log: openLog({ level, format, write, ...(secrets && { secrets }) }), lines };
}

function knowing(values: readonly string[]): Redactions {
  const secrets = openRedactor();
  secrets.learn(values);
  return secrets;
}

describe("the log", () => {
  test("is one JSON object a line, with level, time and fields", async () => {
    const { log, lines } = await logging("json");
    log.info("plan made", { target: "cloud", steps: 3 });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toEqual({
      level: "info",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      msg: "plan made",
      target: "cloud",
      steps: 3,
    });
  });

  test("for people is one line with the time, and values that cannot break it", async () => {
    const { log, lines } = await logging("human");
    log.warn("slow", { target: "cloud", ms: 12, text: "a\nb\u001b[31m" });
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d warn slow target=cloud ms=12 text="a\\nb\\u001b\[31m"\n$/);
  });

  test.each([
    ["debug", ["d", "i", "w"]],
    ["info", ["i", "w"]],
    ["warn", ["w"]],
    ["silent", []],
  ] as const)("at level %s holds %j", async (level, events) => {
    const { log, lines } = await logging("json", level);
    log.debug("d");
    log.info("i");
    log.warn("w");
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(events);
  });

  test("prints a Secret as [secret] at any depth, and errors as their message", async () => {
    for (const format of ["json", "human"] as const) {
      const { log, lines } = await logging(format);
      const key = new Secret("canary");
      log.info("x", {
        key,
        deep: [{ a: { key } }],
        error: Object.assign(new Error("broke"), { code: "E1" }),
      });
      expect(lines.join()).not.toContain("canary");
      expect(lines.join().match(/\[secret\]/g)).toHaveLength(2);
      expect(lines.join()).toContain("broke (E1)");
    }
  });

  test("keeps its own names when a field has one of them", async () => {
    const { log, lines } = await logging("json");
    log.info("event", { msg: "m", level: 9 });
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ msg: "event", level: "info", msg_: "m", level_: 9 });
  });

  test("takes the values of secrets out of what others wrote into a field", async () => {
    const { log, lines } = await logging("json", "debug", knowing(['can"ary']));
    log.info("refused", { detail: 'your key can"ary is wrong' });
    expect(JSON.parse(lines[0] ?? "").detail).toBe("your key [secret] is wrong");
  });
});

describe("the redactor", () => {
  const value = 'p@ss wörd/+?&"\\';
  const redact = redactor([value, "other-secret"]);

  test.each([
    ["plain", value],
    ["JSON", JSON.stringify(value)],
    ["URL-encoded", encodeURIComponent(value)],
    ["a form", new URLSearchParams({ p: value }).toString()],
    ["hexadecimal", Buffer.from(value).toString("hex")],
    ["base64", Buffer.from(value).toString("base64")],
    ["base64url", Buffer.from(value).toString("base64url")],
  ])("finds a value as %s", (_, text) => {
    expect(redact(`before ${text} after`)).toMatch(/^before .*\[secret\].* after$/);
    expect(redact(`before ${text} after`)).not.toContain(text);
  });

  test("finds a value inside Basic credentials, wherever it starts", () => {
    for (const user of ["", "a", "ab", "abc", "admin"]) {
      const basic = Buffer.from(`${user}:${value}:tail`).toString("base64");
      expect(redact(basic)).toContain("[secret]");
    }
  });

  test("finds a value in any mixture of the escapes of JSON, HTML, Markdown, terminals and URLs", () => {
    const jsonEscape = (unit: string) =>
      Array.from(
        { length: unit.length },
        (_, at) => `\\u${unit.charCodeAt(at).toString(16).padStart(4, "0")}`,
      ).join("");
    const escapes: readonly ((unit: string) => string)[] = [
      (unit) => unit,
      (unit) => `\\${unit}`,
      (unit) => JSON.stringify(unit).slice(1, -1),
      (unit) => JSON.stringify(JSON.stringify(unit).slice(1, -1)).slice(1, -1),
      (unit) => `\\u{${(unit.codePointAt(0) ?? 0).toString(16)}}`,
      (unit) => `&#${unit.codePointAt(0)};`,
      (unit) => `&amp;#x${(unit.codePointAt(0) ?? 0).toString(16)};`,
      (unit) => encodeURIComponent(unit),
      (unit) => encodeURIComponent(encodeURIComponent(unit)).toLowerCase(),
      (unit) => `${unit}\u200b`,
      (unit) => `&#38;#${unit.codePointAt(0)};`,
      (unit) => encodeURIComponent(JSON.stringify(unit).slice(1, -1)),
      (unit) => encodeURIComponent(jsonEscape(unit)),
      (unit) => {
        const code = unit.codePointAt(0) ?? 0;
        return code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : jsonEscape(unit);
      },
    ];
    const isLetter = (unit: string) => /^[A-Za-z0-9]$/.test(unit);
    const units = fc.array(
      fc.tuple(fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }), fc.nat(13)),
      {
        minLength: 4,
        maxLength: 24,
      },
    );
    fc.assert(
      fc.property(units, (all) => {
        const secret = all.map(([unit]) => unit).join("");
        const written = all.flatMap(([text, by]) =>
          [...text].map((unit) => (isLetter(unit) ? unit : (escapes[by]?.(unit) ?? unit))),
        );
        expect(redactor([secret])(`xx${written.join("")}yy`)).toMatch(
          /^xx[\u200b\\]?\[secret\][\u200b\\]?yy$/,
        );
      }),
    );
  });

  test("changes nothing that is not a whole value, in none of its forms", () => {
    const values = fc.string({ unit: fc.constantFrom(..."abcXYZ019-+/=&%#"), minLength: 12, maxLength: 20 });
    const places = fc.nat(19);
    fc.assert(
      fc.property(values, places, fc.boolean(), (secret, at, atEnd) => {
        const place = at % secret.length;
        const other = secret[place] === "q" ? "r" : "q";
        const cut = atEnd ? secret.slice(0, -1) : secret.slice(1);
        const changed = secret.slice(0, place) + other + secret.slice(place + 1);
        for (const near of [cut, changed]) {
          const bytes = Buffer.from(near);
          const all = [near, `${near}…`, bytes.toString("hex"), `${bytes.toString("hex")}…`];
          const base64 = [0, 1, 2].map((before) =>
            Buffer.from(`${"\u0000".repeat(before)}${near}`).toString("base64"),
          );
          for (const text of [...all, ...base64])
            expect(redactor([secret])(`< ${text} >`)).toBe(`< ${text} >`);
        }
      }),
    );
  });

  test("looks for a word, a number or a few hexadecimal digits in values only, and for all else in sentences too", () => {
    const ordinary = ["expired", "1234", "deadbeef", "10.0.0.1", "trueup.yaml", "is missing"];
    const others = ["p4ss-word", "Guest2024", "correct horse battery staple", "x".repeat(24)];
    const secrets = knowing([...ordinary, ...others]);
    for (const value of [...ordinary, ...others]) expect(secrets.value(`<${value}>`)).toBe("<[secret]>");
    for (const value of ordinary) expect(secrets.text(`<${value}>`)).toBe(`<${value}>`);
    for (const value of others) expect(secrets.text(`<${value}>`)).toBe("<[secret]>");
  });

  test("takes no time over what looks like a secret again and again", () => {
    const secret = `${"\\".repeat(40)}@${"\\".repeat(9)}x`;
    expect(redactor([secret])("\\".repeat(200_000))).toHaveLength(200_000);
  });

  test("takes the longer of two values that begin alike", () => {
    expect(redactor(["abcd", "abcdefgh"])("abcdefgh abcd")).toBe("[secret] [secret]");
  });

  test("leaves other texts as they are, and values too short to be told from words", () => {
    expect(redact("nothing here")).toBe("nothing here");
    expect(redactor(["on", ""])("not on")).toBe("not on");
    expect(redactor([])("x")).toBe("x");
  });

  test("leaves no value of 4 characters or more in any text around it", () => {
    const texts = fc.string({ unit: "binary", maxLength: 12 });
    const values = fc.string({ unit: "binary", minLength: 4, maxLength: 24 });
    fc.assert(
      fc.property(texts, values, texts, (before, secret, after) => {
        const found = redactor([secret])(before + secret + after);
        expect(found.replaceAll("[secret]", "").includes(secret)).toBe(false);
        expect(found).toContain("[secret]");
      }),
    );
  });
});
