/** The plan as a reviewer reads it in a pull request. */

import { describe, expect, test } from "vitest";
import { problem } from "../../../src/model/problem.ts";
import { planMarkdown } from "../../../src/report/plan/plan-markdown.ts";
import { times } from "../../long-forms.ts";
import { creation, hostile, planWith, removal, updating } from "../plans.ts";

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => creation(`cloud/network/n${index}`, { name: `N ${index}` }));

/** What is left of Markdown when everything is taken out that a host shows as plain text. */
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
  test("come with conflicts first, then drift, then what the proposal brings, then what main has pending", () => {
    const text = planMarkdown(
      planWith([
        updating("cloud/network/a", [{ broughtBy: "main" }]),
        updating("cloud/network/b", [{ broughtBy: "proposal" }]),
        updating("cloud/network/c", [{ cause: "drift" }, { path: "/tags", broughtBy: "main" }]),
        updating("cloud/network/d", [{ cause: "conflict", base: "before" }]),
      ]),
    );
    expect(
      [...text.matchAll(/^### (.+)$|<code>(\w)<\/code> in/gm)].map(([, title, key]) => title ?? key),
    ).toEqual([
      "What it touches",
      "Conflicts: Git and live both changed (1)",
      "d",
      "Drift: live changed since the last apply (1)",
      "c",
      "From this proposal (1)",
      "b",
      "Already pending on main (1)",
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

describe("a plan that is too long for a comment", () => {
  test("is cut between resources: every fold is closed, every count is kept, and the rest is counted", () => {
    const text = planMarkdown(planWith(many(3000)));
    expect(text.length).toBeLessThanOrEqual(65_536);
    expect(text.length).toBeGreaterThan(60_000);
    const shown = text.match(/<details>/g)?.length ?? 0;
    expect(text.match(/<\/details>/g)).toHaveLength(shown);
    expect(text).toContain("## trueup: 3000 to create");
    expect(text).toContain("### Changes (3000)");
    expect(text).toContain(`**${3000 - shown} more resources not shown:**`);
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
  expect(text.match(/<details>/g)).toHaveLength(3);
  expect(text.match(/^<\/details>$/gm)).toHaveLength(3);
  const [, picture = ""] = /```mermaid\nflowchart LR\n([\s\S]*?)\n```/.exec(text) ?? [];
  for (const line of picture.split("\n")) expect(line).toMatch(/^ {2}s\d(?:\["[^"<>`@:()[\]]*"\]| --> s\d)$/);
});
