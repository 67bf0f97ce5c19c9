/** Small projects that are designed to take long, each under 100 KB, by the language that they use. */

/** The files of a project, by their paths. */
export type Files = Readonly<Record<string, string>>;

const project = `version: 1
environment: test
targets:
  cloud: { interface: dashboard, url: "https://cloud.example.net", credential: { apiKey: { secret: env:KEY } } }
`;
const head = "target: cloud\norganization: Acme\n";
const router = `version: 1
environment: test
targets:
  routers:
    interface: restconf
    dialect: rfc8040
    url: http://127.0.0.1:9/{host}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:KEY }, password: { secret: env:KEY } }
    settings: { yang: yang }
`;

/** Returns `count` lines as one text. */
export const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join("");
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const quoted = (text: string) => JSON.stringify(text);

/** Returns a project with `count` networks whose names are expressions, and with these variables. */
export function expressions(count: number, of: (at: number) => string, vars: object = {}): Files {
  const names = lines(count, (at) => `  x${at}: { name: ${quoted(`\${${of(at)}}`)} }\n`);
  return {
    "trueup.yaml": project,
    "desired-state/a.yaml": `${head}vars: ${JSON.stringify(vars)}\nnetworks:\n${names}`,
  };
}

/** Returns a project with a module that has this body, and a device with this configuration. */
export function modules(body: string, config: object): Files {
  return {
    "trueup.yaml": router,
    "yang/m.yang": `module m {\n yang-version 1.1;\n namespace "urn:m";\n prefix m;\n${body}\n}\n`,
    "desired-state/a.yaml": `target: routers\ndevices:\n  r1: { host: 10.20.0.1, config: ${JSON.stringify(config)} }\n`,
  };
}

/** Returns a project with this text as desired state. */
export function desired(text: string, more: Files = {}): Files {
  return { "trueup.yaml": project, "desired-state/a.yaml": `${head}${text}`, ...more };
}

/** Returns a project with a router whose mapping has interfaces with these fields. */
const mapped = (fields: string): Files => ({
  "trueup.yaml": router.replace("yang: yang", "mapping: mapping"),
  "mapping/mapping.yaml": "mapping: m\ntitle: M\nmodule: m\ncontainer: r\nhostname: hostname\n",
  "mapping/deviceInterface.yaml": `kind: deviceInterface\ntitle: interface\nsection: interfaces\nwords: { n: { type: integer } }\nplaces:\n  - { key: "L {n}", path: "/m:r/l[a={n}]" }\nfields:\n${fields}`,
  "desired-state/a.yaml":
    'target: routers\ndevices:\n  r1: { host: 10.20.0.1, interfaces: { "L 1": { f1: x } } }\n',
});

/** The arguments of the command that reads a description. */
export const derive = ["catalog", "derive", "openapi.yaml", "--out", "catalogs/made", "--dry-run"];

const policies = (text: string, resources: number): Files =>
  desired(`networks:\n${lines(resources, (at) => `  n${at}: { name: n${at} }\n`)}`, {
    "policies/p.yaml": text,
  });

const n60 = { n: numbers(60) };
const loops = (inner: (at: number) => string, vars: object = n60, count = 300): Files =>
  expressions(count, (at) => `n.all(a, n.all(b, ${inner(at)})) ? 'a' : 'b'`, vars);
const chain = (count: number, value: (at: number) => string) =>
  `${lines(count, (at) => `v${at}: ${value(at)}\n`)}v${count}: x\n`;

