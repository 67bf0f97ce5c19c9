/** No setting leads away from its target, whether it is a path, a base path or a field name. */

import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { drivers } from "../../src/project/drivers.ts";

const settings = (name: string): z.ZodType => {
  const driver = drivers.find((each) => each.interface === name);
  if (!driver) throw new Error(name);
  return driver.settings;
};
const accepted = (name: string, given: unknown) => settings(name).safeParse(given).success;

const leading = [
  "https://other.example.net/networks/{networkId}",
  "//other.example.net/{networkId}",
  "/networks//{networkId}",
  "/networks/../{networkId}",
  "/networks/./{networkId}",
  "/networks/{networkId}/..",
  "/networks/%2e%2e/{networkId}",
  "/networks\\{networkId}",
  "@other.example.net/{networkId}",
  "/networks/{networkId}?key=1",
  "/networks/{networkId}#x",
  "/networks/{networkId}/{secret}",
  "/networks/{networkId}\n",
  "/networks/ {networkId}",
  "networks/{networkId}",
  "",
];

test.each(leading)("a path is refused: %j", (network) => {
  expect(accepted("dashboard", { paths: { network } })).toBe(false);
});

test("a path that does not say which one is meant is refused, and one that may do without is taken", () => {
  expect(accepted("dashboard", { paths: { network: "/networks" } })).toBe(false);
  expect(accepted("messaging", { paths: { room: "/rooms" } })).toBe(false);
  expect(accepted("servers", { paths: { profile: "/profiles" } })).toBe(false);
  expect(accepted("fabric", { paths: { object: "/objects" } })).toBe(false);
  expect(accepted("controller", { paths: { device: "/devices" } })).toBe(false);
  expect(accepted("dashboard", { paths: { createNetwork: "/networks" } })).toBe(true);
});

describe("a path before all others", () => {
  const interfaces = ["dashboard", "messaging", "servers", "sdwan", "firewall"];
  test.each(interfaces)("stays on a target of %s", (name) => {
    for (const basePath of [
      "/..",
      "/v1/../..",
      "//other",
      "/v1//x",
      "https://other",
      "/v1/",
      "/a\\b",
      "/v1?x",
      "/%2e%2e/x",
      "/x/%2E.",
    ])
      expect([basePath, accepted(name, { basePath })]).toEqual([basePath, false]);
    for (const basePath of ["", "/v1", "/api/v2.1"])
      expect([basePath, accepted(name, { basePath })]).toEqual([basePath, true]);
  });
});

test("a path without ids, or with one, stays on its target", () => {
  for (const path of ["/..", "//other", "/%2e%2e", "/x/./y", "https://other"]) {
    expect(accepted("firewall", { tokenPath: path })).toBe(false);
    expect(accepted("sdwan", { devicesPath: path })).toBe(false);
    expect(accepted("messaging", { messagePath: path })).toBe(false);
  }
  expect(accepted("messaging", { messagePath: "/messages" })).toBe(true);
});

test("two fields of a record cannot have one name, and none is called like a prototype", () => {
  expect(accepted("dashboard", { networkFields: { name: "id" } })).toBe(false);
  expect(accepted("dashboard", { networkFields: { name: "x", id: "x" } })).toBe(false);
  expect(accepted("dashboard", { networkFields: { name: "id", id: "name" } })).toBe(true);
  expect(accepted("servers", { profileFields: { serial: "__proto__" } })).toBe(false);
  expect(accepted("sdwan", { deviceFields: { serial: "" } })).toBe(false);
});
