/** The codec for values of an SD-WAN manager's parcels, in both directions. */

import { describe, expect, test } from "vitest";
import { kindFile } from "../../../../../src/catalog/schema/kind.ts";
import { parcel } from "../../../../../src/drivers/rest/codecs/sdwan/parcel.ts";
import { Secret } from "../../../../../src/model/secret.ts";

const file = kindFile.parse({
  ...{ kind: "clock", title: "clock", section: "clocks", form: "collection", id: "parcelId" },
  ...{ list: "/clocks", create: "POST /clocks", update: "PUT /clocks/{id}", remove: "DELETE /clocks/{id}" },
  fields: {
    name: { type: "string" },
    zone: { wire: "data.zone", default: "UTC" },
    offset: { wire: "data.offset", nullable: true },
    label: { wire: "data.label" },
    around: { type: "object", wire: "data.around", default: {}, properties: { every: { default: 5 } } },
    other: { type: "object", wire: "data.other", properties: { every: { default: 5 } } },
    servers: {
      ...{ type: "array", wire: "data.servers", default: [] },
      items: { type: "object", properties: { host: {}, key: { nullable: true } } },
    },
  },
  ...{ codec: "parcel", source: "made up", verified: "assumed" },
});
const sent = (data: Parameters<typeof parcel.body>[1]["object"]) =>
  parcel.body(file, { object: { name: "own", data }, live: {} });

describe("a parcel that is written", () => {
  test("says of each value of which sort it is: set, a variable, or the default", () => {
    const key = new Secret("hidden");
    expect(
      sent({ zone: "CET", offset: "{{clock_offset}}", label: [1, 2], servers: [{ host: "a", key }] }),
    ).toEqual({
      name: "own",
      description: "",
      data: {
        zone: { optionType: "global", value: "CET" },
        offset: { optionType: "variable", value: "{{clock_offset}}" },
        label: { optionType: "global", value: [1, 2] },
        around: { every: { optionType: "default", value: 5 } },
        servers: [{ host: { optionType: "global", value: "a" }, key: { optionType: "global", value: key } }],
      },
    });
  });

  test("has the default of what nobody sets where the product wants to be told, and nothing else", () => {
    expect(sent({})).toMatchObject({
      data: {
        zone: { optionType: "default", value: "UTC" },
        offset: { optionType: "default" },
        around: { every: { optionType: "default", value: 5 } },
        servers: [],
      },
    });
    expect(sent({}).data).not.toHaveProperty("label");
    expect(sent({}).data).not.toHaveProperty("other");
    expect(sent({ zone: "UTC", other: {}, label: null })).toMatchObject({
      data: {
        zone: { optionType: "default", value: "UTC" },
        other: { every: { optionType: "default", value: 5 } },
        label: { optionType: "default" },
      },
    });
  });
});

test("a parcel that is read has its values alone; one without a payload is none", () => {
  const data = {
    zone: { optionType: "default", value: "UTC" },
    offset: { optionType: "default" },
    label: { optionType: "variable", value: "{{label}}" },
    servers: [{ host: { optionType: "global", value: "a" }, key: { optionType: "default" } }],
  };
  const shown = { parcelId: "p1", parcelType: "clock", payload: { name: "own", description: "", data } };
  expect(parcel.record(file, shown)).toEqual({
    ...{ parcelId: "p1", parcelType: "clock", name: "own", description: "" },
    data: { zone: "UTC", label: "{{label}}", servers: [{ host: "a" }] },
  });
  expect(parcel.record(file, { parcelId: "p1" })).toBeUndefined();
});
