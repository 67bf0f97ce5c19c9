/** Hostile grammars: seeded projects of less than 100 KB in every language that a project can contain. */

import {
  derive,
  desired,
  expressions,
  type Files,
  lines,
  modules,
} from "../../test/security/small/small-inputs.ts";
import { ofCatalogs } from "./catalogs.ts";
import { type Chance, chanceOf, most, pattern, repeated, size } from "./chance.ts";
import { ofMappings } from "./mappings.ts";
import { ofOpenApi } from "./openapi.ts";

/** A terminating expression with these variables: nested loops, calls, errors and chains. */
function expression(chance: Chance, depth = 0): string {
  const inner = () => expression(chance, depth + 1);
  const text = () =>
    chance.one([
      "t",
      "u",
      "slug(t)",
      "string(n[0])",
      "'aaaa'",
      "t + u",
      "n.map(x, string(x)).join('a')",
      "upper(t)",
    ]);
  const leaf = () =>
    chance.one([
      "n.size() > 3",
      "m.zzz == 1",
      "n[0] == 'x'",
      `${text()}.matches('${pattern(chance)}')`,
      `${text()}.contains(${text()})`,
      `${text()}.split('a').size() > 2`,
      `replace(${text()}, 'a', u).size() > 1`,
      "cidr.contains('10.0.0.0/8', '10.1.2.3')",
      "overlaps(n.map(x, '10.0.0.0/8')).size() > 0",
      "sorted(n) == n",
      "unique(n.map(x, t)).size() > 0",
      "repeated(n.map(x, {'a': x}), ['a']).size() > 0",
      "timestamp('2026-01-01T00:00:00Z').getHours('Asia/Tokyo') > 1",
      `duration('${repeated(chance, ["1", "1h", "."])}').getHours() > 1`,
      `${repeated(chance, ["!", "! "])}true`,
      `${repeated(chance, ["-", "- "])}1 < 2`,
      `${repeated(chance, ["1+", "1-", "2*"])}1 > 0`,
      `${repeated(chance, ["a.b.", "n[0]."])}c == 1`,
      `${repeated(chance, ["(", "["])}1`,
      "[n, n, n] == [n, n, n]",
      "{'a': {'b': n}} == {'a': {'b': n}}",
    ]);
  if (depth > 4) return leaf();
  switch (chance.below(7)) {
    case 0:
      return `n.all(v${depth}, ${inner()})`;
    case 1:
      return `n.exists(v${depth}, ${inner()} && false)`;
    case 2:
      return `n.map(v${depth}, ${inner()}).size() > 0`;
    case 3:
      return `n.filter(v${depth}, ${inner()} || true).size() > 0`;
    case 4:
      return `(${inner()}) || true`;
    case 5:
      return `cel.bind(v${depth}, [n, n], ${inner()})`;
    default:
      return leaf();
  }
}

function ofExpressions(chance: Chance): Files {
  const count = size(chance, 400);
  const own = Array.from({ length: 1 + chance.below(5) }, () => expression(chance));
  const longest = Math.max(...own.map(({ length }) => length));
  const vars = {
    n: Array.from({ length: size(chance, 300) }, (_, at) => at),
    t: chance.one(["a", "ab", "ä", "k"]).repeat(size(chance, 20_000)),
    u: "xyz",
    m: Object.fromEntries(Array.from({ length: size(chance, 1000) }, (_, at) => [`key${at}`, at])),
    a: { b: 1 },
  };
  const fitting = Math.max(1, Math.min(count, Math.floor(40_000 / longest)));
  return expressions(fitting, (at) => `${own[at % own.length]} && ${at} >= 0 ? 'a' : 'b'`, vars);
}

function ofYaml(chance: Chance): Files {
  const pieces = [
    "- ",
    "? ",
    "a: ",
    "[",
    "{a: ",
    "&a ",
    "*a ",
    "!t ",
    "'",
    '"',
    "|\n ",
    "\t",
    "%X\n",
    "---\n",
    "{{",
    " ",
    "\n",
    "a:\n  ",
    "[{a: [",
  ];
  return desired(lines(1 + chance.below(4), () => repeated(chance, pieces)));
}

function ofEntries(chance: Chance): Files {
  const field = () =>
    chance.one([
      "name: x",
      "tags: [a]",
      "zz: 1",
      "tags+: [b]",
      "netflow: {}",
      "ssids: { 99: {} }",
      "name: 1",
      "vars: { q: 1 }",
    ]);
  const entry = (at: number) =>
    `${chance.one([`n${at}`, "n", `"\${k}${at}"`])}: { ${field()}, ${field().replace(/^\w/, "y$&")} }`;
  const isFlow = chance.below(3) === 0;
  const count = size(chance, 2500);
  const body = isFlow
    ? `networks: {${lines(count, (at) => `${entry(at)}, `)}}\n`
    : `networks:\n${lines(count, (at) => `  ${entry(at)}\n`)}`;
  const width = size(chance, 4000);
  const groups = size(chance, 300);
  const defaults = `defaults: { networks: { tags: [${lines(width, (at) => `t${at}, `)}] } }\ngroups:\n${lines(groups, (at) => `  g${at}: { match: "${chance.one(["true", `key != '${at}'`, "key.size() > 1"])}", networks: { tags+: [g${at}] } }\n`)}`;
  const vars = `k: x\n${lines(size(chance, 90), (at) => `v${at}: ${"[".repeat(chance.below(90))}"\${v${at + 1}}"\n`)}`;
  return desired(body, {
    "desired-state/defaults.yaml": defaults,
    "desired-state/vars.yaml": chance.one(["k: x\n", vars]),
  });
}

