/** Mistakes in variables, tables, templates and groups: each is reported at its place, with advice. */

import { describe, expect, test } from "vitest";
import { loadTexts, told } from "../../fixtures.ts";

const head = { "desired-state/defaults.yaml": "target: cloud\norganization: Acme\n" };

function saidOf(texts: Readonly<Record<string, string>>): readonly string[] {
  return told(loadTexts({ ...head, ...texts }));
}

const network = "networks: { '${site.slug}': { name: N } }\n";

describe("a table", () => {
  const of = (csv: string) =>
    saidOf({ "desired-state/s.csv": csv, "desired-state/x.yaml": `each: { site: s.csv }\n${network}` });

  test.each([
    ["", "1:1 bad-data: desired-state/s.csv is empty (Add rows: the first line names the columns.)"],
    [
      "slug,slug\n",
      "1:1 bad-data: two columns of desired-state/s.csv are called `slug` (Columns have names of letters, digits and `_`, all different.)",
    ],
    [
      "slug,2nd name\n",
      "1:1 bad-data: `2nd name` cannot be the name of a column (Columns have names of letters, digits and `_`, all different.)",
    ],
    [
      "slug,name\n\nrome,Rome,south\n",
      "3:1 bad-data: this row has 3 values, but the header has 2 columns (Put a value that contains a comma in double quotes.)",
    ],
    [
      'slug,name\n"a\nb",x\nrome\n',
      "4:1 bad-data: this row has 1 values, but the header has 2 columns (Put a value that contains a comma in double quotes.)",
    ],
    [
      'slug\n"rome\n',
      '2:1 bad-data: a double quote is not closed (Put the whole value in double quotes, and write a double quote in it as "".)',
    ],
    [
      'slug\nro"me\n',
      '2:1 bad-data: a value without surrounding double quotes contains one (Put the whole value in double quotes, and write a double quote in it as "".)',
    ],
    [
      'slug\n"ro"me\n',
      '2:1 bad-data: there is text between a closing double quote and the next comma (Put the whole value in double quotes, and write a double quote in it as "".)',
    ],
  ])("%j", (csv, expected) => {
    expect(of(csv)).toEqual([expected]);
  });

  test("may have quotes, commas, lines and a byte order mark in it", () => {
    const csv = '\ufeffslug,name\r\n"oslo","a ""b"", c\r\nd"\r\n';
    const { desired, problems } = loadTexts({
      ...head,
      "desired-state/s.csv": csv,
      "desired-state/x.yaml":
        "each: { site: s.csv }\nnetworks: { '${site.slug}': { name: '${site.name}' } }\n",
    });
    expect(problems).toEqual([]);
    expect(desired.resources.get("cloud/network/oslo")?.value).toEqual({ name: 'a "b", c\r\nd' });
  });

  test.each([
    ["s.yaml", "a: 1\n", "1:1 bad-data: desired-state/s.yaml must be one list of rows, not a map"],
    [
      "s.json",
      "[1]\n---\n[2]\n",
      "1:1 bad-data: desired-state/s.json must be one list of rows, not several documents",
    ],
    ["s.json", '[{"slug": ]\n', "1:11 bad-data"],
  ])("of another form: %s", (name, text, expected) => {
    const texts = {
      [`desired-state/${name}`]: text,
      "desired-state/x.yaml": `each: { site: ${name} }\n${network}`,
    };
    expect(saidOf(texts)).toEqual([expect.stringContaining(expected)]);
  });
});

