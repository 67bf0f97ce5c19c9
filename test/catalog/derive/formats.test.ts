/** Formats that an overlay assigns by field name. The most specific name decides, and other fields are not changed. */

import { describe, expect, test } from "vitest";
import { formatted } from "../../../src/catalog/derive/formats.ts";
import { overlayOf } from "../../../src/catalog/derive/overlay.ts";

const text = { type: "string" };
const kind = {
  kind: "host",
  fields: {
    address: text,
    asNumber: {},
    macAddress: text,
    peers: { type: "array", set: true, items: text },
    labels: { type: "object", additionalProperties: text },
    gateway: { type: "object", properties: { address: text, value: text } },
    rules: { type: "array", items: { type: "object", properties: { value: text, port: text } } },
    mode: { type: "string", enum: ["address", "peers"] },
    own: { type: "string", format: "ip" },
    key: { type: "string", secret: "hidden" },
    site: { type: "string", refersTo: "site" },
    count: { type: "integer" },
  },
};

function derived(formats: Parameters<typeof overlayOf>[0][number]) {
  const unknown: string[] = [];
  const { host } = formatted([kind], overlayOf([{ formats }]).formats, unknown);
  return { fields: host?.fields, unknown };
}

describe("formats of an overlay", () => {
  test("go to texts of that name, to the elements of a list and the values of a map", () => {
    const { fields, unknown } = derived({
      asNumber: "asNumber",
      peers: ["ip"],
      labels: "trimmed",
      value: "ignoreCase",
    });
    expect(fields).toMatchObject({
      asNumber: { format: "asNumber" },
      peers: { type: "array", set: true, items: { type: "string", format: ["ip"] } },
      labels: { additionalProperties: { type: "string", format: "trimmed" } },
      gateway: { properties: { address: text, value: { type: "string", format: "ignoreCase" } } },
      rules: { items: { properties: { value: { format: "ignoreCase" } } } },
      address: text,
    });
    expect(unknown).toEqual([]);
  });

  test("are those of the longest path, then of the name, then of the longest end", () => {
    const { fields } = derived({
      "*ddress": "trimmed",
      "*Address": { format: "mac" },
      address: "ip",
      "gateway.address": null,
      "host.rules.port": "numberSet",
      "rules.value": { format: "cidr", hostBits: "masked" },
    });
    expect(fields).toMatchObject({
      macAddress: { format: "mac" },
      address: { format: "ip" },
      rules: {
        items: {
          properties: { port: { format: "numberSet" }, value: { format: "cidr", hostBits: "masked" } },
        },
      },
    });
    expect(fields).toHaveProperty("gateway.properties.address", text);
  });

  test("leave choices, secrets, references, numbers and what has a format as they are", () => {
    const names = ["mode", "own", "key", "site", "count"];
    const { fields, unknown } = derived(Object.fromEntries(names.map((name) => [name, "trimmed"])));
    expect(fields).toEqual(kind.fields);
    expect(unknown).toEqual(
      names.map((name) => `formats: there is no text field \`${name}\` that still needs a format`),
    );
  });
});
