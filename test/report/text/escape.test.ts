import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { code, prose, visible } from "../../../src/report/text/escape.ts";

describe("texts from live systems", () => {
  test("reach a terminal without a single control or format character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(visible(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
    );
    expect(visible("a\u001b[2J\u202eb\nc")).toBe("a\\u{1b}[2J\\u{202e}b\\nc");
  });

  test.each([
    ["plain", "`plain`"],
    ["a|b", "`a\\|b`"],
    ["``` break", "```` ``` break ````"],
    ["`", "`` ` ``"],
    ["@everyone #12 <img src=x>", "`@everyone #12 <img src=x>`"],
  ])("%s cannot leave its code span", (text, shown) => {
    expect(code(text)).toBe(shown);
  });

  test("prose cannot mention, mark up, or give a workflow command", () => {
    const shown = prose("@team ::set-output:: <script> [x](y) **b**");
    expect(shown).not.toMatch(/@team|::|<script>|\[x\]\(|\*\*b/);
    expect(shown).toContain("&lt;script&gt;");
  });
});
