/** How a change of desired state changes the composed result: `trueup render --diff`. */

import { describe, expect, test } from "vitest";
import { type ComposedComparison, compareComposed, sizeOf } from "../../src/diff/composed.ts";
import { loadTexts, told } from "../load/fixtures.ts";

const defaults = { "desired-state/defaults.yaml": "target: cloud\norganization: Acme\n" };

type Texts = Readonly<Record<string, string>>;

function declared(texts: Texts) {
  const loaded = loadTexts({ ...defaults, ...texts });
  expect(told(loaded)).toEqual([]);
  return loaded.desired;
}

const compared = (before: Texts, now: Texts) => compareComposed(declared(now), declared(before));

/** Compares the earlier declarations of one file with the current ones. */
const edited = (before: string, now: string) =>
  compared({ "desired-state/x.yaml": before }, { "desired-state/x.yaml": now });

/** Returns rows as people see them: the change, its resource, and the line that caused it. */
function shown({ changes }: ComposedComparison): readonly string[] {
  return changes.flatMap(({ action, kind, path, values, at }) =>
    values.map(({ was, now, addresses }) => {
      const sides = was === undefined && now === undefined ? "" : ` ${text(was)} -> ${text(now)}`;
      const line = at ? `${at.file.replace("desired-state/", "")}:${at.line}` : "nowhere";
      return `${action} ${kind}${path ?? ""}${sides} [${addresses.join(" ")}] ${line}`;
    }),
  );
}

const text = (value: unknown) => (value === undefined ? "nothing" : JSON.stringify(value));
const none = { create: 0, update: 0, remove: 0, move: 0, same: 0 };

describe("what is declared anew, or no longer", () => {
  test("is one row for each line that declares it, and names no fields", () => {
    const comparison = edited(
      "networks:\n  rome: { name: Rome, ssids: { 0: { name: Guests } } }\n",
      "networks:\n  oslo: { name: Oslo }\n  bern: { name: Bern }\n",
    );
    expect(shown(comparison)).toEqual([
      "create network [cloud/network/bern] x.yaml:3",
      "create network [cloud/network/oslo] x.yaml:2",
      "remove network [cloud/network/rome] x.yaml:2",
      "remove ssid [cloud/ssid/rome.0] x.yaml:2",
    ]);
    // The organization is only observed, so it is left out of the counts.
    expect(comparison.counts).toEqual({ ...none, create: 2, remove: 2 });
  });

  test("is one row where one line declares it for many rows of data", () => {
    const template = "each: { site: sites.csv }\nnetworks: { '${site.slug}': { name: '${site.slug}' } }\n";
    const of = (...slugs: readonly string[]) => ({
      "desired-state/sites.csv": `slug\n${slugs.join("\n")}\n`,
      "desired-state/x.yaml": template,
    });
    const comparison = compared(of("oslo"), of("oslo", "rome", "bern"));
    expect(shown(comparison)).toEqual(["create network [cloud/network/bern cloud/network/rome] x.yaml:2"]);
    expect(comparison.changes.map(sizeOf)).toEqual([2]);
    expect(comparison.counts).toEqual({ ...none, create: 2, same: 1 });
    expect(shown(compared(of("oslo", "rome"), of("oslo")))).toEqual([
      "remove network [cloud/network/rome] x.yaml:2",
    ]);
  });

  test("is nothing where only the text is another", () => {
    const comparison = edited(
      "networks: { rome: { name: Rome, tags: [a, b] } }\n",
      "# The capital\nnetworks:\n  rome:\n    tags: [b, a]\n    name: Rome\n",
    );
    expect(comparison).toEqual({ changes: [], counts: { ...none, same: 1 } });
  });
});

