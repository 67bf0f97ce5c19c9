/** The line that trueup names as the cause of a field's change. */

import { describe, expect, test } from "vitest";
import { causingLine } from "../../src/diff/causing-line.ts";
import type { Address } from "../../src/model/address.ts";
import { loadTexts, told } from "../load/fixtures.ts";

type Texts = Readonly<Record<string, string>>;

function declared(texts: Texts) {
  const loaded = loadTexts({
    "desired-state/defaults.yaml": "target: cloud\norganization: Acme\n",
    ...texts,
  });
  expect(told(loaded)).toEqual([]);
  return loaded.desired;
}

/** Returns the line that is named as the cause of the change of an SSID's VLAN, as `file:line:column`. */
function line(before: Texts | undefined, now: Texts, address: Address = "cloud/ssid/a.0") {
  const sides = { desired: declared(now), base: before && declared(before) };
  const at = causingLine(sides, address, "/vlan");
  return at && `${at.file.replace("desired-state/", "")}:${at.line}:${at.column}`;
}

const entry = "networks:\n  a: { name: A, ssids: { 0: { vlan: '${guest}' } } }\n";
const field = "x.yaml:2:31";

describe("the line that made a field what it is", () => {
  const of = (base: number, guest: string) => ({
    "desired-state/vars.yaml": `base: ${base}\nguest: ${guest}\n`,
    "desired-state/x.yaml": entry,
  });

  test("is that of the nearest variable which changed", () => {
    const before = of(1, "${base + 1}");
    expect(line(before, of(2, "${base + 1}"))).toBe("vars.yaml:1:7");
    expect(line(before, of(1, "${base + 2}"))).toBe("vars.yaml:2:8");
    expect(line(before, of(2, "${base + 2}"))).toBe("vars.yaml:2:8");
    expect(line(before, of(1, "5"))).toBe("vars.yaml:2:8");
  });

  test("is that of a variable which a nearer folder declares by now", () => {
    const inFolder = (more: Texts) => ({
      "desired-state/vars.yaml": "guest: 5\n",
      "desired-state/south/x.yaml": entry,
      ...more,
    });
    const now = inFolder({ "desired-state/south/vars.yaml": "guest: 6\n" });
    expect(line(inFolder({}), now)).toBe("south/vars.yaml:1:8");
    expect(line(now, inFolder({}))).toBe("vars.yaml:1:8");
  });

  test("is that of the row of data, for a cell that its expression reads", () => {
    const sites = (vlan: number, note: string) => ({
      "desired-state/sites.csv": `slug,vlan,note\nb,7,x\na,${vlan},${note}\n`,
      "desired-state/x.yaml": `each: { site: sites.csv }
networks:
  "\${site.slug}":
    name: N \${site.slug}
    ssids: { 0: { vlan: "\${int(site.vlan)}" } }
`,
    });
    expect(line(sites(8, "x"), sites(9, "x"))).toBe("sites.csv:3:1");
    // No variable or table that the field depends on has changed, so the field's own line is returned.
    expect(line(sites(8, "x"), sites(8, "y"))).toBe("x.yaml:5:19");
  });

  test("is the field's own, where its text is another one, or nothing is known of before", () => {
    const now = of(2, "${base + 2}");
    const text = { ...now, "desired-state/x.yaml": entry.replace("guest}", "guest + 1}") };
    expect(line(of(1, "${base + 1}"), text)).toBe(field);
    const plain = { ...now, "desired-state/x.yaml": entry.replace("'${guest}'", "7") };
    expect(line(of(1, "${base + 1}"), plain)).toBe(field);
    expect(line(undefined, now)).toBe(field);
    const none = { ...now, "desired-state/x.yaml": "networks: { b: { name: B } }\n" };
    expect(line(none, now)).toBe(field);
  });

  test("is that of what is around a field which is written no longer", () => {
    const gone = { "desired-state/x.yaml": "networks:\n  a: { name: A, ssids: { 0: {} } }\n" };
    expect(line(of(1, "5"), gone)).toBe("x.yaml:2:26");
  });

  test("is none for what is not declared", () => {
    expect(line(of(1, "5"), of(1, "6"), "cloud/ssid/a.9")).toBeUndefined();
  });
});
