import { describe, expect, test } from "vitest";
import { load } from "../../src/load/load.ts";
import { drivers, loadText, loadTexts, project, told } from "./fixtures.ts";

/**
 * Loads these fields of one network, in a file for the dashboard, and returns the problems. The first line of the
 * fields is line 5 of the file.
 */
function network(fields: string): readonly string[] {
  return told(
    loadText(`target: cloud\norganization: Acme\nnetworks:\n  a:\n${fields.replace(/^/gm, "    ")}\n`),
  );
}

describe("an entry's problems", () => {
  test.each([
    [
      "nme: A",
      [
        "4:3 missing-field: this network needs `name` (Its name.)",
        "5:5 unknown-field: this network has no field `nme` (Did you mean `name`?)",
      ],
    ],
    [
      "name: A\ntimezone: Europe/Berlin",
      ["6:5 unknown-field: this network has no field `timezone` (Did you mean `timeZone`?)"],
    ],
    ["name: A\nssid: {}", ["6:5 unknown-field: this network has no field `ssid` (Did you mean `ssids`?)"]],
    [
      "name: A\nprotekt: true",
      ["6:5 unknown-field: this network has no field `protekt` (Did you mean `protect`?)"],
    ],
    [
      "name: A\nxyz: true",
      [
        "6:5 unknown-field: this network has no field `xyz` (Known: allowUnknown, name, netflow, protect, site, ssids, tags, timeZone, vars.)",
      ],
    ],
    ["name: 12", ['5:11 wrong-type: `name` must be text, not a number (Put it in quotes: "12".)']],
    ["name: true", ['5:11 wrong-type: `name` must be text, not true or false (Put it in quotes: "true".)']],
    ["name: [A]", ["5:11 wrong-type: `name` must be text, not a list (Its name.)"]],
    ["name:", ["5:5 wrong-type: `name` must be text, not empty (Its name.)"]],
    ["name: ''", ["5:11 invalid-value: `name` must be at least 1 characters long (Its name.)"]],
    ["name: A\ntimeZone: berlin", ["6:15 invalid-value: `timeZone` is not a time zone"]],
    ["name: A\ntags: branch", ["6:11 wrong-type: `tags` must be a list, not text"]],
    [
      "name: A\ntags: [a, 5]",
      ['6:15 wrong-type: `tags.1` must be text, not a number (Put it in quotes: "5".)'],
    ],
    [
      "name: A\nnetflow: { enabled: yes }",
      [
        "6:25 wrong-type: `netflow.enabled` must be true or false, not text (Write true: in YAML 1.2, yes is text.)",
      ],
    ],
    [
      "name: A\nnetflow: { enabled: Off }",
      [
        "6:25 wrong-type: `netflow.enabled` must be true or false, not text (Write false: in YAML 1.2, Off is text.)",
      ],
    ],
    [
      "name: A\nnetflow: { colectorIp: 10.0.0.1 }",
      ["6:16 unknown-field: `netflow` has no field `colectorIp` (Did you mean `collectorIp`?)"],
    ],
    [
      "name: A\nnetflow: { collectorIp: 10.0.0.300 }",
      ["6:29 invalid-value: `netflow.collectorIp` is not a valid IPv4 address"],
    ],
    [
      "name: A\nnetflow: { collectorPort: 70000 }",
      ["6:31 invalid-value: `netflow.collectorPort` must be at most 65535"],
    ],
    [
      "name: A\nnetflow: { collectorPort: '80' }",
      ["6:31 wrong-type: `netflow.collectorPort` must be a number, not text (Write it without quotes.)"],
    ],
    [
      "name: A\nnetflow: { collectorPort: 80.5 }",
      ["6:31 wrong-type: `netflow.collectorPort` must be a whole number, not a fraction"],
    ],
    [
      "name: A\nsite: 5\nprotect: 'no'",
      [
        '6:11 wrong-type: `site` must be text, not a number (Put it in quotes: "5".)',
        "7:14 wrong-type: `protect` must be true or false, not text (Write false: in YAML 1.2, no is text.)",
      ],
    ],
    [
      "name: A\nownership: exclusive",
      [
        "6:5 unknown-field: this network has no field `ownership` (Known: allowUnknown, name, netflow, protect, site, ssids, tags, timeZone, vars.)",
      ],
    ],
    [
      "name: A\nssids: [a]",
      [
        "6:12 wrong-type: `ssids` must be a map of entries by key, not a list (Each entry has a key of its own: `ssids: { KEY: { ... } }`.)",
      ],
    ],
    [
      "name: A\nssids: { 15: {} }",
      ["6:14 invalid-key: `15` cannot be the key of this SSID: an SSID's number is 0 to 14"],
    ],
    ["name: A\nssids: { 0: 5 }", ["6:17 wrong-type: this SSID must be a map, not a number"]],
    [
      "name: A\nssids: { 0: { band: duall } }",
      ["6:25 invalid-value: `band` must be `dual` or `five` (Did you mean `dual`?)"],
    ],
    ["name: A\nssids: { 0: { vlan: 13 } }", ["6:25 unlucky: VLAN 13 is taken (Take 14.)"]],
    [
      "name: 012",
      [
        '5:11 ambiguous-number: `012` would be read as the number 12 (Write 12 if you mean a number, or "012" in quotes if you mean text.)',
      ],
    ],
  ])("%j", (fields, expected) => {
    expect(network(fields)).toStrictEqual(expected);
  });

  test("an SSID is checked even when its network has a problem", () => {
    expect(network("name: 5\nssids: { 0: { vlan: 5000 } }")).toHaveLength(2);
  });

  test("`1:30`, `no` and `10.0.0.1` are text wherever text is wanted", () => {
    const { desired, problems } = loadText(
      "target: cloud\norganization: Acme\nnetworks: { a: { name: no, tags: [1:30, 10.0.0.1] } }\n",
    );
    expect(problems).toStrictEqual([]);
    expect(desired.resources.get("cloud/network/a")?.value).toStrictEqual({
      name: "no",
      tags: ["10.0.0.1", "1:30"],
    });
  });
});

