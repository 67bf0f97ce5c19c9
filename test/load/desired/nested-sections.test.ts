/** Sections in groups, as in the paths of products, and the short forms of sections. */

import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { type LoadResult, load } from "../../../src/load/load.ts";
import { schemas } from "../../../src/load/schemas.ts";
import { isObject, type Json } from "../../../src/model/json.ts";
import { project, told } from "../fixtures.ts";
import { nested, unread, withKinds } from "../nested.ts";

const drivers = withKinds([...nested, unread]);

function loaded(text: string, folder = ""): LoadResult {
  const own = { path: "desired-state/a.yaml", text: `target: cloud\norganization: Acme\n${text}` };
  const above = { path: "desired-state/defaults.yaml", text: folder };
  return load({ project, files: folder === "" ? [own] : [own, above], drivers });
}

const ofNetworks = ({ desired }: LoadResult) =>
  Object.fromEntries(
    [...desired.resources.values()]
      .filter((each) => !each.observed)
      .map(({ address, value }) => [address, value]),
  );

describe("sections in groups", () => {
  test("are resources in what the group is in, each at its own line", () => {
    const of = loaded(`networks:
  berlin:
    name: Berlin
    appliance:
      vlans:
        10: { name: Office }
        20:
      settings: { on: true }
    wireless: { ssids: { 0: { name: Corp } } }
`);
    expect(told(of)).toEqual([]);
    expect(ofNetworks(of)).toEqual({
      "cloud/network/berlin": { name: "Berlin" },
      "cloud/settings/berlin": { on: true },
      "cloud/ssid/berlin.0": { name: "Corp" },
      "cloud/vlan/berlin.10": { name: "Office" },
      "cloud/vlan/berlin.20": {},
    });
    expect(of.desired.resources.get("cloud/vlan/berlin.10")?.parent).toBe("cloud/network/berlin");
    expect(of.desired.locate("cloud/vlan/berlin.10", "/name")).toMatchObject({ line: 8, column: 15 });
    expect(of.desired.locate("cloud/settings/berlin", "/on")).toMatchObject({ line: 10, column: 19 });
  });

  test("may be empty, all of them and each", () => {
    const of = loaded("networks: { a: { name: A, appliance: }, b: { name: B, wireless: { ssids: } } }\n");
    expect(told(of)).toEqual([]);
    expect(Object.keys(ofNetworks(of))).toEqual(["cloud/network/a", "cloud/network/b"]);
  });

  test.each([
    [
      "appliance: [10]",
      "3:38 wrong-type: `appliance` must be a map of sections, not a list (Known: ports, settings, vlans.)",
    ],
    [
      "appliance: { vlan: {} }",
      "3:40 unknown-section: `appliance` has no section `vlan` (Did you mean `vlans`?)",
    ],
    [
      "appliance: { vlans: [10] }",
      "3:47 wrong-type: `appliance.vlans` must be a map of entries by key, not a list (Each entry has a key of its own: `vlans: { KEY: { ... } }`.)",
    ],
    [
      "applience: {}",
      "3:27 unknown-field: this network has no field `applience` (Did you mean `appliance`?)",
    ],
    [
      "vlans: {}",
      "3:27 unknown-field: this network has no field `vlans` (Write it in its section group: `appliance.vlans`.)",
    ],
    [
      "ssids: 5",
      "3:34 wrong-type: `wireless.ssids` must be a map of entries by key, not a number (Each entry has a key of its own: `ssids: { KEY: { ... } }`.)",
    ],
    [
      "appliance: { vlans: { 10: { nam: x } } }",
      "3:55 unknown-field: this vlan has no field `nam` (Did you mean `name`?)",
    ],
  ])("say where they are wrong: %s", (written, problem) => {
    expect(told(loaded(`networks: { a: { name: A, ${written} } }\n`))).toEqual([problem]);
  });
});

