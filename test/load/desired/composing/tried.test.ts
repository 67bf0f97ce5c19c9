/** `trueup eval`: returns the result of an expression that somebody tries, or the reason why it has none. */

import { describe, expect, test } from "vitest";
import type { Address } from "../../../../src/model/address.ts";
import { loadTexts, told } from "../../fixtures.ts";

describe("what eval says", () => {
  const texts = {
    "desired-state/defaults.yaml": "target: cloud\norganization: Acme\n",
    "desired-state/vars.yaml": "base: 100\nguest: ${base + 5}\nbroken: ${base / 0}\npair: [1, 2]\n",
    "desired-state/south/vars.yaml": "base: 200\n",
    "desired-state/south/x.yaml": `vars: { city: Rome }
networks: { rome: { name: "\${city}", vars: { guests: 2 }, ssids: { 0: { vlan: "\${guest}" }, 1: {} } } }
`,
    "desired-state/plain/y.yaml": "networks: { oslo: { name: Oslo } }\n",
  };

  function evaluated(expression: string, at?: Address) {
    const loaded = loadTexts(texts);
    expect(told(loaded)).toEqual([]);
    const result = loaded.composition.evaluate(expression, at);
    if ("value" in result) return result.value;
    return result.problems.map(({ code, message, hint, at: place, excerpt }) =>
      [
        code,
        message,
        hint ?? "no hint",
        place ? `${place.file}:${place.line}:${place.column}` : "nowhere",
        excerpt?.replace("\n", " ⏎ ") ?? "no excerpt",
      ].join(" | "),
    );
  }

  test("is the value of an expression, with its type, or of a text with expressions in it", () => {
    expect(evaluated("guest + 1")).toBe(106);
    expect(evaluated("pair")).toEqual([1, 2]);
    expect(evaluated("{'a': base, 'b': [true, null]}")).toEqual({ a: 100, b: [true, null] });
    expect(evaluated("${guest}")).toBe(105);
    expect(evaluated("VLAN ${guest}, $${literal}")).toBe("VLAN 105, ${literal}");
  });

  test("is with the variables of a resource, and what every entry has: its key, target and place", () => {
    const ssid = "cloud/ssid/rome.0";
    expect(evaluated("[guest, guests, city]", ssid)).toEqual([205, 2, "Rome"]);
    expect(evaluated("${target}: ${scope.organization} ${scope.network} ${key}", ssid)).toBe(
      "cloud: Acme rome 0",
    );
    expect(evaluated("[key, target, scope]", "cloud/network/oslo")).toEqual([
      "oslo",
      "cloud",
      { organization: "Acme" },
    ]);
    expect(evaluated("[key, scope.network]", "cloud/ssid/rome.1")).toEqual(["1", "rome"]);
  });

  test("without a resource is with the variables of the outermost folder, also for one that is not declared", () => {
    expect(evaluated("base", "cloud/network/rome")).toBe(200);
    expect(evaluated("base", "cloud/network/bern")).toBe(100);
    expect(evaluated("city")).toMatchInlineSnapshot(`
      [
        "bad-expression | there is no variable \`city\` | Known: base, broken, guest, pair. | nowhere |   | city ⏎   | ^",
      ]
    `);
  });

  test("is with the key, target and place of a resource also where nothing has an expression", () => {
    const { composition } = loadTexts({
      "desired-state/x.yaml":
        "target: cloud\norganization: Acme\nnetworks: { oslo: { name: Oslo, ssids: { 0: {} } } }\n",
    });
    const value = (address: Address) => composition.evaluate("[key, target, scope]", address);
    expect(value("cloud/network/oslo")).toEqual({ value: ["oslo", "cloud", { organization: "Acme" }] });
    expect(value("cloud/ssid/oslo.0")).toEqual({
      value: ["0", "cloud", { organization: "Acme", network: "oslo" }],
    });
  });

  test("is what is wrong with an expression, where, and what to do", () => {
    expect(evaluated("1 + gest")).toMatchInlineSnapshot(`
      [
        "bad-expression | there is no variable \`gest\` | Did you mean \`guest\`? | nowhere |   | 1 + gest ⏎   |     ^",
      ]
    `);
    expect(evaluated("VLAN ${gest} and ${1 +}")).toMatchInlineSnapshot(`
      [
        "bad-expression | there is no variable \`gest\` | Did you mean \`guest\`? | nowhere |   | VLAN \${gest} and \${1 +} ⏎   |        ^",
        "bad-expression | the expression ends too early | no hint | nowhere |   | VLAN \${gest} and \${1 +} ⏎   |                       ^",
      ]
    `);
    expect(evaluated("1 +")).toMatchInlineSnapshot(`
      [
        "bad-expression | the expression ends too early | no hint | nowhere |   | 1 + ⏎   |    ^",
      ]
    `);
    expect(evaluated("base.name")).toMatchInlineSnapshot(`
      [
        "bad-expression | there is no \`name\` here | no hint | nowhere |   | base.name ⏎   |      ^",
      ]
    `);
  });

  test("is where a variable is written, when that is what is wrong", () => {
    expect(evaluated("broken + 1")).toMatchInlineSnapshot(`
      [
        "bad-expression | division by zero | no hint | desired-state/vars.yaml:3:9 | no excerpt",
      ]
    `);
    expect(evaluated("is ${broken}", "cloud/ssid/rome.0")).toMatchInlineSnapshot(`
      [
        "bad-expression | division by zero | no hint | desired-state/vars.yaml:3:9 | no excerpt",
      ]
    `);
  });

  test("shows no excerpt of what does not stand in one short line", () => {
    expect(evaluated("1 +\n gest")).toMatchInlineSnapshot(`
      [
        "bad-expression | there is no variable \`gest\` | Did you mean \`guest\`? | nowhere | no excerpt",
      ]
    `);
    expect(evaluated(`gest + ${"1 + ".repeat(30)}1`)).toMatchInlineSnapshot(`
      [
        "bad-expression | there is no variable \`gest\` | Did you mean \`guest\`? | nowhere | no excerpt",
      ]
    `);
  });
});