describe("a problem's excerpt", () => {
  test("shows the line, the one before it and a caret under the fault", () => {
    const [problem] = loadText("target: fabric-east\ntenants:\n  Prod: { descripton: x }\n").problems;
    expect(problem?.address).toBe("fabric-east/tenant/Prod");
    expect(problem?.severity).toBe("error");
    expect(problem?.excerpt).toBe("2 | tenants:\n3 |   Prod: { descripton: x }\n  |           ^");
  });

  test("keeps the fault in sight in a long line, and doesn't show endless ones", () => {
    const long = `target: fabric-east\ntenants: { ${"A".repeat(255)}: { descripton: x } }\n`;
    const excerpt = loadText(long).problems[0]?.excerpt ?? "";
    const [shown = "", caret = ""] = excerpt.split("\n").slice(-2);
    expect(shown.slice(caret.indexOf("^")).startsWith("descripton")).toBe(true);
    expect(Math.max(...excerpt.split("\n").map((line) => line.length))).toBeLessThan(110);
    const endless = loadText(`target: fabric-east\ntenants: { A: { d: ${"x".repeat(10_000)} } }\n`)
      .problems[0];
    expect(endless?.excerpt).not.toContain("xxx");
  });

  test("shows control and bidi characters as dots", () => {
    const text = 'target: fabric-east\ntenants:\n  A: { "\u202e\u0085d": x }\n';
    expect(loadText(text).problems[0]?.excerpt).toContain('"\u00b7\u00b7d"');
  });
});

