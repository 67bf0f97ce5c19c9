/**
 * The effect of `format`, `hostBits`, `keys` and `derivedFrom` on values: all spellings of a value get one form, or a
 * problem is reported.
 */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alikeFormsOf } from "../../../src/catalog/fields/alike.ts";
import { canonicalField, canonicalFields } from "../../../src/catalog/fields/canonical.ts";
import { fieldSchema } from "../../../src/catalog/fields/schema.ts";
import { spellingFaults } from "../../../src/catalog/fields/spelling-faults.ts";
import type { Field, Fields } from "../../../src/catalog/schema/field.ts";
import {
  alikeFormats,
  canonicalFormats,
  fieldFormats,
  numberFormats,
} from "../../../src/catalog/schema/format.ts";
import type { Json } from "../../../src/model/json.ts";
import type { AlikeForm } from "../../../src/model/sameness/alike.ts";

const text = (words: Partial<Field>): Field => ({ type: "string", ...words });

/** Returns the form of a field's value in which it is compared. */
function alike(field: Field, value: Json): Json {
  const form = alikeFormsOf({ field })?.inside?.get("field");
  return form?.of?.(value) ?? value;
}

describe("a word alone that is sent in one spelling", () => {
  test.each<[Partial<Field>, string, string]>([
    [{ format: "ip" }, "2001:DB8:0:0::53", "2001:db8::53"],
    [{ format: "ipv6" }, "FE80::0:1", "fe80::1"],
    [{ format: "cidr" }, "2001:DB8::/32", "2001:db8::/32"],
    [{ format: "cidr" }, "10.0.20.1/24", "10.0.20.1/24"],
    [{ format: "cidr", hostBits: "masked" }, "10.0.20.1/24", "10.0.20.0/24"],
    [{ format: "cidr", hostBits: "refused" }, "10.0.20.1/24", "10.0.20.1/24"],
    [{ format: "mac" }, "AABB.CC00.1122", "aa:bb:cc:00:11:22"],
    [{ format: "date-time" }, "2027-01-31T00:00:00+00:00", "2027-01-31T00:00:00Z"],
    [{ format: "lowerCase" }, "Any", "any"],
    [{ format: "timeZone" }, "europe/berlin", "Europe/Berlin"],
  ])("%j makes of %s %s", (words, written, own) => {
    expect(canonicalField(text(words), written)).toBe(own);
    expect(fieldSchema(text(words)).safeParse(written).success).toBe(true);
    expect(alikeFormsOf({ field: text(words) })).toBeUndefined();
  });

  test.each(["cidr", "ip", "ipv4", "ipv6", "mac", "timeZone", "email", "date-time", "uri"] as const)(
    "%s refuses what is none",
    (format) => {
      expect(fieldSchema(text({ format })).safeParse("no such thing").success).toBe(false);
    },
  );
});

describe("what is compared, and sent as written", () => {
  test.each<[Partial<Field>, string, string]>([
    [{ format: "ignoreCase" }, "Any", "any"],
    [{ format: "trimmed" }, "line\r\n", "line"],
    [{ format: "numberSet" }, "1, 10, 1140-1141", "1,10,1140,1141"],
    [{ format: "timeOfDay" }, "8:00", "08:00:00"],
    [{ format: "decimalText" }, "020", "20"],
    [{ format: "flags" }, "b, a", "a,b"],
    [{ format: "parts" }, "b, a", "b,a"],
    [{ format: "uri" }, "HTTP://Example.com/%7e", "http://example.com/~"],
    [{ format: "duration" }, "P1D", "PT24H"],
    [{ format: ["trimmed", "ignoreCase"] }, " Any ", "any"],
    [{ format: ["parts", "cidr", "ignoreCase"] }, "2001:DB8:0::/32, ANY", "2001:db8::/32,any"],
    [{ format: ["flags", "mac"] }, "AA-BB-CC-00-11-22,00:00:00:00:00:01", "00:00:00:00:00:01,aabb.cc00.1122"],
    [{ format: ["cidr", "ignoreCase"], hostBits: "masked" }, "10.0.20.1/24", "10.0.20.0/24"],
  ])("by %j %s is %s", (words, one, other) => {
    expect([canonicalField(text(words), one), canonicalField(text(words), other)]).toEqual([one, other]);
    expect(alike(text(words), one)).toEqual(alike(text(words), other));
    expect(fieldSchema(text(words)).safeParse(one).success).toBe(true);
  });

  test.each<[Partial<Field>, Json, Json]>([
    [{ format: "parts" }, "b,a", "a,b"],
    [{ format: "flags" }, "a", "a,b"],
    [{ format: "trimmed" }, "A", "a"],
    [{ format: "ignoreCase" }, " a", "a"],
    [{ format: ["cidr", "ignoreCase"] }, "10.0.20.1/24", "10.0.20.0/24"],
    [{ format: "decimalText" }, "20", "21"],
    [{ format: "decimalText" }, "20", null],
    [{ format: "ignoreCase" }, "1", 1],
  ])("by %j %j is not %j", (words, one, other) => {
    expect(alike(text(words), one)).not.toEqual(alike(text(words), other));
  });

  test.each(["numberSet", "decimalText"] as const)("by %s the number is its text", (format) => {
    expect(alike(text({ format }), 20)).toEqual(alike(text({ format }), "020"));
  });

  test("a list of words takes any text: `any` is no subnet", () => {
    expect(fieldSchema(text({ format: ["cidr", "ignoreCase"] })).safeParse("Any").success).toBe(true);
  });
});

