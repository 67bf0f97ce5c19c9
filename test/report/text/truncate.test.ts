/** Markdown that is too long is cut at a place at which no markup is open. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { truncateMarkdown } from "../../../src/report/text/markdown.ts";

const note = "**The rest is not shown.**";

test("a text that fits stays as it is", () => {
  expect(truncateMarkdown("a\n\nb\n", 5, note)).toBe("a\n\nb\n");
});

test("a fence that is open where the text is cut is closed with its own marks, and folds after it", () => {
  const text = `<details><summary>x</summary>\n\n\`\`\`\`yaml\n${"key: value\n".repeat(50)}\`\`\`\`\n\n</details>\n`;
  const cut = truncateMarkdown(text, 200, note);
  expect(cut.length).toBeLessThanOrEqual(200);
  expect(cut).toMatch(/key: value\n````\n\n<\/details>\n\n\*\*The rest is not shown\.\*\*\n$/);
});

test("a fold that is only shown, in code, is not closed", () => {
  const cut = truncateMarkdown(`\`<details>\`\n${"line\n".repeat(50)}`, 100, note);
  expect(cut).not.toContain("</details>");
});

test("whatever the lines are, the result fits, is a beginning of the text, and leaves nothing open", () => {
  const line = fc.constantFrom(
    "text",
    "",
    "```",
    "````js",
    "~~~",
    "<details>",
    "</details>",
    "`<details>`",
    "x".repeat(90),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), fc.integer({ min: 120, max: 900 }), (lines, longest) => {
      const text = lines.join("\n");
      const cut = truncateMarkdown(text, longest, note);
      expect(cut.length).toBeLessThanOrEqual(longest);
      if (cut === text) return;
      expect(cut.endsWith(`\n\n${note}\n`)).toBe(true);
      let fence = "";
      let folds = 0;
      for (const each of cut.split("\n")) {
        const marks = /^(```+|~~~+)/.exec(each)?.[1] ?? "";
        if (fence !== "") fence = each === marks && marks.startsWith(fence) ? "" : fence;
        else if (marks !== "") fence = marks;
        else if (each === "<details>") folds += 1;
        else if (each === "</details>") folds = Math.max(0, folds - 1);
      }
      expect({ fence, folds }).toEqual({ fence: "", folds: 0 });
    }),
  );
});
