/** Maps whose members can have any name: each known member has its own field, and all others share one field. */

import { describe, expect, test } from "vitest";
import { alikeFormsOf } from "../../../src/catalog/fields/alike.ts";
import { canonicalFields } from "../../../src/catalog/fields/canonical.ts";
import { objectSchema } from "../../../src/catalog/fields/schema.ts";
import { fromWire, toWire } from "../../../src/catalog/fields/wire.ts";
import type { Fields } from "../../../src/catalog/schema/field.ts";
import type { Json } from "../../../src/model/json.ts";
import { Secret } from "../../../src/model/secret.ts";

const fields: Fields = {
  attributes: {
    type: "object",
    properties: {
      mac: { type: "string", format: "mac" },
      ctrl: { type: "string", format: "flags" },
      port: { type: "string", synonyms: { https: ["443"], unspecified: ["0"] } },
    },
    additionalProperties: { type: "string", format: "lowerCase", maxLength: 8, values: { yes: "true" } },
  },
};

const attributes = { mac: "AA-BB-CC-DD-EE-FF", ctrl: "nd,querier", port: "https", other: "Text", on: "yes" };
const open = () => new Secret("");

describe("a map with members of any name, some of which are known", () => {
  test("takes known members as they are, and others as the one field says", () => {
    const schema = objectSchema({ fields });
    expect(schema.safeParse({ attributes }).success).toBe(true);
    expect(schema.safeParse({ attributes: { mac: "no mac" } }).success).toBe(false);
    expect(schema.safeParse({ attributes: { other: "too long a text" } }).success).toBe(false);
  });

  test("has each member in its own spelling", () => {
    expect(canonicalFields(fields, { attributes })).toEqual({
      attributes: { ...attributes, mac: "aa:bb:cc:dd:ee:ff", other: "text" },
    });
  });

  test("is sent and read by each member's own words", () => {
    const wire = { attributes: { ...attributes, on: "true" } };
    expect(toWire(fields, { attributes }, open)).toEqual(wire);
    expect(fromWire(fields, { attributes: { ...wire.attributes, port: "443" } })).toEqual({ attributes });
  });

  test("compares members by their words, those of others by none", () => {
    const inside = alikeFormsOf(fields)?.inside?.get("attributes")?.inside;
    const form = (name: string, value: Json) => (inside?.get(name) ?? inside?.get("*"))?.of?.(value) ?? value;
    expect(form("ctrl", "querier,nd")).toBe(form("ctrl", "nd, querier"));
    expect(form("port", "443")).toBe(form("port", "https"));
    expect(form("port", "HTTPS")).not.toBe(form("port", "80"));
    expect(form("other", "a,b")).not.toBe(form("other", "b,a"));
  });
});