test("every word, alone and with another one, does nothing to what it has done", () => {
  const units = ["a", "B", "1", "0", " ", ",", ".", ":", "/", "-", "%", "T", "Z", "P", "\r\n", "é", "AM"];
  const written = fc.oneof(
    fc.string({ unit: fc.constantFrom(...units), maxLength: 12 }),
    fc.constantFrom(
      "10.0.20.1/24",
      "FE80::1%eth0",
      "2027-01-31t00:00:00+01:00",
      "P1DT1,5S",
      "8:00 pm",
      "020.10",
    ),
  );
  const word = fc.constantFrom(...fieldFormats);
  fc.assert(
    fc.property(written, word, word, fc.constantFrom("kept", "masked"), (value, one, other, hostBits) => {
      for (const format of [one, [one], [one, other]] as const) {
        if (typeof format !== "string" && format.filter((each) => numberFormats.has(each)).length > 1)
          continue;
        const field = text({ format: typeof format === "string" ? format : [...format], hostBits });
        const own = canonicalField(field, value);
        expect(canonicalField(field, own)).toBe(own);
        expect(alike(field, alike(field, value))).toEqual(alike(field, value));
      }
    }),
    { numRuns: 2000 },
  );
  expect([...canonicalFormats, ...alikeFormats]).toEqual([...fieldFormats]);
});

describe("inside of values", () => {
  const fields: Fields = {
    servers: { type: "array", items: text({ format: "ip" }) },
    nodes: {
      type: "array",
      identity: ["mac"],
      items: {
        type: "object",
        properties: { mac: text({ format: "mac" }), port: text({ format: "ignoreCase" }) },
      },
    },
    assignments: {
      type: "object",
      keys: "mac",
      additionalProperties: { type: "object", properties: { ip: text({ format: "ip" }) } },
    },
    secret: text({ format: "lowerCase", secret: "hidden" }),
  };

  test("elements, identities of elements, keys of maps and what is in them have one spelling", () => {
    const value = {
      servers: ["FE80:0::1"],
      nodes: [{ mac: "AA-BB-CC-00-11-22", port: "Eth0" }],
      assignments: { "AABB.CC00.1122": { ip: "FE80:0::2" } },
      secret: { secret: "env:WORD" },
    };
    const own = {
      servers: ["fe80::1"],
      nodes: [{ mac: "aa:bb:cc:00:11:22", port: "Eth0" }],
      assignments: { "aa:bb:cc:00:11:22": { ip: "fe80::2" } },
      secret: { secret: "env:WORD" },
    };
    expect(canonicalFields(fields, value)).toEqual(own);
    expect(canonicalFields(fields, own)).toBe(own);
  });

  test("keys that would be one stay, and are a problem at the second one", () => {
    const value = {
      assignments: { "aa:bb:cc:00:11:22": { ip: "10.0.0.1" }, "AABB.CC00.1122": { ip: "10.0.0.2" } },
    };
    expect(canonicalFields(fields, value)).toEqual(value);
    expect(spellingFaults(fields, value)).toMatchObject([
      {
        code: "duplicate-key",
        path: "/assignments/AABB.CC00.1122",
        message: '"AABB.CC00.1122" and "aa:bb:cc:00:11:22" are the same key',
      },
    ]);
    expect(spellingFaults(fields, { assignments: { "aa:bb:cc:00:11:22": {} } })).toEqual([]);
  });

  test("a key that is none of its format is refused, but by a list of words", () => {
    const map = (keys: Field["keys"]): Field => ({
      type: "object",
      additionalProperties: { type: "string" },
      ...(keys && { keys }),
    });
    expect(fieldSchema(map("mac")).safeParse({ printer: "x" }).success).toBe(false);
    expect(fieldSchema(map(["mac", "ignoreCase"])).safeParse({ printer: "x" }).success).toBe(true);
    expect(fieldSchema(map(undefined)).safeParse({ printer: "x" }).success).toBe(true);
    const twice = { field: { Printer: "x", printer: "y" } };
    expect(spellingFaults({ field: map("ignoreCase") }, twice)).toMatchObject([{ path: "/field/printer" }]);
  });

  test("forms stand where their values do", () => {
    const form = alikeFormsOf({
      ports: { type: "array", set: true, items: text({ format: "ignoreCase" }) },
      rules: {
        type: "array",
        identity: ["name"],
        closed: "declared",
        items: {
          type: "object",
          properties: {
            name: text({}),
            policy: { type: "string", enum: ["permit", "deny"] },
            to: text({ format: ["parts", "cidr"] }),
          },
        },
      },
      tags: { type: "object", keys: "ignoreCase", additionalProperties: text({ format: "trimmed" }) },
      bandwidth: { type: "integer", derivedFrom: ["weight"] },
      plain: text({}),
    });
    const at = (...path: readonly string[]) =>
      path.reduce<AlikeForm | undefined>((here, step) => here?.inside?.get(step), form);
    expect(at("ports")?.set).toBe(true);
    expect(at("ports", "*")?.of?.("TCP")).toBe("tcp");
    expect(at("rules")?.closed).toBe(true);
    expect([at("rules", "*", "name"), at("rules", "*", "policy")]).toEqual([undefined, undefined]);
    expect(at("rules", "*", "to")?.of?.("fe80:0::/10, any")).toBe("fe80::/10,any");
    expect(at("tags")?.key?.("Blue")).toBe("blue");
    expect(at("tags", "*")?.of?.(" x")).toBe("x");
    expect(at("bandwidth")?.derivedFrom).toEqual(["weight"]);
    expect(at("plain")).toBeUndefined();
  });

  test("without any word there is no form", () => {
    expect(alikeFormsOf({ plain: text({}), list: { type: "array", items: text({}) } })).toBeUndefined();
  });
});