describe("a file's problems", () => {
  test.each([
    [
      "networks: {}\n",
      [
        "1:1 missing-target: this file does not name a target (Write `target: NAME` at its top, or in defaults.yaml of its folder. Known: cloud, cloud2, fabric-east, routers.)",
      ],
    ],
    ["target: clod\n", ["1:9 unknown-target: trueup.yaml has no target `clod` (Did you mean `cloud`?)"]],
    ["target: [cloud]\n", ["1:9 unknown-target: `target` must be text, not a list"]],
    ["target: cloud\nnetworks: {}\n", ["1:1 missing-field: a file for cloud needs `organization`"]],
    [
      "target: cloud\norganization: 5\n",
      ['2:15 wrong-type: `organization` must be text, not a number (Put it in quotes: "5".)'],
    ],
    [
      "target: cloud\norganization: A\nnetwork: {}\n",
      ["3:1 unknown-section: a file cannot have `network` here (Did you mean `networks`?)"],
    ],
    [
      "target: cloud\norganization: A\norganizations: {}\n",
      ["3:1 unknown-section: a file cannot have `organizations` here (Did you mean `organization`?)"],
    ],
    [
      "target: cloud\norganization: A\ntenants: {}\n",
      [
        "3:1 wrong-section: `tenants` does not belong in a file for cloud (It belongs in a file for a target with interface fabric.)",
      ],
    ],
    [
      "target: fabric-east\norganization: A\n",
      [
        "2:1 wrong-section: `organization` does not belong in a file for fabric-east (It belongs in a file for a target with interface dashboard.)",
      ],
    ],
    [
      "target: cloud\norganization: A\nnetworks: [a]\n",
      [
        "3:11 wrong-type: `networks` must be a map of entries by key, not a list (Each entry has a key of its own: `networks: { KEY: { ... } }`.)",
      ],
    ],
    [
      "target: cloud\norganization: A\nnetworks:\n  - name: New York\n",
      [
        "4:3 wrong-type: `networks` must be a map of entries by key, not a list (Each entry has a key of its own: `networks: { new-york: { name: New York } }`.)",
      ],
    ],
    ["- a\n", ["1:1 wrong-type: a file must be a map with `target` and sections, not a list"]],
    ["target: routers\ndevices: { r: { hostname: r } }\n", ["2:12 missing-field: this device needs `host`"]],
    [
      "target: routers\ndevices: { r: { host: 192.0.2.1 } }\n",
      [
        "2:23 host-not-listed: `192.0.2.1` is not among the hosts of target `routers` (Add it to `hosts` of `routers` in trueup.yaml.)",
      ],
    ],
    [
      "target: routers\ndevices: { r: { host: 10.20.0.1, keys: { n: ip } } }\n",
      [
        "2:42 invalid-key: `keys.n` cannot be a key here: it must start with / (By the data path of a list: the leaf, or leaves, that identify the list's elements.)",
      ],
    ],
    [
      "target: routers\ndevices: { r: { host: 10.20.0.1, config: { n: 1 } } }\n",
      ['2:44 invalid-key: `n` cannot be the key of this device configuration: it must start with "/"'],
    ],
    [
      "target: routers\ndevices: { r: { host: 10.20.0.1, hostname: 5 } }\n",
      ['2:44 wrong-type: this device hostname must be text, not a number (Put it in quotes: "5".)'],
    ],
    [
      "a: [1\n",
      [
        "1:4 yaml-syntax: the indentation ends before this bracket is closed (Close the bracket, or indent its lines further than the line in which it opens.)",
      ],
    ],
  ])("%j", (text, expected) => {
    expect(told(loadText(text))).toStrictEqual(expected);
  });

  test("a target whose interface has no driver here declares nothing", () => {
    const files = [{ path: "a.yaml", text: "target: cloud\norganization: A\n" }];
    expect(load({ project, files, drivers: drivers.slice(1) }).desired.resources.size).toBe(0);
  });
});

