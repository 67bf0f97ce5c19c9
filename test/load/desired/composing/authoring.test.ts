import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/model/json.ts";
import { loadTexts, project, told } from "../../fixtures.ts";

const defaults = "target: cloud\norganization: Acme\n";

function value(loaded: ReturnType<typeof loadTexts>, address: `${string}/${string}/${string}`) {
  return loaded.desired.resources.get(address)?.value;
}

describe("expressions", () => {
  test("values and keys, with their types, of variables from the folder inwards", () => {
    const loaded = loadTexts({
      "desired-state/defaults.yaml": `${defaults}defaults: { networks: { tags: ["\${region}"] } }\n`,
      "desired-state/vars.yaml": "region: world\nbase: 100\nguest: ${base + 5}\n",
      "desired-state/north/vars.yaml": "region: north\n",
      "desired-state/north/oslo.yaml": `vars: { city: Oslo }
networks:
  "\${lower(city)}":
    name: \${city} \${key}
    vars: { base: 200 }
    ssids:
      0: { name: "$\${literal}", vlan: "\${guest}" }
`,
      "desired-state/rome.yaml": "networks: { rome: { name: Rome, ssids: { 0: { vlan: '${guest}' } } } }\n",
    });
    expect(told(loaded)).toStrictEqual([]);
    expect(value(loaded, "cloud/network/oslo")).toStrictEqual({ name: "Oslo oslo", tags: ["north"] });
    expect(value(loaded, "cloud/ssid/oslo.0")).toStrictEqual({ name: "${literal}", vlan: 205 });
    expect(value(loaded, "cloud/network/rome")).toStrictEqual({ name: "Rome", tags: ["world"] });
    expect(value(loaded, "cloud/ssid/rome.0")).toStrictEqual({ vlan: 105 });
  });

  test("what is wrong is said where it is written, with a hint", () => {
    const loaded = loadTexts({
      "desired-state/defaults.yaml": defaults,
      "desired-state/vars.yaml": "a: ${b}\nb: ${a}\nzero: ${1 / 0}\n",
      "desired-state/x.yaml": `networks:
  rome: { name: "\${cty}", vars: { city: Rome } }
  oslo: { name: "\${a}" }
  bern: { name: "to \${zero}" }
  "\${[1]}": { name: x }
`,
    });
    expect(told(loaded)).toMatchInlineSnapshot(`
      [
        "1:4 bad-expression: the variable \`a\` needs \`b\`, which needs \`a\` (Give one of these variables a value that uses none of the others.)",
        "3:9 bad-expression: division by zero",
        "2:20 bad-expression: there is no variable \`cty\` (Did you mean \`city\`?)",
        "5:3 bad-expression: a key must be text or a number",
      ]
    `);
  });
});

