/**
 * Fields that a server stores in another form, or has not accepted. Every format of a plan and of drift shows both
 * sorts, and no format makes their content active.
 */

import { describe, expect, test } from "vitest";
import type { SettledField } from "../../src/model/change.ts";
import { byTextOf } from "../../src/model/compare.ts";
import { driftMarkdown, driftText } from "../../src/report/drift/drift.ts";
import { driftHtml } from "../../src/report/drift/drift-html.ts";
import { driftFindings, planFindings } from "../../src/report/findings/plan-findings.ts";
import { planHtml } from "../../src/report/plan/plan-html.ts";
import { planMarkdown } from "../../src/report/plan/plan-markdown.ts";
import { planText } from "../../src/report/plan/plan-text.ts";
import { plain } from "../../src/report/text/style.ts";
import { hostile, planWith, written } from "./plans.ts";

const stored: SettledField = {
  address: "cloud/network/lab",
  path: "/netflow/collectorPort",
  desired: 9000,
  live: 2000,
  likely: "server default",
  at: written,
};
const ignored: SettledField = { ...stored, path: "/notes", desired: hostile, live: hostile.toUpperCase() };
const plan = planWith([], { storedOtherwise: [stored], notTaken: [ignored] });

describe.each([
  ["a plan on a terminal", planText(plan, plain)],
  ["a plan in Markdown", planMarkdown(plan)],
  ["a plan's page", planHtml(plan)],
  ["drift on a terminal", driftText(plan, plain)],
  ["drift in Markdown", driftMarkdown(plan)],
  ["drift's page", driftHtml(plan)],
])("%s", (_, text) => {
  test("has both lists, both values, and how each ends", () => {
    const [, storedPart = "", ignoredPart = ""] = text.split(
      /(?:Stored in another form|Not accepted) by the server/,
    );
    expect(storedPart).toContain("netflow.collectorPort: declared 9000, live 2000");
    expect(storedPart).toContain("trueup adopt");
    expect(ignoredPart).toContain("notes: declared ");
    expect(ignoredPart).toContain("--retry");
  });

  test("shows what a server says as text", () => {
    for (const code of ["\u202e", "\u001b[2J", "\n::error"]) expect(text).not.toContain(code);
  });
});

test.each([
  ["a plan", planFindings],
  ["drift", driftFindings],
] as const)(
  "findings of %s have a note of what is stored otherwise, and warn of what was not taken",
  (_, findings) => {
    expect(findings(plan).toSorted(byTextOf(({ rule }) => rule))).toMatchObject([
      { rule: "not-taken", level: "warning", address: ignored.address, path: ignored.path, at: written },
      { rule: "stored-otherwise", level: "note", address: stored.address, path: stored.path, at: written },
    ]);
  },
);

test.each([
  ["a plan's page", planHtml(plan)],
  ["drift's page", driftHtml(plan)],
  ["a plan in Markdown", planMarkdown(plan)],
  ["drift in Markdown", driftMarkdown(plan)],
])("%s runs nothing of what a server says", (_, text) => {
  expect(text).not.toMatch(/<script>alert/i);
});