describe("a field that changed", () => {
  test("is shown with what it was: given, taken away, or another value", () => {
    const comparison = edited(
      "networks:\n  rome:\n    name: Rome\n    tags: [a]\n    netflow: { enabled: true, collectorPort: 2055 }\n",
      "networks:\n  rome:\n    name: Rome\n    timeZone: Europe/Rome\n    netflow: { enabled: false }\n",
    );
    expect(shown(comparison)).toEqual([
      'update network/timeZone nothing -> "Europe/Rome" [cloud/network/rome] x.yaml:4',
      "update network/netflow/enabled true -> false [cloud/network/rome] x.yaml:5",
      "update network/netflow/collectorPort 2055 -> nothing [cloud/network/rome] x.yaml:5",
      'update network/tags ["a"] -> nothing [cloud/network/rome] x.yaml:2',
    ]);
    expect(comparison.counts).toEqual({ ...none, update: 1 });
  });

  test("that defaults changed is one row for all that take it over, the most resources first", () => {
    const rest = "networks:\n  a: { name: A }\n  b: { name: B }\n  c: { name: C, timeZone: Europe/Oslo }\n";
    const comparison = edited(
      `defaults: { networks: { timeZone: Europe/Bern } }\n${rest}`,
      `defaults: { networks: { timeZone: Europe/Rome } }\n${rest.replace("name: C", "name: C2")}`,
    );
    expect(shown(comparison)).toEqual([
      'update network/timeZone "Europe/Bern" -> "Europe/Rome" [cloud/network/a cloud/network/b] x.yaml:1',
      'update network/name "C" -> "C2" [cloud/network/c] x.yaml:5',
    ]);
  });

  test("to different values by one line is one row, with each pair and whose it is", () => {
    const of = (base: number) => `vars: { base: ${base} }
networks:
  a: { name: A, vars: { own: 1 }, ssids: { 0: { vlan: "\${base + own}" }, 1: { vlan: "\${base + own}" } } }
  b: { name: B, vars: { own: 2 }, ssids: { 0: { vlan: "\${base + own}" } } }
`;
    const comparison = edited(of(10), of(20));
    expect(comparison.changes).toHaveLength(1);
    expect(shown(comparison)).toEqual([
      "update ssid/vlan 11 -> 21 [cloud/ssid/a.0 cloud/ssid/a.1] x.yaml:1",
      "update ssid/vlan 12 -> 22 [cloud/ssid/b.0] x.yaml:1",
    ]);
    expect(comparison.changes.map(sizeOf)).toEqual([3]);
    expect(comparison.counts).toEqual({ ...none, update: 3, same: 2 });
  });

  test("of a secret is its reference, whole, and never a part of it", () => {
    const of = (ssid: string) => `networks:\n  a:\n    name: A\n    ssids:\n      0: ${ssid}\n`;
    const first = '{"secret":"env:A_PSK"}';
    const second = '{"secret":"env:B_PSK"}';
    const given = of("{ password: { secret: 'env:A_PSK' } }");
    expect(shown(edited(given, of("{ password: { secret: 'env:B_PSK' } }")))).toEqual([
      `update ssid/password ${first} -> ${second} [cloud/ssid/a.0] x.yaml:5`,
    ]);
    expect(shown(edited(of("{}"), given))).toEqual([
      `update ssid/password nothing -> ${first} [cloud/ssid/a.0] x.yaml:5`,
    ]);
    expect(shown(edited(given, of("{}")))).toEqual([
      `update ssid/password ${first} -> nothing [cloud/ssid/a.0] x.yaml:5`,
    ]);
  });
});