describe("each", () => {
  const template = `each: { site: sites.csv }
where: site.region != "off"
networks:
  "\${site.slug}":
    name: \${site.name}
    netflow: { collectorIp: "\${cidr.host('10.0.0.0/8', int(site.number))}" }
    ssids: { 0: { vlan: "\${100 + int(site.number)}" } }
`;
  const sites = "slug,name,number,region\noslo,Oslo,1,n\nrome,Rome,2,s\nbern,Bern,3,off\n";

  test("a document is made for each row, and what is written by itself lies over it", () => {
    const loaded = loadTexts({
      "desired-state/defaults.yaml": defaults,
      "desired-state/sites.csv": sites,
      "desired-state/sites.yaml": template,
      "desired-state/rome.yaml": "networks: { rome: { name: Roma, ssids: { 0: { name: Ospiti } } } }\n",
    });
    expect(told(loaded)).toStrictEqual([]);
    expect(value(loaded, "cloud/network/oslo")).toStrictEqual({
      name: "Oslo",
      netflow: { collectorIp: "10.0.0.1" },
    });
    expect(value(loaded, "cloud/ssid/oslo.0")).toStrictEqual({ vlan: 101 });
    expect(value(loaded, "cloud/network/rome")).toStrictEqual({
      name: "Roma",
      netflow: { collectorIp: "10.0.0.2" },
    });
    expect(value(loaded, "cloud/ssid/rome.0")).toStrictEqual({ vlan: 102, name: "Ospiti" });
    expect(value(loaded, "cloud/network/bern")).toBeUndefined();
    expect(loaded.desired.locate("cloud/ssid/oslo.0", "/vlan")).toStrictEqual({
      file: "desired-state/sites.yaml",
      line: 7,
      column: 19,
      layer: "entry",
      row: { file: "desired-state/sites.csv", line: 2, column: 1 },
      through: [{ name: "site", file: "desired-state/sites.csv", line: 2, column: 1 }],
    });
    expect(loaded.desired.locate("cloud/network/rome", "/name")).toStrictEqual({
      file: "desired-state/rome.yaml",
      line: 1,
      column: 21,
      layer: "entry",
    });
  });

  test("two rows that give the same key are a problem that names both", () => {
    const loaded = loadTexts({
      "desired-state/defaults.yaml": defaults,
      "desired-state/sites.csv": `${sites}oslo,Oslo 2,4,n\n`,
      "desired-state/sites.yaml": template,
    });
    expect(told(loaded)).toMatchInlineSnapshot(`
      [
        "4:3 duplicate-address: cloud/network/oslo is declared twice, first in desired-state/sites.yaml:4:3 for desired-state/sites.csv:2 (row desired-state/sites.csv:5) (Each row needs a key of its own: correct the table, or the expression of the key.)",
      ]
    `);
  });

  test("a mistake in a template is said once, with its rows", () => {
    const rows = Array.from({ length: 200 }, (_, index) => `s${index},S,x,n`).join("\n");
    const loaded = loadTexts({
      "desired-state/defaults.yaml": defaults,
      "desired-state/sites.csv": `slug,name,number,region\n${rows}\n`,
      "desired-state/sites.yaml": template,
    });
    expect(told(loaded)).toMatchInlineSnapshot(`
      [
        "6:32 bad-expression: \`int\` needs a whole number, and \`x\` is not one (row desired-state/sites.csv:2, and 199 more) (Correct the value where it is written: in the table's row, or in the variable.)",
      ]
    `);
  });

  test("rows may be a list of YAML, or a variable", () => {
    const loaded = loadTexts({
      "desired-state/defaults.yaml": defaults,
      "desired-state/vars.yaml": "cities: [{ slug: oslo }, { slug: rome }]\n",
      "desired-state/towns.json": '[{ "slug": "bern" }]\n',
      "desired-state/a.yaml":
        "each: { site: cities }\nnetworks: { '${site.slug}': { name: '${site.slug}' } }\n",
      "desired-state/b.yaml":
        "each: { site: towns.json }\nnetworks: { '${site.slug}': { name: '${site.slug}' } }\n",
    });
    expect(told(loaded)).toStrictEqual([]);
    expect([...loaded.desired.resources.keys()].filter((each) => each.includes("/network/"))).toStrictEqual([
      "cloud/network/bern",
      "cloud/network/oslo",
      "cloud/network/rome",
    ]);
  });
});

describe("groups", () => {
  test("lie between defaults and entries, and append", () => {
    const loaded = loadTexts({
      "desired-state/defaults.yaml": `${defaults}defaults: { networks: { tags: [all], timeZone: Europe/Berlin } }
groups:
  pilot:
    match: { tag: pilot }
    networks: { tags+: [beta], timeZone: Europe/Oslo }
    ssids: { vlan: 7 }
  south:
    match: "key.startsWith('r')"
    networks: { tags+: [south] }
`,
      "desired-state/x.yaml": `networks:
  rome: { name: Rome, tags+: [pilot], ssids: { 0: { name: a } } }
  oslo: { name: Oslo, ssids: { 0: { name: a, vlan: 3 } } }
`,
    });
    expect(told(loaded)).toStrictEqual([]);
    expect(value(loaded, "cloud/network/rome")).toStrictEqual({
      name: "Rome",
      tags: ["all", "beta", "pilot", "south"],
      timeZone: "Europe/Oslo",
    });
    expect(value(loaded, "cloud/ssid/rome.0")).toStrictEqual({ name: "a", vlan: 7 });
    expect(value(loaded, "cloud/network/oslo")).toStrictEqual({
      name: "Oslo",
      tags: ["all"],
      timeZone: "Europe/Berlin",
    });
    expect(loaded.desired.locate("cloud/network/rome", "/timeZone")).toMatchObject({
      layer: "group",
      line: 7,
    });
  });
});