describe("each", () => {
  test.each([
    [
      "each: sites.csv",
      "1:7 bad-each: `each` must be a map of one variable (For example `each: { site: sites.csv }`.)",
    ],
    [
      "each: { a: [], b: [] }",
      "1:7 bad-each: `each` must be a map of one variable (For example `each: { site: sites.csv }`.)",
    ],
    ["each: { key: [] }", "1:14 bad-each: `key` cannot be the name of a variable"],
    ["each: { site: { a: 1 } }", "1:15 bad-each: `each` needs a list of rows, not a map"],
    [
      "each: { site: citees }\nvars: { cities: [] }",
      "1:15 bad-each: there is no variable `citees` (Did you mean `cities`?)",
    ],
    ["each: { site: sites.csv }", "1:15 bad-each: there is no file desired-state/sites.csv in desired state"],
    ["each: { site: '${1 + }' }", "1:22 bad-expression: the expression ends too early"],
    ["where: 'true'", "1:1 bad-each: `where` is only for documents with `each`"],
    ["each: { site: [1] }\nwhere: 7", "2:8 wrong-type: `where` must be an expression, not a number"],
    [
      "each: { site: [1] }\nwhere: site + 1",
      "2:8 bad-expression: `where` must give true or false, not a number",
    ],
  ])("%s", (text, expected) => {
    expect(saidOf({ "desired-state/x.yaml": `${text}\nnetworks: {}\n` })[0]).toContain(expected);
  });

  test("where may be true or false itself, or an expression in ${}", () => {
    const count = (where: string) =>
      loadTexts({
        ...head,
        "desired-state/x.yaml": `each: { site: [{ slug: a }, { slug: b }] }\nwhere: ${where}\n${network}`,
      }).desired.resources.size;
    expect([count("true"), count("false"), count("\"${site.slug == 'a'}\"")]).toEqual([3, 0, 2]);
  });

  test("of a list that is written in the file tells its row", () => {
    const x = "each: { site: [{ slug: a }, { slug: b }] }\nnetworks: { '${site.slug}': { name: 7 } }\n";
    expect(saidOf({ "desired-state/x.yaml": x })).toEqual([
      '2:37 wrong-type: `name` must be text, not a number (row desired-state/x.yaml:1, and 1 more) (Put it in quotes: "7".)',
    ]);
  });
});

describe("variables", () => {
  test.each([
    ["vars: [a]", "1:7 wrong-type: variables must be a map by name, not a list"],
    [
      "vars: { in: 1 }",
      "1:9 bad-variable: `in` cannot be the name of a variable (Names have letters, digits and `_`, do not begin with a digit, and are not reserved words of expressions.)",
    ],
    [
      "vars: { target: 1 }",
      "1:9 bad-variable: `target` cannot be the name of a variable (Every entry already has that variable.)",
    ],
  ])("%s", (text, expected) => {
    expect(saidOf({ "desired-state/x.yaml": `${text}\nnetworks: {}\n` })).toEqual([expected]);
  });

  test("of an entry are checked where they stand, and vars.yaml may be empty", () => {
    const x = "networks: { a: { name: A, vars: 7 }, b: { name: B, vars: { size-x: 1 } } }\n";
    expect(saidOf({ "desired-state/vars.yaml": "", "desired-state/x.yaml": x })).toEqual([
      "1:33 wrong-type: variables must be a map by name, not a number",
      "1:68 bad-variable: `size-x` cannot be the name of a variable (Names have letters, digits and `_`, do not begin with a digit, and are not reserved words of expressions.)",
    ]);
  });

  test("an expression that does not end, and one in a header", () => {
    expect(saidOf({ "desired-state/x.yaml": "networks: { a: { name: '${1 + 2' } }\n" })).toEqual([
      "1:24 bad-expression: the expression does not end (Close it with }, or write $${ for a literal ${.)",
    ]);
    expect(saidOf({ "desired-state/x.yaml": "target: '${nobody}'\nnetworks: { a: { name: A } }\n" })).toEqual(
      [expect.stringContaining("there is no variable `nobody`")],
    );
    expect(
      saidOf({
        "desired-state/x.yaml": "vars: { which: cloud2 }\ntarget: '${which}'\nnetworks: { a: { name: A } }\n",
      }),
    ).toEqual([]);
  });

  test("null of an expression is not declared; two keys that come out alike are a problem", () => {
    const x = "vars: { no: ~ }\nnetworks: { a: { name: A, timeZone: '${no}' } }\n";
    const { desired, problems } = loadTexts({ ...head, "desired-state/x.yaml": x });
    expect(problems).toEqual([]);
    expect(desired.resources.get("cloud/network/a")?.value).toEqual({ name: "A" });
    const keys = "networks: { a: { name: A, netflow: { enabled: true, \"${'enabled'}\": false } } }\n";
    expect(saidOf({ "desired-state/x.yaml": keys })).toEqual([
      "1:53 bad-expression: `${'enabled'}` gives the key `enabled`, which this map already has",
    ]);
  });
});

