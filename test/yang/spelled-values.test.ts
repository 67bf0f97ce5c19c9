/** Values of the types of RFC 6991 and of OpenConfig. Each has one spelling, in which it is compared and sent. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/model/json.ts";
import { canonicalData } from "../../src/yang/data/canonical.ts";
import { Values } from "../../src/yang/values/check-value.ts";
import { moduleOf, schemaOf } from "./modules.ts";
import { hasYanglint, noYanglint } from "./other-readers.ts";

/** The types as far as these tests need them. They have the names of the standards, but their patterns accept more. */
const types = {
  "ietf-inet-types": `
    typedef ipv4-address { type string { pattern '[0-9.]*(%.+)?'; } }
    typedef ipv6-address { type string { pattern '[0-9a-fA-F:.]*:[0-9a-fA-F:.]*(%.+)?'; } }
    typedef ipv6-address-no-zone { type ipv6-address { pattern '[^%]*'; } }
    typedef ip-address { type union { type ipv4-address; type ipv6-address; } }
    typedef ipv4-prefix { type string { pattern '[0-9.]*/[0-9]*'; } }
    typedef ipv6-prefix { type string { pattern '[0-9a-fA-F:.]*/[0-9]*'; } }
    typedef ip-prefix { type union { type ipv4-prefix; type ipv6-prefix; } }
    typedef domain-name { type string { length "1..253"; } }
    typedef host { type union { type ip-address; type domain-name; } }
    typedef uri { type string; }`,
  "ietf-yang-types": `
    typedef mac-address { type string { pattern '[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){5}'; } }
    typedef hex-string { type string; }
    typedef uuid { type string; }
    typedef date-and-time { type string; }
    typedef dotted-quad { type string; }`,
  "openconfig-inet-types": `
    typedef ipv6-address { type string; }
    typedef ipv6-prefix { type string; }`,
};

const rows: readonly (readonly [type: string, written: string, own: string])[] = [
  ["inet:ipv6-address", "2001:DB8:0:0:0:0:0:53", "2001:db8::53"],
  ["inet:ipv6-address-no-zone", "1:0:0:2:0:0:0:3", "1:0:0:2::3"],
  ["inet:ipv6-address", "FE80::A%Eth0", "fe80::a%Eth0"],
  ["inet:ip-address", "::FFFF:c000:0201", "::ffff:192.0.2.1"],
  ["inet:ip-address", "10.0.0.1", "10.0.0.1"],
  ["inet:ip-prefix", "10.0.20.1/24", "10.0.20.0/24"],
  ["inet:ip-prefix", "2001:DB8:1::1/32", "2001:db8::/32"],
  ["inet:host", "FE80::0:1", "fe80::1"],
  ["inet:host", "WWW.Example.COM", "www.example.com"],
  ["inet:uri", "HTTP://A/%7e/./B", "http://a/~/./B"],
  ["yang:mac-address", "AA:bb:CC:00:11:22", "aa:bb:cc:00:11:22"],
  ["yang:hex-string", "AA:0b", "aa:0b"],
  ["yang:uuid", "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"],
  ["yang:date-and-time", "2027-01-31T01:30:00.500+01:00", "2027-01-31T00:30:00.5Z"],
  ["yang:date-and-time", "2027-01-31T00:00:00-00:00", "2027-01-31T00:00:00Z"],
  ["oc:ipv6-prefix", "2001:DB8:0::1/64", "2001:db8::1/64"],
  ["own-name", "Corp", "Corp"],
  ["mac-address", "AA:BB", "AA:BB"],
  ["own-mac", "AA:BB:CC:00:11:22", "aa:bb:cc:00:11:22"],
  ["upper-mac", "AA:BB:CC:00:11:22", "AA:BB:CC:00:11:22"],
  ["yang:dotted-quad", "1.2.3.4", "1.2.3.4"],
];

const own = `
  import ietf-inet-types { prefix inet; } import ietf-yang-types { prefix yang; }
  import openconfig-inet-types { prefix oc; }
  typedef own-name { type string; } typedef mac-address { type string; }
  typedef own-mac { type yang:mac-address; } typedef upper-mac { type yang:mac-address { pattern '[0-9A-F:]*'; } }`;

const schemaWith = (...statements: readonly string[]) =>
  schemaOf(
    moduleOf("m", own, ...statements),
    ...Object.entries(types).map(([name, typedefs]) => moduleOf(name, typedefs)),
  );

describe("a value", () => {
  test.each(rows)("of %s: %s is %s", (type, written, canonical) => {
    const schema = schemaWith(`leaf x { type ${type}; }`);
    const node = schema.top("m", "x");
    const check = (value: Json) => node && new Values(schema).check(node, value);
    expect(schema.problems).toEqual([]);
    expect(check(written)).toEqual({ canonical, json: canonical });
    expect(check(canonical)).toEqual({ canonical, json: canonical });
  });

  test("that is none of its type stays a fault", () => {
    const schema = schemaWith("leaf x { type yang:mac-address; }");
    const node = schema.top("m", "x");
    expect(node && new Values(schema).check(node, "AABB.CC00.1122")).toMatchObject({
      fault: expect.stringContaining("matches"),
    });
  });
});

test("keys, leaf-lists and leafrefs in a tree have it too, and a set is sorted by it", () => {
  const schema = schemaWith(`container top {
    list peer { key address; leaf address { type inet:ip-address; } leaf-list allowed { type inet:ip-prefix; } }
    leaf active { type leafref { path "../peer/address"; } } }`);
  const node = schema.top("m", "top");
  const tree = {
    peer: [{ address: "FE80:0::1", allowed: ["FD00:1::/32", "10.0.20.1/24"] }],
    active: "FE80:0::1",
  };
  const canonical = {
    peer: [{ address: "fe80::1", allowed: ["10.0.20.0/24", "fd00:1::/32"] }],
    active: "fe80::1",
  };
  expect(node && canonicalData(schema, node, tree)).toEqual(canonical);
  expect(node && canonicalData(schema, node, canonical)).toEqual(canonical);
});

test("yanglint spells addresses and prefixes as they are spelled here", ({ skip }) => {
  skip(!hasYanglint, noYanglint);
  const folder = mkdtempSync(join(tmpdir(), "trueup-yang-"));
  try {
    const known = rows.filter(([type]) => /^inet:ip/.test(type));
    const leaves = known.map(([type], at) => `leaf x${at} { type ${type}; }`);
    const imports = "import ietf-inet-types { prefix inet; }";
    writeFileSync(join(folder, "m.yang"), moduleOf("m", imports, ...leaves));
    const data = Object.fromEntries(known.map(([, written], at) => [`m:x${at}`, written]));
    writeFileSync(join(folder, "d.json"), JSON.stringify(data));
    const { stdout } = spawnSync("yanglint", ["-t", "config", "-f", "json", "m.yang", "d.json"], {
      cwd: folder,
    });
    const spelled = Object.fromEntries(known.map(([, , canonical], at) => [`m:x${at}`, canonical]));
    expect(JSON.parse(stdout.toString())).toEqual(spelled);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