describe("several folders", () => {
  const files = {
    "common/defaults.yaml": `${defaults}defaults: { networks: { timeZone: Europe/Berlin } }\n`,
    "common/vars.yaml": "guest: 20\n",
    "common/x.yaml":
      "networks: { rome: { name: Rome, ssids: { 0: { vlan: '${guest}' }, 1: {} } }, oslo: { name: Oslo } }\n",
    "production/vars.yaml": "guest: 30\n",
    "production/x.yaml":
      "networks: { rome: { tags: [live], ssids: { 0: { name: Guests } } }, oslo: ~, bern: { name: Bern } }\n",
  };
  const layered = { ...project, desiredBelow: ["common"], desiredState: "production" };

  test("are laid one over the other, by address and by variable", () => {
    const loaded = loadTexts(files, layered);
    expect(told(loaded)).toStrictEqual([]);
    expect(value(loaded, "cloud/network/rome")).toStrictEqual({
      name: "Rome",
      tags: ["live"],
      timeZone: "Europe/Berlin",
    });
    expect(value(loaded, "cloud/ssid/rome.0")).toStrictEqual({ vlan: 30, name: "Guests" });
    expect(value(loaded, "cloud/ssid/rome.1")).toStrictEqual({});
    expect(value(loaded, "cloud/network/oslo")).toBeUndefined();
    expect(value(loaded, "cloud/network/bern")).toStrictEqual({ name: "Bern", timeZone: "Europe/Berlin" });
    expect(loaded.desired.locate("cloud/ssid/rome.0", "/vlan")).toMatchObject({
      file: "common/x.yaml",
      through: [{ name: "guest", file: "production/vars.yaml", line: 1, column: 8 }],
    });
  });

  test("the later one has the last word in defaults and variables too, whatever they are called", () => {
    const named = (path: string) => path.replace("common/", "zone/").replace("production/", "alpha/");
    const other = Object.fromEntries(Object.entries(files).map(([path, text]) => [named(path), text]));
    const own = { "alpha/defaults.yaml": "defaults: { networks: { timeZone: Europe/Oslo } }\n" };
    const loaded = loadTexts(
      { ...other, ...own },
      { ...layered, desiredBelow: ["zone"], desiredState: "alpha" },
    );
    expect(told(loaded)).toStrictEqual([]);
    expect(value(loaded, "cloud/network/bern")).toStrictEqual({ name: "Bern", timeZone: "Europe/Oslo" });
    expect(value(loaded, "cloud/ssid/rome.0")).toStrictEqual({ vlan: 30, name: "Guests" });
  });

  test("the same entry twice in one of them is a problem", () => {
    const twice = { ...files, "production/y.yaml": "networks: { rome: { name: Roma } }\n" };
    expect(told(loadTexts(twice, layered))).toStrictEqual([
      "1:13 duplicate-address: cloud/network/rome is declared twice, first in production/x.yaml:1:13 (Remove one of them, or give it a key of its own.)",
    ]);
  });
});

describe("variables of the project file", () => {
  const vars = (values: JsonObject, inputs: readonly string[] = [], byDefault: JsonObject = {}) => ({
    ...project,
    vars: { values, defaults: byDefault, inputs, at: {} },
  });
  const files = {
    "desired-state/defaults.yaml": defaults,
    "desired-state/vars.yaml": "city: Rome\n",
    "desired-state/x.yaml": "networks: { x: { name: '${city}', vars: { city: Bern } } }\n",
  };

  test("are stronger than all others, and must be declared by one", () => {
    expect(value(loadTexts(files, vars({ city: "Oslo" })), "cloud/network/x")).toStrictEqual({
      name: "Oslo",
    });
    expect(told(loadTexts(files, vars({ citty: "Oslo" })))).toStrictEqual([
      "undefined:undefined bad-variable: no layer of desired state declares the variable `citty` (Did you mean `city`? Declare it in a vars.yaml, or under `inputs:`.)",
    ]);
    expect(told(loadTexts(files, vars({}, ["region"])))).toStrictEqual([
      "undefined:undefined bad-variable: the input `region` has no value (Set it under `vars:`, or give the input a `default`.)",
    ]);
    expect(told(loadTexts(files, vars({}, ["region"], { region: "north" })))).toStrictEqual([]);
  });
});