describe("what is no value, and holds for it", () => {
  test("is shown too: site, protect and ownership, also for all in it", () => {
    const before = "networks:\n  a: { name: A, ssids: { 0: {} } }\n";
    const now = "networks:\n  a: { name: A, site: HQ, protect: true, ssids: { 0: {} } }\n";
    expect(shown(edited(before, now))).toEqual([
      'update network/site nothing -> "HQ" [cloud/network/a] x.yaml:2',
      "update network/protect false -> true [cloud/network/a] x.yaml:2",
      'update ssid/site nothing -> "HQ" [cloud/ssid/a.0] x.yaml:2',
      "update ssid/protect false -> true [cloud/ssid/a.0] x.yaml:2",
    ]);
    const of = (fields: string) => ({
      "desired-state/defaults.yaml": "",
      "desired-state/x.yaml": `target: routers\ndevices:\n  r1: { host: 10.20.0.1, ${fields}interfaces: { eth0: {} } }\n`,
    });
    expect(shown(compared(of("ownership: exclusive, "), of("")))).toEqual([
      'update deviceInterface/ownership "exclusive" -> "declared" [routers/deviceInterface/r1.eth0] x.yaml:3',
    ]);
  });

  test("is the host of a device, for all that it has, a row for each kind", () => {
    const of = (host: string) => ({
      "desired-state/defaults.yaml": "",
      "desired-state/x.yaml": `target: routers\ndevices:\n  r1: { host: ${host}, hostname: r1, interfaces: { eth0: {}, eth1: {} } }\n`,
    });
    expect(shown(compared(of("10.20.0.1"), of("10.20.0.2")))).toEqual([
      'update deviceInterface/host "10.20.0.1" -> "10.20.0.2" [routers/deviceInterface/r1.eth0 routers/deviceInterface/r1.eth1] x.yaml:3',
      'update deviceHostname/host "10.20.0.1" -> "10.20.0.2" [routers/deviceHostname/r1] x.yaml:3',
    ]);
  });

  test("are the keys that identify elements of lists", () => {
    const of = (leaf: string) => ({
      "desired-state/defaults.yaml": "",
      "desired-state/x.yaml": `target: routers
devices:
  r1:
    host: 10.20.0.1
    config: { /ntp: { servers: [{ name: a, id: 1 }] } }
    keys: { /ntp/servers: [${leaf}] }
`,
    });
    expect(shown(compared(of("name"), of("id")))).toEqual([
      'update deviceConfiguration/keys {"/servers":["name"]} -> {"/servers":["id"]} [routers/deviceConfiguration/r1./ntp] x.yaml:6',
    ]);
  });
});

describe("a list with identity", () => {
  test("is compared by element: another order is no change, a leaf of one element is one", () => {
    const of = (servers: string) => ({
      "desired-state/defaults.yaml": "",
      "desired-state/x.yaml": `target: routers
devices:
  r1:
    host: 10.20.0.1
    keys: { /ntp/servers: [name] }
    config:
      /ntp:
        servers:
${servers}`,
    });
    const a = "          - { name: a, id: 1 }\n";
    const b = "          - { name: b, id: 2 }\n";
    expect(compared(of(a + b), of(b + a))).toEqual({ changes: [], counts: { ...none, same: 1 } });
    const ofOne = "[routers/deviceConfiguration/r1./ntp]";
    expect(shown(compared(of(a + b), of(b.replace("2", "3") + a)))).toEqual([
      `update deviceConfiguration/servers/b/id 2 -> 3 ${ofOne} x.yaml:9`,
    ]);
    expect(shown(compared(of(a), of(a + b)))).toEqual([
      `update deviceConfiguration/servers/b nothing -> {"name":"b","id":2} ${ofOne} x.yaml:10`,
    ]);
    expect(shown(compared(of(a + b), of(b)))).toEqual([
      `update deviceConfiguration/servers/a {"name":"a","id":1} -> nothing ${ofOne} x.yaml:8`,
    ]);
  });
});

describe("a key that changed", () => {
  test("is a move, with the keys of what is in it, and not a removal", () => {
    const comparison = edited(
      "networks:\n  rome: { name: Rome, ssids: { 0: { vlan: 5 }, 1: {} } }\n",
      "networks:\n\n  roma: { name: Rome, ssids: { 0: { vlan: 6 }, 1: {} } }\n",
    );
    expect(shown(comparison)).toEqual([
      'move ssid "rome.0" -> "roma.0" [cloud/ssid/roma.0] x.yaml:3',
      'move ssid "rome.1" -> "roma.1" [cloud/ssid/roma.1] x.yaml:3',
      'move network "rome" -> "roma" [cloud/network/roma] x.yaml:3',
      "update ssid/vlan 5 -> 6 [cloud/ssid/roma.0] x.yaml:3",
    ]);
    expect(comparison.counts).toEqual({ ...none, update: 1, move: 3, same: 2 });
  });
});
