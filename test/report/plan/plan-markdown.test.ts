/** The plan as a reviewer reads it in a pull request. */

import { describe, expect, test } from "vitest";
import type { Address } from "../../../src/model/address.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import { problem } from "../../../src/model/problem.ts";
import { planHtml } from "../../../src/report/plan/plan-html.ts";
import { planDocument } from "../../../src/report/plan/plan-json.ts";
import { planMarkdown } from "../../../src/report/plan/plan-markdown.ts";
import { planText } from "../../../src/report/plan/plan-text.ts";
import { lineLink } from "../../../src/report/text/line-link.ts";
import { plain } from "../../../src/report/text/style.ts";
import { times } from "../../long-forms.ts";
import { creation, hostile, planWith, removal, updating } from "../plans.ts";

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => creation(`cloud/network/n${index}`, { name: `N ${index}` }));

/** Returns the Markdown without the parts that a code host shows as plain text. */
const outside = (text: string) =>
  text.replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, "").replace(/<code>[^<]*<\/code>/g, "");

describe("the headline", () => {
  test("says what happens, what it costs and how long it takes", () => {
    const cost = {
      target: "cloud",
      reads: 3,
      writes: 6,
      verification: 8,
      seconds: 2.8,
      requestsPerSecond: 5,
    };
    const changes = [
      ...many(3),
      updating("cloud/network/a", [{}]),
      updating("cloud/network/b", [{ cause: "drift" }]),
      removal("cloud/network/c", { name: "C" }),
    ];
    const [first] = planMarkdown(planWith(changes, { cost: [cost] })).split("\n");
    expect(first).toBe(
      "## trueup: 3 to create, 2 to update, 1 to remove, 1 drifted; about 14 requests, 2.8 s at 5/s",
    );
  });

  test("is followed by the networks, sites and devices that are touched, each once", () => {
    const of = (address: `${string}/${string}/${string}`, scope: Record<string, string>, site: string) =>
      creation(address, {}, { scope, site });
    const text = planMarkdown(
      planWith([
        of("cloud/network/berlin", { organization: "Acme" }, "Berlin"),
        of("cloud/ssid/berlin.0", { network: "berlin" }, "Berlin"),
        of("routers/deviceHostname/r1", { device: "r1", host: "10.0.0.1" }, "Munich"),
      ]),
    );
    expect(text).toContain("- 1 network: `berlin`\n- 2 sites: `Berlin`, `Munich`\n- 1 device: `r1`");
  });
});

