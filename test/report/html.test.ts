/** The HTML pages. Each is one file that loads nothing and runs no script. */

import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { problem } from "../../src/model/problem.ts";
import { driftHtml } from "../../src/report/drift/drift-html.ts";
import { planHtml } from "../../src/report/plan/plan-html.ts";
import { filterDigest, filterScript } from "../../src/report/text/html-page.ts";
import { style, styleDigest } from "../../src/report/text/html-style.ts";
import { creation, hostile, planWith, removal, updating } from "./plans.ts";

const address = `cloud/network/${hostile}` as const;
const plan = planWith(
  [
    creation(address, { [hostile]: hostile }),
    updating(`cloud/ssid/${hostile}`, [{ cause: "conflict", base: hostile, live: hostile }]),
    removal(`routers/x/${hostile}`, { [hostile]: hostile }),
  ],
  {
    environment: hostile,
    unknown: [{ address, problem: problem("x", hostile) }],
    unwritable: [{ address, action: "create", reason: hostile }],
    guards: [{ guard: "protect", message: hostile, addresses: [address], hint: hostile }],
    unmanaged: { [hostile]: 3 },
    kept: [address],
    released: [{ address, path: `/${hostile}` }],
    cost: [{ target: hostile, reads: 1, writes: 1, verification: 1, seconds: 1, requestsPerSecond: 1 }],
  },
);

test("the policy of a page allows its own style and filter, by digest, and nothing else", () => {
  const digest = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
  expect(styleDigest).toBe(digest(style));
  expect(filterDigest).toBe(digest(filterScript));
  const allowed = `default-src 'none'; style-src '${styleDigest}'`;
  expect(planHtml(plan)).toContain(
    `content="${allowed}; script-src '${filterDigest}'; base-uri 'none'; form-action 'none'"`,
  );
  const single = planHtml(planWith(plan.changes.slice(0, 1)));
  expect(single).toContain(`content="${allowed}; base-uri 'none'; form-action 'none'"`);
  expect(single).not.toContain("<script");
});

test("what was taken over, and what has moved, is said as in the other forms", () => {
  const moved = [
    { was: "cloud/network/a", address: "cloud/network/b" },
    { was: "edge/vlan/r1.10", address: "edge/deviceConfiguration/r1./x:y/vlan=10", elsewhere: true },
  ] as const;
  const page = planHtml(
    planWith([creation("cloud/network/new", {})], { moved, takenOver: ["cloud/network/c"] }),
  );
  expect(page).toContain("Adopted, because it exists already: network c");
  expect(page).toContain("Moved, nothing is written: network a → network b");
  expect(page).toContain("Declared elsewhere now: vlan r1.10 → device configuration r1./x:y/vlan=10");
});

test("what is kept though no longer declared says how to remove it, once", () => {
  const page = planHtml(planWith([], { kept: ["cloud/network/oslo", "cloud/network/rome"] }));
  expect(page.split("To remove these resources: trueup plan --prune.")).toHaveLength(2);
  expect(planHtml(planWith([], {}))).not.toContain("--prune");
});

test("every change can be filtered by text, target, kind and action; a removal is open without a click", () => {
  const text = planHtml(plan);
  for (const action of ["create", "update", "remove"])
    expect(text).toMatch(
      new RegExp(`class="change[^"]*"[^>]* data-action="${action}" data-kind="[^"]+" data-target="`),
    );
  expect(text).toContain("<option>ssid</option>");
  const danger = text.slice(text.indexOf("Removals (1)"));
  expect(danger.indexOf('data-action="remove"')).toBeLessThan(danger.indexOf("<details"));
});

describe.each([
  ["plan", planHtml(plan, { problems: [problem("x", hostile)] })],
  ["drift", driftHtml(plan)],
])("the page of a %s", (_, page) => {
  test("holds no script but its filter, no style attribute, nothing to load, and nothing foreign as markup", () => {
    expect(page.split("<script>").length).toBe(2);
    const tags = [
      ...page.replace(`<script>${filterScript}</script>`, "").matchAll(/<(\/?[a-zA-Z!][^>]*)>/g),
    ].map(([, tag = ""]) => tag);
    const names = new Set(tags.map((tag) => tag.replace(/^\//, "").split(/[\s>]/)[0]));
    for (const name of ["script", "img", "link", "iframe", "a", "object", "base", "form"])
      expect(names).not.toContain(name);
    for (const tag of tags) expect(tag).not.toMatch(/\s(?:on\w+|style|src|href)=/);
    expect(page).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
  });

  test("is whole: every element that is opened is closed in turn", () => {
    const open: string[] = [];
    for (const [, end, name = ""] of page.matchAll(/<(\/?)([a-z]+\d?)[^>]*>/g)) {
      if (name === "meta" || name === "input" || name === "br") continue;
      if (end) expect(open.pop()).toBe(name);
      else open.push(name);
    }
    expect(open).toEqual([]);
  });

  test("is for narrow screens: each cell names its column, and the row of headings goes", () => {
    expect(page.match(/<td data-as="[^"<>]+">/g)?.length).toBe(page.match(/<td/g)?.length);
    expect(page).toContain("td::before { content: attr(data-as)");
  });

  test("is for dark and light screens", () => {
    expect(page).toContain("color-scheme: light dark");
    expect(page).toContain("prefers-color-scheme: dark");
  });
});
