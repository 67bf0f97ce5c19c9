/** Markdown from the code of a proposal. It keeps its form, but nothing in it is active. */

import { expect, test } from "vitest";
import { code } from "../../../src/report/text/escape.ts";
import { untrusted } from "../../../src/report/text/markdown.ts";

/** Matches markup that code hosts interpret. If any of it remains, it has an effect. */
const acting =
  /<(?=[a-z/!?])(?!\/?(?:details|summary|b|code)>|br ?\/?>)|\][([:]|[@#][\w-]|:\/\/|\bwww\.|\bGH-\d|&(?:commat|num|fjlig);|^[\s>]*\/[a-z]/im;

test.each([
  ["a link", "[all is well](https://evil.example.net)"],
  ["a link by reference", "[well][1]\n\n[1]: https://evil.example.net"],
  ["an address", "see https://evil.example.net or www.evil.example.net"],
  ["an image", "![seen](https://evil.example.net/pixel)"],
  ["HTML", '<img src="https://evil.example.net"> <a href="x">y</a> <details open>'],
  ["a comment that hides the rest", "<!-- trueup:plan -->"],
  ["a mention", "@everyone, &commat;everyone, &#64;everyone, a@b.example.net"],
  ["a mention of a name that an entity begins", "@&fjlig;ord"],
  ["what GitLab does for whoever comments", "All is well.\n/approve\n \t/merge\n> /Close\r\n/label ~bug"],
  ["a reference", "fixes #12, GH-12 and acme/network#12, &num;12"],
])("%s in it does not act", (_, text) => {
  expect(text).toMatch(acting);
  expect(untrusted(text)).not.toMatch(acting);
});

// If the work grew quadratically, the test would exceed its time limit by far.
test.each([" \n>", "\n", "\u2028", " > ", "&", "]", "<", "[`", "w", "/a"])(
  "a text of 100,000 %j comes to its end, as long as it is or longer",
  (part) => {
    const text = part.repeat(100_000);
    expect(untrusted(text).length).toBeGreaterThanOrEqual(text.length);
  },
  10_000,
);

test("a link to a line becomes the name of the line", () => {
  const link = "[`desired-state/a.yaml:7 (folder defaults)`](https://github.com/acme/net/blob/01/a.yaml#L7)";
  expect(untrusted(`| 1 | ${link} |`)).toBe("| 1 | `desired-state/a.yaml:7 (folder defaults)` |");
});

test("a plan keeps its headings, folds, tables and code", () => {
  const plan = [
    "## trueup: 1 to create",
    "<details><summary>~ network <code>berlin</code></summary>",
    "",
    "| field | live |",
    "|---|---|",
    `| ${code("name")} | ${code("Berlin <old>")} |`,
    "",
    "</details>",
  ];
  expect(untrusted(plan.join("\n")).replaceAll("\u200b", "")).toBe(plan.join("\n"));
  expect(untrusted(plan[0] ?? "")).toBe(plan[0]);
  expect(untrusted(plan[1] ?? "")).toBe(plan[1]);
});