describe("what validate says", () => {
  const one = (field: Field, value: Json) => spellingFaults({ field }, { field: value });

  test("host bits where the product refuses them, with the prefix that is meant", () => {
    const field = text({ format: "cidr", hostBits: "refused" });
    expect(one(field, "10.0.20.1/24")).toMatchObject([
      {
        code: "host-bits",
        path: "/field",
        message: "10.0.20.1/24 has host bits: its prefix is 10.0.20.0/24",
      },
    ]);
    expect(one(field, "10.0.20.0/24")).toEqual([]);
    expect(one(text({ format: "cidr", hostBits: "masked" }), "10.0.20.1/24")).toEqual([]);
    expect(one(text({ format: "cidr" }), "10.0.20.1/24")).toEqual([]);
  });

  test("host bits of each part of a text with commas, and of elements", () => {
    const parts = text({ format: ["parts", "cidr", "ignoreCase"], hostBits: "refused" });
    expect(one(parts, "any, 10.0.0.0/8,10.0.20.1/24")).toMatchObject([{ code: "host-bits" }]);
    const list: Field = { type: "array", items: text({ format: "cidr", hostBits: "refused" }) };
    expect(one(list, ["10.0.0.0/8", "fe80::1/64"])).toMatchObject([
      { path: "/field/1", message: "fe80::1/64 has host bits: its prefix is fe80::/64" },
    ]);
  });

  test("a field that the product works out of another one that is declared", () => {
    const fields: Fields = {
      weight: { type: "integer" },
      bandwidth: { type: "integer", derivedFrom: ["weight"] },
    };
    expect(spellingFaults(fields, { weight: 1, bandwidth: 2 })).toMatchObject([
      { code: "derived-field", severity: "warning", path: "/bandwidth" },
    ]);
    expect(spellingFaults(fields, { bandwidth: 2 })).toEqual([]);
    expect(spellingFaults(fields, { weight: null, bandwidth: 2 })).toEqual([]);
  });

  test.each<[string, boolean]>([
    ["Corp ", true],
    [" Corp", true],
    ["Corp\n", true],
    ["Corp", false],
    ["first\nsecond\n", false],
    ["first\nsecond \n", true],
    ["", false],
  ])("blanks at the ends of %j, where the product drops them: %s", (value, isSaid) => {
    const found = one(text({ format: ["trimmed", "ignoreCase"] }), value);
    expect(found.map(({ code, severity }) => [code, severity])).toEqual(
      isSaid ? [["blank-ends", "warning"]] : [],
    );
    expect(one(text({}), value)).toEqual([]);
  });
});
