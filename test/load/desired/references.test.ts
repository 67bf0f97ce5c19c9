/** Fields that refer to other resources by key: short keys, keys that do not exist, and circular references. */

import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Driver } from "../../../src/drivers/contract/contract.ts";
import { load } from "../../../src/load/load.ts";
import { drivers, project, told } from "../fixtures.ts";

/** The drivers of the fixtures. Here, a field of SSIDs refers to other SSIDs. */
const referring: readonly Driver[] = drivers.map((driver) => ({
  ...driver,
  kinds: driver.kinds.map((kind) => {
    if (kind.name !== "ssid") return kind;
    const fields = { name: z.string().optional(), roamsTo: z.array(z.string()).optional() };
    return { ...kind, schema: z.strictObject(fields), refersTo: { "/name": "ssid", "/roamsTo/*": "ssid" } };
  }),
}));

function loaded(networks: string) {
  const text = `target: cloud\norganization: Acme\nnetworks:\n${networks}`;
  return load({ project, drivers: referring, files: [{ path: "desired-state/x.yaml", text }] });
}

/** Drivers like `referring`. Here, the field can refer to a network or to an SSID. */
const either: readonly Driver[] = referring.map((driver) => ({
  ...driver,
  kinds: driver.kinds.map((kind) =>
    kind.name === "ssid" ? { ...kind, refersTo: { "/name": ["network", "ssid"] } } : kind,
  ),
}));

describe("a field that names one of several kinds", () => {
  const named = (networks: string) => {
    const text = `target: cloud\norganization: Acme\nnetworks:\n${networks}`;
    return load({ project, drivers: either, files: [{ path: "desired-state/x.yaml", text }] });
  };

  test("names the one that has the key, in full or short", () => {
    const all = named('  a: { name: A, ssids: { 0: { name: b }, 1: { name: "0" } } }\n  b: { name: B }\n');
    expect(told(all)).toEqual([]);
    const [first, second] = ["a.0", "a.1"].map((key) => all.desired.resources.get(`cloud/ssid/${key}`));
    expect([first?.value, first?.refersTo]).toEqual([{ name: "b" }, { "/name": "network" }]);
    expect([second?.value, second?.refersTo]).toEqual([{ name: "a.0" }, { "/name": "ssid" }]);
  });

  test("must name one of them, and what all have is suggested", () => {
    const all = named("  rome: { name: A, ssids: { 0: { name: rme }, 1: { name: rome.7 } } }\n");
    expect(told(all)).toMatchInlineSnapshot(`
      [
        "4:40 dangling-reference: \`name\` refers to the network or SSID \`rme\`, which cloud does not declare (Did you mean \`rome\`?)",
        "4:58 dangling-reference: \`name\` refers to the network or SSID \`rome.7\`, which cloud does not declare (Did you mean \`rome.0\`?)",
      ]
    `);
  });

  test("must not have a key that several have", () => {
    const all = named('  a: { name: A, ssids: { 0: { name: "1" }, 1: {} } }\n  a.1: { name: B }\n');
    expect(told(all)).toMatchInlineSnapshot(`
      [
        "4:37 ambiguous-reference: \`name\` could be cloud/network/a.1 and cloud/ssid/a.1 (Give one of them another key: a reference has only the key.)",
      ]
    `);
  });
});

describe("a field that names another resource", () => {
  test("may have a short key: that of what is nearest, else the whole one", () => {
    const all = loaded(`  a:
    name: A
    ssids:
      0: { name: "1", roamsTo: ["1", b.0] }
      1: {}
  b: { name: B, ssids: { 0: { name: a.1 }, 1: { roamsTo: [a.1, "0"] } } }
`);
    expect(told(all)).toEqual([]);
    const value = (key: string) => all.desired.resources.get(`cloud/ssid/${key}`)?.value;
    expect(value("a.0")).toEqual({ name: "a.1", roamsTo: ["a.1", "b.0"] });
    expect(value("b.0")).toEqual({ name: "a.1" });
    expect(value("b.1")).toEqual({ roamsTo: ["a.1", "b.0"] });
  });

  test("must name what is declared, and what could be meant is suggested", () => {
    expect(
      told(
        loaded(`  rome:
    name: Rome
    ssids:
      0: { name: "1" }
  oslo: { name: Oslo, ssids: { 0: { name: rme.0 }, 1: { roamsTo: [rome.0, paris.7] } } }
`),
      ),
    ).toMatchInlineSnapshot(`
      [
        "7:18 dangling-reference: \`name\` refers to the SSID \`1\`, which cloud does not declare (Known: oslo.0, oslo.1, rome.0.)",
        "8:43 dangling-reference: \`name\` refers to the SSID \`rme.0\`, which cloud does not declare (Did you mean \`rome.0\`?)",
        "8:66 dangling-reference: \`roamsTo\` refers to the SSID \`paris.7\`, which cloud does not declare (Known: oslo.0, oslo.1, rome.0.)",
      ]
    `);
  });

  test("must not lead back to its own resource, through others or not", () => {
    expect(told(loaded('  a: { name: A, ssids: { 0: { name: "0" } } }\n'))).toMatchInlineSnapshot(`
      [
        "4:37 circular-reference: cloud/ssid/a.0 is referred to here, and itself refers to cloud/ssid/a.0 (One of them must be created first: let only one refer to the other.)",
      ]
    `);
    expect(
      told(
        loaded(
          `  a: { name: A, ssids: { 0: { name: "1" } , 1: { name: "2" }, 2: { name: "0" }, 3: { name: "0" } } }\n`,
        ),
      ),
    ).toMatchInlineSnapshot(`
      [
        "4:74 circular-reference: cloud/ssid/a.0 is referred to here, and itself refers to cloud/ssid/a.2 (One of them must be created first: let only one refer to the other.)",
      ]
    `);
  });

  test("may be named by several that do not name each other", () => {
    const all = loaded(`  a:
    name: A
    ssids:
      0: { roamsTo: ["1", "2"] }
      1: { name: "3" }
      2: { name: "3" }
      3: {}
`);
    expect(told(all)).toEqual([]);
  });
});
