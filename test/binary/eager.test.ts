/**
 * The last step of a build: functions that run at every start are compiled together with their chunk. The chunk must
 * behave the same afterwards.
 */

import { describe, expect, test } from "vitest";
import { inCircles } from "../../scripts/eager/circles.ts";
import { plainText } from "../../scripts/eager/plain-text.ts";
import { withEager } from "../../scripts/eager/with-eager.ts";

/**
 * Returns the code of a chunk after the last step of a build. The functions with these texts count as used at every
 * start.
 */
function eager(code: string, texts: readonly string[], early = false): string {
  const functions = new Set(
    texts.map((text) => {
      const start = code.indexOf(text);
      if (start < 0) throw new Error(`there is no ${text}`);
      return `${start}-${start + text.length}`;
    }),
  );
  return withEager(code, { functions, early });
}

/** Returns the value that a chunk exports as `value`. */
async function saidBy(code: string): Promise<unknown> {
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)).value;
}

describe("a function that a start runs", () => {
  test("stands in parentheses, and so does one inside of it", () => {
    const code = "export const value = [1, 2].map((one) => [one].map((each) => each + 1));";
    expect(eager(code, ["(one) => [one].map((each) => each + 1)", "(each) => each + 1"])).toBe(
      "export const value = [1, 2].map(((one) => [one].map(((each) => each + 1))));",
    );
  });

  test("keeps its place where no start runs it", () => {
    const code = "function never() {}\nexport const value = () => never();";
    expect(eager(code, [])).toBe(code);
  });

  test("that is declared below its first call is there before that call, under its name", async () => {
    const code = `import { sep } from "node:path";
const first = twice(2);
async function later() { return sep; }
function twice(number) { return [number].map((one) => one * 2)[0]; }
export const value = [first, twice.name, typeof later];`;
    const texts = [
      "async function later() { return sep; }",
      "function twice(number) { return [number].map((one) => one * 2)[0]; }",
      "(one) => one * 2",
    ];
    const after = eager(code, texts);
    expect(after).toContain("\nvar later = (async function later()");
    expect(after).toContain(
      "\nvar twice = (function twice(number) { return [number].map(((one) => one * 2))[0]; });",
    );
    expect(await saidBy(after)).toEqual([4, "twice", "function"]);
  });

  test("stays declared where its chunk is in a circle of imports, or its name gets another value", () => {
    const code = "function one() {}\nfunction other() { other = () => 1; }\n";
    expect(eager(code, ["function one() {}"], true)).toBe(code);
    expect(eager(code, ["function other() { other = () => 1; }"])).toBe(code);
  });

  test("stays as it is where it is a method, a getter or of a class", async () => {
    const code = `const made = { one() { return 1; }, get two() { return 2; }, three: function () { return 3; } };
class Four { four() { return 4; } }
export const value = [made.one(), made.two, made.three(), new Four().four()];`;
    const texts = ["one() { return 1; }", "get two() { return 2; }", "function () { return 3; }"];
    const after = eager(code, [...texts, "four() { return 4; }"]);
    expect(after).toContain("three: (function () { return 3; })");
    expect(await saidBy(after)).toEqual([1, 2, 3, 4]);
  });
});

test("a chunk is written in ASCII and says the same", async () => {
  const code = `const tagged = String.raw\`a…\`;
export const value = ["…é", /^[а-я·]+$/u.test("да·"), \`→ \${1 + 1} 😀\`, "\\é", tagged];`;
  const after = plainText(code);
  expect(after).toContain('"\\u2026\\u00e9"');
  expect(after).toContain("String.raw`a…`");
  expect(await saidBy(after)).toEqual(["…é", true, "→ 2 😀", "é", "a…"]);
});

test("chunks that import each other in a circle are told, and those that lead there are not among them", () => {
  const texts = new Map([
    ["/dist/main.js", 'import { a } from "./chunks/a.js";'],
    ["/dist/chunks/a.js", 'import { b } from "./b.js";\nexport const a = 1;'],
    ["/dist/chunks/b.js", 'export { c } from "./c.js";\nimport { sep } from "node:path";'],
    ["/dist/chunks/c.js", 'import { a } from "./a.js";\nexport const c = 1;'],
    ["/dist/chunks/alone.js", 'import { a } from "./a.js";'],
  ]);
  expect([...inCircles(texts)]).toEqual(["/dist/chunks/a.js", "/dist/chunks/b.js", "/dist/chunks/c.js"]);
});