describe("a short form", () => {
  test("is the same section, and has the same addresses and places", () => {
    const of = loaded(
      "networks:\n  a:\n    name: A\n    ssids:\n      0: { name: Corp }\n    settings: { on: true }\n",
    );
    expect(told(of)).toEqual([]);
    expect(ofNetworks(of)).toEqual({
      "cloud/network/a": { name: "A" },
      "cloud/settings/a": { on: true },
      "cloud/ssid/a.0": { name: "Corp" },
    });
    expect(of.desired.locate("cloud/ssid/a.0", "/name")).toMatchObject({ line: 7, column: 12 });
    expect(of.desired.locate("cloud/settings/a", "/on")).toMatchObject({ line: 8, column: 17 });
  });

  test("may stand beside the full one, but not for the same entry", () => {
    const of = loaded(`networks:
  a:
    name: A
    ssids: { 0: { name: Corp }, 1: { name: Guests } }
    wireless: { ssids: { 1: { name: Others }, 2: { name: More } } }
`);
    expect(told(of)).toEqual([
      "6:33 duplicate-address: `ssids.1` is declared twice: as `wireless.ssids.1` too " +
        "(`ssids.1` is short for `wireless.ssids.1`: write one of them.)",
    ]);
    expect(Object.keys(ofNetworks(of))).toEqual([
      "cloud/network/a",
      "cloud/ssid/a.0",
      "cloud/ssid/a.1",
      "cloud/ssid/a.2",
    ]);
    const single = loaded(
      "networks: { a: { name: A, settings: { on: true }, appliance: { settings: { on: false } } } }\n",
    );
    expect(told(single)).toMatchObject([
      expect.stringContaining("duplicate-address: `settings` is declared twice: as `appliance.settings` too"),
    ]);
  });

  test("takes over what defaults say by the full name, and the other way round", () => {
    const of = loaded(
      `defaults: { wireless.ssids: { vlan: 20 } }
networks:
  a: { name: A, ssids: { 0: { name: Corp } } }
  b: { name: B, wireless: { ssids: { 0: { vlan: 30 } } } }
`,
      "defaults: { ssids: { name: Any, vlan: 10 }, networks: { ssids: { 1: { name: Guests } } } }\n",
    );
    expect(told(of)).toEqual([]);
    expect(ofNetworks(of)).toEqual({
      "cloud/network/a": { name: "A" },
      "cloud/network/b": { name: "B" },
      "cloud/ssid/a.0": { name: "Corp", vlan: 20 },
      "cloud/ssid/a.1": { name: "Guests", vlan: 20 },
      "cloud/ssid/b.0": { name: "Any", vlan: 30 },
      "cloud/ssid/b.1": { name: "Guests", vlan: 20 },
    });
    const place = (path: string) => of.desired.locate("cloud/ssid/b.0", path);
    expect(place("/vlan")).toMatchObject({ file: "desired-state/a.yaml", line: 6, layer: "entry" });
    expect(place("/name")).toMatchObject({
      file: "desired-state/defaults.yaml",
      line: 1,
      layer: "folderDefaults",
    });
    expect(of.desired.locate("cloud/ssid/a.0", "/vlan")).toMatchObject({ line: 3, layer: "fileDefaults" });
  });

  test("and the full name in the same defaults are a problem", () => {
    const of = loaded(
      "defaults: { ssids: { vlan: 1 }, wireless.ssids: { vlan: 2 } }\nnetworks: { a: { name: A } }\n",
    );
    expect(told(of)).toEqual([
      "3:33 duplicate-address: `ssids` is declared twice: as `wireless.ssids` too " +
        "(`ssids` is short for `wireless.ssids`: write one of them.)",
    ]);
  });
});

describe("editors", () => {
  test("are offered groups, short forms and defaults, and take what the loader takes", () => {
    const schema = schemas(withKinds(nested))["desired-state.json"];
    const validate = new Ajv({ strict: false, logger: false }).compile(schema);
    const file = (of: Json) => ({ target: "cloud", organization: "Acme", networks: { a: of } });
    const takes = (of: Json) => validate(file(of));
    expect(takes({ appliance: { vlans: { 10: { name: "x" } } }, wireless: null })).toBe(true);
    expect(takes({ ssids: { 0: { name: "x" } } })).toBe(true);
    expect(takes({ appliance: { vlan: {} } })).toBe(false);
    expect(takes({ appliance: { vlans: { 10: { nam: "x" } } } })).toBe(false);
    expect(
      validate({ target: "cloud", defaults: { "appliance.vlans": { name: "x" }, ssids: { vlan: 1 } } }),
    ).toBe(true);
    expect(isObject(schema)).toBe(true);
  });
});
