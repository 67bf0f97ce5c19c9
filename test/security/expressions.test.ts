/** Tests every sentence of docs/security.md about expressions and CSV rows of a pull request. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadBounds } from "../../src/load/bounds.ts";
import { evaluate, variablesOf } from "../../src/load/expressions/evaluate.ts";
import { load } from "../../src/load/load.ts";
import { Meter } from "../../src/model/meter.ts";
import { readProject } from "../../src/project/read.ts";
import { commitAll, git, repository } from "../git/repositories.ts";
import { drivers, loadTexts, project, told } from "../load/fixtures.ts";

const page = readFileSync(new URL("../../docs/security.md", import.meta.url), "utf8");
const section = /## Expressions and rows of proposals\n([\s\S]*?)\n## /.exec(page)?.[1] ?? "";

const head = "target: cloud\norganization: Acme\n";
const loaded = (texts: Readonly<Record<string, string>>) =>
  loadTexts({ "desired-state/defaults.yaml": head, ...texts });
const said = (texts: Readonly<Record<string, string>>) => told(loaded(texts)).join("\n");
const named = (expression: string, more = "") =>
  said({ "desired-state/x.yaml": `${more}networks: { x: { name: '\${${expression}}' } }\n` });

/** A test for each sentence in the list of docs/security.md, by the beginning of the sentence. */
const sentences: Readonly<Record<string, () => void | Promise<void>>> = {
  "An expression reads variables": () => {
    for (const asked of [
      "env.HOME",
      "now()",
      'file("/etc/passwd")',
      "process",
      'http.get("x")',
      "globalThis",
    ])
      expect(named(asked)).toContain("bad-expression");
  },
  "A table holds data": () => {
    const texts = {
      "desired-state/s.csv": "slug,name\na,${1 + 1}\n",
      "desired-state/x.yaml": 'each: { s: s.csv }\nnetworks: { "${s.slug}": { name: "${s.name}" } }\n',
    };
    const { desired } = loaded(texts);
    expect(desired.resources.get("cloud/network/a")?.value).toEqual({ name: "${1 + 1}" });
  },
  "A table is a file of desired state": () => {
    for (const path of ["../../s.csv", "/etc/s.csv", "C:/s.csv", "..\\s.csv", "../policies/s.csv"])
      expect(said({ "desired-state/x.yaml": `each: { s: '${path}' }\nnetworks: {}\n` })).toMatch(
        /is outside the project|there is no file policies\/s\.csv in desired state/,
      );
  },
  "An expression may make a secret's name": () => {
    const texts = {
      "desired-state/vars.yaml": "which: PATH\n",
      "desired-state/x.yaml":
        'networks: { x: { name: x, ssids: { 0: { name: x, password: { secret: "env:${which}" } } } } }\n',
    };
    const files = Object.entries({ "desired-state/defaults.yaml": head, ...texts });
    const of = (allowed: readonly string[]) =>
      load({
        project: { ...project, secretsAllowed: allowed },
        drivers,
        files: files.map(([path, text]) => ({ path, text })),
      });
    expect(told(of(["env:*_PSK"])).join("\n")).toContain("env:PATH");
    expect(of(["env:*_PSK"]).references.map(({ reference }) => reference)).toEqual([]);
    expect(told(of(["env:PATH"]))).toEqual([]);
  },
  "An expression may make a key": () => {
    for (const key of ["__proto__", "constructor", "prototype"])
      expect(
        said({ "desired-state/x.yaml": `vars: { k: "${key}" }\nnetworks: { "\${k}": { name: x } }\n` }),
      ).toContain("cannot be a key");
  },
  "With `--config-from` the values": async () => {
    const config = (most: number, value: number) => `version: 1
environment: production
targets:
  cloud: { interface: dashboard, url: "https://x.example.net", credential: { apiKey: { secret: env:KEY } } }
inputs: { sites: { type: integer, maximum: ${most} } }
vars: { sites: ${value} }
`;
    const state = (more: string) => ({
      "desired-state/vars.yaml": "sites: 70\n",
      "desired-state/a.yaml": `${head}vars: { sites: 71 }\nnetworks: { a: { name: "n-\${sites}"${more} } }\n`,
    });
    const top = repository({ "trueup.yaml": config(5, 3), ...state("") });
    git(top, "checkout", "-q", "-b", "proposal");
    commitAll(top, { "trueup.yaml": config(100, 99), ...state(", vars: { sites: 72 }") });
    const { read, problems } = await readProject(top, undefined, { revision: "main" });
    expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(read?.loaded.desired.resources.get("cloud/network/a")?.value).toEqual({ name: "n-3" });
  },
  "Steps count the work that is done": () => {
    const within = (most: number, expression: string) =>
      "value" in evaluate(expression, numbers, { steps: most, elements: 1e6, bytes: 1e6 });
    for (const costly of [
      "cidr.contains('10.0.0.0/8', '10.1.2.3')",
      "n.exists(a, a.x == 1) || true",
      "timestamp('2026-01-01T00:00:00Z').getHours('Europe/Berlin') > 25",
      "'kkkkkkkkkk'.matches('(?i:(k|s)*k(k|s){60}x)')",
    ])
      expect([costly, within(100, costly)]).toEqual([costly, false]);
    expect(within(100, "n[0] + n[1] > 7")).toBe(true);
  },
  "`matches` takes linear time": () => {
    // Only patterns with these constructs would need more than linear time, and such patterns are refused.
    for (const more of ["(a)\\\\1", "(?=a)", "(?<=a)"])
      expect(evaluate(`"aa".matches("${more}")`, variablesOf({}))).toHaveProperty("problems");
    const pattern = `${"(a?)".repeat(60)}${"a".repeat(60)}$`;
    expect(evaluate(`"${"a".repeat(5000)}!".matches("${pattern}")`, variablesOf({}))).toEqual({
      value: false,
    });
  },
};