describe("the changes", () => {
  test("come after the dangers: conflicts, creates, then updates, of each drift first and main's last", () => {
    const text = planMarkdown(
      planWith([
        updating("cloud/network/a", [{ broughtBy: "main" }]),
        updating("cloud/network/b", [{ broughtBy: "proposal" }]),
        updating("cloud/network/c", [{ cause: "drift" }, { path: "/tags", broughtBy: "main" }]),
        updating("cloud/network/d", [{ cause: "conflict", base: "before" }]),
        creation("cloud/network/e", { name: "E" }),
        removal("cloud/network/f", { name: "F" }),
      ]),
    );
    expect(
      [...text.matchAll(/^### (.+)$|network\** `(\w)` in/gm)].map(([, title, key]) => title ?? key),
    ).toEqual([
      "Removals (1)",
      "f",
      "What it touches",
      "Conflicts: Git and the live state both changed (1)",
      "d",
      "To create (1)",
      "e",
      "To update: drift, the live state changed since the last apply (1)",
      "c",
      "To update, from this pull request (1)",
      "b",
      "To update, already pending on main (1)",
      "a",
    ]);
    expect(text).toContain("| conflict, was `before` | `desired-state/a.yaml:7` |");
    expect(text).toContain("| `tags` | `found` | `wanted` | pending on main |");
  });

  test("of a resource that is made say of each field where it was written", () => {
    const locate = (_: string, path: string) => ({
      file: path === "/vlan" ? "desired-state/defaults.yaml" : "desired-state/a.yaml",
      line: 4,
      column: 1,
      layer: path === "/vlan" ? ("folderDefaults" as const) : ("entry" as const),
    });
    const text = planMarkdown(planWith([creation("cloud/ssid/a.0", { name: "Corp", vlan: 20 })]), { locate });
    expect(text).toContain("| `name` | `Corp` | `desired-state/a.yaml:4` |");
    expect(text).toContain("| `vlan` | `20` | `desired-state/defaults.yaml:4 (folder defaults)` |");
  });

  test("have a picture of what waits for what while that is small", () => {
    const plan = planWith(many(3));
    const [one, two, three] = plan.steps;
    if (!one || !two || !three) throw new Error("three steps");
    const waiting = { ...plan, steps: [one, { ...two, after: [one.id] }, three] };
    expect(planMarkdown(waiting)).toContain(
      '```mermaid\nflowchart LR\n  s0["+ network n0"]\n  s1["+ network n1"]\n  s0 --> s1\n```',
    );
    const large = planWith(many(30));
    const after = large.steps.map((step, index) => (index === 0 ? step : { ...step, after: [one.id] }));
    expect(planMarkdown({ ...large, steps: after })).not.toContain("mermaid");
    expect(planMarkdown(plan)).not.toContain("mermaid");
  });
});

describe("what is dangerous", () => {
  const along = (plan: Plan, addresses: readonly Address[]): Plan => ({
    ...plan,
    steps: plan.steps.map((step, at) =>
      at === 0 ? { ...step, because: [step.address, ...addresses] } : step,
    ),
  });

  test("is said first, with all that goes along, however much is harmless", () => {
    const harmless = Array.from({ length: 4000 }, (_, at) =>
      updating(`cloud/network/n${at}`, [{ path: "/notes", live: `was ${at}`, desired: `is ${at}` }]),
    );
    const gone = removal("cloud/network/hamburg", { name: "Hamburg" });
    const plan = along(planWith([gone, creation("cloud/network/new", { name: "New" }), ...harmless]), [
      "cloud/ssid/hamburg.0",
      "cloud/ssid/hamburg.1",
      "cloud/vlan/hamburg.10",
    ]);
    const text = planMarkdown(plan);
    expect(text.length).toBeLessThanOrEqual(65_536);
    expect(text.slice(0, 500)).toContain(
      "- **remove** network `hamburg` in `cloud`; also removes 2 ssids `hamburg.0`, `hamburg.1`; 1 vlan `hamburg.10`",
    );
    expect(text).toContain("**+ network** `new` in `cloud`");
  });

  test("names what goes with a removal though nobody declares it, by what it is called live", () => {
    const plan = planWith([removal("cloud/network/hamburg", { name: "Hamburg" })]);
    const takes = [
      { kind: "ssid", identity: "Guest <b>" },
      { kind: "ssid", identity: "Lab" },
    ];
    const taking = { ...plan, steps: plan.steps.map((step) => ({ ...step, takes })) };
    expect(planMarkdown(taking)).toContain("also removes 2 ssids not declared `Guest <b>`, `Lab`");
    expect(planText(taking, plain)).toContain("also removes 2 ssids not declared: Guest <b>, Lab");
    expect(planHtml(taking)).toContain("also removes 2 ssids not declared: Guest &lt;b&gt;, Lab");
  });

  test("is never cut and never folded: every removal by its name", () => {
    const gone = Array.from({ length: 2000 }, (_, at) => removal(`cloud/vlan/site-${at}.10`, { id: 10 }));
    const text = planMarkdown(planWith([...many(2000), ...gone]));
    for (const { address } of gone) expect(text).toContain(`\`${address.split("/")[2] ?? ""}\``);
    expect(text.length).toBeLessThanOrEqual(65_536);
    const unfolded = text.replace(/<details>[\s\S]*?<\/details>/g, "");
    expect(unfolded).toContain("`site-1999.10`");
  });

  test("is said to be more than a comment holds where its names alone are", () => {
    const gone = Array.from({ length: 9000 }, (_, at) => removal(`cloud/vlan/site-${at}.10`, { id: 10 }));
    const text = planMarkdown(planWith(gone));
    expect(text.slice(0, 600)).toContain("> **This does not fit in a comment.** Read every name");
    expect(text).toContain("`site-8999.10`");
    expect(planMarkdown(planWith(gone.slice(0, 100)))).not.toContain("does not fit in a comment");
  });

  test("stays what it is beside names that are made to push it away", () => {
    const long = `${hostile} ${"x".repeat(40_000)}`;
    const gone = [removal(`cloud/network/${long}`, { name: long }), removal("cloud/network/core", { a: 1 })];
    const text = planMarkdown(planWith([creation(`cloud/network/a${long}`, { name: long }), ...gone]));
    expect(text.length).toBeLessThanOrEqual(65_536);
    expect(text.slice(0, 3000)).toContain("`core`");
    expect(text).not.toContain("<script>alert(1)</script> @everyone</b>");
  });

  test("comes in the order: what cannot be undone, removals, what could lock trueup out", () => {
    const secret = { path: "/password", live: undefined, desired: { secret: "env:PSK" } };
    const plan = planWith(
      [
        creation("cloud/network/new", { name: "New" }),
        updating("routers/deviceInterface/r1.Gi1", [{ path: "/enabled", live: true, desired: false }]),
        removal("cloud/network/gone", { name: "Gone" }),
        updating("cloud/ssid/a.0", [secret]),
        updating("cloud/ssid/b.0", [secret]),
        removal("cloud/ssid/c.0", { name: "C" }),
      ],
      {
        guards: [
          {
            guard: "lockout",
            message: "this change could cut trueup off",
            addresses: ["routers/deviceInterface/r1.Gi1"],
            hint: "look",
          },
        ],
      },
    );
    const steps = plan.steps.map((step) =>
      step.kind === "ssid" || step.operation === "create"
        ? { ...step, irreversible: "nobody can read it" }
        : step,
    );
    const all = [
      planMarkdown({ ...plan, steps }),
      planText({ ...plan, steps }, plain),
      planHtml({ ...plan, steps }).replace(/<[^>]*>/g, ""),
    ];
    const names = ["Cannot be undone \\(3\\)", "c\\.0", "a\\.0", "Removals \\(1\\)", "gone"];
    const order = [...names, "Could lock trueup out \\(1\\)", "r1\\.Gi1", "To create \\(1\\)", "new"];
    for (const text of all) expect(text).toMatch(new RegExp(order.join("[^]*")));
    const [text = ""] = all;
    expect(text).toContain("**~ 2 ssids** in `cloud`: nobody can read it");
    expect(text).toContain("| `enabled` | `true` | `false` |");
  });
});

describe("equal changes", () => {
  const at = { file: "desired-state/defaults.yaml", line: 9, column: 3, layer: "folderDefaults" as const };
  const one = { path: "/netflow/collectorIp", live: "10.1.1.1", desired: "10.1.1.2", at };
  const sites = Array.from({ length: 187 }, (_, index) => `site-${index}`);
  const plan = planWith([
    ...sites.map((key) => updating(`cloud/network/${key}`, [one])),
    updating("cloud/network/other", [{ ...one, live: "10.9.9.9" }]),
    updating("cloud/network/elsewhere", [{ ...one, at: { ...at, line: 10 } }]),
  ]);
  const link = lineLink({ url: "https://git.example/acme/net/blob/0123/", folder: "net/" });

  test("are one row with their line, their values without a click, and every name", () => {
    const text = planMarkdown(plan, { link });
    const url = "https://git.example/acme/net/blob/0123/net/desired-state/defaults.yaml#L9";
    const origin = `[\`desired-state/defaults.yaml:9 (folder defaults)\`](${url})`;
    const unfolded = text.replace(/<details>[\s\S]*?<\/details>/g, "");
    expect(unfolded).toContain(
      `**~ 187 networks** in \`cloud\`\n\n| field | live | desired | why | written in |\n|---|---|---|---|---|\n` +
        `| \`netflow.collectorIp\` | \`10.1.1.1\` | \`10.1.1.2\` | pending | ${origin} |`,
    );
    for (const key of sites) expect(text).toContain(`\`${key}\``);
    expect(text.match(/10\.1\.1\.1`/g)).toHaveLength(2);
    expect(text.match(/10\.9\.9\.9/g)).toHaveLength(1);
  });

  test("are one row in text and HTML, too", () => {
    const text = planText(plan, plain);
    expect(text).toMatch(/~ 187 networks {2}in cloud\n +netflow\.collectorIp {2}10\.1\.1\.1 → 10\.1\.1\.2 /);
    expect(text.match(/10\.1\.1\.1 →/g)).toHaveLength(2);
    expect(text).toMatch(/ at site-0, site-1, [^~]* site-39 and 147 more\n/);
    const page = planHtml(plan, { link });
    expect(page).toContain("<b>187 networks</b>");
    for (const key of sites) expect(page).toMatch(new RegExp(`<span>${key},?</span>`));
    // A line never breaks within a value, and a comma belongs to what follows it.
    expect(page).not.toMatch(/<\/span>,/);
    expect(page).toContain("<span>site-39</span></p><details>\n<summary>and 147 more</summary>");
    expect(page.match(/<td data-as="live">10\.1\.1\.1<\/td>/g)).toHaveLength(2);
    expect(page).toContain(
      '<a href="https://git.example/acme/net/blob/0123/net/desired-state/defaults.yaml#L9">',
    );
  });

  test("that each have a line of their own are one row with the first line, once there are many", () => {
    const own = (count: number) =>
      sites
        .slice(0, count)
        .map((key, line) => updating(`cloud/network/${key}`, [{ ...one, at: { ...at, line } }]));
    expect(planText(planWith(own(4)), plain).match(/10\.1\.1\.1 →/g)).toHaveLength(4);
    const all = planWith(own(187));
    const first = "desired-state/defaults.yaml:0 (folder defaults)";
    expect(planText(all, plain)).toMatch(
      `~ 187 networks  in cloud\n      netflow.collectorIp  10.1.1.1 → 10.1.1.2  ${first} and 186 more lines\n      at site-0`,
    );
    expect(planMarkdown(all)).toContain(`| pending | \`${first}\` and 186 more lines |\n`);
    const page = planHtml(all);
    expect(page.match(/<td data-as="live">10\.1\.1\.1<\/td>/g)).toHaveLength(1);
    for (const [line] of sites.entries()) expect(page).toContain(`defaults.yaml:${line} (`);
    expect(planDocument(all)).toHaveProperty("changes.length", 187);
  });

  test("are never cut where they could lock trueup out", () => {
    const addresses = sites.map((key): Address => `cloud/network/${key}`);
    const locked = {
      guard: "lockout",
      message: "this could cut trueup off",
      addresses,
      hint: "look",
    } as const;
    const danger = { ...plan, guards: [locked] };
    const [text] = planText(danger, plain).split("To update");
    for (const key of sites) expect(text).toMatch(new RegExp(`\\b${key}\\b`));
    const [page = ""] = planHtml(danger).split("<section>\n<h2>To update");
    expect(page).toContain("<b>187 networks</b>");
    expect(page).not.toContain("more</summary>");
  });

  test("of many creates, a terminal shows the first", () => {
    const made = planWith(
      sites.map((key) => creation(`cloud/network/${key}`, { name: key, timeZone: "UTC" })),
    );
    const text = planText(made, plain);
    expect(text).toContain(
      "+ 187 networks  in cloud\n      timeZone  UTC  desired-state/a.yaml:7\n      fields of each:\n        site-0  name site-0",
    );
    expect(text).toMatch(/\n {8}site-39 {2}name site-39 {2}\S+\n {8}and 147 more\n/);
    for (const key of sites) expect(planHtml(made)).toContain(`<td data-as="network">${key}</td>`);
  });

  test("are not what only looks alike: other live values, other lines, other reasons stay apart", () => {
    const changes = [
      updating("cloud/network/a", [{ ...one, live: "10.1.1.1" }]),
      updating("cloud/network/b", [{ ...one, live: "10.1.1.1", cause: "drift" as const }]),
      updating("cloud/network/c", [{ ...one, live: ["10.1.1.1"] }]),
    ];
    const text = planMarkdown(planWith(changes));
    expect(text).not.toMatch(/\d networks\*\* in/);
    for (const key of ["a", "b", "c"]) expect(text).toContain(`**~ network** \`${key}\` in`);
  });
});

test("the head says of which commit a plan is, what was applied last, and when live was read", () => {
  const origin = { tool: "1", prune: false, commit: "0123456789abcdef", applied: "fedcba9876543210" };
  const plan = planWith([], { origin });
  const at = "2026-11-23T14:12:05.123Z";
  const words = ["commit 0123456789ab", "applied last: fedcba987654", "live state read 2026-11-23 14:12 UTC"];
  for (const text of [planMarkdown(plan, { at }), planText(plan, plain, at), planHtml(plan, { at })])
    for (const word of words) expect(text.replaceAll("\\", "")).toContain(word);
});

describe("a plan that is too long for a comment", () => {
  test("is cut between resources: every fold is closed, every count is kept, and the rest is counted", () => {
    const text = planMarkdown(planWith(many(3000)));
    expect(text.length).toBeLessThanOrEqual(65_536);
    expect(text.length).toBeGreaterThan(60_000);
    expect(text.match(/<\/details>/g)).toHaveLength(text.match(/<details>/g)?.length ?? 0);
    expect(text).toContain("## trueup: 3000 to create");
    expect(text).toContain("### To create (3000)");
    const shown = text.match(/^\| `n\d+`/gm)?.length ?? 0;
    expect(text).toContain(`\nand ${3000 - shown} more\n`);
    expect(text).toContain("**Not everything is shown:**");
    expect(text).toContain("artifact");
  });

  test("keeps what it must not hide: guards, and what cannot be written, come whole", () => {
    const guards = [
      {
        guard: "removals" as const,
        message: "4 of 10 networks would be removed",
        addresses: ["cloud/network/a" as const],
        hint: "hint",
        consent: "removals@0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
      },
    ];
    const unwritable = [
      { address: "cloud/ssid/a.0" as const, action: "remove" as const, reason: "SSIDs stay" },
    ];
    const text = planMarkdown(planWith(many(3000), { guards, unwritable }));
    expect(text).toContain(
      "`--allow removals@0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef`",
    );
    expect(text).toContain("- remove `cloud/ssid/a.0`: SSIDs stay");
  });

  test.each([1, 40, times("hostileEntries")])(
    "stays within the limit with %i hostile entries in every list",
    (count) => {
      const address = `cloud/network/${hostile}` as const;
      const trouble = problem("x", hostile.repeat(10));
      const fill = <T>(value: T): T[] => Array.from({ length: count }, () => value);
      const plan = planWith(
        fill(updating(address, fill({ path: `/${hostile}`, live: hostile }))).slice(0, 200),
        {
          unknown: fill({ address, problem: trouble }),
          unwritable: fill({ address, action: "create" as const, reason: hostile.repeat(10) }),
          kept: fill(address),
          released: fill({ address, path: `/${hostile}` }),
          guards: [{ guard: "protect", message: hostile, addresses: fill(address), hint: hostile }],
        },
      );
      const text = planMarkdown(plan, { problems: fill(trouble) });
      expect(text.length).toBeLessThanOrEqual(65_536);
      expect(text.match(/^<details>/gm)?.length ?? 0).toBe(text.match(/^<\/details>$/gm)?.length ?? 0);
    },
  );
});

test("nothing from elsewhere can act: no HTML, link, mention, reference, fence, picture or command", () => {
  const address = `cloud/network/${hostile}` as const;
  const trouble = problem("x", hostile, { at: { file: hostile, line: 1, column: 1 } });
  const plan = planWith(
    [
      creation(address, { [hostile]: hostile }, { site: hostile, scope: { device: hostile } }),
      updating(`cloud/ssid/${hostile}`, [
        {
          path: `/${hostile.replaceAll("/", "~1")}`,
          live: hostile,
          desired: hostile,
          base: hostile,
          cause: "conflict",
        },
      ]),
      removal(`${hostile.replaceAll("/", "")}/network/x`, { [hostile]: hostile }),
    ],
    {
      environment: hostile,
      unknown: [{ address, problem: trouble }],
      unwritable: [
        {
          address,
          action: "create",
          reason: hostile,
          at: { ...trouble.at, file: hostile, line: 1, column: 1, layer: "entry" },
        },
      ],
      kept: [address],
      released: [{ address, path: `/${hostile}` }],
      guards: [{ guard: "protect", message: hostile, addresses: [address], hint: hostile }],
    },
  );
  const [one, two] = plan.steps;
  if (!one || !two) throw new Error("two steps");
  const text = planMarkdown(
    { ...plan, steps: [one, { ...two, after: [one.id] }, ...plan.steps.slice(2)] },
    {
      problems: [trouble],
    },
  );
  const bare = outside(text);
  expect(bare).not.toMatch(/<(?!\/?(?:details|summary|b)>)/);
  expect(bare).not.toMatch(/[@#!](?=\w)|:\/\/|www\.|GH-\d|\]\(/i);
  expect(bare).not.toMatch(/^\s*::|##\[/m);
  expect(text.match(/^`{3,}.*$/gm)).toEqual(["```mermaid", "```"]);
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
  expect(text.match(/<\/details>$/gm)).toHaveLength(text.match(/^<details>/gm)?.length ?? 0);
  const [, picture = ""] = /```mermaid\nflowchart LR\n([\s\S]*?)\n```/.exec(text) ?? [];
  for (const line of picture.split("\n")) expect(line).toMatch(/^ {2}s\d(?:\["[^"<>`@:()[\]]*"\]| --> s\d)$/);
});

test("what is kept though no longer declared says how it would go", () => {
  const text = planMarkdown(planWith([], { kept: ["cloud/network/oslo"] }), { problems: [] });
  expect(text).toContain(
    "Kept, though no longer declared: `cloud/network/oslo`. To remove: `trueup plan --prune`.",
  );
});
