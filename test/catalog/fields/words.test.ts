/**
 * Enum values that are not in the catalog: newer values are accepted with a warning, and mistyped values are rejected.
 */

import { describe, expect, test } from "vitest";
import { fieldSchema } from "../../../src/catalog/fields/schema.ts";
import { wordFaults } from "../../../src/catalog/fields/words.ts";
import type { Field, Fields } from "../../../src/catalog/schema/field.ts";
import type { Json } from "../../../src/model/json.ts";
import { jsonSchema } from "../../../src/yaml/json-schema.ts";

const protocols: Field = { type: "string", enum: ["any", "tcp", "udp", "icmp", "6", "17"] };
const closed: Field = { ...protocols, closedEnum: "There is no other." };

function judged(field: Field, value: Json): string {
  if (!fieldSchema(field).safeParse(value).success) return "refused";
  const [first, ...more] = wordFaults({ it: field }, { it: value });
  expect(more).toEqual([]);
  return first === undefined ? "in order" : `${first.severity ?? "error"} ${first.code}`;
}

describe("a word of an enum", () => {
  test.each<readonly [Field, Json, string]>([
    [protocols, "tcp", "in order"],
    [protocols, "gre", "warning unknown-word"],
    [protocols, "esp", "warning unknown-word"],
    [protocols, "47", "warning unknown-word"],
    [protocols, "vxlan-gpe", "warning unknown-word"],
    [protocols, "TCP", "error invalid-value"],
    [protocols, "tpc", "error invalid-value"],
    [protocols, "icpm", "error invalid-value"],
    [protocols, "icmpv6", "error invalid-value"],
    [protocols, "x".repeat(500), "warning unknown-word"],
    [protocols, "", "refused"],
    [protocols, 47, "refused"],
    [protocols, ["tcp"], "refused"],
    [{ ...protocols, format: "ignoreCase" }, "TCP", "in order"],
    [{ ...protocols, format: "ignoreCase" }, "TPC", "error invalid-value"],
    [closed, "tcp", "in order"],
    [closed, "gre", "refused"],
    [{ type: "boolean", enum: [true, false] }, "maybe", "refused"],
    [{ type: "integer", enum: [20, 40, 80] }, 320, "warning unknown-word"],
    [{ type: "integer", enum: [20, 40, 80] }, 20.5, "refused"],
    [{ type: "integer", enum: [20, 40, 80] }, "20", "refused"],
    [{ ...protocols, nullable: true }, null, "in order"],
    [{ ...protocols, access: "readOnly" }, "TCP", "in order"],
  ])("%j takes %j: %s", (field, value, expected) => {
    expect(judged(field, value)).toBe(expected);
  });

  test("is judged wherever it stands, and a fault names its place; elements of a set name the list", () => {
    const fields: Fields = {
      rules: { type: "array", items: { type: "object", properties: { protocol: protocols } } },
      roles: { type: "array", set: true, items: protocols },
      byName: { type: "object", additionalProperties: { type: "object", properties: { p: protocols } } },
    };
    const value = {
      rules: [{ protocol: "tcp" }, { protocol: "udq" }],
      roles: ["gre"],
      byName: { a: { p: "TCP" } },
    };
    expect(
      wordFaults(fields, value).map(({ path, word, message, hint }) => [path, word, message, hint]),
    ).toEqual([
      [
        "/rules/1/protocol",
        "udq",
        "`rules.1.protocol` must be `any`, `tcp`, `udp`, `icmp`, `6` or `17`",
        "Did you mean `udp`? If `udq` is right, add `allowUnknown: [udq]` to this entry.",
      ],
      [
        "/roles",
        "gre",
        "`roles`: trueup does not know the value `gre`, and sends it unchanged",
        "Known: any, tcp, udp, icmp, 6, 17.",
      ],
      [
        "/byName/a/p",
        "TCP",
        "`byName.a.p` must be `any`, `tcp`, `udp`, `icmp`, `6` or `17`",
        "Did you mean `tcp`? If `TCP` is right, add `allowUnknown: [TCP]` to this entry.",
      ],
    ]);
  });

  test("an editor shows the known ones, and takes what validate takes", () => {
    expect(jsonSchema(fieldSchema(protocols))).toMatchObject({
      anyOf: [{ enum: ["6", "17", "any", "tcp", "udp", "icmp"] }, { type: "string" }],
    });
    expect(jsonSchema(fieldSchema(closed))).toMatchObject({ enum: expect.arrayContaining(["any", "6"]) });
    expect(jsonSchema(fieldSchema(closed))).not.toHaveProperty("anyOf");
  });
});