describe("groups", () => {
  const x = { "desired-state/x.yaml": "networks: { a: { name: A, tags: [t] }, b: { name: B } }\n" };
  const of = (groups: string) =>
    saidOf({ ...x, "desired-state/defaults.yaml": `target: cloud\norganization: Acme\ngroups: ${groups}\n` });

  test.each([
    ["[a]", "3:9 bad-group: `groups` must be a map of groups by name"],
    ["{ g: 7 }", "3:14 bad-group: a group must be a map with `match` and sections"],
    ["{ g: { networks: {} } }", "3:14 bad-group: the group `g` has no `match`"],
    ["{ g: { match: {} } }", "3:23 bad-group: `match` must be an expression, or a map of globs"],
    ["{ g: { match: 'true', nets: {} } }", "bad-group: a group cannot have the section `nets` here"],
    [
      "{ g: { match: 'true', networks: [] } }",
      "3:41 bad-group: `networks` of a group must be a map of fields",
    ],
    [
      "{ g: { match: '1', networks: {} } }",
      "3:23 bad-expression: `match` must give true or false, not a number",
    ],
    ["{ g: { match: 'sitte.x', networks: {} } }", "bad-expression: there is no variable `sitte`"],
  ])("%s", (groups, expected) => {
    expect(of(groups)[0]).toContain(expected);
  });

  test("two of one file that disagree are a problem; what they agree on, or append, is none", () => {
    const two = (one: string, other: string) =>
      of(
        `{ g: { match: { key: a }, networks: { ${one} } }, h: { match: { tag: t, kind: network, target: [cl*] }, networks: { ${other} } } }`,
      );
    expect(two("timeZone: Europe/Oslo", "timeZone: Europe/Rome")).toEqual([
      expect.stringContaining(
        "groups-disagree: the groups `g` and `h` disagree about `networks.timeZone` of cloud/network/a (Set the field in the entry, or move one of the groups into a deeper folder.)",
      ),
    ]);
    expect(two("netflow: { enabled: true }", "netflow: { enabled: false }")[0]).toContain(
      "`networks.netflow.enabled`",
    );
    expect(two("tags: [x]", "tags: [y]")[0]).toContain("`networks.tags`");
    expect(two("timeZone: Europe/Oslo, tags+: [x]", "timeZone: Europe/Oslo, tags+: [y]")).toEqual([]);
  });

  test("of a folder further in lie over those of one further out; short names of sections are theirs too", () => {
    const { desired, problems } = loadTexts({
      "desired-state/defaults.yaml":
        "target: cloud\norganization: Acme\ngroups: { all: { match: 'true', networks: { timeZone: Europe/Oslo, tags: [out] } } }\n",
      "desired-state/in/defaults.yaml":
        "groups: { all: { match: 'true', networks: { timeZone: Europe/Rome, tags+: [in] } } }\n",
      "desired-state/in/x.yaml": "networks: { a: { name: A } }\n",
      "desired-state/y.yaml":
        "groups: { own: { match: { key: b }, networks: { tags+: [own] } } }\nnetworks: { b: { name: B }, c: { name: C } }\n",
    });
    expect(problems).toEqual([]);
    const value = (key: string) => desired.resources.get(`cloud/network/${key}`)?.value;
    expect(value("a")).toEqual({ name: "A", timeZone: "Europe/Rome", tags: ["in", "out"] });
    expect(value("b")).toEqual({ name: "B", timeZone: "Europe/Oslo", tags: ["out", "own"] });
    expect(value("c")).toEqual({ name: "C", timeZone: "Europe/Oslo", tags: ["out"] });
  });
});