/** Hostile projects, by the construct that makes each of them slow. */
export const smallInputs: Readonly<Record<string, Files>> = {
  "repeats in a pattern of an expression": loops(
    (at) =>
      `'${"ks".repeat(100)}'.matches('(?i:(k|s)*k(k|s){60}x){3}' + string(a) + string(b) + '${at}') || true`,
  ),
  "a pattern of 80,000 parts": expressions(1, () => `'a'.matches('${"(a?){1000}".repeat(40)}') ? 'a' : 'b'`),
  "classes of Unicode": expressions(
    600,
    (at) => `l.exists(x, 'a'.matches('[^\\\\pL]' + string(x) + 'y${at}')) || true ? 'x' : 'y'`,
    { l: numbers(4000) },
  ),
  "hours in a time zone, of lists": expressions(
    600,
    (at) =>
      `l.exists(x, timestamp('2026-01-01T00:00:00Z').getHours('Europe/Berlin') == x + ${at + 99}) ? 'x' : 'y'`,
    { l: numbers(1900) },
  ),
  "comprehensions in comprehensions": loops((at) => `n.all(c, c >= 0 - ${at})`),
  "errors that are caught": loops((at) => `n.exists(c, c.x == ${at}) || true`),
  "names that are not there": loops((at) => `n.exists(c, m.zz${at} == 1) || true`, {
    ...n60,
    m: Object.fromEntries(numbers(3000).map((at) => [`key${at}`, at])),
  }),
  "texts that are measured": loops((at) => `t.size() > ${at}`, { ...n60, t: "a".repeat(50_000) }),
  "texts that become slugs": loops((at) => `slug(t) != '${at}'`, { ...n60, t: "ä".repeat(40_000) }),
  "networks that are compared": loops((at) => `cidr.contains('2001:db8::/32', '2001:db8::${at}')`),
  "hours in a time zone": loops(
    (at) => `timestamp('2026-01-01T00:00:00Z').getHours('Europe/Berlin') > ${at}`,
  ),
  "a duration of 10,000 digits": expressions(1, () => `duration('${"1".repeat(9900)}').getHours()`),
  "a number of 9,000 digits": expressions(1, () => `0x${"f".repeat(9000)}`),
  "3,000 times not": expressions(1, () => `${"!".repeat(3000)}true`),
  "3,000 times minus": expressions(1, () => `${"- ".repeat(3000)}1`),
  "5,000 times plus": expressions(1, () => `${"1+".repeat(4900)}1`),
  "not in a macro": expressions(1, () => `[1].map(x, ${"!".repeat(3000)}true)`),
  "or and or": expressions(1, () => `${"a||".repeat(3300)}a`, { a: false }),
  "brackets in brackets": expressions(1, () => `${"[".repeat(4000)}1${"]".repeat(4000)}`),
  "keys that are maps": expressions(1, () => {
    const binds = lines(28, (at) => `cel.bind(v${at}, {${at ? `v${at - 1}: v${at - 1}` : "'a': 'a'"}}, `);
    return `${binds}size(v27)${")".repeat(28)}`;
  }),
  "variables in lists in variables": desired("networks: { x: { name: '${size(v0)}' } }\n", {
    "desired-state/vars.yaml": chain(94, (at) => `${"[".repeat(90)}"\${v${at + 1}}"${"]".repeat(90)}`),
  }),
  "variables that are not there": expressions(
    2000,
    (at) => `zzzzzz${at}`,
    Object.fromEntries(numbers(1500).map((at) => [`zzzabc${at}`, at])),
  ),
  "9,000 unknown fields": desired(`networks: { x: { name: x, ${lines(8000, (at) => `zz${at}: 1, `)}} }\n`),
  "wrong entries in one line": desired(`networks: {${lines(9000, (at) => `n${at}: 1, `)}}\n`),
  "groups that match all": desired(`networks:\n${lines(1000, (at) => `  n${at}: { name: n${at} }\n`)}`, {
    "desired-state/defaults.yaml": `groups:\n${lines(600, (at) => `  g${at}: { match: "key != '${at}'", networks: { tags+: [t${at}] } }\n`)}`,
  }),
  "defaults that are long": desired(
    `networks:\n${lines(1500, (at) => `  n${at}: { name: n${at}, tags+: [x] }\n`)}`,
    {
      "desired-state/defaults.yaml": `defaults: { networks: { tags: [${lines(8000, (at) => `t${at}, `)}] } }\n`,
    },
  ),
  "many policies": policies(
    lines(
      500,
      (at) =>
        `- { name: p${at}, about: { kind: network }, assert: 'resource.fields.name != "${at}"', message: no }\n`,
    ),
    2000,
  ),
  "classes of Unicode in a mapping": mapped(
    lines(1100, (at) => `  f${at}: { type: string, pattern: "^[\\\\P{L}x]{900}${at}$" }\n`),
  ),
  "patterns of modules": modules(
    `container c { leaf-list l { type string { ${lines(20, (at) => `pattern '(([a-z]|[a-y]|[b-z])*x{0,${at}}){300}'; `)}} } }`,
    { "/m:c": { l: numbers(80).map((at) => `${"abcd".repeat(100)}${at}`) } },
  ),
  "groupings in groupings": modules(
    `${lines(60, (at) => `grouping g${at} { ${at < 59 ? `uses g${at + 1}; uses g${at + 1};` : "leaf x { type string; }"} }\n`)}container c { uses g0; }`,
    { "/m:c": { y: 1 } },
  ),
  "members that modules do not know": modules(
    `container c { ${lines(2000, (at) => `leaf l${at} { type string; } `)}}`,
    { "/m:c": Object.fromEntries(numbers(2000).map((at) => [`l${at}x`, "a"])) },
  ),
  "leafrefs to leafrefs": modules(
    `container c { ${lines(1300, (at) => `leaf l${at} { type leafref { path "../l${at + 1}"; } } `)}leaf l1300 { type string; } }`,
    { "/m:c": Object.fromEntries(numbers(1300).map((at) => [`l${at}`, "a"])) },
  ),
  "identities of identities": modules(
    `identity i0; ${lines(1800, (at) => `identity i${at + 1} { base i${at}; } `)}container c { leaf-list l { type identityref { base i0; } } }`,
    { "/m:c": { l: numbers(1800).map((at) => `i${at + 1}`) } },
  ),
  "features of features": modules(
    `${lines(1500, (at) => `feature f${at} { if-feature f${at + 1}; } `)}feature f1500; container c { leaf l { if-feature f0; type string; } }`,
    { "/m:c": { l: "a" } },
  ),
};