describe("each sentence", () => {
  const written = [...section.matchAll(/^- (.+)$/gm)].map(([, text = ""]) => text);

  test("has something that tries it", () => {
    const tried = Object.keys(sentences);
    expect(written.length).toBe(tried.length);
    expect(written.filter((text) => !tried.some((start) => text.startsWith(start)))).toEqual([]);
  });

  test.each(Object.entries(sentences))("%s", async (_, tries) => {
    await tries();
  });
});

const numbers = variablesOf({ n: Array.from({ length: 2000 }, (_, at) => at) });
const budget = (of: "steps" | "elements" | "bytes") =>
  evaluate(`[1, 2].map(x, "ab" + "c")`, {
    ...variablesOf({}),
    budget: new Meter({ steps: 1e9, elements: 1e9, bytes: 1e9, [of]: 1 }, "all expressions"),
  });

/**
 * Inputs that exceed the limits in a table of docs/security.md, by the table's row. The messages must contain the
 * numbers of the row.
 */
const bounds: Readonly<Record<string, () => readonly unknown[]>> = {
  "an expression": () => [
    evaluate(`"${"x".repeat(10_000)}"`, numbers),
    evaluate(`${"(".repeat(70)}1${")".repeat(70)}`, numbers),
  ],
  "operators in operators": () => [evaluate(`${"!".repeat(3000)}true`, numbers)],
  "a pattern of `matches`": () => [evaluate(`"a".matches("${"(a?){1000}".repeat(6)}")`, numbers)],
  "one evaluation": () => [
    evaluate("n.all(a, n.exists(b, b == a + 1) || true)", numbers),
    evaluate("n.map(a, n.map(b, a))", numbers),
    evaluate('n.map(a, n.map(b, string(b)).join("xxxxxxxxxx")).size()', numbers),
  ],
  "all expressions of a load": () => (["steps", "elements", "bytes"] as const).map(budget),
  "variables that need each other": () => {
    const chain = Array.from({ length: 120 }, (_, at) => `v${at}: "\${v${at + 1}}"`).join("\n");
    const circle = said({
      "desired-state/vars.yaml": 'a: "${b}"\nb: "${a}"\n',
      "desired-state/x.yaml": "networks: { x: { name: '${a}' } }\n",
    });
    expect(circle).toContain("`a` needs `b`, which needs `a`");
    return [
      said({
        "desired-state/vars.yaml": `${chain}\nv120: 1\n`,
        "desired-state/x.yaml": "networks: { x: { name: '${v0}' } }\n",
      }),
    ];
  },
  "rows of one `each`": () => [
    said({
      "desired-state/r.csv": `a\n${"1\n".repeat(100_001)}`,
      "desired-state/x.yaml": "each: { r: r.csv }\nnetworks: {}\n",
    }),
  ],
  "values that all documents with `each` make": () => [
    said({
      "desired-state/r.csv": `a\n${"1\n".repeat(20_000)}`,
      "desired-state/x.yaml": `each: { r: r.csv }\nvars: { n: [${"1,".repeat(2000)}1] }\nnetworks: {}\n`,
    }),
  ],
};

describe("each bound", () => {
  const rows = [...section.matchAll(/^\| (?!what|---)(.+?) \| (.+?) \|$/gm)].map(
    ([, what = "", bound = ""]) => ({ what, bound }),
  );

  test("has something that reaches it", () => {
    expect(rows.map(({ what }) => what)).toEqual(Object.keys(bounds));
  });

  test.each(rows)("$what: $bound", ({ what, bound }) => {
    const wanted = [...bound.matchAll(/\d[\d,]*/g)].map(([number]) => number.replaceAll(",", ""));
    const found = (bounds[what]?.() ?? []).map((each) =>
      JSON.stringify(each).replaceAll(/(?<=\d),(?=\d{3})/g, ""),
    );
    // Some limits grow with the size of a load. Small loads exceed them, and the next test compares their numbers.
    const grows = /each character of its files/i.test(bound);
    if (!grows) expect(found).toHaveLength(wanted.length);
    for (const [at, text] of found.entries()) {
      expect(text).toMatch(/problems|too-large|bad-expression/);
      if (!grows) expect(text).toContain(wanted[at]);
    }
  });

  test("those of a whole load are the ones that the page says, by its size", () => {
    const said = (what: string) =>
      [...(rows.find((row) => row.what === what)?.bound ?? "").matchAll(/\d[\d,]*/g)].map(([number]) =>
        Number(number.replaceAll(",", "")),
      );
    const [steps, elements, bytes, small = 0, ...more] = said("all expressions of a load");
    const [values, , moreValues, mostValues] = said("values that all documents with `each` make");
    const least = { steps, elements, bytes, values };
    expect([0, small].map(loadBounds)).toEqual([least, least]);
    const [one, large] = [loadBounds(small + 1), loadBounds(1e9)];
    const names = ["steps", "elements", "bytes"] as const;
    expect(more).toEqual([
      ...names.map((of) => one[of] - loadBounds(small)[of]),
      ...names.map((of) => large[of]),
    ]);
    expect([moreValues, mostValues]).toEqual([one.values - loadBounds(small).values, large.values]);
    const all = new Meter(loadBounds(0), "all expressions");
    for (const of of names) {
      expect(() => all.take(of, loadBounds(0)[of])).not.toThrow();
      expect(() => all.take(of, 1)).toThrow("together take");
    }
  });
});