describe("what happens to somebody on the first day", () => {
  const sites = "slug,name,number,pilot\noslo,Oslo,1,yes\n";
  const template = (field: string, more = "") =>
    `each: { site: s.csv }\n${more}networks: { "\${site.slug}": { name: "\${site.name}", ${field} } }\n`;
  const port = (text: string) => `netflow: { collectorPort: ${text} }`;
  const said = (csv: string, x: string) =>
    saidOf({ "desired-state/s.csv": csv, "desired-state/x.yaml": x }).join("\n");

  test.each([
    [
      "semicolons of Excel",
      sites.replaceAll(",", ";"),
      template(port("1")),
      "save the table as CSV with commas",
    ],
    [
      "an empty cell",
      `${sites}rome,Rome,,no\n`,
      template(port('"${int(site.number)}"')),
      "this text is empty (row",
    ],
    [
      "a word for a number",
      `${sites}rome,Rome,x,no\n`,
      template(port('"${int(site.number)}"')),
      "`x` is not one (row",
    ],
    ["no rows", "slug,name,number,pilot\n", template(port("1")), "no-rows"],
    [
      "the same key twice",
      `${sites}oslo,Oslo 2,2,no\n`,
      template(port("1")),
      "Each row needs a key of its own",
    ],
    [
      "no key",
      `${sites},Rome,2,no\n`,
      template(port("1")),
      "The expression of the key needs a value in every row and entry.",
    ],
    ["text for a number", sites, template(port('"${site.number}"')), "`int(x)` gives a whole number"],
    ["a column by itself", sites, template(port("1"), "where: pilot\n"), "Did you mean `site.pilot`?"],
    ["one =", sites, template(port("1"), "where: site.pilot = 'yes'\n"), "Equality is `==`."],
    [
      "no comparison",
      sites,
      template(port("1"), "where: site.pilot\n"),
      'Compare it with something: `site.pilot == "yes"`',
    ],
    ["+ at a text", sites, template("timeZone+: x"), "`timeZone` replaces it"],
  ])("%s", (_, csv, text, expected) => {
    expect(said(csv, text)).toContain(expected);
  });

  test("a null branch of a condition declares nothing, whatever the other one is", () => {
    const x = template(port("\"${site.pilot == 'yes' ? null : int(site.number)}\""));
    const { desired, problems } = loadTexts({
      ...head,
      "desired-state/s.csv": sites,
      "desired-state/x.yaml": x,
    });
    expect(problems).toEqual([]);
    expect(desired.resources.get("cloud/network/oslo")?.value).toEqual({ name: "Oslo", netflow: {} });
  });
});

describe("an entry that overrides one that is gone", () => {
  const berlin = "networks: { berlin: { tags+: [hq] } }\n";
  const said = (csv: string) =>
    saidOf({
      "desired-state/s.csv": csv,
      "desired-state/x.yaml": "each: { site: s.csv }\nnetworks: { '${site.slug}': { name: N } }\n",
      "desired-state/y.yaml": berlin,
    });

  test("is said to override nothing", () => {
    expect(said("slug\nbonn\n")).toEqual([
      "1:13 missing-field: this network needs `name` (If this entry is meant to override another one, correct its key: nothing else declares `berlin`.)",
    ]);
  });

  test("is whole while the row is there", () => {
    expect(said("slug\nberlin\n")).toEqual([]);
  });

  test("is not guessed at where nothing can be overridden", () => {
    expect(saidOf({ "desired-state/y.yaml": berlin })).toEqual([
      "1:13 missing-field: this network needs `name` (Its name.)",
    ]);
  });
});