function ofModules(chance: Chance): Files {
  const count = size(chance, 600);
  const type = (at: number) =>
    chance.one([
      "string",
      `string { pattern '${pattern(chance).replaceAll("\\\\", "\\").replaceAll("'", "")}'; }`,
      `leafref { path "../l${(at + 1) % count}"; }`,
      `union { type leafref { path "../l${(at * 7) % count}"; } type t0; }`,
      "identityref { base i0; }",
      `int32 { range "${lines(1 + chance.below(50), (one) => `${one > 0 ? "|" : ""}${one * 3}`)}"; }`,
    ]);
  const definitions = [
    lines(
      size(chance, 60),
      (at) =>
        `grouping g${at} { ${chance.one(["uses", "container a { uses"])} g${at + 1}; ${chance.one(["", `uses g${at + 1};`])} leaf x${at} { type string; }\n`,
    ),
    lines(
      size(chance, 60),
      (at) =>
        `typedef t${at} { type ${chance.one([`t${at + 1}`, `union { type t${at + 1}; type t${at + 1}; }`])}; }\n`,
    ),
    `identity i0; ${lines(size(chance, 400), (at) => `identity i${at + 1} { base i${chance.below(at + 1)}; }\n`)}`,
    lines(size(chance, 300), (at) => `feature f${at} { if-feature "f${at + 1}"; }\n`),
    lines(size(chance, 200), (at) => `augment "/m:c" { leaf b${at} { type string; } }\n`),
    repeated(chance, ["container c { ", "choice c { ", "/* ", "'", '"a" + ', "{", "};"]),
  ];
  const body = `typedef t99 { type string; } identity i0;\n${chance.one(definitions)}\n container c { uses g0; ${lines(count, (at) => `leaf l${at} { type ${type(at)}; } `)}}`;
  const config = Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `l${at}${chance.one(["", "", "x"])}`,
      chance.one(["a", "aaaaaaaaaaaa", "m:i1", "3"]),
    ]),
  );
  return modules(body.slice(0, most), { "/m:c": config });
}

function ofTables(chance: Chance): Files {
  const columns = size(chance, 2000);
  const rows = Math.max(1, Math.min(size(chance, 2000), Math.floor(40_000 / columns)));
  const cell = chance.one(["1", '"\n"', "${1}", '""""', ""]);
  const table = `${Array.from({ length: columns }, (_, at) => `c${at}`).join(",")}\n${lines(rows, () => `${Array.from({ length: columns }, () => cell).join(",")}\n`)}`;
  return desired(
    `each: { r: s.csv }\nwhere: ${expression(chance, 4).includes("v") ? "true" : "r.c0 != 'x'"}\nnetworks: { "x\${r.c0}": { name: "\${r.c0}" } }\n`,
    {
      "desired-state/s.csv": table,
    },
  );
}

function ofPolicies(chance: Chance): Files {
  const assert = JSON.stringify(
    expression(chance, 2)
      .replaceAll(/\bn\b/g, "[1, 2, 3]")
      .replaceAll(/\bt\b|\bu\b/g, "resource.key"),
  );
  const policies = lines(
    size(chance, 300),
    (at) => `- { name: p${at}, about: { kind: network }, assert: ${assert}, message: "no" }\n`,
  );
  return desired(`networks:\n${lines(size(chance, 2000), (at) => `  n${at}: { name: n${at} }\n`)}`, {
    "policies/p.yaml": policies.slice(0, most),
  });
}

function ofProjectFile(chance: Chance): Files {
  const files = desired("networks: { x: { name: x, ssids: { 0: { name: x } } } }\n");
  const globs = lines(
    size(chance, 300),
    () => `"env:${repeated(chance, ["*A", "*", "?a", "**"]).slice(0, 200)}", `,
  );
  const more = chance.one([
    `secrets: { allow: [${globs}] }\n`,
    lines(size(chance, 5000), (at) => `zz${at}: 1\n`),
    `vars: { ${lines(size(chance, 2000), (at) => `v${at}: 1, `)} }\n`,
    `guards: ${repeated(chance, ["[", "{a: "])}`,
  ]);
  return { ...files, "trueup.yaml": `${files["trueup.yaml"]}${more}` };
}

/** The grammars by language. */
export const grammars: Readonly<Record<string, (chance: Chance) => Files>> = {
  expressions: ofExpressions,
  YAML: ofYaml,
  entries: ofEntries,
  modules: ofModules,
  tables: ofTables,
  policies: ofPolicies,
  "the project file": ofProjectFile,
  catalogs: ofCatalogs,
  mappings: ofMappings,
  OpenAPI: ofOpenApi,
};

/** The command that reads projects of a language, if it is not `validate`. */
const commands: Readonly<Record<string, readonly string[]>> = {
  OpenAPI: derive,
};

/** Limits a project to 100 KB by truncating its longest file. */
function cut(files: Files): Files {
  const all = Object.values(files).reduce((sum, { length }) => sum + length, 0);
  const [longest] = Object.entries(files).toSorted(([, a], [, b]) => b.length - a.length);
  if (all <= 100_000 || !longest) return files;
  const [path, text] = longest;
  const left = Math.max(0, text.length - (all - 100_000));
  return cut({ ...files, [path]: text.slice(0, left) });
}

/** A project, its language, and the command that reads it. */
export interface HostileProject {
  readonly language: string;
  readonly files: Files;
  readonly command: readonly string[];
}

/** The project for a seed. */
export function hostileProject(seed: number): HostileProject {
  const chance = chanceOf(seed);
  const language = chance.one(Object.keys(grammars));
  const files = grammars[language]?.(chance) ?? {};
  return { language, files: cut(files), command: commands[language] ?? ["validate"] };
}