describe("problems between files", () => {
  test("an address that is declared twice names both places, and is told once", () => {
    const text = "target: cloud\norganization: Acme\nnetworks: { a: { name: A, ssids: { 0: {} } } }\n";
    const loaded = loadTexts({ "desired-state/y.yaml": text, "desired-state/x.yaml": text });
    expect(loaded.problems.map(({ at, message }) => [at?.file, message])).toStrictEqual([
      ["desired-state/y.yaml", "cloud/network/a is declared twice, first in desired-state/x.yaml:3:13"],
    ]);
  });

  test("two networks of one organization with one name are a problem; of two organizations they are not", () => {
    const named = (organization: string, key: string) =>
      `target: cloud\norganization: ${organization}\nnetworks: { ${key}: { name: Same } }\n`;
    const same = loadTexts({ "a.yaml": named("Acme", "a"), "b.yaml": named("Acme", "b") });
    expect(told(same)).toStrictEqual([
      "3:13 duplicate-identity: cloud/network/b and cloud/network/a (a.yaml:3:13) both declare `Same` (Rename or remove one of them.)",
    ]);
    expect(
      loadTexts({ "a.yaml": named("Acme", "a"), "b.yaml": named("Globex", "b") }).problems,
    ).toStrictEqual([]);
  });

  test("two devices with one host are the same device", () => {
    const loaded = loadText(
      "target: routers\ndevices: { a: { host: 10.20.0.1, hostname: a }, b: { host: 10.20.0.1, hostname: b } }\n",
    );
    expect(loaded.problems.map(({ code }) => code)).toStrictEqual(["duplicate-identity"]);
  });

  test("a driver's own check over all resources of a target is told with its place", () => {
    const checking = drivers.map((driver) => ({
      ...driver,
      check: (
        resources: readonly { readonly address: `${string}/${string}/${string}`; readonly target: string }[],
      ) =>
        resources.map(({ address }) => ({
          address,
          path: "/description",
          code: "seen",
          message: `saw ${resources.length}`,
        })),
    }));
    const files = [{ path: "a.yaml", text: "target: fabric-east\ntenants: { A: { description: a }, B: }\n" }];
    expect(told(load({ project, files, drivers: checking }))).toStrictEqual([
      "2:17 seen: saw 2",
      "2:35 seen: saw 2",
    ]);
  });

  test.each([
    ["10.20.255.1", []],
    ["rtr-1.EXAMPLE.net", []],
    ["10.21.0.1", ["host-not-listed"]],
    ["010.020.0.1", ["host-not-listed"]],
    ["example.net", ["host-not-listed"]],
    ["rtr-1.example.net.evil.org", ["host-not-listed"]],
    ["2001:db8::1", ["host-not-listed"]],
  ])("of hosts 10.20.0.0/16 and .example.net, %s: %j", (host, codes) => {
    const { problems } = loadText(`target: routers\ndevices: { r: { host: "${host}", hostname: r } }\n`);
    expect(problems.map(({ code }) => code)).toStrictEqual(codes);
  });

  test("problems come by file, line and column", () => {
    const bad = "target: fabric-east\ntenants:\n  A: { z: 1, y: 2 }\n  B: { x: 3 }\n";
    const { problems } = loadTexts({
      "b.yaml": bad,
      "a.yaml": bad.replace(/A:|B:/g, "$&1:").replaceAll(":1:", "1:"),
    });
    expect(problems.map(({ at }) => `${at?.file}:${at?.line}:${at?.column}`)).toStrictEqual([
      "a.yaml:3:9",
      "a.yaml:3:15",
      "a.yaml:4:9",
      "b.yaml:3:8",
      "b.yaml:3:14",
      "b.yaml:4:8",
    ]);
  });
});

describe("what slips into YAML from elsewhere is said by its name", () => {
  const hints = (fields: string) => network(fields).join("\n");

  test("a second colon in a value, whose key is named and whose text, which may be a secret, is not", () => {
    expect(hints("name: Office: Berlin")).toContain(
      "a value that contains `: ` must be in quotes (Put the value of `name` in quotes.)",
    );
    expect(hints("password: correct: horse")).not.toContain("horse");
    expect(hints("name: A\n  timeZone: b")).toContain("yaml-syntax: the indentation doesn't fit");
  });

  test.each([
    ['a: { name: "A }\n', "1:12 yaml-syntax: the indentation ends before this quote is closed"],
    [
      "a:\n  b: \"x: [\n  c: it's\nd: 1\n",
      "2:6 yaml-syntax: the indentation ends before this quote is closed",
    ],
    [
      "a:\n  - 'it''s\n  # \" [\n  - b\n",
      "2:5 yaml-syntax: the indentation ends before this quote is closed",
    ],
    [
      "a:\n  b: {\n    c: [1,\n      2],\n    # }\n  d: 1\n",
      "2:6 yaml-syntax: the indentation ends before this bracket",
    ],
    ["a:\n  b: 1\n c: 2\n", "3:2 yaml-syntax: the indentation doesn't fit the lines above"],
  ])("a quote or bracket that is left open, at its own place: %j", (text, expected) => {
    expect(told(loadText(text)).join()).toContain(expected);
  });

  test.each([
    ["name:\u00a0Office", "contains a special space"],
    ["name: A\n\u00a0timeZone: x", "contains a special space"],
    ["name:Office\ntimeZone: x", "In the line above, insert a blank after the colon: `name: ...`."],
    ["name: {{ site }}", "In YAML `{{` begins two maps"],
    ["name: A\ntags: \u201cbranch\u201d", "Typographic quotes"],
  ])("%j", (fields, hint) => {
    expect(hints(fields)).toContain(hint);
  });

  test("and is no problem where it is meant: in text, in quotes, as an address", () => {
    for (const name of ["A\u00a0B", "\u201cA\u201d B", "'Office: Berlin'", "http://a:8080/x"])
      expect(network(`name: ${name}`)).toEqual([]);
  });
});
