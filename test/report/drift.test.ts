/** Drift as all formats for people show it: what somebody has changed, with the live and the declared values. */

import { describe, expect, test } from "vitest";
import type { Change } from "../../src/model/change.ts";
import { driftDocument, driftMarkdown, driftText } from "../../src/report/drift/drift.ts";
import { driftHtml } from "../../src/report/drift/drift-html.ts";
import { planText } from "../../src/report/plan/plan-text.ts";
import { plain } from "../../src/report/text/style.ts";
import { creation, planWith, updating } from "./plans.ts";

const zone = {
  ...{ path: "/timeZone", live: "Europe/London", desired: "Europe/Berlin", base: "Europe/Berlin" },
  cause: "drift",
} as const;
const moved = planWith([updating("cloud/network/berlin", [zone])]);
const gone = (name: string): Change => {
  const made = creation(`cloud/network/${name}`, { name });
  return made.action === "create" ? { ...made, cause: "drift" } : made;
};
const at = "desired-state/a.yaml:7";

describe("a field that somebody changed", () => {
  test("is what it is now, then what is declared: never an arrow, which is what apply would do", () => {
    const text = driftText(moved, plain);
    expect(text).toContain(`\n      timeZone  now Europe/London, declared Europe/Berlin  drift  ${at}\n`);
    const markdown = driftMarkdown(moved);
    expect(markdown).toContain("| field | now | declared | why | written in |");
    expect(markdown).toContain(
      `| \`timeZone\` | \`Europe/London\` | \`Europe/Berlin\` | drift | \`${at}\` |`,
    );
    const page = driftHtml(moved);
    expect(page).toContain("<th>now</th><th>declared</th>");
    for (const shown of [text, markdown, page]) expect(shown).not.toContain("→");
  });

  test("is said so of a conflict too, with what was applied, and of what is not set or not declared", () => {
    const plan = planWith([
      updating("cloud/network/munich", [
        { path: "/tags", live: ["by hand"], desired: ["new"], base: ["old"], cause: "conflict" },
        { path: "/notes", live: undefined, desired: "x", base: "x", cause: "drift" },
        { path: "/vlan", live: 9, desired: undefined, base: undefined, cause: "drift" },
      ]),
    ]);
    const text = driftText(plan, plain);
    expect(text).toContain("tags  now [by hand], declared [new]  conflict, was [old]");
    expect(text).toContain("notes  now (not set), declared x  drift");
    expect(text).toContain("vlan   now 9, not declared  drift");
    expect(driftMarkdown(plan)).toContain("| `vlan` | `9` | not declared | drift |");
    expect(driftHtml(plan)).toMatch(/data-as="now">9<\/td><td data-as="declared">not declared</);
  });

  test("has what is declared below it where both are long", () => {
    const [live, desired] = ["a".repeat(60), "b".repeat(60)];
    const plan = planWith([updating("cloud/network/berlin", [{ ...zone, live, desired, base: desired }])]);
    expect(driftText(plan, plain)).toContain(
      `timeZone  now ${live},\n                declared ${desired}  drift`,
    );
  });

  test("is an arrow in a plan, which says what apply does; and what Git has changed is one in both", () => {
    expect(planText(moved, plain)).toContain("timeZone  Europe/London → Europe/Berlin  drift");
    const pending = planWith([updating("cloud/ssid/berlin.1", [{ path: "/vlan", live: 91, desired: 95 }])]);
    expect(driftText(pending, plain)).toContain("vlan  91 → 95");
    expect(driftMarkdown(pending)).toContain("| field | live | desired | why | written in |");
  });
});

describe("what somebody removed", () => {
  test("is gone, not something to create", () => {
    const plan = planWith([gone("hamburg")]);
    const text = driftText(plan, plain);
    expect(text).toContain(`  - network hamburg  in cloud  removed live\n      name  hamburg\n      ${at}\n`);
    expect(driftMarkdown(plan)).toContain("**- network** `hamburg` in `cloud` · <b>removed live</b>");
    expect(driftMarkdown(plan)).toContain("| field | declared | written in |");
    expect(driftHtml(plan)).toMatch(
      /data-action="remove".*\n.*<b class="remove">−<\/b> network .*removed live/,
    );
    expect(planText(plan, plain)).toContain("  + network hamburg  in cloud  removed live");
  });

  test("is told once where it was several of a kind", () => {
    const plan = planWith(["a", "b", "c"].map(gone));
    expect(driftText(plan, plain)).toContain("  - 3 networks  in cloud  removed live\n");
    expect(driftMarkdown(plan)).toContain("**- 3 networks** in `cloud` · <b>removed live</b>");
    expect(driftHtml(plan)).toContain('<span class="tag drift">removed live</span>');
  });

  test("is not there, where nobody knows what was applied", () => {
    const plan = planWith([creation("cloud/network/new", { name: "new" })], { threeWay: false });
    expect(driftText(plan, plain)).toContain("  - network new  in cloud  not there\n");
    expect(driftMarkdown(plan)).toContain("· <b>not there</b>");
    expect(driftHtml(plan)).toContain(">not there</span>");
  });
});

test("machines read what they have always read", () => {
  expect(driftDocument(planWith([gone("a"), updating("cloud/network/berlin", [zone])]))).toMatchObject({
    drifted: [
      { action: "create", address: "cloud/network/a" },
      {
        action: "update",
        address: "cloud/network/berlin",
        differences: [{ path: "/timeZone", live: "Europe/London", desired: "Europe/Berlin", cause: "drift" }],
      },
    ],
  });
});
